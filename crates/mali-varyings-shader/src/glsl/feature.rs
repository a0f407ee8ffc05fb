//! The parts of declarations that an edition has, or gets from an extension.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::edition::Edition;
use crate::error::{Fault, line};

/// The versions of a language that have a feature, and the extensions that add it to others.
type Allowed = (RangeInclusive<u32>, &'static [&'static str]);

const NEVER: RangeInclusive<u32> = RangeInclusive::new(1, 0);
const SEPARATE: &str = "GL_EXT_separate_shader_objects";
const GPU_SHADER4: &[&str] = &["GL_EXT_gpu_shader4"];

/// Each feature in GLSL ES and in GLSL: GLSL ES 1.00, 4.3.5; 3.00 and 3.10, 4.3.4, 4.3.6, 4.3.9 and 4.4; 3.20, 4.3.9
/// and 4.5; the same chapters of GLSL. `varying` is for compatibility from GLSL 1.30 on.
#[rustfmt::skip]
const FEATURES: &[(&str, Allowed, Allowed)] = &[
    ("`##` in macros", (NEVER, &[]), (130..=460, &[])),
    ("`varying`", (100..=100, &[]), (110..=460, &[])),
    ("`in` outside of functions", (300..=320, &[]), (130..=460, &[])),
    ("`out` outside of functions", (300..=320, &[]), (130..=460, &[])),
    ("`smooth`", (300..=320, &[]), (130..=460, &[])),
    ("`flat`", (300..=320, &[]), (130..=460, GPU_SHADER4)),
    ("`noperspective`", (NEVER, &["GL_NV_shader_noperspective_interpolation"]), (130..=460, GPU_SHADER4)),
    ("`centroid`", (300..=320, &[]), (120..=460, GPU_SHADER4)),
    ("`sample`", (320..=320, &["GL_OES_shader_multisample_interpolation"]), (400..=460, &["GL_ARB_gpu_shader5"])),
    ("`location` of a varying", (310..=320, &[SEPARATE]), (410..=460, &["GL_ARB_separate_shader_objects", SEPARATE])),
    ("`xfb_buffer`, `xfb_offset` and `xfb_stride`", (NEVER, &[]), (440..=460, &["GL_ARB_enhanced_layouts"])),
    ("`component`", (NEVER, &[]), (440..=460, &["GL_ARB_enhanced_layouts"])),
    ("integer varyings", (300..=320, &[]), (130..=460, GPU_SHADER4)),
    ("integer inputs without `flat`", (NEVER, &[]), (NEVER, &[])),
    ("integer outputs without `flat`", (310..=320, &[]), (110..=460, &[])),
    ("matrices that are not square", (300..=320, &[]), (120..=460, &[])),
    ("blocks of varyings", (320..=320, &["GL_EXT_shader_io_blocks", "GL_OES_shader_io_blocks"]), (150..=460, &[])),
    ("varyings that are structures", (300..=320, &[]), (150..=460, &[])),
    ("varyings that are arrays of structures", (NEVER, &[]), (150..=460, &[])),
    ("varyings with arrays or structures in a structure", (NEVER, &[]), (150..=460, &[])),
    ("varyings that are arrays of arrays", (NEVER, &[]), (430..=460, &["GL_ARB_arrays_of_arrays"])),
];

/// The edition of a text, and the extensions that it enables.
pub(super) struct Dialect<'a> {
    pub(super) edition: Edition,
    pub(super) extensions: HashSet<&'a str>,
    /// The macros of extensions that conditions name although nothing defines them, and their bytes.
    pub(super) absent: Vec<(&'a str, usize)>,
    /// Whether declarations that the edition does not have are accepted.
    pub(super) is_lenient: bool,
    /// The bytes of directives `#line`, and what is added to the number of each line after one.
    pub(super) lines: Vec<(usize, i64)>,
}

impl Dialect<'_> {
    /// The value of `__LINE__` at a byte of the text.
    pub(super) fn line(&self, source: &str, offset: usize) -> i64 {
        let directives = self.lines.iter().rev();
        let shift = directives.copied().find(|(begin, _)| *begin <= offset);
        let line = line(source, offset) as i64;
        line.saturating_add(shift.map_or(0, |(_, shift)| shift))
    }

    /// Checks that the edition has the feature whose name begins this way, which is declared at that byte.
    pub(super) fn require(&self, feature: &str, offset: usize) -> Result<(), Fault> {
        match self.refusal(feature) {
            Some(refusal) => Err(Fault::new(offset, refusal)),
            None => Ok(()),
        }
    }

    fn refusal(&self, feature: &str) -> Option<String> {
        let Edition {
            version,
            is_es,
            is_given,
            ..
        } = self.edition;
        // A feature without a row, such as `const`, is in every edition.
        let (name, es, gl) = FEATURES
            .iter()
            .find(|(name, ..)| name.starts_with(feature))?;
        let (versions, extensions) = if is_es { es } else { gl };
        let is_enabled = || extensions.iter().any(|name| self.extensions.contains(name));
        // A text without `#version` is probably in an edition of GLSL later than 1.10.
        let is_unsaid = !is_given && !is_es;
        if self.is_lenient || is_unsaid || versions.contains(&version) || is_enabled() {
            return None;
        }
        let title = |version: u32| {
            let edition = Edition {
                version,
                ..self.edition
            };
            edition.to_string()
        };
        let (first, last) = (*versions.start(), *versions.end());
        let mut allowed = match versions.is_empty() {
            true => Vec::new(),
            // Only an older edition has it, as GLSL ES 1.00 has `varying`.
            false if last < version => vec![title(last)],
            false => vec![format!("{} or later", title(first))],
        };
        let enabling = |name| format!("`#extension {name} : enable`");
        allowed.extend(extensions.iter().map(enabling));
        let allowed = match &allowed[..] {
            [] => "no edition does".to_owned(),
            _ => format!("it takes {}", allowed.join(", or ")),
        };
        let edition = title(version);
        Some(format!("{edition} does not have {name}: {allowed}"))
    }
}
