//! The declarations of a shader that are varyings, flattened: a structure or a block is its members.

use std::collections::HashMap;

use mali_instancing_codegen::suggestion::unknown;
use mali_varyings::{Interpolation, Precision, Sampling, VaryingType};

use super::tokens::{self, Token};
use super::{Fault, Stage, StageVaryings};
use crate::varyings::declared::{Declared, location_after};

/// A name with a type, and what is said beside them.
#[derive(Clone, Copy)]
struct Declarator<'a> {
    name: &'a Token<'a>,
    type_name: &'a Token<'a>,
    declared: Declared,
}

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    position: usize,
    structures: HashMap<&'a str, Vec<Declarator<'a>>>,
    constants: HashMap<&'a str, u32>,
    float_precision: Option<Precision>,
    stage: Stage,
    found: StageVaryings,
    /// In how many structures and blocks what is being added is.
    depth: u32,
}

pub(super) fn read(text: &str, stage: Stage) -> Result<StageVaryings, Fault> {
    let tokens = &tokens::read(text)?;
    let mut reader = Reader {
        tokens,
        position: 0,
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
        token.ok_or_else(|| {
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
            token => Err(expected(&format!("`{text}`"), token)),
        }
    }

    fn word(&mut self) -> Result<&'a Token<'a>, Fault> {
        match self.next()? {
            token if token.is_word() => Ok(token),
            token => Err(expected("a name", token)),
        }
    }

    fn number(&mut self) -> Result<u32, Fault> {
        let token = self.next()?;
        let digits = token.text.trim_end_matches(['u', 'U']);
        let number = match digits.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        };
        let number = number.or_else(|| self.constants.get(token.text).copied());
        number.ok_or_else(|| expected("a number or an integer constant", token))
    }

    /// Skips to one of `stops`, whatever is open within.
    fn skip_to(&mut self, stops: &[&str]) {
        let mut depth = 0_u32;
        while let Some(text) = self.peek() {
            match text {
                text if depth == 0 && stops.contains(&text) => return,
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.position += 1;
        }
    }

    fn skip_past(&mut self, close: &str) -> Result<(), Fault> {
        self.skip_to(&[close]);
        self.next().map(|_| ())
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
        let (is_varying, mut declared) = self.qualifiers()?;
        if self.takes("struct") {
            let name = self.word()?.text;
            self.expect("{")?;
            let members = self.members()?;
            self.structures.insert(name, members);
            return self.skip_past(";");
        }
        if self.takes(";") {
            // A layout of the whole shader, or `invariant` of what is declared elsewhere.
            return Ok(());
        }
        let type_name = self.word()?;
        if self.takes("{") {
            let members = self.members()?;
            if self.peek() != Some(";") {
                self.word()?;
            }
            declared.array = self.lengths(None)?;
            self.expect(";")?;
            if is_varying {
                self.add_members(type_name.text, type_name.offset, declared, &members)?;
            }
            return Ok(());
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
            declared.array = self.lengths(length)?;
            if self.takes("=") {
                self.initializer(name.text);
            }
            if is_varying {
                self.add(name.text, name.offset, type_name, declared)?;
            }
            if !self.takes(",") {
                return self.expect(";");
            }
        }
    }

    /// Reads up to the end of a declarator, and keeps what is a number.
    fn initializer(&mut self, name: &'a str) {
        let begin = self.position;
        self.skip_to(&[",", ";"]);
        let end = self.position;
        if end == begin + 1 {
            self.position = begin;
            if let Ok(number) = self.number() {
                self.constants.insert(name, number);
            }
            self.position = end;
        }
    }

    fn members(&mut self) -> Result<Vec<Declarator<'a>>, Fault> {
        let mut members = Vec::new();
        while !self.takes("}") {
            let (_, mut declared) = self.qualifiers()?;
            let type_name = self.word()?;
            let length = self.lengths(None)?;
            loop {
                let name = self.word()?;
                declared.array = self.lengths(length)?;
                members.push(Declarator {
                    name,
                    type_name,
                    declared,
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
            let message = "this array has more elements than 32 bits can count";
            product = Some(lengths.ok_or_else(|| Fault::new(offset, message))?);
        }
        Ok(product)
    }

    /// Whether what follows is a varying of the stage, and what is said of it.
    fn qualifiers(&mut self) -> Result<(bool, Declared), Fault> {
        let (mut is_varying, mut declared) = (false, Declared::default());
        while let Some(text) = self.peek() {
            match text {
                "in" | "attribute" => is_varying = self.stage == Stage::Fragment,
                "out" => is_varying = self.stage == Stage::Vertex,
                "varying" => is_varying = true,
                "uniform" | "const" | "buffer" | "shared" | "inout" => is_varying = false,
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
                    return Err(Fault::new(self.tokens[self.position].offset, message));
                }
                "layout" => {
                    self.position += 1;
                    self.layout(&mut declared)?;
                    continue;
                }
                _ => break,
            }
            self.position += 1;
        }
        Ok((is_varying, declared))
    }

    fn layout(&mut self, declared: &mut Declared) -> Result<(), Fault> {
        self.expect("(")?;
        loop {
            let key = self.next()?.text;
            if self.takes("=") {
                match key {
                    "location" => declared.location = Some(self.number()?),
                    "component" => declared.component = Some(self.number()?),
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

    fn add(
        &mut self,
        name: &str,
        offset: usize,
        type_name: &Token<'_>,
        mut declared: Declared,
    ) -> Result<(), Fault> {
        if name.starts_with("gl_") {
            return Ok(());
        }
        if let Some(members) = self.structures.get(type_name.text) {
            return self.add_members(name, offset, declared, &members.clone());
        }
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
        declared.precision = declared.precision.or(self.float_precision);
        (self.found.declare(name, offset, varying_type, declared)).map(|_| ())
    }

    /// Adds the members of each element of a structure or a block, one after the other.
    fn add_members(
        &mut self,
        name: &str,
        offset: usize,
        whole: Declared,
        members: &[Declarator<'_>],
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
                location = member.declared.location.or(location);
                let declared = Declared {
                    location,
                    ..member.declared.within(whole)
                };
                let path = format!("{prefix}.{}", member.name.text);
                let added = self.found.varyings.len();
                self.add(&path, offset, member.type_name, declared)?;
                let varyings = self.found.varyings[added..].iter();
                location = varyings.fold(location, location_after);
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
