//! The page of each code: what the mistake is, an example of it, and an example of the mend.

/// Every page, by code.
const PAGES: &[(&str, &str)] = &[];

/// The page of a code, in Markdown.
#[must_use]
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| *known == code).map(|(_, page)| *page)
}
