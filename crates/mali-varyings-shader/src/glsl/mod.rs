//! The varyings of a shader in GLSL or GLSL ES.

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
    let joined = [const { OnceCell::new() }; preprocessor::MAX_JOINED];
    let (mut tokens, dialect) = preprocessor::read(source, definitions, is_lenient, &joined)?;
    scopes::mark(&mut tokens)?;
    let mut reader = Reader::new(Collector::new(source, &tokens, &dialect, stage));
    reader.read()?;
    let statics = reader.functions.uses(&tokens);
    let has_main = reader.functions.has_main();
    other_stages::check_used(&tokens, &statics.used, stage)?;
    let captures = reader.collector.take_captures()?;
    let handles = reader.collector.handles.iter();
    let used = handles.map(|handle| has_main.then(|| statics.used.contains(handle)));
    let mut found = reader.collector.found;
    found.captures = captures;
    let writes_position = statics.written.contains("gl_Position");
    found.writes_position = (has_main && stage == Stage::Vertex).then_some(writes_position);
    found.used = used.collect();
    found.edition = Some(dialect.edition);
    let absent = dialect.absent.iter().map(|&(name, offset)| Name {
        text: name.to_owned(),
        offset,
    });
    found.absent_extensions = absent.collect();
    found.built_ins = built_in::used(stage, &statics, &tokens);
    Ok(found)
}
