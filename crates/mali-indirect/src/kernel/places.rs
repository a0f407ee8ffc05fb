//! The places of a draw's words in the driver's own memory, for kernels that patch jobs and tables in place.

use alloc::format;
use alloc::string::String;

/// The number of words of a draw's places.
pub(super) const WORDS: u32 = 16;

/// The word of a draw's places that has the lower half of the address of index 0. The next one has the upper half.
pub(super) const INDEX_ADDRESS: usize = Part::ALL.len();

/// The word of a draw's places that has the smallest index in GLSL ES. The next one has the largest.
pub(super) const BOUNDS: usize = INDEX_ADDRESS + 2;

/// The place of a part that the driver does not have.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The positions of a draw's words in the buffer of the draws, in words, for a kernel of
/// [`Kernel::in_place`](super::Kernel::in_place). `None` is a part that the kernel does not write.
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
    pub const WORDS: usize = WORDS as usize;

    /// The words that the kernel reads: those of draw n are in the buffer of the draws, from word
    /// [`first_place`](super::Parameters::first_place) + 16 · n on. In GLSL ES, the kernel of the bounds writes the last
    /// two.
    #[must_use]
    pub const fn words(&self) -> [u32; Self::WORDS] {
        let mut words = [0; Self::WORDS];
        let mut number = 0;
        while number < Part::ALL.len() {
            words[number] = match Part::ALL[number].place(self) {
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

/// A part of a draw that has a place. The word of the places that holds it is its position in [`Part::ALL`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
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

impl Part {
    pub(super) const ALL: [Self; 12] = [
        Self::Buffers,
        Self::Attributes,
        Self::Status,
        Self::FirstInstance,
        Self::Varyings,
        Self::Primitive,
        Self::Header(0),
        Self::Draw(0),
        Self::Invocation(0),
        Self::Header(1),
        Self::Draw(1),
        Self::Invocation(1),
    ];

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

    /// The variable that has the position in a kernel.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Buffers => "at_buffers",
            Self::Attributes => "at_attributes",
            Self::Status => "at_status",
            Self::FirstInstance => "at_first_instance",
            Self::Varyings => "at_varyings",
            Self::Primitive => "at_primitive",
            Self::Header(0) => "at_header0",
            Self::Header(_) => "at_header1",
            Self::Draw(0) => "at_draw0",
            Self::Draw(_) => "at_draw1",
            Self::Invocation(0) => "at_invocation0",
            Self::Invocation(_) => "at_invocation1",
        }
    }

    /// The comment about the word; `None` if the comment before it says it.
    const fn comment(self) -> Option<&'static str> {
        Some(match self {
            Self::Buffers => "table of buffers",
            Self::Attributes => "table of attributes",
            Self::Status => "status: MALI_INST_DRAWN, or the reason why the draw must not run",
            Self::FirstInstance => "the first instance, for shaders",
            Self::Varyings => "the varyings' first unit of 64 bytes, and their bytes",
            Self::Primitive => {
                "the primitive descriptor, whose words 1 and 3 are written, and with indices 4 and 5"
            }
            Self::Header(0) => {
                "word 4 of a job's header, whose type becomes Null if the draw must not run"
            }
            Self::Draw(0) => "words 0 and 1 of its draw descriptor. Bits 0 to 15 stay as they are",
            Self::Invocation(0) => "its invocation",
            Self::Header(_) => "the same of a second job, three words",
            Self::Draw(_) | Self::Invocation(_) => return None,
        })
    }
}

/// The comments about the words of places, at the top of a source.
pub(super) fn description() -> String {
    let mut text = String::from(
        "// Each draw has sixteen words of places: the positions of its parts in `draws`, or 0xffffffff for none.\n//\n",
    );
    let parts = Part::ALL.iter().enumerate();
    let parts = parts.filter_map(|(word, part)| Some((word, part.comment()?)));
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
