//! Messages on stderr, in the colours of clap's messages.

use std::fmt::Display;

use clap::builder::Styles;
use mali_instancing::data::Quoted;

pub(crate) fn error(message: impl Display) {
    let style = *Styles::styled().get_error();
    let message = message.to_string();
    let message = Quoted::whole(&message);
    anstream::eprintln!("{style}error:{style:#} {message}");
}
