//! States: the words of a pipeline, and the draws of these words, wherever they are: in a constant of Rust, or in those of
//! another language.
//!
//! [`pack`] makes the words: the rules, [`head`], a [`record`] of each buffer, and the words of each attribute. They may come
//! from anywhere, so that a draw, which reads them as [`parts`], trusts none. [`write`] takes the way of the architecture:
//!
//! * [`quick`] is the loop of V4 to V7. It takes the variant of the draw from each record and completes it.
//! * [`copy`] is for V9 and later, where the words of attributes are ready; those that the draw moves are moved.
//!
//! Both leave a draw that is wrong or rare to [`exact`](super::exact), for which the words are a form of the parts of a draw.

mod copy;
pub(in crate::draw) mod head;
pub(in crate::draw) mod pack;
pub(in crate::draw) mod parts;
mod quick;
pub(in crate::draw) mod record;
mod write;
