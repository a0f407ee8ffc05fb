//! The varyings of a shader in GLSL or GLSL ES.
//!
//! A text goes through these steps:
//!
//! 1. `tokens` moves line continuations out of words and splits the text. Each token keeps its byte in the text.
//! 2. `preprocessor` follows the directives and expands macros. It returns the tokens that are read and a `Dialect`
//!    (`feature`): the edition, and the extensions that change what is allowed. Conditions are evaluated by
//!    `expression`.
//! 3. `scopes` marks the words that name a function's own variables, and the members of structures and blocks where
//!    they are declared.
//! 4. `declarations` reads the text outside of functions with a `cursor`. It turns a declaration into a `Declarator`
//!    (`declarator`, `layout`), whose expressions are still ranges of tokens, and keeps the ranges of functions'
//!    bodies.
//! 5. `collector` evaluates what a varying needs of it, takes structures and blocks apart, and adds the varyings.
//! 6. `statics` walks through the bodies that `main` reaches, and finds the names that are used and written.
//! 7. `other_stages` refuses those of other stages, and `built_in` finds the built-in variables among them.
//!
//! Positions are numbers in the one list of tokens that the preprocessor returned. Offsets are bytes of the text.
//! A word that is marked as local never names a varying or a constant of the shader. A varying that is a member has a
//! path for a name (`light.color`), and beside it a handle: the name by which functions use it.

mod built_in;
mod collector;
mod cursor;
mod declarations;
mod declarator;
mod expression;
mod feature;
mod layout;
mod other_stages;
mod preprocessor;
mod scopes;
mod statics;
mod tokens;

use mali_varyings::Stage;
use std::cell::OnceCell;

use collector::Collector;
use declarations::Reader;
use preprocessor::preprocess;

use crate::error::Fault;
use crate::stage::{Name, StageVaryings};

pub(super) use other_stages::check_file;

pub(super) fn read(
    source: &str,
    definitions: &[(String, String)],
    is_lenient: bool,
    stage: Stage,
) -> Result<StageVaryings, Fault> {
    let source = &*tokens::unsplit(source);
    // The texts of words that `##` makes: tokens borrow them, so they are declared first and live longest.
    let joined = [const { OnceCell::new() }; preprocessor::MAX_JOINED];
    let (mut tokens, dialect) = preprocess(source, definitions, is_lenient, &joined)?;
    // Before any declaration is read, because its expressions ask whether a name is local.
    scopes::mark(&mut tokens)?;
    let mut reader = Reader::new(Collector::new(source, &tokens, &dialect, stage));
    reader.read()?;
    let statics = reader.functions.uses(&tokens);
    let has_main = reader.functions.has_main();
    other_stages::check_used(&tokens, &statics.used, stage)?;
    let collector = reader.collector;
    let handles = collector.handles.iter();
    // Without a `main` this is a part of a shader, and nothing is known of the rest.
    let used = handles.map(|handle| has_main.then(|| statics.used.contains(handle)));
    let mut found = collector.found;
    found.captures = collector.captures.names()?;
    let writes_position = statics.written.contains("gl_Position");
    found.writes_position = (has_main && stage == Stage::Vertex).then_some(writes_position);
    found.used = used.collect();
    found.edition = Some(dialect.edition);
    let absent = dialect.absent.iter().map(|&(name, offset)| Name {
        text: name.to_owned(),
        offset,
    });
    found.absent_extensions = absent.collect();
    found.built_ins = built_in::used(stage, &statics, &tokens, &collector.arrays);
    Ok(found)
}
