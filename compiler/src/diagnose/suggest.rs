//! "Did you mean": the nearest of the words that could stand here.

/// The word of `known` that is most like `word`, if one is alike enough to be worth naming. Of several equally near
/// the first in alphabetical order.
pub fn nearest<W: AsRef<str>>(word: &str, known: impl IntoIterator<Item = W>) -> Option<W> {
    let length = word.chars().count();
    // A single letter is like every other one.
    let tolerated = (length / 3).clamp(usize::from(length > 1), 4);
    let lower = word.to_lowercase();
    known
        .into_iter()
        .filter(|candidate| candidate.as_ref().chars().count().abs_diff(length) <= tolerated)
        .map(|candidate| {
            (
                strsim::osa_distance(&lower, &candidate.as_ref().to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, _)| *distance <= tolerated)
        .min_by(|(one, a), (other, b)| (one, a.as_ref()).cmp(&(other, b.as_ref())))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        assert_eq!(
            nearest("suport_agent", ["customer", "support_agent"]),
            Some("support_agent")
        );
        assert_eq!(
            nearest("Support_Agent", ["customer", "support_agent"]),
            Some("support_agent")
        );
        assert_eq!(nearest("banana", ["customer", "support_agent"]), None);
        assert_eq!(nearest("ac", ["ab", "aa"]), Some("aa"));
        assert_eq!(nearest("z", ["e"]), None);
    }
}
