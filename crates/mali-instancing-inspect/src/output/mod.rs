//! What an answer is printed as: tables of text, pictures.

pub(crate) mod answer;
pub(crate) mod svg;
pub(crate) mod table;
