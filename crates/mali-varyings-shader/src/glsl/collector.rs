//! The varyings of a stage. Structures and blocks are replaced by their members.

use std::collections::{HashMap, HashSet};

use mali_varyings::{BaseType, Interpolation, Stage, VaryingType};

use super::cursor::{Cursor, after_brackets, expected};
use super::declarator::{Declarator, Qualifiers, Range, Type};
use super::expression::{Part, Value, evaluate};
use super::feature::Dialect;
use super::tokens::Token;
use crate::captures::{CapturePlace, Captures};
use crate::declaration::{Declaration, location_after};
use crate::error::{Fault, line};
use crate::stage::StageVaryings;

/// The varyings so far, and the names that declarations can use.
pub(super) struct Collector<'a> {
    source: &'a str,
    pub(super) tokens: &'a [Token<'a>],
    pub(super) dialect: &'a Dialect<'a>,
    pub(super) stage: Stage,
    /// The components or elements of each integer constant.
    constants: HashMap<&'a str, Vec<Value>>,
    /// The constants that have a `constant_id`.
    pub(super) specialized: HashSet<&'a str>,
    /// The lengths of arrays.
    pub(super) arrays: HashMap<&'a str, i64>,
    /// The position of each name's declaration, and whether the name is a varying with a length.
    names: HashMap<&'a str, (usize, Option<bool>)>,
    pub(super) found: StageVaryings,
    /// The name by which functions use each varying.
    pub(super) handles: Vec<&'a str>,
    /// The captures of the whole shader.
    pub(super) captures: Captures,
    /// The buffer of captures whose declaration names none.
    default_buffer: u32,
    /// The place to which what is being added is captured.
    capture: Option<CapturePlace>,
    /// The structures and blocks around the varying that is being added.
    containers: Vec<String>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        source: &'a str,
        tokens: &'a [Token<'a>],
        dialect: &'a Dialect<'a>,
        stage: Stage,
    ) -> Self {
        Self {
            source,
            tokens,
            dialect,
            stage,
            constants: HashMap::new(),
            specialized: HashSet::new(),
            arrays: HashMap::new(),
            names: HashMap::new(),
            found: StageVaryings::default(),
            handles: Vec::new(),
            captures: Captures::default(),
            default_buffer: 0,
            capture: None,
            containers: Vec::new(),
        }
    }

    /// Keeps the value of a constant, if it is an integer, or a vector or an array of integers.
    pub(super) fn constant(&mut self, name: &'a str, of: &Type<'a>, value: &Range) {
        let Type::Named(of) = of else {
            return;
        };
        let base_type = VaryingType::from_name(of.text).map(VaryingType::base_type);
        if of.text == "bool" || matches!(base_type, Some(BaseType::Int | BaseType::Uint)) {
            let parts = self
                .constructed(value)
                .unwrap_or_else(|| vec![value.clone()]);
            let converted = |value: Value| value.converted(base_type == Some(BaseType::Uint));
            let values = parts
                .into_iter()
                .map(|part| self.value(part).map(converted));
            // A value that cannot be evaluated is an error only where a varying needs it.
            if let Ok(values) = values.collect() {
                self.constants.insert(name, values);
            }
        }
    }

    /// The arguments of the constructor of a vector or of an array, if that is all of the value.
    fn constructed(&self, value: &Range) -> Option<Vec<Range>> {
        // The cursor has all tokens from the first on, so that its positions are numbers in the whole list.
        let mut cursor = Cursor::new(&self.tokens[..value.end], 0, "");
        cursor.position = value.start;
        let of = VaryingType::from_name(cursor.next().ok()?.text)?;
        if of.components() == 1 && cursor.peek() != "[" {
            return None;
        }
        cursor.skip_to(&["("]);
        // Something follows, as in `ivec2(1) + 2`: this is no constructor alone.
        if after_brackets(cursor.tokens, cursor.position) != value.end {
            return None;
        }
        let mut arguments = Vec::new();
        while cursor.position + 1 < value.end {
            cursor.position += 1;
            arguments.push(cursor.skip_to(&[",", ")"]));
        }
        Some(arguments)
    }

    /// Adds a block. Its varyings have its name; functions use the name of its instance or the names of its members.
    pub(super) fn block(
        &mut self,
        name: Token<'a>,
        declarator: &Declarator<'a>,
        members: &[Declarator<'a>],
        has_instance: bool,
    ) -> Result<(), Fault> {
        let qualifiers = &declarator.qualifiers;
        let buffer = self.capture_buffer(qualifiers)?;
        for member in members {
            self.check_buffer(&member.qualifiers, buffer)?;
        }
        let place = self.capture_place(qualifiers, buffer)?;
        if name.text.starts_with("gl_") {
            self.capture = place;
            return members.iter().try_for_each(|member| {
                self.keep_length(member);
                let own = self.capture_place(&member.qualifiers, buffer)?;
                // Members follow each other only if the block itself has an offset.
                self.capture = own.or(self.capture.filter(|_| place.is_some()));
                self.capture_built_in(member)
            });
        }
        if !qualifiers.is_varying {
            return Ok(());
        }
        self.dialect.require("blocks", name.offset)?;
        let named = std::slice::from_ref(declarator);
        for named in if has_instance { named } else { members } {
            self.check_new(named.name, Some(true))?;
        }
        let declared = self.declared(declarator, false)?;
        let handle = has_instance.then_some(declarator.name.text);
        self.containers.push(format!("block {}", name.text));
        self.capture = place;
        let block = Some((buffer, place));
        let added = self.add_members(name.text, name.offset, declared, members, handle, block);
        self.containers.pop();
        self.capture = None;
        added
    }

    /// Checks for a name that is declared twice: an error if one of the two is a varying, whose length may come later.
    fn check_new(&mut self, name: Token<'a>, has_length: Option<bool>) -> Result<(), Fault> {
        let known = self.names.insert(name.text, (name.offset, has_length));
        match known {
            // Two names of other things are left to the compiler, and a varying may get its length later.
            Some((first, known))
                if known == Some(true) || known.is_some() != has_length.is_some() =>
            {
                let line = line(self.source, first);
                let message = format!("varying `{}`: line {line} already has this name", name.text);
                Err(Fault::new(name.offset, message))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn global(&mut self, declarator: &Declarator<'a>) -> Result<(), Fault> {
        let (name, lengths) = (declarator.name, &declarator.lengths);
        let buffer = self.capture_buffer(&declarator.qualifiers)?;
        self.capture = self.capture_place(&declarator.qualifiers, buffer)?;
        self.keep_length(declarator);
        if name.text.starts_with("gl_") {
            return self.capture_built_in(declarator);
        }
        let has_length = lengths.iter().all(|length| !length.is_empty());
        if !declarator.qualifiers.is_varying {
            return self.check_new(name, None);
        }
        let is_known = self.names.contains_key(name.text);
        self.check_new(name, Some(has_length))?;
        if lengths.len() > 1 {
            self.dialect
                .require("varyings that are arrays of arrays", name.offset)?;
        }
        let declared = self.declared(declarator, false)?;
        if is_known {
            // It was declared without a length before.
            self.found.remove(name.text);
            self.captures.remove(name.text);
            self.handles.retain(|handle| *handle != name.text);
        }
        let added = self.add(name.text, name.offset, &declarator.of, declared, name.text);
        self.capture = None;
        added
    }

    /// Keeps the length of an array, if it is known.
    fn keep_length(&mut self, declarator: &Declarator<'a>) {
        let name = declarator.name.text;
        let length = declarator.lengths.first().and_then(|length| {
            // An array without a length has that of its initial value, which `constant` has kept before.
            let initial = || Some(self.constants.get(name)?.len() as i64);
            let given = || Some(self.value(length.clone()).ok()?.number);
            if length.is_empty() {
                initial()
            } else {
                given()
            }
        });
        self.arrays.extend(length.map(|length| (name, length)));
    }

    /// Takes the buffer of a `layout` of the whole shader, and its stride.
    pub(super) fn set_default_buffer(&mut self, qualifiers: &Qualifiers) -> Result<(), Fault> {
        self.default_buffer = self.capture_buffer(qualifiers)?;
        Ok(())
    }

    /// The buffer that a declaration names, whose stride it may set.
    fn capture_buffer(&mut self, qualifiers: &Qualifiers) -> Result<u32, Fault> {
        let buffer = match &qualifiers.xfb_buffer {
            Some(value) => self.unsigned(value.clone())?,
            None => self.default_buffer,
        };
        self.set_stride(qualifiers, buffer)?;
        Ok(buffer)
    }

    fn set_stride(&mut self, qualifiers: &Qualifiers, buffer: u32) -> Result<(), Fault> {
        let Some(value) = &qualifiers.xfb_stride else {
            return Ok(());
        };
        let (stride, at) = (self.unsigned(value.clone())?, self.offset_of(value));
        self.captures.set_stride(buffer, stride, at)
    }

    /// Checks that a member of a block names the block's buffer, or none, and takes the stride that it gives.
    fn check_buffer(&mut self, member: &Qualifiers, buffer: u32) -> Result<(), Fault> {
        if let Some(value) = &member.xfb_buffer {
            let own = self.unsigned(value.clone())?;
            if own != buffer {
                let message = format!("buffer {own} is not that of the block, which is {buffer}");
                return Err(Fault::new(self.offset_of(value), message));
            }
        }
        self.set_stride(member, buffer)
    }

    /// The place of a declaration that is captured.
    fn capture_place(
        &self,
        qualifiers: &Qualifiers,
        buffer: u32,
    ) -> Result<Option<CapturePlace>, Fault> {
        let offset = qualifiers.xfb_offset.clone();
        let offset = offset.map(|value| self.unsigned(value)).transpose()?;
        Ok(offset.map(|offset| CapturePlace { buffer, offset }))
    }

    /// Captures a built-in variable, if it has a place.
    fn capture_built_in(&mut self, declarator: &Declarator<'a>) -> Result<(), Fault> {
        let name = declarator.name;
        let Some(place) = &mut self.capture else {
            return Ok(());
        };
        let components = match name.text {
            "gl_Position" => 4,
            "gl_PointSize" => 1,
            other => {
                let message = format!(
                    "captures of `{other}` are not supported: those of gl_Position and gl_PointSize are"
                );
                return Err(Fault::new(name.offset, message));
            }
        };
        self.captures
            .push(name.text, components, place, name.offset)
    }

    /// The evaluated declaration, of a member if `is_member`.
    fn declared(&self, declarator: &Declarator<'a>, is_member: bool) -> Result<Declaration, Fault> {
        let qualifiers = &declarator.qualifiers;
        let value = |range: &Option<Range>| range.clone().map(|range| self.unsigned(range));
        let mut product = None;
        for length in &declarator.lengths {
            let elements = if length.is_empty() {
                self.length_in_use(declarator.name.text, is_member)?
            } else {
                self.unsigned(length.clone())?
            };
            // An array of arrays takes locations as one array of all elements does.
            let elements = product.unwrap_or(1_u32).checked_mul(elements);
            product = Some(elements.ok_or_else(|| {
                let message = "this array has more elements than 32 bits can count";
                Fault::new(self.offset_of(length), message)
            })?);
        }
        Ok(Declaration {
            array: product,
            location: value(&qualifiers.location).transpose()?,
            component: value(&qualifiers.component).transpose()?,
            ..qualifiers.declared
        })
    }

    pub(super) fn offset_of(&self, range: &Range) -> usize {
        self.tokens
            .get(range.start)
            .or(self.tokens.last())
            .map_or(0, |token| token.offset)
    }

    fn unsigned(&self, range: Range) -> Result<u32, Fault> {
        let offset = self.offset_of(&range);
        let value = self.value(range)?.number;
        u32::try_from(value).map_err(|_| {
            Fault::new(
                offset,
                format!("{value} is not allowed here: it is negative"),
            )
        })
    }

    fn value(&self, range: Range) -> Result<Value, Fault> {
        let offset = self.offset_of(&range);
        evaluate(&self.tokens[range], offset, |token, part| {
            if self.specialized.contains(token.text) && !token.is_local {
                let message = format!(
                    "`{}` is a specialization constant, whose value the pipeline decides: a number is allowed",
                    token.text
                );
                return Err(Fault::new(token.offset, message));
            }
            // In an index within a function, a local variable may have the name of a constant.
            let known = self.named(token, part).filter(|_| !token.is_local);
            known.ok_or_else(|| expected("a number or an integer constant", token))
        })
    }

    fn named(&self, token: &Token<'a>, part: Part) -> Option<Value> {
        let values = self.constants.get(token.text).map(Vec::as_slice);
        match (part, values) {
            (Part::Length, _) => self.arrays.get(token.text).copied().map(Value::signed),
            // A vector of one number has it in every component.
            (_, Some(&[value])) => Some(value),
            (Part::Element(number), _) => values?.get(number).copied(),
            (Part::Whole, _) if token.text == "__LINE__" => {
                let line = self.dialect.line(self.source, token.offset);
                Some(Value::signed(line))
            }
            (Part::Whole, _) => {
                let limit = self.dialect.edition.limit(token.text);
                limit.map(Value::signed)
            }
        }
    }

    /// The length of an array that is declared without one: up to the last element that is used, whose index must
    /// be constant. A member is used after the name of an instance and a dot.
    fn length_in_use(&self, name: &str, is_member: bool) -> Result<u32, Fault> {
        let mut length = 1;
        // Through the whole shader, because uses come after the declaration.
        for (at, pair) in self.tokens.windows(2).enumerate() {
            let is_of_instance = at > 0 && self.tokens[at - 1].text == ".";
            let is_named = pair[0].text == name && !pair[0].is_local && is_of_instance == is_member;
            if !is_named || pair[1].text != "[" {
                continue;
            }
            let index = at + 2..after_brackets(self.tokens, at + 1) - 1;
            // `a[]` is the declaration.
            if index.is_empty() {
                continue;
            }
            let index = self.unsigned(index).map_err(|Fault { offset, message }| {
                Fault::new(
                    offset,
                    format!("`{name}` has no length: its indices have to be constants, {message}"),
                )
            })?;
            length = length.max(index.saturating_add(1));
        }
        Ok(length)
    }

    fn add(
        &mut self,
        name: &str,
        offset: usize,
        of: &Type<'a>,
        declared: Declaration,
        handle: &'a str,
    ) -> Result<(), Fault> {
        let type_name = match of {
            Type::Named(name) => name,
            Type::Members(structure, members) => {
                // Only the outermost structure is checked: the check looks at members too, and a block may have any.
                if self.containers.is_empty() {
                    self.check_structure(offset, declared, members)?;
                }
                let container = format!("struct {structure}").trim_end().to_owned();
                self.containers.push(container);
                let added = self.add_members(name, offset, declared, members, Some(handle), None);
                self.containers.pop();
                return added;
            }
        };
        let varying_type = varying_type(type_name)?;
        if varying_type.base_type() != BaseType::Float {
            self.dialect.require("integer varyings", offset)?;
            if declared.interpolation != Some(Interpolation::Flat) {
                let feature = match self.stage {
                    Stage::Fragment => "integer inputs without",
                    Stage::Vertex => "integer outputs without",
                };
                self.dialect.require(feature, offset)?;
            }
        }
        if varying_type.is_matrix() && varying_type.columns() != varying_type.components() {
            self.dialect
                .require("matrices that are not square", offset)?;
        }
        let varying = self.found.declare(name, offset, varying_type, declared)?;
        if let Some(place) = &mut self.capture {
            let components = varying.vectors() * u64::from(varying_type.components());
            self.captures.push(name, components, place, offset)?;
        }
        self.found.containers.push(self.containers.join(", "));
        self.handles.push(handle);
        Ok(())
    }

    fn check_structure(
        &self,
        offset: usize,
        declared: Declaration,
        members: &[Declarator<'a>],
    ) -> Result<(), Fault> {
        self.dialect
            .require("varyings that are structures", offset)?;
        if declared.array.is_some() {
            self.dialect
                .require("varyings that are arrays of structures", offset)?;
        }
        let is_nested = |member: &Declarator<'a>| {
            !member.lengths.is_empty() || matches!(member.of, Type::Members(..))
        };
        if members.iter().any(is_nested) {
            self.dialect
                .require("varyings with arrays or structures in a structure", offset)?;
        }
        Ok(())
    }

    /// Adds the members of each element of a structure or a block, one after the other. Without a `handle`, functions
    /// use each member's own name. A `block` has a buffer of captures, and a place if it is captured as a whole: each element of
    /// an array of blocks goes to the next buffer.
    fn add_members(
        &mut self,
        name: &str,
        offset: usize,
        whole: Declaration,
        members: &[Declarator<'a>],
        handle: Option<&'a str>,
        block: Option<(u32, Option<CapturePlace>)>,
    ) -> Result<(), Fault> {
        let depth = self.containers.len() as u32;
        let is_whole = matches!(block, Some((_, Some(_))));
        let mut location = whole.location;
        for element in 0..whole.array.unwrap_or(1) {
            let prefix = match whole.array {
                Some(_) => format!("{name}[{element}]"),
                None => name.to_owned(),
            };
            // This refuses the 129th varying and the 4,097th part, so the loop ends for any length.
            self.found.check(&prefix, offset, depth)?;
            let buffer = block.map(|(buffer, _)| buffer.saturating_add(element));
            if let Some((_, place)) = block {
                // Each element begins at the block's offset, in a buffer of its own.
                self.capture = place.map(|place| CapturePlace {
                    buffer: place.buffer.saturating_add(element),
                    ..place
                });
            }
            let before = self.found.varyings.len();
            for member in members {
                let own = self.declared(member, handle.is_some())?;
                // A location of its own also moves the members after it.
                location = own.location.or(location);
                let declared = Declaration {
                    location,
                    ..own.within(whole)
                };
                let path = format!("{prefix}.{}", member.name.text);
                if let Some(buffer) = buffer {
                    let place = self.capture_place(&member.qualifiers, buffer)?;
                    self.capture = place.or(self.capture.filter(|_| is_whole));
                }
                // A member may be a structure, and add several varyings or none.
                let added = self.found.varyings.len();
                let handle = handle.unwrap_or(member.name.text);
                self.add(&path, offset, &member.of, declared, handle)?;
                let varyings = self.found.varyings[added..].iter();
                location = varyings.fold(location, location_after);
            }
            if self.found.varyings.len() == before {
                // The same applies to every further element.
                break;
            }
        }
        Ok(())
    }
}

/// The type of that name.
fn varying_type(name: &Token<'_>) -> Result<VaryingType, Fault> {
    VaryingType::from_name(name.text).ok_or_else(|| {
        let text = name.text;
        let message = if VaryingType::is_64_bits(text) {
            format!("`{text}` is not supported: a component has at most 32 bits")
        } else if is_opaque(text) {
            format!("`{text}` cannot be a varying: numbers, vectors, matrices and structures of them can")
        } else {
            let known: Vec<_> = VaryingType::ALL.iter().map(|known| known.name()).collect();
            let known = known.join(", ");
            format!("`{text}` is not the type of a varying: structures are allowed, and {known}")
        };
        Fault::new(name.offset, message)
    })
}

/// Whether a type has no value that a stage could pass on: GLSL 4.60, 4.3.4 and 4.3.6, and 4.1.7.
fn is_opaque(name: &str) -> bool {
    let prefixes = [
        "sampler", "isampler", "usampler", "image", "iimage", "uimage", "texture", "itexture",
        "utexture",
    ];
    let others = ["bool", "bvec2", "bvec3", "bvec4", "atomic_uint", "void"];
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| {
        // `sampler2D`, `samplerCube`, `samplerBuffer`, `samplerExternalOES`, or `texture` alone: a structure may be
        // called `samplers`.
        rest.is_empty()
            || rest.starts_with(|first: char| first.is_ascii_digit() || "BCE".contains(first))
    }) || others.contains(&name)
}
