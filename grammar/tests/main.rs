//! The tests of the grammar as one binary: files with goldens, limits, and laws on generated input.

mod files;
