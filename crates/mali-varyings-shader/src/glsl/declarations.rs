//! The declarations of a shader.

use std::collections::HashMap;
use std::rc::Rc;

use mali_varyings::{BaseType, Interpolation, Precision, Sampling, Stage, VaryingType};

use super::collector::Collector;
use super::cursor::Cursor;
use super::declarator::{Declarator, Members, Qualifiers, Range, Type};
use super::layout::{self, Identifier};
use super::statics::{Function, Functions};
use super::tokens::Token;
use crate::error::Fault;

pub(super) struct Reader<'a> {
    cursor: Cursor<'a, 'a>,
    float_precision: Option<Precision>,
    integer_precision: Option<Precision>,
    structures: Structures<'a>,
    pub(super) functions: Functions<'a>,
    pub(super) collector: Collector<'a>,
}

/// The structures that have names.
#[derive(Default)]
struct Structures<'a> {
    named: HashMap<&'a str, Members<'a>>,
    /// In the order of their definitions.
    defined: Vec<Members<'a>>,
}

impl Drop for Structures<'_> {
    /// Frees each structure while those within it are still held here: otherwise the last reference to a structure would
    /// free all within it, each by a call within the other's.
    fn drop(&mut self) {
        self.named.clear();
        while self.defined.pop().is_some() {}
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(collector: Collector<'a>) -> Self {
        // Integers of a fragment shader are `mediump` by default: GLSL ES 3.20, 4.7.4. `None` stands for `highp`.
        let is_medium = collector.stage == Stage::Fragment && collector.dialect.edition.is_es;
        Self {
            cursor: Cursor::new(collector.tokens, 0, "the text ends within a declaration"),
            float_precision: None,
            integer_precision: is_medium.then_some(Precision::Medium),
            structures: Structures::default(),
            functions: Functions::default(),
            collector,
        }
    }

    pub(super) fn read(&mut self) -> Result<(), Fault> {
        while !self.cursor.peek().is_empty() {
            self.statement()?;
        }
        Ok(())
    }

    fn statement(&mut self) -> Result<(), Fault> {
        if self.cursor.takes("precision") {
            let precision = Precision::from_name(self.cursor.next()?.text);
            match self.cursor.next()?.text {
                "float" => self.float_precision = precision,
                "int" => self.integer_precision = precision,
                _ => {}
            }
            return self.cursor.skip_past(";").map(|_| ());
        }
        let mut qualifiers = self.qualifiers(false)?;
        if self.cursor.takes(";") {
            // This is empty, or a layout of the whole shader.
            return self.collector.set_default_buffer(&qualifiers);
        }
        let of = self.type_specifier(&mut qualifiers)?;
        if self.cursor.peek() == "," {
            // This is `invariant` for a name that is declared elsewhere.
            return self.cursor.skip_past(";").map(|_| ());
        }
        if let (Type::Named(block), true) = (&of, self.cursor.takes("{")) {
            return self.block(*block, qualifiers);
        }
        // `float[2] a[3]` is three arrays of two: the lengths of the type come after those of the name.
        let outer = self.lengths()?;
        if self.cursor.takes(";") {
            return Ok(());
        }
        loop {
            let declarator = self.declarator(&of, &qualifiers, &outer)?;
            if self.cursor.takes("(") {
                return self.function(declarator.name.text, qualifiers.is_subroutine);
            }
            if self.cursor.takes("=") {
                let value = self.cursor.skip_to(&[",", ";"]);
                if qualifiers.is_specialized {
                    self.collector.specialized.insert(declarator.name.text);
                } else if qualifiers.is_constant {
                    self.collector.constant(declarator.name.text, &of, &value);
                }
                // The initial value is computed before `main`, so the names in it count as used.
                self.functions.globals.push(value);
            }
            self.collector.global(&declarator)?;
            if !self.cursor.takes(",") {
                return self.cursor.expect(";");
            }
        }
    }

    /// Reads a function after its name and a parenthesis. A subroutine is called by the name of a uniform variable.
    fn function(&mut self, name: &'a str, is_subroutine: bool) -> Result<(), Fault> {
        let parameters = self.cursor.skip_past(")")?;
        if !self.cursor.takes(";") {
            self.cursor.expect("{")?;
            let body = self.cursor.skip_past("}")?;
            let overloads = self.functions.named.entry(name).or_default();
            // Only the ranges of tokens are kept. `statics` walks through the bodies that are reached.
            overloads.push(Function {
                parameters,
                body,
                is_subroutine,
            });
        }
        Ok(())
    }

    /// Reads the name of a type; or a structure, which may have a name. Without a precision, that in force is the
    /// declaration's, and not that of the place where a structure is used.
    fn type_specifier(&mut self, qualifiers: &mut Qualifiers) -> Result<Type<'a>, Fault> {
        if !self.cursor.takes("struct") {
            let name = self.cursor.word("a name")?;
            let base_type = VaryingType::from_name(name.text).map(VaryingType::base_type);
            let in_force = match base_type {
                Some(BaseType::Int | BaseType::Uint) => self.integer_precision,
                _ => self.float_precision,
            };
            let precision = &mut qualifiers.declared.precision;
            *precision = precision.or(in_force);
            let members = self.structures.named.get(name.text).cloned();
            let of = |members| Type::Members(name.text, members);
            return Ok(members.map_or(Type::Named(name), of));
        }
        let name = self.word_unless("{")?;
        self.cursor.expect("{")?;
        let members = self.members(false)?;
        if let Some(name) = name {
            // Shared and not copied: a structure may be named in many others.
            self.structures.defined.push(Rc::clone(&members));
            self.structures.named.insert(name.text, Rc::clone(&members));
        }
        Ok(Type::Members(name.map_or("", |name| name.text), members))
    }

    fn word_unless(&mut self, next: &str) -> Result<Option<Token<'a>>, Fault> {
        (self.cursor.peek() != next)
            .then(|| self.cursor.word("a name"))
            .transpose()
    }

    /// Reads a block after its name and a brace.
    fn block(&mut self, name: Token<'a>, qualifiers: Qualifiers) -> Result<(), Fault> {
        let members = self.members(qualifiers.is_interface)?;
        let instance = self.word_unless(";")?;
        let declarator = Declarator {
            name: instance.unwrap_or(name),
            of: Type::Named(name),
            qualifiers,
            lengths: self.lengths()?,
        };
        self.cursor.expect(";")?;
        self.collector
            .block(name, &declarator, &members, instance.is_some())
    }

    /// Reads the members of a structure or block up to its closing brace. `is_interface` is whether the block is one of inputs or
    /// outputs.
    fn members(&mut self, is_interface: bool) -> Result<Members<'a>, Fault> {
        let mut members = Vec::new();
        while !self.cursor.takes("}") {
            let mut qualifiers = self.qualifiers(is_interface)?;
            let of = self.type_specifier(&mut qualifiers)?;
            let outer = self.lengths()?;
            members.push(self.declarator(&of, &qualifiers, &outer)?);
            while self.cursor.takes(",") {
                members.push(self.declarator(&of, &qualifiers, &outer)?);
            }
            self.cursor.expect(";")?;
        }
        Ok(members.into())
    }

    /// Reads a name and its own lengths, which come before the `outer` ones of its type.
    fn declarator(
        &mut self,
        of: &Type<'a>,
        qualifiers: &Qualifiers,
        outer: &[Range],
    ) -> Result<Declarator<'a>, Fault> {
        Ok(Declarator {
            name: self.cursor.word("a name")?,
            of: of.clone(),
            qualifiers: qualifiers.clone(),
            lengths: [&self.lengths()?[..], outer].concat(),
        })
    }

    fn lengths(&mut self) -> Result<Vec<Range>, Fault> {
        let mut lengths = Vec::new();
        while self.cursor.takes("[") {
            lengths.push(self.cursor.skip_past("]")?);
        }
        Ok(lengths)
    }

    /// Reads the qualifiers before a type. `is_interface` is whether they are of a member of inputs or outputs.
    fn qualifiers(&mut self, is_interface: bool) -> Result<Qualifiers, Fault> {
        let mut qualifiers = Qualifiers {
            is_interface,
            ..Qualifiers::default()
        };
        let mut layout = Vec::new();
        let declared = &mut qualifiers.declared;
        loop {
            let (text, offset) = (self.cursor.peek(), self.cursor.offset());
            match text {
                "in" | "attribute" | "out" | "varying" | "inout" => {
                    // The stage in which the keyword declares a varying: an `in` of a vertex shader is an attribute, an
                    // `out` of a fragment shader a colour.
                    let outer = match text {
                        "out" => Stage::Vertex,
                        "varying" => self.collector.stage,
                        _ => Stage::Fragment,
                    };
                    qualifiers.is_interface = true;
                    // Outside of functions `inout` is a fragment shader's colour that it can read
                    // (`GL_EXT_shader_framebuffer_fetch`).
                    qualifiers.is_varying = text != "inout" && self.collector.stage == outer;
                }
                "const" => qualifiers.is_constant = true,
                "uniform"
                | "buffer"
                | "shared"
                | "tileImageEXT"
                | "__pixel_localEXT"
                | "__pixel_local_inEXT"
                | "__pixel_local_outEXT" => qualifiers.is_varying = false,
                "smooth" | "flat" | "noperspective" => {
                    declared.interpolation = Interpolation::from_name(text);
                }
                "centroid" | "sample" => declared.sampling = Sampling::from_name(text),
                "highp" | "mediump" | "lowp" => declared.precision = Precision::from_name(text),
                "invariant" | "precise" | "readonly" | "writeonly" | "coherent" | "volatile"
                | "restrict" | "layout" => {}
                "subroutine" => qualifiers.is_subroutine = true,
                "pervertexEXT" | "pervertexNV" => {
                    let message = format!(
                        "`{text}` is not supported: Mesa's drivers of Malis have no GL_EXT_fragment_shader_barycentric"
                    );
                    return Err(Fault::new(offset, message));
                }
                "patch" => {
                    let message =
                        "`patch` is not supported: a vertex and a fragment shader have none";
                    return Err(Fault::new(offset, message));
                }
                _ => break,
            }
            self.collector
                .dialect
                .require(&format!("`{text}`"), offset)?;
            self.cursor.position += 1;
            if text == "subroutine" && self.cursor.takes("(") {
                // The types of the subroutines that the function is.
                self.cursor.skip_past(")")?;
            }
            if text == "layout" {
                self.cursor.expect("(")?;
                layout.extend(layout::read(&mut self.cursor)?);
            }
        }
        let Collector { dialect, stage, .. } = self.collector;
        if qualifiers.is_interface {
            for identifier in &layout {
                identifier.check(dialect, stage)?;
            }
        }
        let value = |name| layout::value(&layout, dialect, name).cloned();
        qualifiers.location = value("location");
        qualifiers.component = value("component");
        qualifiers.xfb_buffer = value("xfb_buffer");
        qualifiers.xfb_offset = value("xfb_offset");
        qualifiers.xfb_stride = value("xfb_stride");
        let is_specialized = |identifier: &Identifier<'_>| identifier.is(dialect, "constant_id");
        qualifiers.is_specialized = layout.iter().any(is_specialized);
        let Qualifiers {
            location,
            component,
            ..
        } = &qualifiers;
        for (feature, value) in [("`location`", location), ("`component`", component)] {
            // Attributes and colours have locations in earlier editions too.
            if let Some(value) = value.as_ref().filter(|_| qualifiers.is_varying) {
                self.collector
                    .dialect
                    .require(feature, self.collector.offset_of(value))?;
            }
        }
        let captures = [
            &qualifiers.xfb_buffer,
            &qualifiers.xfb_offset,
            &qualifiers.xfb_stride,
        ];
        if let Some(value) = captures.into_iter().flatten().next() {
            let offset = self.collector.offset_of(value);
            if stage != Stage::Vertex {
                let message = "only the outputs of a vertex shader are captured";
                return Err(Fault::new(offset, message));
            }
            dialect.require("`xfb_buffer`", offset)?;
        }
        Ok(qualifiers)
    }
}
