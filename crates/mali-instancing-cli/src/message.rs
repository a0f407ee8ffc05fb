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
        let style = AnsiColor::Yellow.on_default().bold();
        let message = format!("{} is empty: there is no {array} in it", manifest.name());
        say(style, "warning", message);
    }
}
