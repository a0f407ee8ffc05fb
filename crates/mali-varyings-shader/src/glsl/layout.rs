//! The identifiers in the parentheses of `layout`.

use super::cursor::Cursor;
use super::declarator::Range;
use super::feature::Dialect;
use super::other_stages;
use super::tokens::Token;
use crate::error::Fault;
use mali_varyings::Stage;

/// An identifier, and the tokens of its value after `=`.
#[derive(Clone)]
pub(super) struct Identifier<'a> {
    name: Token<'a>,
    value: Option<Range>,
}

/// The identifiers of inputs and outputs that have a value: GLSL 4.60, 4.4.1 and 4.4.2, and `GL_OVR_multiview`.
const WITH_VALUE: [&str; 8] = [
    "location",
    "component",
    "index",
    "xfb_buffer",
    "xfb_offset",
    "xfb_stride",
    "num_views",
    "secondary_view_offset",
];

/// The identifiers of inputs and outputs without a value: the same clauses, GLSL ES 3.20, 4.4.1 and 4.4.2, and extensions
/// for a vertex or a fragment shader. All that begin with `blend_support_` are too.
const WITHOUT_VALUE: [&str; 19] = [
    "origin_upper_left",
    "pixel_center_integer",
    "early_fragment_tests",
    "post_depth_coverage",
    "inner_coverage",
    "override_coverage",
    "depth_any",
    "depth_greater",
    "depth_less",
    "depth_unchanged",
    "noncoherent",
    "yuv",
    "pixel_interlock_ordered",
    "pixel_interlock_unordered",
    "sample_interlock_ordered",
    "sample_interlock_unordered",
    "viewport_relative",
    "quad_derivativesext",
    "full_quadsext",
];

/// Reads the identifiers of a `layout` after its parenthesis, up to the one that closes it.
pub(super) fn read<'a>(cursor: &mut Cursor<'_, 'a>) -> Result<Vec<Identifier<'a>>, Fault> {
    let mut identifiers = Vec::new();
    while !cursor.takes(")") {
        let name = cursor.next()?;
        let has_value = cursor.takes("=");
        let value = has_value.then(|| cursor.skip_to(&[",", ")"]));
        identifiers.push(Identifier { name, value });
        cursor.takes(",");
    }
    Ok(identifiers)
}

/// The value of the identifier of that name, the last if there are several.
pub(super) fn value<'i>(
    identifiers: &'i [Identifier<'_>],
    dialect: &Dialect<'_>,
    name: &str,
) -> Option<&'i Range> {
    let mut all = identifiers.iter().rev();
    all.find(|identifier| identifier.is(dialect, name))?
        .value
        .as_ref()
}

impl Identifier<'_> {
    /// Whether it is this name. GLSL ignores the case of letters, GLSL ES does not (section 4.4 of both).
    pub(super) fn is(&self, dialect: &Dialect<'_>, name: &str) -> bool {
        if dialect.edition.is_es {
            self.name.text == name
        } else {
            self.name.text.eq_ignore_ascii_case(name)
        }
    }

    /// Checks an identifier of an input or output.
    pub(super) fn check(&self, dialect: &Dialect<'_>, stage: Stage) -> Result<(), Fault> {
        let (text, offset) = (self.name.text, self.name.offset);
        let fail = |message: String| Err(Fault::new(offset, message));
        let is_any_of = |names: &[&str]| names.iter().any(|name| self.is(dialect, name));
        let lower = text.to_ascii_lowercase();
        let is_blended = lower.starts_with("blend_support_") && self.is(dialect, &lower);
        // This check comes first, because its message names the stage.
        other_stages::check_layout(&self.name, stage)?;
        match &self.value {
            Some(value) if is_any_of(&WITH_VALUE) && !value.is_empty() => Ok(()),
            _ if is_any_of(&WITH_VALUE) => {
                fail(format!("`{text}` has no value: `{text} = 0`, for example"))
            }
            None if is_any_of(&WITHOUT_VALUE) || is_blended => Ok(()),
            Some(_) if is_any_of(&WITHOUT_VALUE) || is_blended => {
                fail(format!("`{text}` takes no value"))
            }
            _ if text != lower && WITH_VALUE.contains(&&*lower) => fail(format!(
                "`{text}` is not read in {}, where the case of a layout's identifiers counts: `{lower}` is",
                dialect.edition
            )),
            _ => fail(format!(
                "`{text}` is not in the layout of an input or output: {} and {} are, and GLSL's identifiers without a value",
                WITH_VALUE[..5].join(", "),
                WITH_VALUE[5]
            )),
        }
    }
}
