//! The option `--color`.

use clap::{Args, ColorChoice, ValueEnum};

/// The option `--color`, for clap. [`choose_color`] reads it before clap reads the options.
#[derive(Args)]
pub(crate) struct ColorOption {
    #[arg(
        help = "When to colour messages, help, the findings of check and the grid of varyings; auto: on a terminal, unless NO_COLOR is set",
        long,
        hide_short_help = true,
        global = true,
        value_name = "WHEN",
        default_value = "auto"
    )]
    color: ColorChoice,
}

/// Reads the choice from the arguments, for all streams. This is needed because clap's messages about wrong arguments
/// have colours too, and come before clap has read the option.
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
