//! The places of a draw's words in the driver's own memory, for kernels that patch jobs and tables in place.

use alloc::format;
use alloc::string::String;

/// The word of a draw's places that has the lower half of the address of index 0. The next one has the upper half.
pub(super) const INDEX_ADDRESS: usize = PARTS.len();

/// The word of a draw's places that has the smallest index in GLSL ES. The next one has the largest.
pub(in crate::kernel) const BOUNDS: usize = INDEX_ADDRESS + 2;

/// The place of a part that the driver does not have.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The positions of a draw's words in the buffer of the draws, in words, for a kernel of
/// [`Kernel::in_place`](crate::Kernel::in_place). `None` is a part that the kernel does not write.
///
/// The driver's own words stay as they are: the flags of a `Draw`, reserved descriptors, the other words of a
/// `Primitive` and of the jobs.
///
/// ```
/// use mali_indirect::{DrawPlaces, JobPlaces};
///
/// // A job at word 64: its header has 8 words, `Invocation` 2, and `Draw` is at its byte 64.
/// let job = JobPlaces { header: Some(64 + 4), draw: Some(64 + 16), invocation: Some(64 + 8) };
/// let places = DrawPlaces { buffers: Some(128), jobs: [job, JobPlaces::default()], ..DrawPlaces::default() };
/// assert_eq!(places.words()[6..9], [68, 80, 72]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawPlaces {
    /// The table of buffers.
    pub buffers: Option<u32>,
    /// The table of attributes.
    pub attributes: Option<u32>,
    /// The [`Status`](crate::Status), one word.
    pub status: Option<u32>,
    /// The first instance, one word, which shaders add to the number of an instance. V4 to V7 only; so are the fields
    /// after it, except the headers of jobs.
    pub first_instance: Option<u32>,
    /// Two words: the position of the varyings in their memory, in units of 64 bytes, and their size in bytes.
    pub varyings: Option<u32>,
    /// Word 0 of the `Primitive`, whose words 1 and 3 are written. In an indexed draw its words 4 and 5 get the address
    /// of the draw's first index.
    pub primitive: Option<u32>,
    /// The parts of jobs: of a vertex job and a tiler job, or the two `Draw`s of an indexed vertex job.
    pub jobs: [JobPlaces; 2],
    /// The address at which the GPU sees index 0 of the index buffer, from which commands count their first index.
    pub index_address: u64,
}

/// The positions of a job's words in the buffer of the draws, in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobPlaces {
    /// Word 4 of the job's header. Its job type becomes Null if the draw must not run.
    pub header: Option<u32>,
    /// Word 0 of the `Draw`. Bits 16 to 31 of word 0 are written, and word 1.
    pub draw: Option<u32>,
    /// The two words of the `Invocation`.
    pub invocation: Option<u32>,
}

impl DrawPlaces {
    /// The number of words that [`words`](Self::words) returns: the distance between the places of two draws.
    pub const WORDS: usize = 16;

    /// The words that the kernel reads: those of draw n are in the buffer of the draws, from word
    /// [`first_place`](crate::Parameters::first_place) + 16 · n on. In GLSL ES, the kernel of the bounds writes the last
    /// two.
    #[must_use]
    pub const fn words(&self) -> [u32; Self::WORDS] {
        let mut words = [0; Self::WORDS];
        let mut number = 0;
        while number < PARTS.len() {
            words[number] = match PARTS[number].content.place(self) {
                Some(word) => word,
                None => NOWHERE,
            };
            number += 1;
        }
        words[INDEX_ADDRESS] = self.index_address as u32;
        words[INDEX_ADDRESS + 1] = (self.index_address >> 32) as u32;
        words
    }
}

/// A part of a draw that has a place.
pub(super) struct Part {
    pub(super) content: Content,
    /// The variable that has the position in a kernel.
    pub(super) name: &'static str,
    /// The comment about the word; empty if the comment before it says it.
    comment: &'static str,
}

/// The words of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Buffers,
    Attributes,
    Status,
    FirstInstance,
    Varyings,
    Primitive,
    /// Of job 0 or 1, as the two after it.
    Header(usize),
    Draw(usize),
    Invocation(usize),
}

/// The parts, in the order of the words of places that have their positions.
#[rustfmt::skip]
pub(super) const PARTS: [Part; 12] = [
    part(Content::Buffers, "at_buffers", "table of buffers"),
    part(Content::Attributes, "at_attributes", "table of attributes"),
    part(Content::Status, STATUS, "status: MALI_INST_DRAWN, or the reason why the draw must not run"),
    part(Content::FirstInstance, "at_first_instance", "the first instance, for shaders"),
    part(Content::Varyings, "at_varyings", "the varyings' first unit of 64 bytes, and their bytes"),
    part(Content::Primitive, "at_primitive", "the primitive descriptor, whose words 1 and 3 are written, and with indices 4 and 5"),
    part(Content::Header(0), HEADERS[0], "word 4 of a job's header, whose type becomes Null if the draw must not run"),
    part(Content::Draw(0), "at_draw0", "words 0 and 1 of its draw descriptor. Bits 0 to 15 stay as they are"),
    part(Content::Invocation(0), "at_invocation0", "its invocation"),
    part(Content::Header(1), HEADERS[1], "the same of a second job, three words"),
    part(Content::Draw(1), "at_draw1", ""),
    part(Content::Invocation(1), "at_invocation1", ""),
];

/// The variables of the parts that a draw that must not run has too.
pub(super) const STATUS: &str = "at_status";
pub(super) const HEADERS: [&str; 2] = ["at_header0", "at_header1"];

const fn part(content: Content, name: &'static str, comment: &'static str) -> Part {
    Part {
        content,
        name,
        comment,
    }
}

impl Content {
    const fn place(self, places: &DrawPlaces) -> Option<u32> {
        match self {
            Self::Buffers => places.buffers,
            Self::Attributes => places.attributes,
            Self::Status => places.status,
            Self::FirstInstance => places.first_instance,
            Self::Varyings => places.varyings,
            Self::Primitive => places.primitive,
            Self::Header(job) => places.jobs[job].header,
            Self::Draw(job) => places.jobs[job].draw,
            Self::Invocation(job) => places.jobs[job].invocation,
        }
    }
}

/// The name of each word of places.
pub(in crate::kernel) fn names() -> impl Iterator<Item = (usize, &'static str)> {
    let parts = PARTS.iter().enumerate();
    let parts = parts.map(|(word, part)| (word, part.name.trim_start_matches("at_")));
    parts.chain([(INDEX_ADDRESS, "index_address"), (BOUNDS, "bounds")])
}

/// The comments about the words of places, at the top of a source.
pub(in crate::kernel) fn description() -> String {
    let mut text = String::from(
        "// Each draw has sixteen words of places: the positions of its parts in `draws`, or 0xffffffff for none.\n//\n",
    );
    let parts = PARTS.iter().enumerate();
    let parts = parts.map(|(word, part)| (word, part.comment));
    let parts = parts.filter(|(_, comment)| !comment.is_empty());
    let others = [
        (
            INDEX_ADDRESS,
            "the address of index 0, not a position, two words",
        ),
        (BOUNDS, "in GLSL ES, the bounds of the draw's indices"),
    ];
    for (word, comment) in parts.chain(others) {
        text.push_str(&format!("// {word:>3}   {comment}\n"));
    }
    text
}
