//! The varyings of a SPIR-V module's entry point.

use std::collections::{HashMap, HashSet};

use mali_varyings::{BaseType, Interpolation, Precision, Sampling, Stage, VaryingType};
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass, Word};

use crate::captures::{CapturePlace, Captures};
use crate::declaration::{Declaration, location_after};
use crate::entry_point::chosen;
use crate::error::Fault;
use crate::stage::{MAX_DEPTH, StageVaryings, first_elements, vector_type};

/// The decorations of a variable, of a type, or of a type's member.
type Target = (Word, Option<u32>);

struct Reader<'a> {
    // The instructions outside of functions that have a result: types, constants and variables.
    types: HashMap<Word, &'a Instruction>,
    names: HashMap<Target, &'a str>,
    decorations: HashMap<Target, Vec<&'a [Operand]>>,
    uses: Uses,
    stage: Stage,
    constants: HashMap<Word, u32>,
    found: StageVaryings,
    writes_position: bool,
    captures: Captures,
    /// The place to which what is being added is captured.
    capture: Option<CapturePlace>,
}

/// The variables, and members of variables, that are used and written in the functions that an entry point reaches.
#[derive(Default)]
struct Uses {
    used: HashSet<Target>,
    written: HashSet<Target>,
}

/// The decorations at the declaration of a variable, or of a member of it.
#[derive(Clone, Copy, Default)]
struct Decorated {
    variable: Word,
    /// The member of the variable.
    member: Option<u32>,
    /// The number of structures and arrays around it.
    depth: u32,
    declared: Declaration,
    is_patch: bool,
    built_in: Option<BuiltIn>,
    /// The buffer of captures, and the offset of the target itself.
    buffer: Option<u32>,
    offset: Option<u32>,
}

pub(super) fn read(
    bytes: &[u8],
    stage: Stage,
    entry_point: Option<&str>,
) -> Result<StageVaryings, Fault> {
    check_lengths(bytes)?;
    let module = rspirv::dr::load_bytes(bytes)
        .map_err(|error| Fault::new(0, format!("this SPIR-V cannot be read: {error}")))?;
    let (model, class) = match stage {
        Stage::Vertex => (ExecutionModel::Vertex, StorageClass::Output),
        Stage::Fragment => (ExecutionModel::Fragment, StorageClass::Input),
    };
    let is_stage =
        |entry: &&Instruction| entry.operands.first() == Some(&Operand::ExecutionModel(model));
    let entries: Vec<&Instruction> = module.entry_points.iter().filter(is_stage).collect();
    let names: Vec<String> = entries.iter().map(|entry| name_of(entry)).collect();
    let entry = entries[chosen("SPIR-V", stage, &names, entry_point)?];
    let mut reader = Reader::new(&module, entry, stage);
    for operand in &entry.operands {
        if let Operand::IdRef(id) = operand {
            reader.variable(*id, class)?;
        }
    }
    // Without this mode of execution, decorations of captures mean nothing.
    let is_captured = module.execution_modes.iter().any(|mode| {
        // The second operand of an entry point is its function, by which modes name it.
        let is_of_entry = mode.operands.first() == entry.operands.get(1);
        is_of_entry && mode.operands.get(1) == Some(&Operand::ExecutionMode(ExecutionMode::Xfb))
    });
    let writes_position = reader.writes_position;
    reader.found.writes_position = (stage == Stage::Vertex).then_some(writes_position);
    let captures = reader.captures.names()?;
    if is_captured {
        reader.found.captures = captures;
    }
    Ok(reader.found)
}

/// The name of an entry point.
fn name_of(entry: &Instruction) -> String {
    let names = entry.operands.iter().find_map(|operand| match operand {
        Operand::LiteralString(name) => Some(name.clone()),
        _ => None,
    });
    names.unwrap_or_default()
}

/// Checks that no instruction extends past the module: rspirv would search for the end of a text after it.
fn check_lengths(bytes: &[u8]) -> Result<(), Fault> {
    const HEADER_WORDS: usize = 5;
    let mut at = HEADER_WORDS;
    // The length is the upper half of an instruction's first word.
    while let Some(&[_, _, low, high]) = bytes.get(4 * at..4 * at + 4) {
        match usize::from(u16::from_le_bytes([low, high])) {
            0 => break,
            length => at += length,
        }
    }
    if 4 * at == bytes.len() {
        return Ok(());
    }
    let length = bytes.len();
    wrong(format!(
        "this SPIR-V cannot be read: an instruction ends at word {at}, and the module after {length} bytes"
    ))
}

/// An error about the module as a whole.
fn wrong<T>(message: String) -> Result<T, Fault> {
    Err(Fault::new(0, message))
}

/// The target that an instruction names or decorates, and the operands of the name or the decoration.
fn about(instruction: &Instruction) -> Option<(Target, &[Operand])> {
    match (instruction.class.opcode, &instruction.operands[..]) {
        (Op::Name | Op::Decorate, [Operand::IdRef(id), said @ ..]) => Some(((*id, None), said)),
        (
            Op::MemberName | Op::MemberDecorate,
            [Operand::IdRef(id), Operand::LiteralBit32(member), said @ ..],
        ) => Some(((*id, Some(*member)), said)),
        _ => None,
    }
}

fn id_of(operand: &Operand) -> Option<Word> {
    match operand {
        Operand::IdRef(id) => Some(*id),
        _ => None,
    }
}

impl Uses {
    fn new(module: &Module, entry: &Instruction, constants: &HashMap<Word, u32>) -> Self {
        let mut uses = Self::default();
        // These are the function and the variables of the interface. No function has the id of a variable, so the
        // variables are passed over.
        let mut rest: Vec<Word> = entry.operands.iter().filter_map(id_of).collect();
        let mut seen = HashSet::new();
        // The target of each chain of accesses.
        let mut chains: HashMap<Word, Target> = HashMap::new();
        while let Some(id) = rest.pop() {
            let is_called = |function: &&rspirv::dr::Function| function.def_id() == Some(id);
            let called = module.functions.iter().find(is_called);
            // Each function is read once. SPIR-V forbids recursion, but the module may be wrong.
            let Some(function) = called.filter(|_| seen.insert(id)) else {
                continue;
            };
            for instruction in function.all_inst_iter() {
                let opcode = instruction.class.opcode;
                let is_chain = matches!(opcode, Op::AccessChain | Op::InBoundsAccessChain);
                if opcode == Op::FunctionCall {
                    rest.extend(instruction.operands.first().and_then(id_of));
                }
                for (number, operand) in instruction.operands.iter().enumerate() {
                    let Operand::IdRef(id) = *operand else {
                        continue;
                    };
                    let target = chains.get(&id).copied().unwrap_or((id, None));
                    // A chain uses nothing by itself: the instruction that takes its result does.
                    if is_chain && number == 0 {
                        let index = instruction.operands.get(1).and_then(id_of);
                        let member = index.and_then(|index| constants.get(&index).copied());
                        // The first constant index counts as the member. Chains on this one go further into it.
                        let target = (target.0, target.1.or(member));
                        chains.extend(instruction.result_id.map(|chain| (chain, target)));
                    } else {
                        uses.used.insert(target);
                        // Every instruction except a load may write: a store, a copy, a call that gets the pointer.
                        if opcode != Op::Load {
                            uses.written.insert(target);
                        }
                    }
                }
            }
        }
        uses
    }
}

impl<'a> Reader<'a> {
    fn new(module: &'a Module, entry: &Instruction, stage: Stage) -> Self {
        let names = module.debug_names.iter().filter_map(about);
        let names = names.filter_map(|(target, said)| match said {
            [Operand::LiteralString(text)] => Some((target, text.as_str())),
            _ => None,
        });
        let mut decorations: HashMap<Target, Vec<&[Operand]>> = HashMap::new();
        for (target, said) in module.annotations.iter().filter_map(about) {
            decorations.entry(target).or_default().push(said);
        }
        let globals = module.types_global_values.iter();
        let types = globals.filter_map(|instruction| Some((instruction.result_id?, instruction)));
        let types: HashMap<Word, &Instruction> = types.collect();
        let constant = |(&id, constant): (&Word, &&Instruction)| match constant.operands[..] {
            // A specialization constant is left out, because the pipeline decides its value.
            [Operand::LiteralBit32(value)] if constant.class.opcode == Op::Constant => {
                Some((id, value))
            }
            _ => None,
        };
        let constants: HashMap<Word, u32> = types.iter().filter_map(constant).collect();
        Self {
            uses: Uses::new(module, entry, &constants),
            stage,
            names: names.collect(),
            types,
            decorations,
            constants,
            found: StageVaryings::default(),
            writes_position: false,
            captures: Captures::default(),
            capture: None,
        }
    }

    /// The decorations of the target, or else those around it.
    fn decorated(&mut self, target: Target, around: Decorated) -> Result<Decorated, Fault> {
        let mut decorated = around;
        let declared = &mut decorated.declared;
        // Component and offset are the target's own. All other decorations also come from what is around it.
        declared.component = None;
        decorated.offset = None;
        let mut stride = None;
        for decoration in self.decorations.get(&target).into_iter().flatten() {
            let Some(Operand::Decoration(kind)) = decoration.first() else {
                continue;
            };
            match (kind, decoration.get(1)) {
                (Decoration::Location, Some(Operand::LiteralBit32(location))) => {
                    declared.location = Some(*location);
                }
                (Decoration::Component, Some(Operand::LiteralBit32(component))) => {
                    declared.component = Some(*component);
                }
                (Decoration::BuiltIn, Some(Operand::BuiltIn(built_in))) => {
                    decorated.built_in = Some(*built_in);
                }
                (Decoration::Flat, _) => declared.interpolation = Some(Interpolation::Flat),
                (Decoration::NoPerspective, _) => {
                    declared.interpolation = Some(Interpolation::Noperspective);
                }
                (Decoration::Centroid, _) => declared.sampling = Some(Sampling::Centroid),
                (Decoration::Sample, _) => declared.sampling = Some(Sampling::Sample),
                (Decoration::RelaxedPrecision, _) => declared.precision = Some(Precision::Medium),
                (Decoration::Patch, _) => decorated.is_patch = true,
                (Decoration::XfbBuffer, Some(Operand::LiteralBit32(buffer))) => {
                    decorated.buffer = Some(*buffer);
                }
                (Decoration::XfbStride, Some(Operand::LiteralBit32(bytes))) => {
                    stride = Some(*bytes);
                }
                (Decoration::Offset, Some(Operand::LiteralBit32(offset))) => {
                    decorated.offset = Some(*offset);
                }
                _ => {}
            }
        }
        if let (Some(buffer), Some(stride)) = (decorated.buffer, stride) {
            self.captures.set_stride(buffer, stride, 0)?;
        }
        Ok(decorated)
    }

    /// Adds a variable, if it has the storage class.
    fn variable(&mut self, id: Word, class: StorageClass) -> Result<(), Fault> {
        let variable = self.types.get(&id).filter(|variable| {
            let is_of_class = variable.operands.first() == Some(&Operand::StorageClass(class));
            variable.class.opcode == Op::Variable && is_of_class
        });
        let Some(variable) = variable else {
            return Ok(());
        };
        let pointer = variable
            .result_type
            .and_then(|id| self.types.get(&id).copied());
        let Some([_, Operand::IdRef(target)]) = pointer.map(|pointer| &pointer.operands[..]) else {
            return wrong(format!("variable {id} of this SPIR-V has no type"));
        };
        let decorated = Decorated {
            variable: id,
            ..Decorated::default()
        };
        let decorated = self.decorated((id, None), decorated)?;
        // A block has its own name, and not that of its instance.
        let element = self.element(*target);
        let named = if self.is_block(element) { element } else { id };
        let name = match self.names.get(&(named, None)) {
            Some(name) if !name.is_empty() => (*name).to_owned(),
            _ => format!("variable{id}"),
        };
        self.add(&name, *target, decorated)?;
        self.capture = None;
        let is_used = self.uses.used.iter().any(|(used, _)| *used == id);
        let varyings = self.found.varyings.len();
        // All parts that the variable has added count as used if one of them is.
        self.found.used.resize(varyings, Some(is_used));
        Ok(())
    }

    /// Whether a type is a block of inputs or outputs.
    fn is_block(&self, type_id: Word) -> bool {
        let block = Operand::Decoration(Decoration::Block);
        let mut decorations = self.decorations.get(&(type_id, None)).into_iter().flatten();
        decorations.any(|decoration| decoration.first() == Some(&block))
    }

    /// The type of an array's elements, also of an array of arrays. A type that is not an array is returned as it is.
    fn element(&self, mut type_id: Word) -> Word {
        // A wrong module may have an array of itself.
        for _ in 0..MAX_DEPTH {
            match self
                .types
                .get(&type_id)
                .map(|of| (of.class.opcode, &of.operands[..]))
            {
                Some((Op::TypeArray, [Operand::IdRef(element), _])) => type_id = *element,
                _ => break,
            }
        }
        type_id
    }

    /// Captures this number of components, if they have a place.
    fn capture(&mut self, name: &str, components: u64) -> Result<(), Fault> {
        match &mut self.capture {
            Some(place) => self.captures.push(name, components, place, 0),
            None => Ok(()),
        }
    }

    /// Whether a built-in output is written, or an input used.
    fn is_reached(&self, target: Target) -> bool {
        let reached = match self.stage {
            Stage::Vertex => &self.uses.written,
            Stage::Fragment => &self.uses.used,
        };
        let (variable, member) = target;
        // A component of a vector is used as a member is.
        let is_it = |used: Option<u32>| member.is_none() || used.is_none() || used == member;
        (reached.iter()).any(|&(used, part)| used == variable && is_it(part))
    }

    /// Adds the varyings of a type, and returns the location after them.
    fn add(
        &mut self,
        name: &str,
        type_id: Word,
        decorated: Decorated,
    ) -> Result<Option<u32>, Fault> {
        let declared = decorated.declared;
        if let (Some(buffer), Some(offset)) = (decorated.buffer, decorated.offset) {
            self.capture = Some(CapturePlace { buffer, offset });
        }
        if let Some(built_in) = decorated.built_in {
            if self.is_reached((decorated.variable, decorated.member)) {
                self.use_built_in(built_in, type_id);
                self.writes_position |= built_in == BuiltIn::Position;
            }
            match built_in {
                BuiltIn::Position => self.capture("gl_Position", 4)?,
                BuiltIn::PointSize => self.capture("gl_PointSize", 1)?,
                _ if self.capture.is_some() => {
                    return wrong(format!(
                        "captures of {built_in:?} are not supported: those of Position and PointSize are"
                    ));
                }
                _ => {}
            }
            return Ok(declared.location);
        }
        if decorated.is_patch {
            return wrong(format!(
                "`{name}` is a patch's: a vertex and a fragment shader have none"
            ));
        }
        let Some(instruction) = self.types.get(&type_id).copied() else {
            return wrong(format!(
                "`{name}` has a type that this SPIR-V does not define"
            ));
        };
        self.found.check(name, 0, decorated.depth)?;
        if let Some((varying_type, array)) = self.vectors(type_id, 0) {
            let array = Declaration { array, ..declared };
            let varying = self.found.declare(name, 0, varying_type, array)?;
            let components = u64::from(varying_type.components());
            self.capture(name, varying.vectors() * components)?;
            return Ok(location_after(declared.location, &varying));
        }
        let mut location = declared.location;
        let at = |location| Decorated {
            depth: decorated.depth + 1,
            declared: Declaration {
                location,
                ..declared
            },
            ..decorated
        };
        match (instruction.class.opcode, &instruction.operands[..]) {
            (Op::TypeStruct, members) => {
                let is_whole = self.capture.is_some();
                for (member, operand) in (0..).zip(members) {
                    let Operand::IdRef(member_type) = operand else {
                        continue;
                    };
                    let mut within = self.decorated((type_id, Some(member)), at(location))?;
                    within.member = Some(member);
                    // Members follow each other only if the structure itself has a place. Otherwise each captured one
                    // has an offset of its own.
                    self.capture = self.capture.filter(|_| is_whole);
                    let path = match self.names.get(&(type_id, Some(member))) {
                        Some(text) => format!("{name}.{text}"),
                        None => format!("{name}.{member}"),
                    };
                    location = self.add(&path, *member_type, within)?;
                }
            }
            (Op::TypeArray, [Operand::IdRef(element), Operand::IdRef(length)]) => {
                let Some(&length) = self.constants.get(length) else {
                    return wrong(format!("`{name}` has a length that is no constant"));
                };
                let place = self.capture;
                // `check` refuses the 129th varying and the 4,097th part, so the loop ends for any length.
                for number in 0..length {
                    let before = self.found.varyings.len();
                    let mut within = Decorated {
                        // The place is that of the array, and moves with each element: it must not be set again.
                        offset: None,
                        ..at(location)
                    };
                    if self.is_block(*element) {
                        // Each block of an array goes to the next buffer.
                        let next = |buffer: u32| buffer.saturating_add(number);
                        within.buffer = within.buffer.map(next);
                        self.capture = place.map(|CapturePlace { buffer, offset }| CapturePlace {
                            buffer: next(buffer),
                            offset,
                        });
                    }
                    location = self.add(&format!("{name}[{number}]"), *element, within)?;
                    if self.found.varyings.len() == before {
                        // The same applies to every further element.
                        break;
                    }
                }
            }
            _ => {
                return wrong(format!(
                    "`{name}` is not supported: a varying is of 16 or 32 bits a component"
                ));
            }
        }
        Ok(location)
    }

    /// The GLSL type, and the number of its vectors in arrays of arrays. A number above 32 bits is refused like any
    /// other that is too large.
    fn vectors(&self, type_id: Word, depth: u32) -> Option<(VaryingType, Option<u32>)> {
        // The depth ends an array of itself, which a wrong module may have.
        let instruction = self.types.get(&type_id).filter(|_| depth <= MAX_DEPTH)?;
        let of = |base: Word, columns: u32, components: u32| {
            let (base_type, bits) = self.scalar(base)?;
            vector_type(base_type, bits, columns, components)
        };
        let found = match (instruction.class.opcode, &instruction.operands[..]) {
            (Op::TypeArray, [Operand::IdRef(element), Operand::IdRef(length)]) => {
                let (varying_type, inner) = self.vectors(*element, depth + 1)?;
                let length = self.constants.get(length)?;
                let product = inner.unwrap_or(1).saturating_mul(*length);
                return Some((varying_type, Some(product)));
            }
            (Op::TypeMatrix, [Operand::IdRef(column), Operand::LiteralBit32(columns)]) => {
                match self.types.get(column)?.operands[..] {
                    [Operand::IdRef(base), Operand::LiteralBit32(rows)] => of(base, *columns, rows),
                    _ => None,
                }
            }
            (Op::TypeVector, [Operand::IdRef(base), Operand::LiteralBit32(components)]) => {
                of(*base, 1, *components)
            }
            _ => of(type_id, 1, 1),
        };
        Some((found?, None))
    }

    fn scalar(&self, type_id: Word) -> Option<(BaseType, u32)> {
        let instruction = self.types.get(&type_id)?;
        match (instruction.class.opcode, &instruction.operands[..]) {
            (Op::TypeFloat, [Operand::LiteralBit32(bits), ..]) => Some((BaseType::Float, *bits)),
            // The second operand is the signedness.
            (Op::TypeInt, [Operand::LiteralBit32(bits), Operand::LiteralBit32(0)]) => {
                Some((BaseType::Uint, *bits))
            }
            (Op::TypeInt, [Operand::LiteralBit32(bits), _]) => Some((BaseType::Int, *bits)),
            _ => None,
        }
    }

    fn use_built_in(&mut self, built_in: BuiltIn, type_id: Word) {
        use mali_varyings::BuiltIn as Known;
        let known = match (built_in, self.stage) {
            (BuiltIn::PointSize, Stage::Vertex) => Known::PointSize,
            (BuiltIn::Layer, _) => Known::Layer,
            (BuiltIn::ViewportIndex, _) => Known::ViewportIndex,
            (BuiltIn::PrimitiveId, _) => Known::PrimitiveId,
            (BuiltIn::PrimitiveShadingRateKHR, Stage::Vertex) => Known::ShadingRate,
            (BuiltIn::ClipDistance, _) => Known::ClipDistance,
            (BuiltIn::CullDistance, _) => Known::CullDistance,
            (BuiltIn::FragCoord, Stage::Fragment) => Known::FragCoord,
            (BuiltIn::FrontFacing, Stage::Fragment) => Known::FrontFacing,
            (BuiltIn::PointCoord, Stage::Fragment) => Known::PointCoord,
            (BuiltIn::ViewIndex, Stage::Fragment) => Known::ViewIndex,
            // The position is among these: the linkage gives it to every vertex stage.
            _ => return,
        };
        let array = self.vectors(type_id, 0).and_then(|(_, array)| array);
        let elements = first_elements(array.unwrap_or(1));
        self.found.built_ins = self.found.built_ins.with_elements(known, elements);
    }
}
