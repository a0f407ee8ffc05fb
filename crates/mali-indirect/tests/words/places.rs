//! Draws whose words have places of their own: memory as a driver has it, and the same memory after the kernel.

use mali_indirect::{
    DrawPlaces, IndexType, IndirectDraw, IndirectVertices, Kernel, Language, Parameters, Status,
};

use crate::cases::{Case, Random, cases, commands, expected, parameters};

/// The number of words between the draws' memory.
const SLOT: usize = 512;

/// The number of draws of a case.
pub(crate) const DRAWS: usize = 3000;

/// Draws of one kind, their commands, and the driver's memory before and after the kernel.
pub(crate) struct InPlace {
    pub(crate) case: Case,
    pub(crate) commands: Vec<u32>,
    pub(crate) parameters: Parameters,
    /// The memory: a slot for each draw, the places, and a word that is the heap's counter in GLSL ES.
    pub(crate) memory: Vec<u32>,
    places: Vec<DrawPlaces>,
}

/// Kinds of draws with every part, and the reserved descriptors of a driver.
pub(crate) fn in_place() -> Vec<InPlace> {
    let names = [
        "v7",
        "v7-varyings",
        "v7-known-vertices",
        "v6-idvs",
        "v5-ids",
        "v4-ids",
        "v7-known-bounds",
        "v7-u8",
        "v5-u32",
        "v7-u8-apart",
        "v7-in-memory-u16",
        "v9",
        "v9-in-memory",
        "v12-indexed",
    ];
    let mut all: Vec<_> = cases()
        .into_iter()
        .filter(|case| names.contains(&case.name))
        .collect();
    assert_eq!(all.len(), names.len());
    let reserved: Vec<_> = cases()
        .into_iter()
        .filter(|case| ["v7", "v4-ids", "v9"].contains(&case.name))
        .collect();
    all.extend(reserved.into_iter().map(|case| {
        Case {
            name: match case.name {
                "v7" => "v7-reserved",
                "v9" => "v9-reserved",
                _ => "v4-reserved",
            },
            draw: IndirectDraw {
                pipeline: case
                    .draw
                    .pipeline
                    .with_reserved_buffers(2)
                    .with_reserved_attributes(3),
                ..case.draw
            },
            ..case
        }
    }));
    all.into_iter()
        .enumerate()
        .map(|(number, case)| InPlace::new(case, number as u64))
        .collect()
}

impl InPlace {
    fn new(case: Case, seed: u64) -> Self {
        let mut random = Random(seed);
        // The last are like those of applications.
        let mut commands = commands(&case, 20_000);
        let mut commands =
            commands.split_off(commands.len() - DRAWS * case.draw.command_bytes() / 4);
        if case.draw.varyings != 0 {
            // No draw uses up the memory for the others.
            for command in commands.chunks_exact_mut(case.draw.command_bytes() / 4) {
                command[0] %= 500;
                command[1] %= 50;
            }
        }
        let first_place = (SLOT * DRAWS) as u32 + 7;
        let length = first_place as usize + DRAWS * DrawPlaces::WORDS + 1;
        // The driver's own words.
        let mut memory: Vec<_> = (0..length).map(|_| random.next() as u32).collect();
        let places: Vec<_> = (0..DRAWS)
            .map(|draw| {
                // A permutation of the slots.
                let slot = draw * 7001 % DRAWS;
                places(&case, slot * SLOT, length, &mut random)
            })
            .collect();
        for (place, words) in places
            .iter()
            .zip(memory[first_place as usize..].chunks_exact_mut(DrawPlaces::WORDS))
        {
            words.copy_from_slice(&place.words());
        }
        memory[length - 1] = 0;
        let parameters = Parameters {
            first_place,
            ..parameters(&case, DRAWS, (1 << 38) - 64)
        };
        Self {
            case,
            commands,
            parameters,
            memory,
            places,
        }
    }

    pub(crate) fn kernel(&self) -> Kernel<'_> {
        self.case.kernel().in_place()
    }

    /// Compares the memory after the kernel with that before, in which each draw's words are copied to their places.
    pub(crate) fn assert_patched(&self, written: &[u32], language: Language) {
        let name = self.case.name;
        let layout = self.case.draw.layout().unwrap();
        let mut right = self.memory.clone();
        let mut taken = Vec::new();
        let expected = expected(&self.case, &self.commands);
        let mut drawn = 0;
        for (places, words) in self.places.iter().zip(expected.chunks_exact(layout.words)) {
            let (is_outside, places) = self.within(places);
            let status = if is_outside {
                Status::Empty.word()
            } else {
                words[layout.status]
            };
            if let Some(at) = places.status {
                right[at as usize] = status;
            }
            if status == 0 {
                drawn += 1;
                self.copy(&places, words, &mut right);
                if self.case.draw.varyings != 0 {
                    let at = places.varyings.unwrap() as usize;
                    right[at] = written[at];
                    taken.push((written[at], words[layout.varyings + 1].div_ceil(64)));
                }
                continue;
            }
            for header in places.jobs.iter().filter_map(|job| job.header) {
                // The job type, bits 1 to 7, is Null, which is 1.
                let header = &mut right[header as usize];
                *header = (*header & !0xfe) | 0b10;
            }
        }
        let has_bounds =
            language == Language::GlslEs && self.case.draw.searched_indices().is_some();
        let end = self.memory.len() - 1;
        for (word, (written, right)) in written[..end].iter().zip(&right).enumerate() {
            let of_place = word.checked_sub(self.parameters.first_place as usize);
            let is_bound = of_place.is_some_and(|word| word % DrawPlaces::WORDS >= 14);
            assert!(
                written == right || has_bounds && is_bound,
                "{name}: word {word}: {written:#x}, not {right:#x}"
            );
        }
        assert!(drawn > DRAWS / 20, "{name}: {drawn} are drawn");
        // Each draw has its own memory for varyings, without gaps.
        taken.sort_unstable();
        let mut next = 0;
        for (first, units) in taken {
            assert_eq!(first, next, "{name}");
            next += units;
        }
        if language != Language::GlslEs {
            assert_eq!(written[end], 0, "{name}");
        }
    }

    /// The places within the memory, and whether others are not.
    fn within(&self, places: &DrawPlaces) -> (bool, DrawPlaces) {
        let mut within = *places;
        let mut is_outside = false;
        for (part, length) in parts(&self.case, &mut within) {
            if part.is_some_and(|at| at as usize + length > self.memory.len()) {
                is_outside = true;
                *part = None;
            }
        }
        (is_outside, within)
    }

    /// Copies a draw's words to their places, except the first of the varyings'.
    fn copy(&self, places: &DrawPlaces, words: &[u32], memory: &mut [u32]) {
        let draw = &self.case.draw;
        let layout = draw.layout().unwrap();
        let mut copy = |at: Option<u32>, from: &[u32]| {
            if let Some(at) = at {
                memory[at as usize..][..from.len()].copy_from_slice(from);
            }
        };
        let descriptor = if draw.pipeline.arch.has_attribute_buffers() {
            4
        } else {
            8
        };
        let buffers = &words[layout.buffers.clone()];
        let own = descriptor * draw.pipeline.reserved_buffers as usize;
        let terminator = match draw.pipeline.arch.number() {
            6 | 7 => 4,
            _ => 0,
        };
        let before = buffers.len() - own - terminator;
        copy(places.buffers, &buffers[..before]);
        copy(
            places.buffers.map(|at| at + (before + own) as u32),
            &buffers[before + own..],
        );
        let attributes = draw.attributes.len() * draw.pipeline.arch.attribute_words();
        copy(
            places.attributes,
            &words[layout.attributes.clone()][..attributes],
        );
        if !draw.pipeline.arch.has_attribute_buffers() {
            return;
        }
        copy(places.first_instance, &words[layout.first_instance..][..1]);
        if draw.varyings != 0 {
            copy(places.varyings, &words[layout.varyings..][..2]);
        }
        let [base_vertex_offset, count] = [0, 1].map(|word| words[layout.primitive + word]);
        copy(places.primitive.map(|at| at + 1), &[base_vertex_offset]);
        copy(places.primitive.map(|at| at + 3), &[count]);
        if let IndirectVertices::Indexed(indices) = draw.vertices {
            let bytes = match indices.index_type {
                IndexType::U8 => 1,
                IndexType::U16 => 2,
                IndexType::U32 => 4,
            };
            let first = places
                .index_address
                .wrapping_add(bytes * u64::from(words[layout.first_index]));
            copy(
                places.primitive.map(|at| at + 4),
                &[first as u32, (first >> 32) as u32],
            );
        }
        for job in &places.jobs {
            copy(job.invocation, &words[layout.invocation..][..2]);
            copy(job.draw.map(|at| at + 1), &words[layout.draw + 1..][..1]);
        }
        for at in places.jobs.iter().filter_map(|job| job.draw) {
            // Bits 0 to 15 are the driver's flags.
            let word = &mut memory[at as usize];
            *word = *word & 0xffff | words[layout.draw];
        }
    }
}

/// The parts of a draw of these kinds, and their numbers of words.
fn parts<'a>(case: &Case, places: &'a mut DrawPlaces) -> Vec<(&'a mut Option<u32>, usize)> {
    let draw = &case.draw;
    let layout = draw.layout().unwrap();
    let primitive = match draw.vertices {
        IndirectVertices::InOrder { .. } => 4,
        IndirectVertices::Indexed(_) => 6,
    };
    let attributes = draw.attributes.len() * draw.pipeline.arch.attribute_words();
    let [first, second] = &mut places.jobs;
    let mut parts = vec![
        (&mut places.buffers, layout.buffers.len()),
        (&mut places.attributes, attributes),
        (&mut places.status, 1),
        (&mut first.header, 1),
        (&mut second.header, 1),
    ];
    if draw.pipeline.arch.has_attribute_buffers() {
        parts.extend([
            (&mut places.first_instance, 1),
            (&mut places.primitive, primitive),
            (&mut first.draw, 2),
            (&mut first.invocation, 2),
            (&mut second.draw, 2),
            (&mut second.invocation, 2),
        ]);
    }
    if draw.varyings != 0 {
        parts.push((&mut places.varyings, 2));
    }
    parts
}

/// Places from word `slot` on, in any order, with gaps. Some parts have none, and some are not within the memory.
fn places(case: &Case, slot: usize, length: usize, random: &mut Random) -> DrawPlaces {
    let mut places = DrawPlaces {
        index_address: 0xffff_ff00 + random.next() % 0x1_0000_0000,
        ..DrawPlaces::default()
    };
    let has_varyings = case.draw.varyings != 0;
    let mut parts = parts(case, &mut places);
    let count = parts.len();
    for at in 0..count {
        parts.swap(at, (random.next() % count as u64) as usize);
    }
    let mut next = slot;
    for (part, words) in &mut parts {
        next += (random.next() % 4) as usize;
        **part = Some(next as u32);
        next += *words;
    }
    assert!(next <= slot + SLOT, "{}", case.name);
    let (part, words) = &mut parts[0];
    match random.next() % 16 {
        0 if !has_varyings => **part = None,
        1 => **part = Some((length - *words + 1) as u32),
        2 => **part = Some(u32::MAX - 1),
        _ => {}
    }
    places
}
