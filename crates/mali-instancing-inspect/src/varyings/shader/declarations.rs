//! The declarations of a shader that are varyings, flattened: a structure or a block is its members.

use std::collections::HashMap;

use mali_varyings::{Interpolation, Precision, Sampling, Varying, VaryingType};

use super::tokens::Token;
use super::{Stage, StageVaryings};
use crate::document::Fault;
use mali_instancing_codegen::suggestion::unknown;

/// What stands in front of a type.
#[derive(Clone, Copy, Default)]
struct Qualifiers {
    /// `in`, `out` or `varying`.
    storage: Option<Storage>,
    interpolation: Option<Interpolation>,
    sampling: Option<Sampling>,
    precision: Option<Precision>,
    location: Option<u32>,
    component: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    In,
    Out,
    Varying,
    Other,
}

/// A name with a type, somewhere in the text.
#[derive(Clone)]
struct Declarator {
    name: String,
    offset: usize,
    type_name: String,
    type_offset: usize,
    length: Option<u32>,
    qualifiers: Qualifiers,
}

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    position: usize,
    end: usize,
    structures: HashMap<String, Vec<Declarator>>,
    constants: HashMap<&'a str, u32>,
    float_precision: Option<Precision>,
    stage: Stage,
    found: StageVaryings,
    /// In how many structures and blocks what is being added is.
    depth: u32,
}

pub(super) fn read(tokens: &[Token<'_>], stage: Stage) -> Result<StageVaryings, Fault> {
    let end = tokens.last().map_or(0, |token| token.offset);
    let mut reader = Reader {
        tokens,
        position: 0,
        end,
        structures: HashMap::new(),
        constants: HashMap::new(),
        float_precision: None,
        stage,
        found: StageVaryings::default(),
        depth: 0,
    };
    while reader.peek().is_some() {
        reader.statement()?;
    }
    let mut found = reader.found;
    for token in tokens {
        match token.text {
            "gl_PointSize" => found.outputs.point_size = true,
            "gl_Layer" => found.outputs.layer = true,
            "gl_ViewportIndex" => found.outputs.viewport = true,
            "gl_PrimitiveID" => found.outputs.primitive_id = true,
            "gl_FragCoord" => found.inputs.frag_coord = true,
            "gl_FrontFacing" => found.inputs.front_facing = true,
            "gl_PointCoord" => found.inputs.point_coord = true,
            _ => {}
        }
    }
    Ok(found)
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.position).map(|token| token.text)
    }

    fn next(&mut self) -> Result<&'a Token<'a>, Fault> {
        let token = self.tokens.get(self.position);
        self.position += 1;
        token.ok_or_else(|| Fault::new(self.end, "the text ends within a declaration"))
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek() == Some(text);
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<(), Fault> {
        let token = self.next()?;
        if token.text == text {
            return Ok(());
        }
        let message = format!("expected `{text}`, found `{}`", token.text);
        Err(Fault::new(token.offset, message))
    }

    fn word(&mut self) -> Result<&'a Token<'a>, Fault> {
        let token = self.next()?;
        if token.is_word() {
            return Ok(token);
        }
        let message = format!("expected a name, found `{}`", token.text);
        Err(Fault::new(token.offset, message))
    }

    fn number(&mut self) -> Result<u32, Fault> {
        let token = self.next()?;
        let digits = token.text.trim_end_matches(['u', 'U']);
        let number = match digits.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        };
        let number = number.or_else(|| self.constants.get(token.text).copied());
        number.ok_or_else(|| {
            let message = format!(
                "expected a number or an integer constant, found `{}`",
                token.text
            );
            Fault::new(token.offset, message)
        })
    }

    /// Skips to behind `close`, whatever is open within.
    fn skip_past(&mut self, close: &str) -> Result<(), Fault> {
        let mut depth = 0_u32;
        loop {
            let token = self.next()?;
            match token.text {
                text if text == close && depth == 0 => return Ok(()),
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn statement(&mut self) -> Result<(), Fault> {
        if self.takes(";") {
            return Ok(());
        }
        if self.takes("precision") {
            let precision = self.next()?.text;
            if self.next()?.text == "float" {
                self.float_precision = precision_of(precision);
            }
            return self.skip_past(";");
        }
        let qualifiers = self.qualifiers()?;
        if self.takes("struct") {
            let name = self.word()?.text.to_owned();
            self.expect("{")?;
            let members = self.members(Qualifiers::default())?;
            self.structures.insert(name, members);
            return self.skip_past(";");
        }
        if self.takes(";") {
            // A layout of the whole shader, or `invariant` of what is declared elsewhere.
            return Ok(());
        }
        let type_token = self.word()?;
        if self.takes("{") {
            let members = self.members(qualifiers)?;
            let instance = self.peek() != Some(";");
            if instance {
                self.word()?;
            }
            let length = self.lengths(None)?;
            self.expect(";")?;
            let block = Declarator {
                name: type_token.text.to_owned(),
                offset: type_token.offset,
                type_name: String::new(),
                type_offset: type_token.offset,
                length,
                qualifiers,
            };
            return if self.is_varying(qualifiers) {
                self.add_members(&block, &members)
            } else {
                Ok(())
            };
        }
        let length = self.lengths(None)?;
        loop {
            if self.takes(";") {
                return Ok(());
            }
            let name = self.word()?;
            if self.takes("(") {
                self.skip_past(")")?;
                if !self.takes(";") {
                    self.expect("{")?;
                    self.skip_past("}")?;
                }
                return Ok(());
            }
            let length = self.lengths(length)?;
            if self.takes("=") {
                self.initializer(name.text);
            }
            let declarator = Declarator {
                name: name.text.to_owned(),
                offset: name.offset,
                type_name: type_token.text.to_owned(),
                type_offset: type_token.offset,
                length,
                qualifiers,
            };
            if self.is_varying(qualifiers) {
                self.add(&declarator)?;
            }
            if !self.takes(",") {
                return self.expect(";");
            }
        }
    }

    /// Reads up to the end of a declarator, and keeps what is a number.
    fn initializer(&mut self, name: &'a str) {
        let begin = self.position;
        let mut depth = 0_u32;
        while let Some(text) = self.peek() {
            match text {
                "," | ";" if depth == 0 => break,
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.position += 1;
        }
        let end = self.position;
        if end == begin + 1 {
            self.position = begin;
            if let Ok(number) = self.number() {
                self.constants.insert(name, number);
            }
            self.position = end;
        }
    }

    fn members(&mut self, block: Qualifiers) -> Result<Vec<Declarator>, Fault> {
        let mut members = Vec::new();
        while !self.takes("}") {
            let own = self.qualifiers()?;
            let qualifiers = Qualifiers {
                interpolation: own.interpolation.or(block.interpolation),
                sampling: own.sampling.or(block.sampling),
                ..own
            };
            let type_token = self.word()?;
            let length = self.lengths(None)?;
            loop {
                let name = self.word()?;
                members.push(Declarator {
                    name: name.text.to_owned(),
                    offset: name.offset,
                    type_name: type_token.text.to_owned(),
                    type_offset: type_token.offset,
                    length: self.lengths(length)?,
                    qualifiers,
                });
                if !self.takes(",") {
                    self.expect(";")?;
                    break;
                }
            }
        }
        Ok(members)
    }

    /// The lengths of arrays of arrays, multiplied: their elements follow each other.
    fn lengths(&mut self, outer: Option<u32>) -> Result<Option<u32>, Fault> {
        let mut product = outer;
        while self.peek() == Some("[") {
            let offset = self.next()?.offset;
            if self.takes("]") {
                // Only what is built in has as many elements as are used.
                product = product.or(Some(1));
                continue;
            }
            let length = self.number()?;
            self.expect("]")?;
            let lengths = product.unwrap_or(1).checked_mul(length);
            product = Some(lengths.ok_or_else(|| {
                Fault::new(
                    offset,
                    "this array has more elements than 32 bits can count",
                )
            })?);
        }
        Ok(product)
    }

    fn qualifiers(&mut self) -> Result<Qualifiers, Fault> {
        let mut qualifiers = Qualifiers::default();
        while let Some(text) = self.peek() {
            let offset = self.tokens[self.position].offset;
            match text {
                "in" | "attribute" => qualifiers.storage = Some(Storage::In),
                "out" => qualifiers.storage = Some(Storage::Out),
                "varying" => qualifiers.storage = Some(Storage::Varying),
                "uniform" | "const" | "buffer" | "shared" | "inout" => {
                    qualifiers.storage = Some(Storage::Other);
                }
                "smooth" => qualifiers.interpolation = Some(Interpolation::Smooth),
                "flat" => qualifiers.interpolation = Some(Interpolation::Flat),
                "noperspective" => qualifiers.interpolation = Some(Interpolation::Noperspective),
                "centroid" => qualifiers.sampling = Some(Sampling::Centroid),
                "sample" => qualifiers.sampling = Some(Sampling::Sample),
                "highp" | "mediump" | "lowp" => qualifiers.precision = precision_of(text),
                "invariant" | "precise" | "readonly" | "writeonly" | "coherent" | "volatile"
                | "restrict" => {}
                "patch" => {
                    let message =
                        "`patch` is not supported: a vertex and a fragment shader have none";
                    return Err(Fault::new(offset, message));
                }
                "layout" => {
                    self.position += 1;
                    self.layout(&mut qualifiers)?;
                    continue;
                }
                _ => break,
            }
            self.position += 1;
        }
        Ok(qualifiers)
    }

    fn layout(&mut self, qualifiers: &mut Qualifiers) -> Result<(), Fault> {
        self.expect("(")?;
        loop {
            let key = self.next()?.text;
            if self.takes("=") {
                match key {
                    "location" => qualifiers.location = Some(self.number()?),
                    "component" => qualifiers.component = Some(self.number()?),
                    _ => {
                        self.next()?;
                    }
                }
            }
            if !self.takes(",") {
                return self.expect(")");
            }
        }
    }

    fn is_varying(&self, qualifiers: Qualifiers) -> bool {
        match qualifiers.storage {
            Some(Storage::Varying) => true,
            Some(Storage::In) => self.stage == Stage::Fragment,
            Some(Storage::Out) => self.stage == Stage::Vertex,
            Some(Storage::Other) | None => false,
        }
    }

    fn add(&mut self, declarator: &Declarator) -> Result<(), Fault> {
        let name = declarator.name.as_str();
        if name.starts_with("gl_") {
            return Ok(());
        }
        if let Some(members) = self.structures.get(&declarator.type_name) {
            return self.add_members(declarator, &members.clone());
        }
        let at_type = |message: String| Fault::new(declarator.type_offset, message);
        let type_name = declarator.type_name.as_str();
        let Some(varying_type) = VaryingType::from_name(type_name) else {
            return Err(at_type(if VaryingType::is_64_bits(type_name) {
                format!(
                    "`{type_name}` is not supported: a component of a varying has at most 32 bits"
                )
            } else {
                let known: Vec<_> = VaryingType::ALL.iter().map(|known| known.name()).collect();
                unknown(type_name, &known)
            }));
        };
        let fault = |error: mali_varyings::Error| Fault::new(declarator.offset, error.to_string());
        let mut varying = Varying::new(varying_type);
        let Qualifiers {
            interpolation,
            sampling,
            precision,
            location,
            component,
            ..
        } = declarator.qualifiers;
        if let Some(length) = declarator.length {
            varying = varying.with_array(length).map_err(fault)?;
        }
        if let Some(interpolation) = interpolation {
            varying = varying.with_interpolation(interpolation).map_err(fault)?;
        }
        if let Some(location) = location {
            varying = varying.with_location(location).map_err(fault)?;
        }
        if let Some(component) = component {
            varying = varying.with_component(component).map_err(fault)?;
        }
        varying = varying.with_sampling(sampling.unwrap_or_default());
        let precision = precision.or(self.float_precision).unwrap_or_default();
        let varying = varying.with_precision(precision);
        self.found.push(name, declarator.offset, varying);
        Ok(())
    }

    /// Adds the members of each element of a structure or a block, one behind the other.
    fn add_members(&mut self, whole: &Declarator, members: &[Declarator]) -> Result<(), Fault> {
        self.depth += 1;
        let mut location = whole.qualifiers.location;
        for element in 0..whole.length.unwrap_or(1) {
            let prefix = match whole.length {
                Some(_) => format!("{}[{element}]", whole.name),
                None => whole.name.clone(),
            };
            self.found.check(&prefix, whole.offset, self.depth)?;
            let before = self.found.varyings.len();
            for member in members {
                location = member.qualifiers.location.or(location);
                let qualifiers = Qualifiers {
                    location,
                    interpolation: member
                        .qualifiers
                        .interpolation
                        .or(whole.qualifiers.interpolation),
                    sampling: member.qualifiers.sampling.or(whole.qualifiers.sampling),
                    precision: member.qualifiers.precision.or(whole.qualifiers.precision),
                    ..member.qualifiers
                };
                let added = self.found.varyings.len();
                self.add(&Declarator {
                    name: format!("{prefix}.{}", member.name),
                    offset: whole.offset,
                    qualifiers,
                    ..member.clone()
                })?;
                for varying in &self.found.varyings[added..] {
                    let vectors = u32::try_from(varying.vectors()).unwrap_or(u32::MAX);
                    location = location.map(|location| location.saturating_add(vectors));
                }
            }
            if self.found.varyings.len() == before {
                // So it goes on for every element.
                break;
            }
        }
        self.depth -= 1;
        Ok(())
    }
}

fn precision_of(name: &str) -> Option<Precision> {
    match name {
        "highp" => Some(Precision::High),
        "mediump" => Some(Precision::Medium),
        "lowp" => Some(Precision::Low),
        _ => None,
    }
}
