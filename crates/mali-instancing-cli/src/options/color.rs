//! When what is printed has colours.

use anstream::ColorChoice;
use clap::Args;
use mali_instancing_inspect::notation::Choice;

use super::choice;

/// A choice of the user's.
#[derive(Clone, Copy, PartialEq)]
enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl Choice for ColorWhen {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("always", Self::Always),
        ("never", Self::Never),
    ];
}

/// The option itself is read before clap reads the others, see [`choose_color`].
#[derive(Args)]
pub(crate) struct ColorOption {
    #[arg(help = "When to print in colour; auto: on a terminal, unless NO_COLOR is set", long, global = true, value_name = "WHEN", value_parser = choice::parser::<ColorWhen>(), default_value = "auto")]
    color: ColorWhen,
}

/// Takes the choice from the arguments, for all streams. What clap says of wrong arguments is coloured too, and
/// clap says it before anybody could ask for the option.
pub(crate) fn choose_color(arguments: impl Iterator<Item = String>) {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let mut chosen = ColorWhen::Auto;
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(Ok(when)) = value.map(|value| ColorWhen::parse(&value)) {
            chosen = when;
        }
    }
    match chosen {
        ColorWhen::Auto => ColorChoice::Auto,
        ColorWhen::Always => ColorChoice::Always,
        ColorWhen::Never => ColorChoice::Never,
    }
    .write_global();
}
