//! The page of each code: what the mistake is, an example of it, and an example of the mend.

macro_rules! pages {
    ($($code:literal)*) => {
        /// Every page, by code.
        const PAGES: &[(&str, &str)] = &[$(($code, include_str!(concat!("pages/", $code, ".md"))),)*];
    };
}

/// The page of a code, in Markdown.
#[must_use]
pub fn page(code: &str) -> Option<&'static str> {
    PAGES
        .iter()
        .find(|(known, _)| *known == code)
        .map(|(_, page)| *page)
}

pages! {
    "E0101" "E0102" "E0103" "E0104" "E0105" "E0106" "E0107" "E0110" "E0111" "E0112" "E0113" "E0114"
    "E0115" "E0116" "E0117" "E0120" "E0121" "E0122" "E0123" "E0124" "E0125" "E0126" "E0130" "E0131"
    "E0132" "E0133" "E0134" "E0135" "E0136" "E0137" "E0138" "E0140" "E0141" "E0142" "E0143" "E0144"
    "E0145" "E0146" "E0147" "E0148" "E0150" "E0151" "E0152" "E0153" "E0154" "E0155" "E0201" "E0202"
    "E0203" "E0204" "E0205" "E0301" "E0302" "E0303" "E0304" "E0305" "E0306" "E0307" "E0308" "E0309" "E0310"
    "E0401" "E0402" "E0403" "E0404" "E0405" "E0406" "E0407" "E0408" "E0409" "E0410" "E0411" "E0412"
    "E0413" "E0414" "E0415" "E0416" "E0417" "E0418" "E0501" "E0502" "E0503" "E0504" "E0505" "E0506"
    "E0507" "E0601" "E0602" "E0603" "E0604" "E0605" "E0606" "E0607" "E0701" "E0702" "E0703" "E0704" "W0101"
    "W0102" "W0201" "W0202" "W0203" "W0204" "W0301"
}
