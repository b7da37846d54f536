//! Whether facts are those of a schema: semantics, sections 1 and 2; language, section 2. A schema is the JSON of its
//! artefact.

use super::json::Json;

/// The fields of an amount: the one record that no schema spells out.
const MONEY: &[u8] = br#"{
    "currency": { "type": { "kind": "currency" } },
    "minor_units": { "type": { "kind": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991 } }
}"#;

/// The JSON Pointer to the first fault in the order of the document.
type Pointer = String;

/// The facts as predicates read them, if all of them are sound.
pub(super) fn validated(facts: &Json, fields: &Json) -> Result<Json, Pointer> {
    let Json::Record(members) = facts else {
        return Err(Pointer::new());
    };
    let mut sound = Vec::new();
    for (name, value) in members {
        let is_doubled = sound.iter().any(|(other, _)| other == name);
        let field = fields.get(name).filter(|_| !is_doubled);
        let field = field.ok_or_else(|| under(name, ""))?;
        let value = typed(value, field.at("type")).map_err(|pointer| under(name, &pointer))?;
        sound.push((name.clone(), value));
    }
    match missing(members, fields).next() {
        Some(name) => Err(under(name, "")),
        None => Ok(Json::Record(sound)),
    }
}

/// The facts of a caller who has validated nothing: what is unsound is marked, and a field that is not declared refused.
pub(super) fn screened(facts: &Json, fields: &Json) -> Result<Json, Pointer> {
    let Json::Record(members) = facts else {
        return Err(Pointer::new());
    };
    let mut screened = Vec::new();
    for (name, value) in members {
        let ty = fields.get(name).ok_or_else(|| under(name, ""))?.at("type");
        let value = match (ty.at("kind").text(), value) {
            ("record", Json::Record(_)) => self::screened(value, ty.at("fields"))
                .map_err(|pointer: Pointer| under(name, &pointer))?,
            _ => typed(value, ty).unwrap_or(Json::Unsound),
        };
        screened.push((name.clone(), value));
    }
    let missing = missing(members, fields).map(|name| (name.into(), Json::Unsound));
    screened.extend(missing);
    Ok(Json::Record(screened))
}

/// The required fields that are not there, by name.
fn missing<'f>(
    members: &'f [(String, Json)],
    fields: &'f Json,
) -> impl Iterator<Item = &'f str> + 'f {
    let required = fields.members().iter();
    required
        .filter(|(_, field)| !field.at("optional").is_true())
        .map(|(name, _)| name.as_str())
        .filter(|name| !members.iter().any(|(member, _)| member == name))
}

fn under(name: &str, pointer: &str) -> Pointer {
    format!("/{}{pointer}", name.replace('~', "~0").replace('/', "~1"))
}

fn typed(value: &Json, ty: &Json) -> Result<Json, Pointer> {
    let sound = match (ty.at("kind").text(), value) {
        ("boolean", Json::Boolean(_)) => true,
        ("integer", Json::Integer(integer)) => {
            let bound = |name| ty.at(name).integer();
            bound("minimum") <= Some(*integer) && Some(*integer) <= bound("maximum")
        }
        ("identifier", Json::Text(text)) => {
            (1..=256).contains(&text.chars().count()) && !text.chars().any(char::is_control)
        }
        ("text", Json::Text(text)) => text.chars().count() <= 65_536,
        ("digest", Json::Text(text)) => text.strip_prefix("sha256:").is_some_and(|hex| {
            hex.len() == 64
                && hex
                    .bytes()
                    .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        }),
        ("enum", Json::Text(_)) => ty.at("members").elements().contains(value),
        ("time", Json::Text(text)) => {
            return instant(text).map(Json::Time).ok_or_else(Pointer::new);
        }
        ("currency", Json::Text(code)) => {
            code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())
        }
        ("money", _) => return validated(value, &Json::parse(MONEY)),
        ("record", _) => return validated(value, ty.at("fields")),
        ("list" | "set", Json::List(elements)) => {
            let mut sound = Vec::new();
            for (index, element) in elements.iter().enumerate() {
                let here = |pointer: Pointer| under(&index.to_string(), &pointer);
                let element = typed(element, ty.at("of")).map_err(here)?;
                if ty.at("kind").text() == "set" && sound.contains(&element) {
                    return Err(here(Pointer::new()));
                }
                sound.push(element);
            }
            return Ok(Json::List(sound));
        }
        _ => false,
    };
    sound.then(|| value.clone()).ok_or_else(Pointer::new)
}

/// The instant with all the digits that a fraction may have; `None` of what is no instant.
pub(super) fn instant(text: &str) -> Option<String> {
    let (whole, fraction) = text.strip_suffix('Z')?.split_at_checked(19)?;
    let is_shaped = whole
        .bytes()
        .zip(b"0000-00-00T00:00:00")
        .all(|(byte, shape)| {
            if *shape == b'0' {
                byte.is_ascii_digit()
            } else {
                byte == *shape
            }
        });
    let number = |from: usize, to: usize| whole.get(from..to)?.parse::<u32>().ok();
    if !is_shaped {
        return None;
    }
    let (year, month) = (number(0, 4)?, number(5, 7)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    let is_real = (1..=days).contains(&number(8, 10)?)
        && number(11, 13)? < 24
        && number(14, 16)? < 60
        && number(17, 19)? < 60;
    let digits = match fraction {
        "" => "",
        _ => fraction
            .strip_prefix('.')
            .filter(|digits| !digits.is_empty())?,
    };
    let is_fraction = digits.len() <= 18 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_real && is_fraction).then(|| format!("{whole}.{digits:0<18}"))
}
