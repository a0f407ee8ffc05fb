//! The properties that all commands have in common: colours, the manual, messages.

mod help;
mod manual;
mod messages;
mod outputs;
