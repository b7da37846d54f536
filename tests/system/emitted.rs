//! Emitted code for rules that between them say everything that the language can say. It compiles without a warning under
//! lints that no crate turns on all together, and decides as the interpreter does.

use ordain_runtime::policy::interpret::Control;
use ordain_runtime::registry::{Kind, Registry};
use ordain_tests::project;

use crate::agreement::{
    CompiledControl, CompiledPolicy, CompiledProfile, controls, controls_agree, policies,
    policies_agree, profiles, profiles_agree,
};

// Denied, since what is forbidden nobody may allow, and what emitted code allows is part of what is tried. Some groups are
// missing because rustc takes them for a whole crate alone.
macro_rules! emitted {
    ($($file:literal as $package:ident: $what:literal;)*) => {$(
        #[doc = $what]
        #[deny(
            warnings,
            missing_docs,
            missing_debug_implementations,
            unreachable_pub,
            unsafe_code,
            unused,
            unused_qualifications,
            unused_results,
            unused_lifetimes,
            unused_import_braces,
            unused_macro_rules,
            single_use_lifetimes,
            redundant_lifetimes,
            redundant_imports,
            elided_lifetimes_in_paths,
            explicit_outlives_requirements,
            let_underscore_drop,
            macro_use_extern_crate,
            meta_variable_misuse,
            missing_copy_implementations,
            nonstandard_style,
            keyword_idents,
            let_underscore,
            refining_impl_trait,
            rust_2018_idioms,
            trivial_casts,
            trivial_numeric_casts,
            unit_bindings,
            unnameable_types,
            unused_extern_crates,
            variant_size_differences,
            ambiguous_negative_literals,
            absolute_paths_not_starting_with_crate,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::cargo,
            clippy::allow_attributes_without_reason,
            clippy::arithmetic_side_effects,
            clippy::as_conversions,
            clippy::default_numeric_fallback,
            clippy::else_if_without_else,
            clippy::expect_used,
            clippy::implicit_return,
            clippy::indexing_slicing,
            clippy::min_ident_chars,
            clippy::missing_docs_in_private_items,
            clippy::missing_inline_in_public_items,
            clippy::missing_trait_methods,
            clippy::panic,
            clippy::question_mark_used,
            clippy::shadow_reuse,
            clippy::shadow_unrelated,
            clippy::single_call_fn,
            clippy::string_slice,
            clippy::unwrap_used,
            clippy::wildcard_enum_match_arm
        )]
        #[expect(clippy::redundant_pub_crate, reason = "`pub` would be unreachable")]
        #[path = $file]
        pub(crate) mod $package;
    )*};
}

emitted! {
    "../fixtures/everything/generated/clerk.rs" as clerk: "The package `clerk`.";
    "../fixtures/everything/generated/clerk_desk.rs" as clerk_desk: "The package `clerk-desk`.";
    "../fixtures/everything/generated/type.rs" as r#type: "The package `type`.";
}

pub(crate) fn registry() -> Registry {
    Registry::load(&project().join("tests/fixtures/everything/generated/registry")).unwrap()
}

/// A control whose evidence has every type.
pub(crate) fn declared(registry: &Registry) -> Control {
    let reference = registry.get(Kind::Control, clerk::declared_v1::ID, "1");
    Control::load(registry, &reference.unwrap()).unwrap()
}

static POLICIES: &[CompiledPolicy] = policies! {
    clerk::amounts_v1 on clerk::everything_v1::Everything;
    clerk::clauses_v1 on clerk::numbers_v1::Numbers;
    clerk::comparisons_v1 on clerk::everything_v1::Everything;
    clerk::crowd_v1 on clerk::visitor_v1::Visitor;
    clerk::element_amounts_v1 on clerk::everything_v1::Everything;
    clerk::large_v1 on clerk::parcel_v1::Parcel;
    clerk::large_v2 on clerk::parcel_v1::Parcel;
    clerk::large_v3 on clerk::parcel_v1::Parcel;
    clerk::large_v4 on clerk::parcel_v1::Parcel;
    clerk::large_v5 on clerk::parcel_v1::Parcel;
    clerk::large_v6 on clerk::parcel_v1::Parcel;
    clerk::memberships_v1 on clerk::everything_v1::Everything;
    clerk::only_guardrails_v1 on clerk::numbers_v1::Numbers;
    clerk::presence_v1 on clerk::everything_v1::Everything;
    clerk::quantifiers_v1 on clerk::everything_v1::Everything;
    clerk::sums_v1 on clerk::numbers_v1::Numbers;
    clerk_desk::of_numbers_v1 on clerk::numbers_v1::Numbers;
    clerk_desk::on_plain_v1 on clerk_desk::plain_v1::Plain;
    clerk_desk::triage_v2026_10_1 on clerk_desk::note_v1::Note;
    r#type::match_v1 on r#type::use_v1::Use;
    r#type::where_v1 on r#type::option_v1::Option2;
};

static CONTROLS: &[CompiledControl] = controls! {
    clerk::added_up_v1 on clerk::numbers_v1::Numbers;
    clerk::counted_v1 on clerk::numbers_v1::Numbers;
    clerk::declared_v1 on clerk::everything_v1::Everything;
    clerk::from_the_desk_v1 on clerk_desk::note_v1::Note;
    clerk::paid_v1 on clerk::everything_v1::Everything;
    clerk_desk::on_clerk_v1 on clerk::numbers_v1::Numbers;
    clerk_desk::triaged_v1 on clerk_desk::note_v1::Note;
    r#type::decide_v1 on r#type::option_v1::Option2;
    r#type::self_v1 on r#type::use_v1::Use;
};

static PROFILES: &[CompiledProfile] = profiles! {
    clerk::base_v1;
    clerk::both_v1;
    clerk::only_optional_v1;
    clerk_desk::base_v1;
    r#type::crate_v1;
};

#[test]
fn policies_decide_alike() {
    policies_agree(&registry(), POLICIES);
}

#[test]
fn controls_judge_alike() {
    controls_agree(&registry(), CONTROLS);
}

#[test]
fn profiles_expand_alike() {
    profiles_agree(&registry(), PROFILES);
}

/// However many rules there are, no function calls more than 64 functions, and large policies have indexes.
#[test]
fn no_function_holds_many_rules() {
    let text = include_str!("../fixtures/everything/generated/clerk.rs");
    let calls = |function: &str| function.matches("(facts, caller").count();
    let most = text.split("\n    fn ").skip(1).map(calls).max();
    assert!(matches!(most, Some(48..=64)), "{most:?}");
    let indexes = text.matches("static RULES: compiled::Index").count();
    let chains = text.matches(": a plain chain.").count();
    assert!(indexes >= 7 && chains >= 3, "{indexes} {chains}");
}

/// The rules that a program has written are those that it writes.
#[test]
fn large_policies_are_those_of_their_program() {
    let written = include_str!("../fixtures/everything/rules/large.ordain");
    assert!(
        written == ordain_tests::large_policies::source(),
        "run `cargo run -p ordain-tests --example rule_sources -- large` and take what it prints"
    );
}
