//! Transform feedback: the outputs of the vertex stage that an application captures.

use mali_varyings::{BaseType, Capture, CaptureMode, CapturedSpan, TransformFeedback};

use crate::abi::arguments::arguments;
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::list::List;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::abi::values::values;
use crate::varyings::declaration::{
    MALI_INST_BASE_FLOAT, MALI_INST_BASE_INT, MALI_INST_BASE_UINT, MALI_INST_MAX_VARYINGS,
    mali_inst_base_type,
};
use crate::varyings::linkage::{Linked, mali_inst_linkage};

/// The values that are captured: one of `MALI_INST_CAPTURE_*`.
pub type mali_inst_capture_kind = u32;

/// All elements of a varying.
pub const MALI_INST_CAPTURE_VARYING: mali_inst_capture_kind = 0;
/// An element of a varying.
pub const MALI_INST_CAPTURE_ELEMENT: mali_inst_capture_kind = 1;
/// A component of an element; those of a matrix are counted column by column.
pub const MALI_INST_CAPTURE_COMPONENT: mali_inst_capture_kind = 2;
/// `gl_Position`, four components.
pub const MALI_INST_CAPTURE_POSITION: mali_inst_capture_kind = 3;
/// `gl_PointSize`, one component.
pub const MALI_INST_CAPTURE_POINT_SIZE: mali_inst_capture_kind = 4;
/// Components that are left as they are, `gl_SkipComponents1` to `gl_SkipComponents4`. Only for interleaved captures.
pub const MALI_INST_CAPTURE_SKIP_COMPONENTS: mali_inst_capture_kind = 5;
/// `gl_NextBuffer`: the captures after it go to the next buffer. Only for interleaved captures.
pub const MALI_INST_CAPTURE_NEXT_BUFFER: mali_inst_capture_kind = 6;

/// A capture of the application: a name of `glTransformFeedbackVaryings`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_capture {
    /// The values.
    pub kind: mali_inst_capture_kind,
    /// The number of the varying among the vertex stage's outputs. Used for the first three kinds.
    pub varying: u32,
    /// The element of the array, from 0. Used for `MALI_INST_CAPTURE_ELEMENT` and `MALI_INST_CAPTURE_COMPONENT`.
    pub element: u32,
    /// The component, from 0, for `MALI_INST_CAPTURE_COMPONENT`; the number of components, 1 to 4, for
    /// `MALI_INST_CAPTURE_SKIP_COMPONENTS`.
    pub component: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 2],
}

growing! {
    mali_inst_capture: a b;
}

/// The buffers of the captures: one of `MALI_INST_CAPTURE_MODE_*`.
pub type mali_inst_capture_mode = u32;

values! {
    mali_inst_capture_mode read as CaptureMode by mode, "MALI_INST_CAPTURE_MODE_*, 0 and 1,";
    /// All captures follow each other, from buffer 0 on: `GL_INTERLEAVED_ATTRIBS`.
    MALI_INST_CAPTURE_MODE_INTERLEAVED = 0 => Interleaved;
    /// Each capture has a buffer of its own: `GL_SEPARATE_ATTRIBS`.
    MALI_INST_CAPTURE_MODE_SEPARATE = 1 => Separate;
}

/// The components of a capture, of 32 bits each, and their place.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_captured_span {
    /// The number of the capture.
    pub capture: u32,
    /// The kind of the components.
    pub base_type: mali_inst_base_type,
    /// The number of components.
    pub components: u32,
    /// The number of the buffer.
    pub buffer: u32,
    /// The offset at which the components are written, in bytes from the beginning of the vertex in the buffer.
    pub offset: u32,
}

impl mali_inst_capture {
    fn convert(&self, element: usize) -> Result<Capture, Failure> {
        self.check("captures", Some(element))?;
        let varying = self.varying as usize;
        Ok(match self.kind {
            MALI_INST_CAPTURE_VARYING => Capture::Whole(varying),
            MALI_INST_CAPTURE_ELEMENT => Capture::Element(varying, self.element),
            MALI_INST_CAPTURE_COMPONENT => {
                Capture::Component(varying, self.element, self.component)
            }
            MALI_INST_CAPTURE_POSITION => Capture::Position,
            MALI_INST_CAPTURE_POINT_SIZE => Capture::PointSize,
            MALI_INST_CAPTURE_SKIP_COMPONENTS => Capture::SkipComponents(self.component),
            MALI_INST_CAPTURE_NEXT_BUFFER => Capture::NextBuffer,
            other => {
                let allowed = "MALI_INST_CAPTURE_*, 0 to 6,";
                return Err(Failure::value("kind", Some(element), other, allowed));
            }
        })
    }
}

impl mali_inst_captured_span {
    fn new(span: CapturedSpan) -> Self {
        Self {
            capture: span.capture as u32,
            base_type: match span.base_type {
                BaseType::Float => MALI_INST_BASE_FLOAT,
                BaseType::Int => MALI_INST_BASE_INT,
                BaseType::Uint => MALI_INST_BASE_UINT,
            },
            components: span.components,
            buffer: span.buffer as u32,
            offset: span.offset,
        }
    }
}

/// The places of the captures, and their number: `found`, which can be more than `capacity`. At most `capacity` are
/// written. Captures that skip components or change the buffer have none.
///
/// The last span of a buffer ends with the vertex, unless components are skipped after it, so that the buffer's
/// stride is the span's `offset + 4 * components`, and the skipped ones. Vertex `v` of instance `i` of a draw is
/// captured at `(i * vertices + v) * stride + offset`: what padding adds is not captured. A variant of the vertex
/// shader stores the captures.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_VARYINGS` captures, and `MALI_INST_ERROR_CAPTURE`.
///
/// # Safety
///
/// The captures and `linkage` may be read, `capacity` spans, `found` and `error` may be written. `error` may be null.
/// `linkage` is zeros, or was filled by a function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_capture(
    linkage: *const mali_inst_linkage,
    captures: *const mali_inst_capture,
    capture_count: usize,
    mode: mali_inst_capture_mode,
    spans: *mut mali_inst_captured_span,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage, captures[capture_count], spans[capacity], found, error });
    error.status_of(|| {
        let Linked { declared, .. } = linkage.value()?;
        let captures = captures.slice()?;
        let mode = self::mode(mode)?;
        let mut converted: List<_, MALI_INST_MAX_VARYINGS> = List::new();
        let captures = converted.fill(captures, "captures", |number, capture| {
            capture.convert(number)
        })?;
        let mut list = spans.list(found)?;
        let feedback = TransformFeedback::new(declared.producer.varyings(), captures, mode)?;
        for span in feedback.spans() {
            list.push(|| mali_inst_captured_span::new(span));
        }
        Ok(())
    })
}
