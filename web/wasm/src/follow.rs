//! The way from words that were edited back to the form.

use std::num::NonZeroU32;

use mali_instancing::decode::{Descriptor, Kind, descriptors};
use mali_instancing::descriptor::{InvocationFields, ValhallFetchMode};
use mali_instancing::{FetchMode, Format, MagicDivisor, Padding, Rounding};
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::decode::Division;
use mali_instancing_inspect::notation::parse_number;
use mali_instancing_inspect::pad::DrawPadding;

use crate::form::{Form, Part};
use crate::packed::pack;
use crate::shown::buffer_at;

/// The words of a buffer's descriptor on V4 to V7. From V9 on it has twice as many.
const DESCRIPTOR_WORDS: usize = 4;

/// The form whose draw has these words, if there is one. `before` are the words of the form as it is.
pub(crate) fn follow(form: &Form, before: &DrawWords, words: &DrawWords) -> Option<Form> {
    let mut words = words.clone();
    copy(before, &mut words.buffers);
    let words = &words;
    let mut followed = form.clone();
    let mut edit = Follower {
        form: &mut followed,
        before,
    };
    edit.counts(words);
    for (kind, old, new) in [
        (Kind::Buffers, &before.buffers, &words.buffers),
        (Kind::Attributes, &before.attributes, &words.attributes),
    ] {
        let mut old = descriptors(words.arch, kind, old);
        for new in descriptors(words.arch, kind, new) {
            let (old, new) = (old.next()?.ok()?, new.ok()?);
            // A size that followed the draw becomes the size in the descriptor.
            edit.size(new.word, &new.descriptor)?;
            if old != new {
                edit.descriptor(new.word, &old.descriptor, &new.descriptor)?;
            }
        }
    }
    let packed = pack(&followed).ok()?.words;
    // The application's values of the draw are not in these words. They may change, and are not compared.
    let are_these = (&packed.buffers, &packed.attributes) == (&words.buffers, &words.attributes)
        && (packed.draw, packed.invocation) == (words.draw, words.invocation);
    are_these.then_some(followed)
}

/// Copies an edited descriptor over its copy.
fn copy(before: &DrawWords, words: &mut [u32]) {
    for buffer in &before.words_of_buffers {
        let old = &before.buffers[buffer.clone()];
        let new = &mut words[buffer.clone()];
        if old.len() == 2 * DESCRIPTOR_WORDS {
            let (first, second) = new.split_at_mut(DESCRIPTOR_WORDS);
            let (old_first, old_second) = old.split_at(DESCRIPTOR_WORDS);
            if old_first == old_second && second == old_second {
                second.copy_from_slice(first);
            }
        }
    }
}

struct Follower<'a> {
    form: &'a mut Form,
    /// The words before the edit.
    before: &'a DrawWords,
}

impl Follower<'_> {
    fn set(&mut self, part: Part, key: &'static str, value: impl ToString) {
        self.form.set((part, key), &value.to_string());
    }

    /// The buffer whose first descriptor an attribute names.
    fn buffer_named(&self, index: u32) -> Option<usize> {
        let has_attribute_buffers = self.before.arch.has_attribute_buffers();
        let descriptors = if has_attribute_buffers { 1 } else { 2 };
        let first = index as usize * descriptors * DESCRIPTOR_WORDS;
        let mut buffers = self.before.words_of_buffers.iter();
        buffers.position(|words| words.start == first)
    }

    fn counts(&mut self, words: &DrawWords) {
        let before = self.before;
        if before.draw != words.draw
            && let Some([_, first_vertex]) = words.draw
        {
            self.set(Part::Draw, "first_vertex", first_vertex);
        }
        let only = |kind, words: &Option<[u32; 2]>| {
            let decoded = descriptors(before.arch, kind, words.as_ref()?)
                .next()?
                .ok()?;
            Some(decoded.descriptor)
        };
        let invocation = only(Kind::Invocation, &words.invocation);
        let draw = only(Kind::Draw, &words.draw);
        if let Some(Descriptor::Invocation(InvocationFields::Draw {
            vertices,
            instances,
        })) = invocation
            && before.invocation != words.invocation
        {
            self.set(Part::Draw, "vertices", vertices);
            self.set(Part::Draw, "instances", instances);
        }
        // A rule by which the vertices are padded to the draw's padded count, if there is one.
        let vertices = parse_number::<u32>(self.form.get((Part::Draw, "vertices")));
        let idvs = self.form.get((Part::Draw, "idvs")) == "true";
        if let (Some(Descriptor::Draw(draw)), Ok(vertices)) = (draw, vertices) {
            let own = Padding::from_name(self.form.get((Part::Draw, "padding")));
            let gives = |padding: &&Padding| {
                let rule = DrawPadding {
                    padding: **padding,
                    idvs,
                };
                rule.pad(vertices) == Ok(draw.instance_size)
            };
            if !own.iter().any(|rule| gives(&rule))
                && let Some(rule) = Padding::ALL.iter().find(gives)
            {
                self.set(Part::Draw, "padding", rule.name());
            }
        }
    }

    fn descriptor(&mut self, word: usize, old: &Descriptor, new: &Descriptor) -> Option<()> {
        let attribute = Part::Attribute(word / self.before.arch.attribute_words());
        let descriptor = new;
        match (old, new) {
            (Descriptor::AttributeBuffer(old), Descriptor::AttributeBuffer(new)) => {
                let buffer = Part::Buffer(buffer_at(self.before, word)?);
                if old.address != new.address {
                    self.set(buffer, "address", format!("{:#x}", new.address.get()));
                }
                if old.stride != new.stride {
                    self.set(buffer, "stride", new.stride);
                }
                match new.mode {
                    FetchMode::Modulus(_) => self.rate(buffer, "vertex", None),
                    FetchMode::Constant => self.rate(buffer, "constant", None),
                    FetchMode::NpotDivisor { divisor, magic } => {
                        self.rate(buffer, "instance", Some(divisor.get()));
                        if let Some(division) = Division::of(descriptor) {
                            self.rounding(division.divisor, magic);
                        }
                    }
                    FetchMode::PotDivisor(power) if old.mode != new.mode => {
                        let packed = pack(self.form).ok()?;
                        let [draw, _] = packed.words.draw?;
                        let size = mali_instancing::descriptor::Draw::decode([draw, 0]).ok()?;
                        let divisor = (1_u32 << power.divisor_r()) / size.instance_size.get();
                        self.rate(buffer, "instance", Some(divisor));
                    }
                    _ => {}
                }
            }
            (Descriptor::Buffer(_), Descriptor::Buffer(new)) => {
                let buffer = Part::Buffer(buffer_at(self.before, word)?);
                self.set(buffer, "address", format!("{:#x}", new.address));
            }
            (Descriptor::Attribute(old), Descriptor::Attribute(new)) => {
                let offset = i64::from(new.offset) - i64::from(old.offset);
                let buffer = self.buffer_named(new.buffer_index)?;
                self.attribute(attribute, buffer, old.format, new.format, offset)?;
            }
            (Descriptor::ValhallAttribute(old), Descriptor::ValhallAttribute(new)) => {
                let offset = i64::from(new.offset) - i64::from(old.offset);
                let number = self.buffer_named(new.buffer_index)?;
                self.attribute(attribute, number, old.format, new.format, offset)?;
                let buffer = Part::Buffer(number);
                self.set(buffer, "stride", new.stride);
                match new.mode {
                    ValhallFetchMode::Vertex => self.rate(buffer, "vertex", None),
                    ValhallFetchMode::Instance => self.rate(buffer, "instance", Some(1)),
                    ValhallFetchMode::PotDivisor(power) => {
                        self.rate(buffer, "instance", Some(1 << power.divisor_r()));
                    }
                    ValhallFetchMode::NpotDivisor(magic) => {
                        let divisor = Division::of(descriptor)?.divisor;
                        self.rate(buffer, "instance", Some(divisor.get()));
                        self.rounding(divisor, magic);
                    }
                    ValhallFetchMode::Constant => self.rate(buffer, "constant", None),
                    ValhallFetchMode::VertexPacket { .. } => {}
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn size(&mut self, word: usize, descriptor: &Descriptor) -> Option<()> {
        let Some(buffer) = buffer_at(self.before, word).map(Part::Buffer) else {
            return Some(());
        };
        let size = match descriptor {
            Descriptor::AttributeBuffer(descriptor) => {
                let address = parse_number::<u64>(self.form.get((buffer, "address")));
                let remainder = address.unwrap_or(0) % mali_instancing::BufferAddress::ALIGNMENT;
                u64::from(descriptor.size).checked_sub(remainder)?
            }
            Descriptor::Buffer(descriptor) => descriptor.size,
            _ => return Some(()),
        };
        self.set(buffer, "size", size);
        Some(())
    }

    fn rate(&mut self, buffer: Part, rate: &str, divisor: Option<u32>) {
        self.set(buffer, "rate", rate);
        self.set(
            buffer,
            "divisor",
            divisor.map_or(String::new(), |divisor| divisor.to_string()),
        );
    }

    /// A rule by which the division has these fields, if there is one.
    fn rounding(&mut self, divisor: NonZeroU32, magic: MagicDivisor) {
        let own = Rounding::from_name(self.form.get((Part::Draw, "rounding")));
        let gives = |rule: &&Rounding| MagicDivisor::new(divisor, **rule) == magic;
        if !own.iter().any(|rule| gives(&rule))
            && let Some(rule) = Rounding::ALL.iter().find(gives)
        {
            self.set(Part::Draw, "rounding", rule.name());
        }
    }

    fn attribute(
        &mut self,
        part: Part,
        buffer: usize,
        old: u32,
        new: u32,
        offset: i64,
    ) -> Option<()> {
        let name = self.form.buffers.get(buffer)?.name.clone();
        self.set(part, "buffer", name);
        if old != new {
            let mut formats = Format::ALL.iter();
            let format = formats.find(|format| format.hardware(self.before.arch) == Some(new))?;
            self.set(part, "format", format.name());
        }
        if offset != 0 {
            let before = parse_number::<u32>(self.form.get((part, "offset"))).unwrap_or(0);
            self.set(
                part,
                "offset",
                u32::try_from(i64::from(before) + offset).ok()?,
            );
        }
        Some(())
    }
}
