//! The syntax codes: `E01xx`, each with one meaning that never changes. A code that is no longer given is never given again.

macro_rules! codes {
    ($($(#[doc = $meaning:literal])+ $variant:ident = $text:literal,)+) => {
        /// A kind of mistake that can be seen without looking at names or types.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum SyntaxCode {
            $($(#[doc = $meaning])+ $variant,)+
        }

        impl SyntaxCode {
            /// Every code, in ascending order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The code as it is shown: `E0120`.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// One line that says what the code stands for.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($meaning),+).trim_ascii(),)+
                }
            }
        }
    };
}

codes! {
    /// the file is not UTF-8
    NotUtf8 = "E0101",
    /// the file is larger than 1 MiB
    FileTooLarge = "E0102",
    /// something is nested more than 64 levels deep
    NestedTooDeep = "E0103",
    /// a name is longer than 128 characters
    NameTooLong = "E0104",
    /// the file has more errors than are shown
    TooManyErrors = "E0105",
    /// the file begins with a byte order mark
    ByteOrderMark = "E0106",
    /// a tab, or a white space character other than the space and the line end
    WhiteSpace = "E0107",

    /// the file does not open with `package NAME`
    PackageMissing = "E0110",
    /// `package` stands a second time, or not at the top
    PackageRepeated = "E0111",
    /// text that belongs to no declaration
    NoDeclaration = "E0112",
    /// a declaration of a kind that is not supported yet
    NotSupportedYet = "E0113",
    /// documentation that stands above nothing that takes it
    DocumentationMisplaced = "E0114",
    /// a bracket that is not closed
    BracketNotClosed = "E0115",
    /// a bracket that closes nothing, or another kind of bracket
    BracketMismatched = "E0116",
    /// a string that is not closed
    StringNotClosed = "E0117",

    /// something else was expected here
    Unexpected = "E0120",
    /// a clause that stands twice
    ClauseRepeated = "E0121",
    /// a name without its revision
    RevisionMissing = "E0122",
    /// a revision that is malformed
    RevisionMalformed = "E0123",
    /// a name that is not made of lower-case words
    NameMalformed = "E0124",
    /// a field or a member that is neither `snake_case` nor `UPPER_CASE`
    WordMalformed = "E0125",
    /// a reserved word in the place of a field or a member
    WordReserved = "E0126",

    /// an equality operator of another language
    EqualityOperator = "E0130",
    /// an order operator of another language
    OrderOperator = "E0131",
    /// a logical operator of another language
    LogicalOperator = "E0132",
    /// a chain of comparisons
    ComparisonChained = "E0133",
    /// `null`, which the language does not have
    Null = "E0134",
    /// `if` in the place of `when`
    If = "E0135",
    /// a list that does not stand behind `in`
    ListMisplaced = "E0136",
    /// a question of presence that is not asked of a fact
    PresenceOfNoFact = "E0137",
    /// a `-` with no white space beside it, between two operands
    MinusUnspaced = "E0138",

    /// an integer or a duration that is too large
    NumberTooLarge = "E0140",
    /// a number that is malformed
    NumberMalformed = "E0141",
    /// a number with decimals that is not money
    DecimalWithoutCurrency = "E0142",
    /// a currency that is not three capital letters
    CurrencyMalformed = "E0143",
    /// a time that is malformed or not in UTC
    TimeMalformed = "E0144",
    /// a string in quotation marks of another kind
    Quotes = "E0145",
    /// an escape that JSON does not have
    EscapeUnknown = "E0146",
    /// an escape for half of a surrogate pair
    SurrogateLone = "E0147",
    /// a control character in a string
    ControlCharacter = "E0148",

    /// a `;`
    Semicolon = "E0150",
    /// a comment of another language
    CommentStyle = "E0151",
    /// a comma behind the last item of a list without brackets
    CommaTrailing = "E0152",
    /// an operator between a key and its value
    KeyOperator = "E0153",
    /// a limit with an operator
    LimitOperator = "E0154",
    /// a range that does not say whether it includes its end
    RangeOperator = "E0155",
}

/// Every syntax code with a line that says what it stands for, in ascending order.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    SyntaxCode::ALL
        .iter()
        .map(|code| (code.text(), code.meaning()))
}
