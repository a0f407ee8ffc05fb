//! Helps: the texts after the options, and the list of commands.

use clap::Command;

/// The text of a command's file in `commands/help/`.
macro_rules! help {
    ($command:literal) => {
        $crate::help::paragraphs(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/commands/help/",
            $command,
            ".txt"
        )))
    };
}

pub(crate) use help;

/// A text for clap, which wraps it to the width of the terminal: each paragraph becomes a line, and indented lines stay
/// as they are. In the source, the lines of a paragraph can end anywhere.
///
/// Indented lines have at most 80 columns, so that they fit every terminal.
pub(crate) fn paragraphs(text: &str) -> String {
    let mut joined = String::new();
    let mut goes_on = false;
    for line in text.trim_ascii_end().lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if goes_on && is_prose { ' ' } else { '\n' });
        }
        joined += line;
        // A line with a colon introduces a list or an example, and is not joined with it.
        goes_on = is_prose && !line.ends_with(':');
    }
    joined
}

/// The number of lines of examples that `-h` shows, which is to fit a screen.
const EXAMPLE_LINES: usize = 6;

/// The first examples of a text, without the notes before and after them: for `-h`.
pub(crate) fn examples(text: &str) -> String {
    let from_there = &text[text.find("Examples:").unwrap_or_default()..];
    let (examples, _) = from_there.split_once("\n\n").unwrap_or((from_there, ""));
    let lines: Vec<&str> = examples.lines().collect();
    // The first line is the heading.
    let mut shown = lines.len().min(1 + EXAMPLE_LINES);
    // A command may be on several lines.
    while shown < lines.len() && lines[shown - 1].ends_with('\\') {
        shown += 1;
    }
    lines[..shown].join("\n")
}

/// The command line, whose help lists the commands by group. clap has headings for options only.
///
/// A line of the list is not wrapped, and has at most 80 columns, as indented lines of examples have.
pub(crate) fn with_groups(command: Command, groups: &[(&str, &[&str])]) -> Command {
    let mut built = command.clone();
    // clap adds the command `help`, which a group names, when it builds.
    built.build();
    let styles = built.get_styles();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let row = |command: &Command| {
        let (name, about) = (command.get_name(), command.get_about().unwrap_or_default());
        // `completions`, the longest name, has 11 letters.
        format!("  {literal}{name:<11}{literal:#}  {about}\n")
    };
    let group = |(title, commands): &(&str, &[&str])| {
        let commands = commands
            .iter()
            .filter_map(|name| built.find_subcommand(name));
        let rows = commands.map(row).collect::<Vec<_>>().concat();
        format!("{heading}{title}:{heading:#}\n{rows}\n")
    };
    let list = groups.iter().map(group).collect::<Vec<_>>().concat();
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\
         {heading}Options:{heading:#}\n{{options}}{{after-help}}"
    ))
}
