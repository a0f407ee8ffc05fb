//! A draw: of a form, of a text, or of either with other words.
//!
//! `loading` takes the subject of a question. A [`form`] becomes a manifest, in `manifest`, and is packed as the command
//! packs it, in [`packed`]; a `text` is read as the command reads a dump. `edits` change the words, and `recovered` gives
//! the form of the draw that words are of. What is shown of the draw comes from the words alone: `shown` decodes them,
//! `findings` checks them, and [`threads`] and `waste` run the reference model over them.

mod edits;
mod findings;
pub(crate) mod form;
mod loading;
mod manifest;
pub(crate) mod packed;
mod recovered;
mod shown;
mod text;
pub(crate) mod threads;
mod waste;

pub(crate) use loading::{
    Edited, LoadedDraw, Opened, Shown, Subject, edit, open, shown, with_draw,
};
