//! The way back from words to a form: what an application may have said so that the words are these.
//!
//! [`form_of`] makes a form of words from elsewhere, with names of its own. [`follow`] puts into a form what an edit of its
//! words changed, and leaves the rest as it was typed, if the form then packs to these words.

use std::num::NonZeroU32;

use super::form::{AttributeKeys, BufferKeys, DrawKeys, Form, IDS};
use super::packed::{pack, remainder};
use super::threads::Threads;
use mali_instancing::decode::{Descriptor, attributes};
use mali_instancing::descriptor::{
    AttributeBufferFields, ValhallAttributeFields, ValhallFetchMode,
};
use mali_instancing::{Arch, FetchMode, Format, MagicDivisor, Padding, Rounding};
use mali_instancing_codegen::FormatOrField;
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::decode::Division;
use mali_instancing_inspect::notation::parse_number;
use mali_instancing_inspect::pad::DrawPadding;

/// The words of a buffer's descriptor on V4 to V7. From V9 on it has twice as many.
const DESCRIPTOR_WORDS: usize = 4;

/// A form with names of its own, whose draw reads what these words read unless [`pack`] refuses it. A form has no buffers
/// that nothing reads, and no places without an attribute: the attributes after one move up, and keep their numbers in
/// their names.
pub(crate) fn form_of(words: &DrawWords) -> Result<Form, String> {
    Recovered::new(words).map(|recovered| recovered.form())
}

/// The form whose draw has these words, if there is one. `before` are the words of the form as it is.
pub(crate) fn follow(form: &Form, before: &DrawWords, words: &DrawWords) -> Option<Form> {
    let mut words = words.clone();
    edit_copies(before, &mut words.buffers);
    // Only differences are recovered from the words, and everything else stays as it was typed: several forms have the
    // same words, as one with a size and one without.
    let (old, new) = (Recovered::new(before).ok()?, Recovered::new(&words).ok()?);
    let followed = new.put_into(form, &old, before)?;
    let packed = pack(&followed).ok()?.words;
    // The application's values of the draw are not in these words. They may change, and are not compared.
    let are_these = (&packed.buffers, &packed.attributes) == (&words.buffers, &words.attributes)
        && (packed.draw, packed.invocation) == (words.draw, words.invocation);
    are_these.then_some(followed)
}

/// Copies an edited descriptor over its copy.
fn edit_copies(before: &DrawWords, words: &mut [u32]) {
    for buffer in &before.words_of_buffers {
        let old = &before.buffers[buffer.clone()];
        let new = &mut words[buffer.clone()];
        if old.len() == 2 * DESCRIPTOR_WORDS {
            let (first, second) = new.split_at_mut(DESCRIPTOR_WORDS);
            let (old_first, old_second) = old.split_at(DESCRIPTOR_WORDS);
            // The second descriptor was a copy, and was not edited itself. A continuation differs from its descriptor
            // by its type.
            if old_first == old_second && second == old_second {
                second.copy_from_slice(first);
            }
        }
    }
}

/// The numbers of a draw, as its words have them.
struct Recovered {
    arch: Arch,
    vertices: u32,
    instances: u32,
    first_vertex: i64,
    resource_table: Option<u32>,
    /// The padded count of several instances, on V4 to V7.
    padded: Option<u32>,
    /// The divisors of instances, and their multipliers.
    divisions: Vec<(NonZeroU32, MagicDivisor)>,
    /// The attributes, with their numbers in the words, which count places without an attribute too.
    attributes: Vec<(usize, Attribute)>,
}

/// An attribute of a draw.
struct Attribute {
    source: Source,
    format: u32,
    offset: i64,
}

#[derive(Clone, Copy, PartialEq)]
enum Source {
    /// One of [`IDS`].
    Id(&'static str),
    Buffer(Buffer),
}

/// A buffer in the way that an attribute reads it.
#[derive(Clone, Copy, PartialEq)]
struct Buffer {
    /// The position of its descriptor in the table.
    word: usize,
    address: u64,
    size: u64,
    stride: u32,
    rate: &'static str,
    divisor: Option<u32>,
}

impl Recovered {
    fn new(words: &DrawWords) -> Result<Self, String> {
        let threads = Threads::new(words, &[]);
        let threads =
            threads.ok_or("the words do not have the numbers of vertices and instances")?;
        let counted = || words.counts.map(|counts| counts.first_vertex);
        let mut recovered = Self {
            arch: words.arch,
            vertices: threads.vertices,
            instances: threads.rows,
            first_vertex: words
                .draw
                // Word 1 of `Draw` is the offset start.
                .map(|[_, first]| i64::from(first))
                .or_else(counted)
                .unwrap_or(0),
            // 0 is the table of an absent key.
            resource_table: words.table.filter(|table| *table != 0),
            padded: words
                .draw
                .filter(|_| threads.rows > 1)
                .map(|_| threads.columns),
            divisions: Vec::new(),
            attributes: Vec::new(),
        };
        let followed = attributes(words.arch, &words.buffers, &words.attributes);
        for (number, followed) in followed.enumerate() {
            let reason = || format!("attribute {number} or its buffer is no descriptor");
            let attribute = followed.attribute.map_err(|_| reason())?.descriptor;
            // A place without an attribute: its words are zeros.
            let Some(buffer) = followed.buffer else {
                continue;
            };
            let buffer = buffer.map_err(|_| reason())?;
            let attribute =
                recovered.attribute(&attribute, &buffer.descriptor, buffer.word, threads.columns);
            let attribute = attribute.ok_or_else(reason)?;
            recovered.attributes.push((number, attribute));
        }
        Ok(recovered)
    }

    fn attribute(
        &mut self,
        attribute: &Descriptor,
        buffer: &Descriptor,
        word: usize,
        columns: u32,
    ) -> Option<Attribute> {
        let (source, format, offset) = match (attribute, buffer) {
            (Descriptor::Attribute(own), Descriptor::AttributeBuffer(fields)) => {
                let is_per_vertex = own.offset_enable;
                let buffer = self.attribute_buffer(buffer, fields, is_per_vertex, word, columns)?;
                (Source::Buffer(buffer), own.format, own.offset)
            }
            (Descriptor::Attribute(own), Descriptor::VertexId(_)) => {
                (Source::Id(IDS[0]), own.format, 0)
            }
            (Descriptor::Attribute(own), Descriptor::InstanceId(_)) => {
                (Source::Id(IDS[1]), own.format, 0)
            }
            (Descriptor::ValhallAttribute(own), Descriptor::Buffer(fields)) => {
                let (rate, divisor) = self.rate_from_v9(attribute, own)?;
                let buffer = Buffer {
                    word,
                    address: fields.address,
                    size: fields.size,
                    stride: own.stride,
                    rate,
                    divisor,
                };
                (Source::Buffer(buffer), own.format, own.offset)
            }
            _ => return None,
        };
        Some(Attribute {
            source,
            format,
            offset: offset.into(),
        })
    }

    fn attribute_buffer(
        &mut self,
        descriptor: &Descriptor,
        fields: &AttributeBufferFields,
        is_per_vertex: bool,
        word: usize,
        columns: u32,
    ) -> Option<Buffer> {
        let (rate, divisor) = match fields.mode {
            // In a draw of one instance every mode is linear. `decode` returns `Constant` for a stride of 0, so `Linear`
            // always has a stride.
            FetchMode::Linear if is_per_vertex || fields.stride != 0 => ("vertex", None),
            FetchMode::Linear | FetchMode::Constant => ("constant", None),
            FetchMode::Modulus(_) => ("vertex", None),
            FetchMode::PotDivisor(power) => {
                // The hardware divisor is padded count · divisor. Other words may not divide evenly: `follow` packs the
                // result, and compares.
                let divisor = (1_u64 << power.divisor_r()) / u64::from(columns);
                ("instance", Some(u32::try_from(divisor.max(1)).ok()?))
            }
            FetchMode::NpotDivisor { divisor, magic } => {
                self.divisions
                    .push((Division::of(descriptor)?.divisor, magic));
                ("instance", Some(divisor.get()))
            }
        };
        Some(Buffer {
            word,
            address: fields.address.get(),
            size: fields.size.into(),
            stride: fields.stride,
            rate,
            divisor,
        })
    }

    fn rate_from_v9(
        &mut self,
        descriptor: &Descriptor,
        fields: &ValhallAttributeFields,
    ) -> Option<(&'static str, Option<u32>)> {
        Some(match fields.mode {
            ValhallFetchMode::Vertex => ("vertex", None),
            // From V9 on `constant` is packed as linear, per instance, with a stride of 0.
            ValhallFetchMode::Instance if fields.stride == 0 => ("constant", None),
            ValhallFetchMode::Instance => ("instance", Some(1)),
            ValhallFetchMode::Constant => ("constant", None),
            // From V9 on the instance is divided, not the thread's number, so no padded count is in the divisor.
            ValhallFetchMode::PotDivisor(power) => ("instance", Some(1 << power.divisor_r())),
            ValhallFetchMode::NpotDivisor(magic) => {
                let divisor = Division::of(descriptor)?.divisor;
                self.divisions.push((divisor, magic));
                ("instance", Some(divisor.get()))
            }
            ValhallFetchMode::VertexPacket { .. } => return None,
        })
    }

    /// A rule by which the vertices are padded to the count in the words, `own` if it does; `None` if there is none.
    fn padding(&self, own: DrawPadding) -> Option<DrawPadding> {
        let padded = self.padded?;
        let of_all = |idvs| {
            Padding::ALL
                .iter()
                .map(move |&padding| DrawPadding { padding, idvs })
        };
        // The form's own rule first, then those that keep its IDVS, so that as little as possible changes.
        let others = of_all(own.idvs).chain(of_all(!own.idvs));
        let mut rules = [own].into_iter().chain(others);
        rules.find(|rule| {
            let is_allowed = !rule.idvs || self.arch.has_idvs();
            is_allowed
                && rule
                    .pad(self.vertices)
                    .is_ok_and(|count| count.get() == padded)
        })
    }

    /// A rule by which all multipliers are rounded, `own` if they are.
    fn rounding(&self, own: Rounding) -> Rounding {
        let gives = |rule: &Rounding| {
            let mut divisions = self.divisions.iter();
            divisions.all(|&(divisor, magic)| MagicDivisor::new(divisor, *rule) == magic)
        };
        let others = Rounding::ALL.iter().copied();
        // Of a draw without such divisors every rule gives all multipliers, and the form's own stays.
        [own].into_iter().chain(others).find(gives).unwrap_or(own)
    }

    fn put_rules(&self, draw: &mut DrawKeys) {
        let own = DrawPadding {
            padding: Padding::from_name(&draw.padding).unwrap_or_default(),
            idvs: draw.idvs == "true",
        };
        if let Some(rule) = self.padding(own).filter(|rule| *rule != own) {
            rule.padding.name().clone_into(&mut draw.padding);
            let idvs = if rule.idvs { "true" } else { "" };
            idvs.clone_into(&mut draw.idvs);
        }
        let own = Rounding::from_name(&draw.rounding).unwrap_or_default();
        let rule = self.rounding(own);
        if rule != own {
            rule.name().clone_into(&mut draw.rounding);
        }
    }

    /// A form with names of its own.
    fn form(&self) -> Form {
        let mut form = Form {
            draw: DrawKeys {
                name: "draw".to_owned(),
                arch: self.arch.name().to_owned(),
                vertices: self.vertices.to_string(),
                instances: self.instances.to_string(),
                first_vertex: not_0(self.first_vertex),
                resource_table: self
                    .resource_table
                    .map_or(String::new(), |table| table.to_string()),
                ..DrawKeys::default()
            },
            ..Form::default()
        };
        self.put_rules(&mut form.draw);
        let mut buffers: Vec<(Buffer, i64)> = Vec::new();
        for (number, attribute) in &self.attributes {
            let mut keys = AttributeKeys {
                name: format!("attribute{number}"),
                ..AttributeKeys::default()
            };
            match attribute.source {
                Source::Id(id) => id.clone_into(&mut keys.buffer),
                Source::Buffer(buffer) => {
                    let known = buffers.iter().position(|(known, _)| *known == buffer);
                    let index = known.unwrap_or_else(|| {
                        // Attributes with one descriptor that need another rate or stride of it, as V9 allows, get a
                        // buffer each.
                        buffers.push((buffer, self.base(buffer)));
                        buffers.len() - 1
                    });
                    keys.buffer = format!("buffer{index}");
                    let offset = attribute.offset - buffers[index].1;
                    keys.offset = offset.to_string();
                    let format = format_of(self.arch, attribute.format);
                    let end = offset + format.map_or(0, |format| i64::from(format.size()));
                    if buffer.stride > 0 && end > buffer.stride.into() {
                        "true".clone_into(&mut keys.overlap);
                    }
                    keys.format = format.map_or_else(
                        || format!("{:#08x}", attribute.format),
                        |format| format.name().to_owned(),
                    );
                }
            }
            form.attributes.push(keys);
        }
        let buffers = buffers
            .iter()
            .enumerate()
            .map(|(number, (buffer, base))| BufferKeys {
                name: format!("buffer{number}"),
                stride: buffer.stride.to_string(),
                rate: buffer.rate.to_owned(),
                divisor: buffer
                    .divisor
                    .map_or(String::new(), |divisor| divisor.to_string()),
                // The bytes that the base skips are not in the form's buffer.
                size: (buffer.size as i64 - base).max(0).to_string(),
                address: format!("{:#x}", buffer.address.wrapping_add_signed(*base)),
            });
        form.buffers = buffers.collect();
        form
    }

    /// The bytes after a descriptor's address at which the buffer of a form begins: a first instance, or the low bits of an
    /// address, may have made all offsets longer than the stride.
    fn base(&self, buffer: Buffer) -> i64 {
        let attributes = self.attributes.iter().map(|(_, attribute)| attribute);
        let own = attributes.filter(|attribute| attribute.source == Source::Buffer(buffer));
        let least = own.map(|attribute| attribute.offset).min().unwrap_or(0);
        let stride = i64::from(buffer.stride);
        // Whole elements, rounded down for a negative offset. With a stride of 0 there is nothing to skip.
        least.checked_div_euclid(stride).unwrap_or(0) * stride
    }

    /// The form with everything that differs from the draw that it had, whose words are `before`.
    fn put_into(&self, form: &Form, old: &Self, before: &DrawWords) -> Option<Form> {
        let mut followed = form.clone();
        let draw = &mut followed.draw;
        if self.vertices != old.vertices {
            draw.vertices = self.vertices.to_string();
        }
        if self.instances != old.instances {
            draw.instances = self.instances.to_string();
        }
        if self.first_vertex != old.first_vertex {
            draw.first_vertex = not_0(self.first_vertex);
        }
        self.put_rules(draw);
        if self.attributes.len() != old.attributes.len() {
            return None;
        }
        let attributes = self.attributes.iter().zip(&old.attributes);
        for (number, ((_, new), (_, old))) in attributes.enumerate() {
            let keys = followed.attributes.get_mut(number)?;
            match new.source {
                Source::Id(id) => id.clone_into(&mut keys.buffer),
                Source::Buffer(buffer) => {
                    let mut places = before.words_of_buffers.iter();
                    // An index that was edited can name the continuation or the copy of a buffer, which no form can
                    // say.
                    let at = places.position(|words| words.start == buffer.word)?;
                    let typed = form.buffers.get(at)?;
                    keys.buffer.clone_from(&typed.name);
                    // Several attributes read one buffer: what is added is added to what was typed.
                    buffer.put_into(typed, old.source, self.arch, &mut followed.buffers[at])?;
                }
            }
            if new.format != old.format {
                format_of(self.arch, new.format)?
                    .name()
                    .clone_into(&mut keys.format);
            }
            if new.offset != old.offset {
                let before = parse_number::<u32>(keys.offset.trim()).unwrap_or(0);
                // The difference again: the words' offsets can have the low bits of an address and a first instance in
                // them.
                let offset = i64::from(before) + new.offset - old.offset;
                keys.offset = u32::try_from(offset).ok()?.to_string();
            }
        }
        Some(followed)
    }
}

impl Buffer {
    /// Puts what differs from the buffer that the attribute read before, or all of it if that is another buffer.
    fn put_into(
        &self,
        typed: &BufferKeys,
        old: Source,
        arch: Arch,
        keys: &mut BufferKeys,
    ) -> Option<()> {
        let old = match old {
            Source::Buffer(old) if old.word == self.word => Some(old),
            _ => None,
        };
        let before = parse_number::<u64>(typed.address.trim()).unwrap_or(0);
        let address = match old {
            // The difference, since the descriptor lacks the low bits of the typed address, which are in the offsets.
            Some(old) => before.wrapping_add(self.address.wrapping_sub(old.address)),
            None => before,
        };
        if address != before {
            keys.address = format!("{address:#x}");
        }
        if old.is_some_and(|old| old.stride != self.stride) {
            keys.stride = self.stride.to_string();
        }
        if old.is_some_and(|old| (old.rate, old.divisor) != (self.rate, self.divisor)) {
            self.rate.clone_into(&mut keys.rate);
            keys.divisor = self
                .divisor
                .map_or(String::new(), |divisor| divisor.to_string());
        }
        // A size that followed the draw becomes the size in the descriptor, where the address is a multiple of 64.
        let size = self.size.checked_sub(remainder(arch, address))?;
        keys.size = size.to_string();
        Some(())
    }
}

/// A number as it is typed, which may be absent if it is 0.
fn not_0(number: i64) -> String {
    match number {
        0 => String::new(),
        number => number.to_string(),
    }
}

fn format_of(arch: Arch, hardware: u32) -> Option<Format> {
    FormatOrField::Field(hardware).format(arch).ok()
}

#[cfg(test)]
mod tests {
    use mali_instancing_codegen::Source;

    use super::*;

    /// From V9 on a driver leaves zeros where the shader reads no attribute.
    #[test]
    fn an_attribute_after_a_gap_keeps_its_number_in_its_name() {
        let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v10\"\nvertices = 70\ninstances = 100\n\
                    buffers = [{ name = \"mesh\", stride = 20, size = 1400, address = 0x1000_0000 }]\n\
                    attributes = [\n\
                    { name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" },\n\
                    { name = \"uv\", buffer = \"mesh\", format = \"R32G32_SFLOAT\", offset = 12 },\n\
                    ]\n";
        let source = Source::new("cube.toml", toml.into()).unwrap();
        let whole = DrawWords::read(&source, None).unwrap().remove(0);
        let mut words = whole.clone();
        words.attributes.splice(8..8, [0; 8]);
        let form = form_of(&words).unwrap();
        let names = form.attributes.iter().map(|attribute| &*attribute.name);
        assert_eq!(names.collect::<Vec<_>>(), ["attribute0", "attribute2"]);
        // A form has no place for the gap itself.
        let packed = pack(&form).unwrap().words;
        assert_eq!(packed.attributes, whole.attributes);
        assert_eq!(packed.buffers, whole.buffers);
    }
}
