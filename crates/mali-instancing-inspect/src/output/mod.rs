//! What an answer is printed as: tables of text, JSON, pictures.

pub(crate) mod count;
pub(crate) mod json;
pub(crate) mod svg;
pub(crate) mod table;
pub(crate) mod words;
