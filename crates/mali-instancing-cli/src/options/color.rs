//! When what is printed has colours.

use clap::{Args, ColorChoice, ValueEnum};

/// The option itself is read before clap reads the others, see [`choose_color`].
#[derive(Args)]
pub(crate) struct ColorOption {
    #[arg(
        help = "When to print in colour; auto: on a terminal, unless NO_COLOR is set",
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto"
    )]
    color: ColorChoice,
}

/// Takes the choice from the arguments, for all streams. What clap says of wrong arguments is coloured too, and
/// clap says it before anybody could ask for the option.
pub(crate) fn choose_color(arguments: impl Iterator<Item = String>) {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let mut chosen = ColorChoice::Auto;
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(Ok(when)) = value.map(|value| ColorChoice::from_str(&value, false)) {
            chosen = when;
        }
    }
    let chosen = match chosen {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    chosen.write_global();
}
