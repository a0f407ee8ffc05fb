//! What is said on stderr, in the colours of clap's messages.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;
use mali_instancing::data::Quoted;
use mali_instancing_codegen::Source;

fn say(style: Style, title: &str, message: impl Display) {
    let message = message.to_string();
    let message = Quoted::whole(&message);
    anstream::eprintln!("{style}{title}:{style:#} {message}");
}

pub(crate) fn error(message: impl Display) {
    say(*Styles::styled().get_error(), "error", message);
}

/// Warns of a manifest that says nothing: it is allowed, and seldom meant.
pub(crate) fn warn_if_empty(manifest: &Source, array: &str) {
    if manifest.says_nothing() {
        warn_of_empty(manifest.name(), array);
    }
}

/// Warns of a file that is empty.
pub(crate) fn warn_of_empty(name: &str, thing: &str) {
    let style = AnsiColor::Yellow.on_default().bold();
    let message = format!("{name} is empty: there is no {thing} in it");
    say(style, "warning", message);
}
