//! The arithmetic of one thread, step by step.

use mali_instancing::decode::{Descriptor, attributes};
use mali_instancing::descriptor::ValhallFetchMode;
use mali_instancing::{FetchMode, MagicDivisor, PaddedCount, PowerOfTwo};

use crate::draw_words::DrawWords;
use crate::dump::is_read;

/// A step of the arithmetic by which the attribute unit finds the bytes that a thread reads.
///
/// ```
/// use mali_instancing_inspect::trace::{Step, steps};
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::DrawWords;
///
/// let toml = r#"
/// [[vertex_input]]
/// name = "cube"
/// arch = "v7"
/// vertices = 70
/// instances = 100
/// buffers = [{ name = "model", stride = 64, divisor = 3, size = 2176, address = 0x2000_0000 }]
/// attributes = [{ name = "row0", buffer = "model", format = "R32_SFLOAT", offset = 8 }]
/// "#;
/// let draws = DrawWords::read(&Source::new("cube.toml", toml.into())?, None)?;
/// let steps = steps(&draws[0], 0, 432, [0, 6]).unwrap();
/// let values: Vec<i128> = steps.iter().map(|step| step.value).collect();
/// assert_eq!(values, [432, 433, 433 * 0x97b4_25ed, 2, 128, 136, 0x2000_0088]);
/// assert_eq!(steps[3].operation, ">> (32 + R), R = 7");
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The operation on the previous value, with the fields' letters.
    pub operation: String,
    /// The result.
    pub value: i128,
    /// Whether the value is the index of the element.
    pub is_index: bool,
}

/// The steps from a thread's number to the address of an attribute: from the linear id on V4 to V7, from vertex
/// and instance, `ids`, from V9 on, where the first vertex is 0 if the draw's counts are not known. `None` for an
/// attribute that does not exist or has an invalid descriptor, that the shader does not read, or that has offset enable
/// in a draw without `Draw`.
///
/// The steps follow from the descriptors' fields. They do not use
/// the [model](mali_instancing::model) of the unit.
#[must_use]
pub fn steps(
    draw: &DrawWords,
    attribute: usize,
    linear_id: u32,
    [vertex, instance]: [u32; 2],
) -> Option<Vec<Step>> {
    // An attribute that a dump shows in part has words too, but no bit.
    if !is_read(draw.read_attributes, attribute) {
        return None;
    }
    let followed = attributes(draw.arch, &draw.buffers, &draw.attributes).nth(attribute)?;
    let mut steps = Steps::of("thread", linear_id);
    let (attribute, buffer) = (followed.attribute.ok()?, followed.buffer?.ok()?);
    match (attribute.descriptor, buffer.descriptor) {
        (Descriptor::Attribute(attribute), Descriptor::AttributeBuffer(buffer)) => {
            match buffer.mode {
                // The index of a constant does not matter: its stride is 0.
                FetchMode::Linear | FetchMode::Constant => {}
                FetchMode::Modulus(padded) => steps.modulus(padded),
                FetchMode::PotDivisor(power) => steps.shift(power),
                FetchMode::NpotDivisor { magic, .. } => steps.divide(magic),
            }
            let is_added = attribute.offset_enable;
            let offset_start = if is_added { draw.draw?[1] } else { 0 };
            steps.start(offset_start.into());
            steps.reach(buffer.stride, attribute.offset, buffer.address.get());
        }
        // An ID is the value itself: it has no element in memory.
        (Descriptor::Attribute(_), Descriptor::VertexId(padded)) => {
            if let Some(padded) = padded {
                steps.modulus(padded);
            }
            steps.end_index();
        }
        (Descriptor::Attribute(_), Descriptor::InstanceId(magic)) => {
            steps.divide(magic);
            steps.end_index();
        }
        (Descriptor::ValhallAttribute(attribute), Descriptor::Buffer(buffer)) => {
            let is_per_vertex = attribute.mode == ValhallFetchMode::Vertex;
            steps = if is_per_vertex {
                Steps::of("vertex", vertex)
            } else {
                Steps::of("instance", instance)
            };
            match attribute.mode {
                ValhallFetchMode::PotDivisor(power) => steps.shift(power),
                ValhallFetchMode::NpotDivisor(magic) => steps.divide(magic),
                ValhallFetchMode::VertexPacket { .. } => return None,
                _ => {}
            }
            // From V9 on, the first vertex is an argument of the draw, and in no descriptor.
            let counts = draw.counts.filter(|_| is_per_vertex);
            steps.start(counts.map_or(0, |counts| counts.first_vertex));
            steps.reach(attribute.stride, attribute.offset, buffer.address);
        }
        _ => return None,
    }
    Some(steps.0)
}

struct Steps(Vec<Step>);

impl Steps {
    fn of(name: &str, id: u32) -> Self {
        let mut steps = Self(Vec::new());
        steps.add(name.to_owned(), |_| id.into());
        steps
    }

    fn add(&mut self, operation: String, value: impl Fn(i128) -> i128) {
        // A product has up to 65 bits, and an offset can make a position negative: 128 bits hold all steps.
        let before = self.0.last().map_or(0, |step| step.value);
        self.0.push(Step {
            operation,
            value: value(before),
            is_index: false,
        });
    }

    fn modulus(&mut self, padded: PaddedCount) {
        self.add(format!("mod {padded}"), |id| id % i128::from(padded.get()));
    }

    fn shift(&mut self, power: PowerOfTwo) {
        let r = power.divisor_r();
        self.add(format!(">> R, R = {r}"), |id| id >> r);
    }

    fn divide(&mut self, magic: MagicDivisor) {
        let (e, r) = (u8::from(magic.divisor_e()), magic.divisor_r());
        let multiplier = magic.multiplier();
        self.add(format!("+ E, E = {e}"), |id| id + i128::from(e));
        self.add(format!("· (2^31 + D), which is {multiplier:#010x}"), |id| {
            id * i128::from(multiplier)
        });
        self.add(format!(">> (32 + R), R = {r}"), |product| {
            product >> (32 + r)
        });
    }

    /// Marks the last step as the index of the element.
    fn end_index(&mut self) {
        if let Some(last) = self.0.last_mut() {
            last.is_index = true;
        }
    }

    fn start(&mut self, offset_start: i64) {
        if offset_start != 0 {
            let start = i128::from(offset_start);
            self.add(format!("+ offset start {start}"), |index| index + start);
        }
        self.end_index();
    }

    fn reach(&mut self, stride: u32, offset: i32, address: u64) {
        let [stride, offset, address] = [stride.into(), offset.into(), i128::from(address)];
        self.add(format!("· stride {stride}"), |index| index * stride);
        self.add(format!("+ offset {offset}"), |byte| byte + offset);
        self.add(format!("+ address {address:#x}"), |byte| byte + address);
    }
}
