//! Values of checked types as constants, for code that is generated: what is wrong does not compile.

/// The value of a checked constructor, taken out of its `Some` or `Ok` while the program is compiled.
///
/// ```
/// use ordain_runtime::constant;
/// use ordain_runtime::{counter::Counter, digest::Digest, money::Currency, time::Instant};
///
/// const EUR: Currency = constant!(Some(Currency::new("EUR")));
/// const MOST: Counter = constant!(Some(Counter::new(500)));
/// const START: Instant = constant!(Ok(Instant::parse("2026-01-01T00:00:00Z")));
/// const EMPTY: Digest = constant!(Ok(Digest::parse(
///     "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
/// )));
/// ```
///
/// ```compile_fail
/// # use ordain_runtime::{constant, money::Currency};
/// const EURO: Currency = constant!(Some(Currency::new("euro")));
/// ```
#[macro_export]
macro_rules! constant {
    ($variant:ident($value:expr)) => {
        const {
            match $value {
                $variant(value) => value,
                _ => panic!("the value is none of its type"),
            }
        }
    };
}
