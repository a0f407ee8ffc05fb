//! The choice among the entry points of a module.

use crate::error::Fault;
use mali_varyings::Stage;

/// The position of the entry point among those of a stage: the only one, or the one whose name is chosen.
pub(crate) fn chosen(
    language: &str,
    stage: Stage,
    names: &[String],
    chosen: Option<&str>,
) -> Result<usize, Fault> {
    let title = stage.name();
    let all = || names.join("`, `");
    let message = match (names, chosen) {
        ([], _) => format!("this {language} has no entry point of a {title} shader"),
        ([_], None) => return Ok(0),
        (_, None) => format!(
            "this {language} has {} entry points of a {title} shader: choose one of `{}`",
            names.len(),
            all()
        ),
        (_, Some(chosen)) => match names.iter().position(|name| name == chosen) {
            Some(position) => return Ok(position),
            None => format!(
                "this {language} has no entry point `{}` of a {title} shader: `{}` can be chosen",
                chosen.escape_debug(),
                all()
            ),
        },
    };
    Err(Fault::new(0, message))
}
