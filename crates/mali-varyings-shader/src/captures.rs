//! The captures of transform feedback that a shader declares.

use crate::error::Fault;

/// The number of buffers of Mesa's drivers, its `MAX_FEEDBACK_BUFFERS`.
const BUFFERS: u32 = 4;

/// The largest stride in bytes: strides and offsets have 16 bits.
const MAX_STRIDE: u32 = u16::MAX as u32;

/// The bytes of a component.
const COMPONENT: u32 = 4;

/// A capture, and the byte of the text that declares it.
#[derive(Clone, Debug)]
struct Captured {
    buffer: u32,
    begin: u32,
    end: u32,
    name: String,
    at: usize,
}

/// The captures and the strides of buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Captures {
    captured: Vec<Captured>,
    strides: [Option<u32>; BUFFERS as usize],
}

/// A place of a buffer, from which on variables are captured one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapturePlace {
    pub(crate) buffer: u32,
    pub(crate) offset: u32,
}

/// The bytes as a number of 32 bits, in which strides fit.
fn checked(what: &str, bytes: u64, at: usize) -> Result<u32, Fault> {
    if bytes % u64::from(COMPONENT) != 0 {
        let message = format!("{what} {bytes} is not a multiple of {COMPONENT}");
        return Err(Fault::new(at, message));
    }
    match u32::try_from(bytes) {
        Ok(bytes) if bytes <= MAX_STRIDE => Ok(bytes),
        _ => {
            let message = format!(
                "{what} {bytes} is too large: strides of at most {MAX_STRIDE} bytes are allowed"
            );
            Err(Fault::new(at, message))
        }
    }
}

impl Captures {
    /// Adds a capture of this number of components, and moves the place after it.
    pub(crate) fn push(
        &mut self,
        name: &str,
        components: u64,
        place: &mut CapturePlace,
        at: usize,
    ) -> Result<(), Fault> {
        let CapturePlace { buffer, offset } = *place;
        check_buffer(buffer, at)?;
        checked("offset", offset.into(), at)?;
        // In 64 bits: the components of an array of any length.
        let end = u64::from(offset) + components * u64::from(COMPONENT);
        let end = checked("the end", end, at)?;
        place.offset = end;
        self.captured.push(Captured {
            buffer,
            begin: offset,
            end,
            name: name.to_owned(),
            at,
        });
        Ok(())
    }

    /// Sets the stride of a buffer.
    pub(crate) fn set_stride(&mut self, buffer: u32, stride: u32, at: usize) -> Result<(), Fault> {
        check_buffer(buffer, at)?;
        checked("stride", stride.into(), at)?;
        let known = &mut self.strides[buffer as usize];
        match known.replace(stride) {
            Some(known) if known != stride => {
                let message =
                    format!("buffer {buffer} already has stride {known}: {stride} is another");
                Err(Fault::new(at, message))
            }
            _ => Ok(()),
        }
    }

    /// Removes the captures of a variable and its parts.
    pub(crate) fn remove(&mut self, variable: &str) {
        let is_kept =
            |captured: &Captured| captured.name.split(['.', '[']).next() != Some(variable);
        self.captured.retain(is_kept);
    }

    /// The captures in OpenGL's notation, with names for components that are skipped and for the next buffer.
    pub(crate) fn names(mut self) -> Result<Vec<String>, Fault> {
        self.captured
            .sort_by_key(|captured| (captured.buffer, captured.begin));
        let mut names = Vec::new();
        // Buffers after the last captured one are not named. Those before it are, even without captures.
        let last = self.captured.last().map_or(0, |captured| captured.buffer);
        for buffer in 0..=last {
            if buffer > 0 {
                names.push("gl_NextBuffer".to_owned());
            }
            let (mut end, mut before): (u32, Option<&Captured>) = (0, None);
            for captured in self.captured.iter().filter(|one| one.buffer == buffer) {
                // Captures are sorted by their begins, and those before do not overlap each other, so only the last of
                // them can reach into this one.
                if let Some(other) = before.filter(|other| other.end > captured.begin) {
                    let (name, other) = (&captured.name, &other.name);
                    let message =
                        format!("`{name}` is captured to bytes that `{other}` is captured to");
                    return Err(Fault::new(captured.at, message));
                }
                skip(&mut names, end, captured.begin);
                names.push(captured.name.clone());
                (end, before) = (captured.end, Some(captured));
            }
            match (self.strides[buffer as usize], before) {
                (Some(stride), Some(captured)) if stride < end => {
                    let message = format!(
                        "`{}` ends at byte {end} of buffer {buffer}, whose stride is {stride}",
                        captured.name
                    );
                    return Err(Fault::new(captured.at, message));
                }
                (Some(stride), Some(_)) => skip(&mut names, end, stride),
                _ => {}
            }
        }
        Ok(names)
    }
}

fn check_buffer(buffer: u32, at: usize) -> Result<(), Fault> {
    if buffer < BUFFERS {
        return Ok(());
    }
    let message = format!(
        "buffer {buffer} does not exist: 0 to {} are allowed",
        BUFFERS - 1
    );
    Err(Fault::new(at, message))
}

/// Skips the components from one byte to another, at most four at once.
fn skip(names: &mut Vec<String>, begin: u32, end: u32) {
    // `names` has refused captures that overlap or pass the stride, so `end` is not before `begin`.
    let mut left = (end - begin) / COMPONENT;
    while left > 0 {
        let components = left.min(4);
        names.push(format!("gl_SkipComponents{components}"));
        left -= components;
    }
}
