//! Every code of the checker, once. Codes of the syntax are the grammar's.

use core::fmt;

/// A stable code: `E` and a number for an error, `W` and a number for a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// The code as printed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// A code of the syntax.
    #[must_use]
    pub const fn of_syntax(code: &'static str) -> Self {
        Self(code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A code with its meaning in one line.
pub type Catalogued = (Code, &'static str);

macro_rules! codes {
    ($($name:ident = $code:literal, $meaning:literal;)*) => {
        impl Code {
            $(#[doc = $meaning] pub const $name: Self = Self($code);)*
        }

        /// Every code of the checker, in order.
        const CHECKER: &[Catalogued] = &[$((Code($code), $meaning),)*];
    };
}

/// Every code of syntax and checker, in order.
pub fn catalogue() -> impl Iterator<Item = Catalogued> {
    ordain_grammar::codes()
        .map(|(code, meaning)| (Code(code), meaning))
        .chain(CHECKER.iter().copied())
}

codes! {
    UNKNOWN_NAME = "E0201", "a reference names nothing that is declared";
    WRONG_KIND = "E0202", "a reference names a declaration of another kind";
    DECLARED_TWICE = "E0203", "a name is declared twice at one revision";
    AMBIGUOUS_NAME = "E0204", "a reference can mean two declarations";
    UNKNOWN_REVISION = "E0205", "a reference names a revision that is not declared";

    UNKNOWN_TYPE = "E0301", "a field has a type that the language does not have";
    FIELD_TWICE = "E0302", "a field stands twice in one record";
    KEY_TYPE = "E0303", "a key is neither an identifier nor an enum";
    KEY_POSITION = "E0304", "a key stands inside a list or a set";
    EMPTY_RANGE = "E0305", "a range holds no integer";
    MEMBER_TWICE = "E0306", "an enum lists a member twice";
    ENUM_SIZE = "E0307", "an enum has no member or too many";
    SET_ELEMENT = "E0308", "a set has elements that cannot be compared";
    FACTS_TOO_DEEP = "E0309", "facts are nested over too many levels";
    EMPTY_RECORD = "E0310", "a record has no field";

    UNKNOWN_FACT = "E0401", "an expression reads a fact that is not declared";
    NOT_A_PREDICATE = "E0402", "something that is neither true nor false stands where a predicate must";
    TYPES_DIFFER = "E0403", "two operands have different types";
    NOT_ORDERED = "E0404", "a type without an order is compared by size";
    UNKNOWN_MEMBER = "E0405", "an enum does not list the word that it is compared with";
    UNGUARDED = "E0406", "an optional fact is read where it may be absent";
    OUTSIDE_RANGE = "E0407", "a constant lies outside the range of the fact that it is compared with";
    MONEY_DECIMALS = "E0408", "an amount has other decimals than its currency";
    UNKNOWN_CURRENCY = "E0409", "an amount has a currency that ISO 4217 does not list";
    MALFORMED_CONSTANT = "E0410", "a constant does not have the form of its type";
    NOT_A_COLLECTION = "E0411", "elements are asked of a fact that is neither a list nor a set";
    OUTSIDE_ELEMENT = "E0412", "the body of `any` or `all` reads something other than its element";
    NOT_ARITHMETIC = "E0413", "something that is no integer is added or subtracted";
    PREDICATE_TOO_LARGE = "E0414", "a predicate is nested too deeply or has too many nodes";
    ALWAYS_PRESENT = "E0415", "presence is asked of a fact that is always there";
    CONSTANT_COMPARISON = "E0416", "two constants are compared";
    ELEMENT_SHADOWS = "E0417", "the name of an element is the name of a fact";
    MISPLACED_OPERAND = "E0418", "an operand stands where its kind has no meaning";

    CLAUSE_MISSING = "E0501", "a declaration lacks a clause that it must have";
    UNKNOWN_WORD = "E0502", "a clause has a word that the language does not list";
    UNKNOWN_FEATURE = "E0503", "a condition names a feature that the language does not have";
    EXPANSION_CYCLE = "E0504", "a profile extends itself";
    EXPANSION_DEPTH = "E0505", "a profile extends others over too many levels";
    EXPANSION_SIZE = "E0506", "a profile has too many effective controls";
    LISTED_TWICE = "E0507", "something stands twice where once says the same";

    RULE_TWICE = "E0601", "two rules or guardrails of a policy have one name";
    NOT_A_KEY = "E0602", "`on` asks a fact that is no key";
    KEY_VALUE = "E0603", "`on` asks for a value that the key cannot have";
    UNLESS_WITHOUT_APPROVAL = "E0604", "a limit is waived by an approval that its branch does not ask for";
    LIMIT_VALUES = "E0605", "a limit lists values that an argument cannot be held to";
    TOO_MANY_RULES = "E0606", "a policy has too many rules";
    TABLE_TOO_LARGE = "E0607", "a policy needs larger tables than an evaluator may hold";

    NOT_OF_FACTS = "E0701", "the facts of a test do not fit their declaration";
    NOT_AN_EXPECTATION = "E0702", "a test expects what its subject never says";
    UNKNOWN_RULE = "E0703", "a test names a rule that its policy does not have";
    TEST_TWICE = "E0704", "two tests of one subject have one title";

    UNUSED_FACTS = "W0101", "no policy and no control uses these facts";
    UNUSED_CONTROL = "W0102", "no profile takes this control";
    NEVER_APPLIES = "W0201", "a rule can never contribute";
    NEVER_DECIDES = "W0202", "a rule can never decide";
    TIE = "W0203", "two rules of one priority can contradict each other";
    UNMEETABLE_LIMIT = "W0204", "nothing can meet the limits of one branch";
    DECLARATIVE_REQUIRED = "W0301", "a profile requires a control that is recorded and never judged";
}
