//! The whole system under test, in one binary.
