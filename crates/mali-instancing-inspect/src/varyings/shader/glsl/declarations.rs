//! The varyings that a shader declares. Structures and blocks are replaced by their members.

use std::collections::HashMap;
use std::rc::Rc;

use mali_instancing_codegen::suggestion::unknown;
use mali_varyings::{BaseType, Interpolation, Precision, Sampling, VaryingType};

use super::expression::evaluate;
use super::feature::Dialect;
use super::statics::Functions;
use super::tokens::{Token, line_of};
use crate::varyings::declared::{Declared, location_after};
use crate::varyings::shader::{Fault, Stage, StageVaryings};

/// The tokens of an expression, which is evaluated if a varying has it.
type Range = std::ops::Range<usize>;

type Members<'a> = Rc<[Declarator<'a>]>;

/// The declaration of a name.
#[derive(Clone)]
struct Declarator<'a> {
    name: Token<'a>,
    of: Type<'a>,
    qualifiers: Qualifiers,
    /// The length of each dimension of an array of arrays, after its bracket; empty if the text has none.
    lengths: Vec<Range>,
}

#[derive(Clone)]
enum Type<'a> {
    Named(Token<'a>),
    Members(Members<'a>),
}

/// The qualifiers before a type.
#[derive(Clone, Default)]
struct Qualifiers {
    is_varying: bool,
    is_constant: bool,
    declared: Declared,
    location: Option<Range>,
    component: Option<Range>,
}

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    position: usize,
    dialect: &'a Dialect<'a>,
    stage: Stage,
    structures: HashMap<&'a str, Members<'a>>,
    constants: HashMap<&'a str, i64>,
    /// The position of each name's declaration, and whether the name is a varying with a length.
    names: HashMap<&'a str, (usize, Option<bool>)>,
    float_precision: Option<Precision>,
    integer_precision: Option<Precision>,
    pub(super) functions: Functions<'a>,
    pub(super) found: StageVaryings,
    /// The name by which functions use each varying.
    pub(super) handles: Vec<&'a str>,
    /// The number of structures and blocks around the one that is being added.
    depth: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        text: &'a str,
        tokens: &'a [Token<'a>],
        dialect: &'a Dialect<'a>,
        stage: Stage,
    ) -> Self {
        Self {
            text,
            tokens,
            position: 0,
            dialect,
            stage,
            structures: HashMap::new(),
            constants: HashMap::new(),
            names: HashMap::new(),
            float_precision: None,
            // GLSL ES 3.20, 4.7.4.
            integer_precision: (stage == Stage::Fragment && dialect.edition.is_es)
                .then_some(Precision::Medium),
            functions: Functions::default(),
            found: StageVaryings::default(),
            handles: Vec::new(),
            depth: 0,
        }
    }

    pub(super) fn read(&mut self) -> Result<(), Fault> {
        while self.peek().is_some() {
            self.statement()?;
        }
        Ok(())
    }

    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.position).map(|token| token.text)
    }

    fn next(&mut self) -> Result<Token<'a>, Fault> {
        let token = self.tokens.get(self.position);
        self.position += 1;
        token.copied().ok_or_else(|| {
            let last = self.tokens.last().map_or(0, |token| token.offset);
            Fault::new(last, "the text ends within a declaration")
        })
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek() == Some(text);
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<(), Fault> {
        match self.next()? {
            token if token.text == text => Ok(()),
            token => Err(expected(&format!("`{text}`"), &token)),
        }
    }

    fn word(&mut self) -> Result<Token<'a>, Fault> {
        match self.next()? {
            token if token.is_word() => Ok(token),
            token => Err(expected("a name", &token)),
        }
    }

    /// Skips to one of `stops` outside of all brackets, and returns what was skipped.
    fn skip_to(&mut self, stops: &[&str]) -> Range {
        let begin = self.position;
        let mut depth = 0_u32;
        while let Some(text) = self.peek() {
            match text {
                text if depth == 0 && stops.contains(&text) => break,
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.position += 1;
        }
        begin..self.position
    }

    fn skip_past(&mut self, close: &str) -> Result<Range, Fault> {
        let skipped = self.skip_to(&[close]);
        self.next().map(|_| skipped)
    }

    /// Checks that the edition has the feature that is declared at that byte.
    fn require(&self, feature: &str, offset: usize) -> Result<(), Fault> {
        match self.dialect.refusal(feature) {
            Some(refusal) => Err(Fault::new(offset, refusal)),
            None => Ok(()),
        }
    }

    fn statement(&mut self) -> Result<(), Fault> {
        if self.takes(";") {
            return Ok(());
        }
        if self.takes("precision") {
            let precision = self.next()?.text;
            match self.next()?.text {
                "float" => self.float_precision = precision_of(precision),
                "int" => self.integer_precision = precision_of(precision),
                _ => {}
            }
            return self.skip_past(";").map(|_| ());
        }
        let mut qualifiers = self.qualifiers()?;
        if self.takes(";") {
            // This is a layout of the whole shader.
            return Ok(());
        }
        let of = self.type_specifier(&mut qualifiers)?;
        if let (Type::Named(block), Some("{")) = (&of, self.peek()) {
            self.position += 1;
            return self.block(*block, &qualifiers);
        }
        if self.peek() == Some(",") {
            // This is `invariant` for a name that is declared elsewhere.
            return self.skip_past(";").map(|_| ());
        }
        let outer = self.lengths()?;
        loop {
            if self.takes(";") {
                return Ok(());
            }
            let name = self.word()?;
            if self.takes("(") {
                return self.function(name);
            }
            let lengths = [&self.lengths()?[..], &outer].concat();
            if self.takes("=") {
                let value = self.skip_to(&[",", ";"]);
                if qualifiers.is_constant && lengths.is_empty() {
                    if let Ok(value) = self.value(value.clone()) {
                        self.constants.insert(name.text, value);
                    }
                }
                self.functions.add_global(value);
            }
            let (of, qualifiers) = (of.clone(), qualifiers.clone());
            self.global(Declarator {
                name,
                of,
                qualifiers,
                lengths,
            })?;
            if !self.takes(",") {
                return self.expect(";");
            }
        }
    }

    /// Reads a function after its name and a parenthesis.
    fn function(&mut self, name: Token<'a>) -> Result<(), Fault> {
        let parameters = self.skip_past(")")?;
        if !self.takes(";") {
            self.expect("{")?;
            let body = self.skip_past("}")?;
            self.functions.add(name.text, parameters, body);
        }
        Ok(())
    }

    /// Reads the name of a type; or a structure, which may have a name. Without a precision, that in force is the
    /// declaration's, and not that of the place where a structure is used.
    fn type_specifier(&mut self, qualifiers: &mut Qualifiers) -> Result<Type<'a>, Fault> {
        if !self.takes("struct") {
            let name = self.word()?;
            let base_type = VaryingType::from_name(name.text).map(VaryingType::base_type);
            let in_force = match base_type {
                Some(BaseType::Int | BaseType::Uint) => self.integer_precision,
                _ => self.float_precision,
            };
            let precision = &mut qualifiers.declared.precision;
            *precision = precision.or(in_force);
            return Ok(Type::Named(name));
        }
        let name = if self.peek() == Some("{") {
            None
        } else {
            Some(self.word()?)
        };
        self.expect("{")?;
        let members: Members<'a> = self.members()?.into();
        if let Some(name) = name {
            self.structures.insert(name.text, Rc::clone(&members));
        }
        Ok(Type::Members(members))
    }

    /// Reads a block after its name and a brace. Its varyings have the block's name; functions use the name of its
    /// instance or the names of its members.
    fn block(&mut self, name: Token<'a>, qualifiers: &Qualifiers) -> Result<(), Fault> {
        let members: Members<'a> = self.members()?.into();
        let instance = if self.peek() == Some(";") {
            None
        } else {
            Some(self.word()?)
        };
        let lengths = self.lengths()?;
        self.expect(";")?;
        if !qualifiers.is_varying || name.text.starts_with("gl_") {
            return Ok(());
        }
        self.require("blocks", name.offset)?;
        let handles = match instance {
            Some(instance) => vec![instance],
            None => members.iter().map(|member| member.name).collect(),
        };
        for handle in handles {
            self.check_new(handle, Some(true))?;
        }
        let declared = self.declared(qualifiers, &lengths, instance.unwrap_or(name).text, false)?;
        self.add_members(
            name.text,
            name.offset,
            declared,
            &members,
            instance.map(|token| token.text),
        )
    }

    /// Checks for a name that is declared twice: an error if one of the two is a varying, whose length may come later.
    fn check_new(&mut self, name: Token<'a>, has_length: Option<bool>) -> Result<(), Fault> {
        let known = self.names.insert(name.text, (name.offset, has_length));
        match known {
            Some((first, known))
                if known == Some(true) || known.is_some() != has_length.is_some() =>
            {
                let line = line_of(self.text, first);
                let message = format!("varying `{}`: line {line} already has this name", name.text);
                Err(Fault::new(name.offset, message))
            }
            _ => Ok(()),
        }
    }

    fn global(&mut self, declarator: Declarator<'a>) -> Result<(), Fault> {
        let Declarator {
            name,
            of,
            qualifiers,
            lengths,
        } = declarator;
        if name.text.starts_with("gl_") {
            return Ok(());
        }
        let has_length = lengths.iter().all(|length| !length.is_empty());
        if !qualifiers.is_varying {
            return self.check_new(name, None);
        }
        let is_known = self.names.contains_key(name.text);
        self.check_new(name, Some(has_length))?;
        if lengths.len() > 1 {
            self.require("varyings that are arrays of arrays", name.offset)?;
        }
        let declared = self.declared(&qualifiers, &lengths, name.text, false)?;
        if is_known {
            // It was declared without a length before.
            self.found.remove(name.text);
            self.handles.retain(|handle| *handle != name.text);
        }
        self.add(name.text, name.offset, &of, declared, name.text)
    }

    fn members(&mut self) -> Result<Vec<Declarator<'a>>, Fault> {
        let mut members = Vec::new();
        while !self.takes("}") {
            let mut qualifiers = self.qualifiers()?;
            let of = self.type_specifier(&mut qualifiers)?;
            let outer = self.lengths()?;
            loop {
                let name = self.word()?;
                let lengths = [&self.lengths()?[..], &outer].concat();
                let (of, qualifiers) = (of.clone(), qualifiers.clone());
                members.push(Declarator {
                    name,
                    of,
                    qualifiers,
                    lengths,
                });
                if !self.takes(",") {
                    self.expect(";")?;
                    break;
                }
            }
        }
        Ok(members)
    }

    fn lengths(&mut self) -> Result<Vec<Range>, Fault> {
        let mut lengths = Vec::new();
        while self.takes("[") {
            lengths.push(self.skip_past("]")?);
        }
        Ok(lengths)
    }

    fn qualifiers(&mut self) -> Result<Qualifiers, Fault> {
        let mut qualifiers = Qualifiers::default();
        let Qualifiers {
            is_varying,
            is_constant,
            declared,
            ..
        } = &mut qualifiers;
        let (mut location, mut component) = (None, None);
        while let Some(text) = self.peek() {
            let offset = self.tokens[self.position].offset;
            match text {
                "in" | "out" => self.require("`in` and `out`", offset)?,
                "varying" | "smooth" | "flat" | "noperspective" | "centroid" | "sample" => {
                    self.require(&format!("`{text}`"), offset)?;
                }
                _ => {}
            }
            match text {
                "in" | "attribute" => *is_varying = self.stage == Stage::Fragment,
                "out" => *is_varying = self.stage == Stage::Vertex,
                "varying" => *is_varying = true,
                "const" => *is_constant = true,
                "uniform" | "buffer" | "shared" | "inout" => *is_varying = false,
                "smooth" => declared.interpolation = Some(Interpolation::Smooth),
                "flat" => declared.interpolation = Some(Interpolation::Flat),
                "noperspective" => declared.interpolation = Some(Interpolation::Noperspective),
                "centroid" => declared.sampling = Some(Sampling::Centroid),
                "sample" => declared.sampling = Some(Sampling::Sample),
                "highp" | "mediump" | "lowp" => declared.precision = precision_of(text),
                "invariant" | "precise" | "readonly" | "writeonly" | "coherent" | "volatile"
                | "restrict" => {}
                "patch" => {
                    let message =
                        "`patch` is not supported: a vertex and a fragment shader have none";
                    return Err(Fault::new(offset, message));
                }
                "layout" => {
                    self.position += 1;
                    self.expect("(")?;
                    loop {
                        let key = self.next()?.text;
                        let value = self.takes("=").then(|| self.skip_to(&[",", ")"]));
                        match key {
                            "location" => location = value,
                            "component" => component = value,
                            _ => {}
                        }
                        if !self.takes(",") {
                            break self.expect(")")?;
                        }
                    }
                    continue;
                }
                _ => break,
            }
            self.position += 1;
        }
        for (feature, value) in [("`location`", &location), ("`component`", &component)] {
            if let Some(value) = value.as_ref().filter(|_| *is_varying) {
                self.require(feature, self.offset_of(value))?;
            }
        }
        Ok(Qualifiers {
            location,
            component,
            ..qualifiers
        })
    }

    /// The evaluated declaration of `name`.
    fn declared(
        &self,
        qualifiers: &Qualifiers,
        lengths: &[Range],
        name: &str,
        is_member: bool,
    ) -> Result<Declared, Fault> {
        let value = |range: &Option<Range>| range.clone().map(|range| self.unsigned(range));
        let mut product = None;
        for length in lengths {
            let elements = if length.is_empty() {
                self.length_in_use(name, is_member)?
            } else {
                self.unsigned(length.clone())?
            };
            let elements = product.unwrap_or(1_u32).checked_mul(elements);
            product = Some(elements.ok_or_else(|| {
                let message = "this array has more elements than 32 bits can count";
                Fault::new(self.offset_of(length), message)
            })?);
        }
        Ok(Declared {
            array: product,
            location: value(&qualifiers.location).transpose()?,
            component: value(&qualifiers.component).transpose()?,
            ..qualifiers.declared
        })
    }

    fn offset_of(&self, range: &Range) -> usize {
        self.tokens
            .get(range.start)
            .or(self.tokens.last())
            .map_or(0, |token| token.offset)
    }

    fn unsigned(&self, range: Range) -> Result<u32, Fault> {
        let offset = self.offset_of(&range);
        let value = self.value(range)?;
        u32::try_from(value).map_err(|_| {
            Fault::new(
                offset,
                format!("{value} is not allowed here: it is negative"),
            )
        })
    }

    fn value(&self, range: Range) -> Result<i64, Fault> {
        let offset = self.offset_of(&range);
        evaluate(&self.tokens[range], offset, |token| {
            let known = self.constants.get(token.text).copied();
            known
                .or_else(|| self.dialect.edition.limit(token.text))
                .ok_or_else(|| expected("a number or an integer constant", token))
        })
    }

    /// The length of an array that is declared without one: up to the last element that is used, whose index must
    /// be constant. A member is used after the name of an instance and a dot.
    fn length_in_use(&self, name: &str, is_member: bool) -> Result<u32, Fault> {
        let mut length = 1;
        for (at, pair) in self.tokens.windows(2).enumerate() {
            let is_of_instance = at > 0 && self.tokens[at - 1].text == ".";
            let is_named = pair[0].text == name && !pair[0].is_local;
            if is_of_instance != is_member || !is_named || pair[1].text != "[" {
                continue;
            }
            let mut depth = 0_u32;
            let close = self.tokens[at + 1..].iter().position(|token| {
                match token.text {
                    "[" => depth += 1,
                    "]" => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let index = at + 2..at + 1 + close.unwrap_or(1);
            if !index.is_empty() {
                let index = self.unsigned(index).map_err(|fault| {
                    let message = format!(
                        "`{name}` has no length: its indices have to be constants, {}",
                        fault.message
                    );
                    Fault::new(fault.offset, message)
                })?;
                length = length.max(index.saturating_add(1));
            }
        }
        Ok(length)
    }

    fn add(
        &mut self,
        name: &str,
        offset: usize,
        of: &Type<'a>,
        declared: Declared,
        handle: &'a str,
    ) -> Result<(), Fault> {
        if let Some(members) = self.members_of(of) {
            if self.depth == 0 {
                self.check_structure(offset, declared, &members)?;
            }
            return self.add_members(name, offset, declared, &members, Some(handle));
        }
        let Type::Named(type_name) = of else {
            return Ok(());
        };
        let Some(varying_type) = VaryingType::from_name(type_name.text) else {
            let text = type_name.text;
            let message = if VaryingType::is_64_bits(text) {
                format!("`{text}` is not supported: a component of a varying has at most 32 bits")
            } else {
                let known: Vec<_> = VaryingType::ALL.iter().map(|known| known.name()).collect();
                unknown(text, &known)
            };
            return Err(Fault::new(type_name.offset, message));
        };
        if varying_type.base_type() != BaseType::Float {
            self.require("integer varyings", offset)?;
        }
        if varying_type.is_matrix() && varying_type.columns() != varying_type.components() {
            self.require("matrices that are not square", offset)?;
        }
        self.found.declare(name, offset, varying_type, declared)?;
        self.handles.push(handle);
        Ok(())
    }

    /// The members of a structure.
    fn members_of(&self, of: &Type<'a>) -> Option<Members<'a>> {
        match of {
            Type::Members(members) => Some(Rc::clone(members)),
            Type::Named(name) => self.structures.get(name.text).cloned(),
        }
    }

    fn check_structure(
        &self,
        offset: usize,
        declared: Declared,
        members: &[Declarator<'a>],
    ) -> Result<(), Fault> {
        self.require("varyings that are structures", offset)?;
        if declared.array.is_some() {
            self.require("varyings that are arrays of structures", offset)?;
        }
        let is_nested = |member: &Declarator<'a>| {
            !member.lengths.is_empty() || self.members_of(&member.of).is_some()
        };
        if members.iter().any(is_nested) {
            self.require("varyings with arrays or structures in a structure", offset)?;
        }
        Ok(())
    }

    /// Adds the members of each element of a structure or a block, one after the other. Without a `handle`, functions
    /// use each member's own name.
    fn add_members(
        &mut self,
        name: &str,
        offset: usize,
        whole: Declared,
        members: &[Declarator<'a>],
        handle: Option<&'a str>,
    ) -> Result<(), Fault> {
        self.depth += 1;
        let mut location = whole.location;
        for element in 0..whole.array.unwrap_or(1) {
            let prefix = match whole.array {
                Some(_) => format!("{name}[{element}]"),
                None => name.to_owned(),
            };
            self.found.check(&prefix, offset, self.depth)?;
            let before = self.found.varyings.len();
            for member in members {
                let own = self.declared(
                    &member.qualifiers,
                    &member.lengths,
                    member.name.text,
                    handle.is_some(),
                )?;
                location = own.location.or(location);
                let declared = Declared {
                    location,
                    ..own.within(whole)
                };
                let path = format!("{prefix}.{}", member.name.text);
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
        self.depth -= 1;
        Ok(())
    }
}

fn expected(what: &str, found: &Token<'_>) -> Fault {
    let message = format!("expected {what}, found `{}`", found.text);
    Fault::new(found.offset, message)
}

fn precision_of(name: &str) -> Option<Precision> {
    match name {
        "highp" => Some(Precision::High),
        "mediump" => Some(Precision::Medium),
        "lowp" => Some(Precision::Low),
        _ => None,
    }
}
