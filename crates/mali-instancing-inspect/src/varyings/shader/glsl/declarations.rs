//! The declarations of a shader.

use std::rc::Rc;

use mali_varyings::{BaseType, Interpolation, Precision, Sampling, VaryingType};

use super::collector::{Collector, expected};
use super::declarator::{Declarator, Members, Qualifiers, Range, Type};
use super::feature::Dialect;
use super::statics::Functions;
use super::tokens::Token;
use crate::varyings::shader::{Fault, Stage};

pub(super) struct Reader<'a> {
    tokens: &'a [Token<'a>],
    position: usize,
    stage: Stage,
    float_precision: Option<Precision>,
    integer_precision: Option<Precision>,
    pub(super) functions: Functions<'a>,
    pub(super) collector: Collector<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        text: &'a str,
        tokens: &'a [Token<'a>],
        dialect: &'a Dialect<'a>,
        stage: Stage,
    ) -> Self {
        Self {
            tokens,
            position: 0,
            stage,
            float_precision: None,
            // GLSL ES 3.20, 4.7.4.
            integer_precision: (stage == Stage::Fragment && dialect.edition.is_es)
                .then_some(Precision::Medium),
            functions: Functions::default(),
            collector: Collector::new(text, tokens, dialect),
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
                    self.collector.constant(name.text, value.clone());
                }
                self.functions.add_global(value);
            }
            let (of, qualifiers) = (of.clone(), qualifiers.clone());
            self.collector.global(Declarator {
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
            self.collector
                .structures
                .insert(name.text, Rc::clone(&members));
        }
        Ok(Type::Members(members))
    }

    /// Reads a block after its name and a brace.
    fn block(&mut self, name: Token<'a>, qualifiers: &Qualifiers) -> Result<(), Fault> {
        let members: Members<'a> = self.members()?.into();
        let instance = if self.peek() == Some(";") {
            None
        } else {
            Some(self.word()?)
        };
        let lengths = self.lengths()?;
        self.expect(";")?;
        self.collector
            .block(name, qualifiers, &members, instance, &lengths)
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
                "in" | "out" => self.collector.require("`in` and `out`", offset)?,
                "varying" | "smooth" | "flat" | "noperspective" | "centroid" | "sample" => {
                    self.collector.require(&format!("`{text}`"), offset)?;
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
                self.collector
                    .require(feature, self.collector.offset_of(value))?;
            }
        }
        Ok(Qualifiers {
            location,
            component,
            ..qualifiers
        })
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
