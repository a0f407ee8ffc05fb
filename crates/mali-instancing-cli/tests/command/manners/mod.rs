//! What all commands have in common: colours, the manual, messages.

mod color;
mod manual;
mod messages;
mod nothing;
mod outputs;
