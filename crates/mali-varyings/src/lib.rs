//! Varyings: the values that a vertex shader passes to a fragment shader.
//!
//! The crate answers two questions about an interface, which are independent of each other:
//!
//! * Where does a Mali store it? A compiler has [`Slot`]s: [`MemoryLayout::place`] places what the vertex stage stores, and
//!   [`VaryingDescriptors::link`] has the descriptors of both stages, [in buffers](AttributeBufferVaryings) on V4 to V7 and
//!   [in packets](ValhallVaryings) from V9 on. A source has declarations, [`Varying`]s: a [`Linkage`] makes slots of those of two
//!   stages. [`TransformFeedback`] lists the outputs that are captured, and their places.
//! * Does the interface fit into the registers of four components that the standard guarantees to shaders? A
//!   [`RegisterTarget`] is an edition of GLSL ES; [`pack`] finds the place of each varying.
//!
//! # Memory
//!
//! ```
//! use mali_varyings::{Linkage, Linking, Matching, MemoryLayout, NamedVarying, Precision, Varying, VaryingType};
//!
//! let named = |name, varying| NamedVarying { name, varying };
//! let normal = named("normal", Varying::new(VaryingType::Vec3));
//! let uv = named("uv", Varying::new(VaryingType::Vec2).with_precision(Precision::Medium));
//! let colour = named("colour", Varying::new(VaryingType::Vec4));
//! let linkage = Linkage::new(&[normal, colour, uv], &[uv, normal], Matching::GlEs, Linking::Linked)?;
//! // Twelve bytes of the normal, four of the coordinates. Nobody reads the colour.
//! assert_eq!(MemoryLayout::place(&linkage.outputs())?.bytes(), 16);
//! # Ok::<(), mali_varyings::Error>(())
//! ```
//!
//! # Registers
//!
//! A varying takes a rectangle of rows and columns of a grid: a row is a register, a column one of
//! its components x, y, z and w. The [`Rules`]:
//!
//! | | a vector | a matrix of C columns and R rows | an array | what shares a row |
//! |---|---|---|---|---|
//! | [`Es100`](Rules::Es100) | one row | as many rows and columns as the larger of C and R; `mat2` two whole rows | elements below each other | all |
//! | [`Es300`](Rules::Es300), [`Es310`](Rules::Es310), [`Es320`](Rules::Es320) | the same | the same | the same | flat varyings, or the others |
//!
//! Varyings with an explicit location are placed first, matrices as squares if these fit, and otherwise as C rows of
//! R columns. The others are then placed one after the other, whatever the order of their declarations: varyings of
//! more columns first, then those whose elements have more rows, then longer arrays. Varyings of three and four columns
//! take the first free rows. Varyings of two columns take the first free rows or, if these do not fit, the last. A
//! varying of one column takes the column that is left with the fewest free rows. Each edition of GLSL ES requires
//! every implementation to accept what its rules accept.
//!
//! A machine other than a Mali may have arrays in other orientations, and vectors across two registers: the module
//! [`chooser`] packs for it.
//!
//! If the stages are linked together, the varyings that are statically used count; in separable programs all that are
//! declared count. A fragment shader's `gl_FragCoord`, `gl_FrontFacing` and `gl_PointCoord` count if it uses
//! them: [`Varying::FRAG_COORD`], [`FRONT_FACING`](Varying::FRONT_FACING) and
//! [`POINT_COORD`](Varying::POINT_COORD).
//!
//! ```
//! use mali_varyings::{Error, Placement, RegisterTarget, Varying, VaryingType, pack};
//!
//! let varyings = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Float)];
//! let mut placements = [Placement::UNPLACED; 2];
//! pack(&varyings, &RegisterTarget::ES100.with_registers(1)?, &mut placements)?;
//! assert_eq!((placements[1].register(), placements[1].component()), (0, 3));
//!
//! let varyings = [Varying::new(VaryingType::Vec3); 9];
//! let error = pack(&varyings, &RegisterTarget::ES100, &mut [Placement::UNPLACED; 9]);
//! assert_eq!(error, Err(Error::DoesNotFit { varying: 8, missing_rows: 1 }));
//! # Ok::<(), Error>(())
//! ```
//!
//! # Later versions
//!
//! A later version may add versions of Mesa and errors: [`MesaVersion`], [`Error`], [`Mismatch`] and [`SlotProblem`] are
//! `non_exhaustive`. Other enumerations ([`BuiltIn`], [`Driver`], [`Matching`], [`Linking`] and so on) and structures are
//! final: a `match` needs no other case.
//!
//! Facts: GLSL ES 1.00, Appendix A, section 7; GLSL ES 3.00, 3.10 and 3.20, "Counting of Varyings" and
//! "Counting of Inputs and Outputs".

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod attempt;
#[macro_use]
mod names;

// Three parts take the varyings of `declaration`: `registers` packs them, `linkage` makes slots of those of two stages,
// and `transform_feedback` lists those that are captured. `slots` also takes the slots that a driver's compiler has.
// Registers and slots know nothing of each other. `error` has the errors of all parts. Packing and placing are
// `const fn`s without allocation: lists are arrays of the largest size (`limits`), loops use `each!` (`attempt`).
mod base_type;
mod declaration;
mod error;
mod limits;
mod linkage;
mod registers;
mod slots;
mod stage;
mod transform_feedback;

pub use base_type::BaseType;
pub use declaration::{Interpolation, Precision, Sampling, Varying, VaryingType};
pub use error::{Error, Mismatch, NamedError, SlotProblem};
pub use linkage::{
    BuiltIns, Interface, Linkage, Linking, Matching, NamedVarying, check_exact_match,
};
pub use registers::{
    Feature, Placement, RegisterTarget, Rules, Span, chooser, pack, registers_needed,
};
pub use slots::{
    AttributeBufferVaryings, BuiltIn, Driver, FifoFormat, LinkedLocation, MemoryLayout,
    MesaVersion, Section, Slot, Slots, Treatment, ValhallVaryings, VaryingAccess, VaryingBuffer,
    VaryingDescriptors,
};
pub use stage::Stage;
pub use transform_feedback::{Capture, CaptureMode, CapturedDraw, CapturedSpan, TransformFeedback};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
