//! The inputs that the macros accept, and their errors for everything else.
//!
//! The failing cases have their own `TestCases`, so that trybuild runs `cargo check` on them: a
//! mistake must be seen without building anything.

#[cfg(feature = "macros")]
#[test]
fn arguments_of_every_form_are_accepted() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.pass("pass/*/*.rs");
}

/// To accept new texts, run with `TRYBUILD=overwrite` and read the difference.
#[cfg(feature = "macros")]
#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of rustc 1.95")]
#[test]
fn mistakes_are_compile_errors_under_the_argument() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*.rs");
    cases.compile_fail("fail/*/*.rs");
}

#[cfg(not(feature = "macros"))]
#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of rustc 1.95")]
#[test]
fn without_the_feature_a_macro_names_it() {
    trybuild::TestCases::new().compile_fail("without_macros/*.rs");
}
