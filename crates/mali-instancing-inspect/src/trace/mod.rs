//! The threads of a small draw, as the reference model runs them.

mod model;
mod steps;

use std::fmt::{self, Write};

use mali_instancing::InputRate;
use mali_instancing::draw::DrawCall;
use serde::Serialize;

use crate::output::answer::Answer;
use mali_instancing_codegen::error::{Rejected, reject};
use mali_instancing_codegen::notation::number;
use mali_instancing_codegen::output::json::write_object;
use model::ModelRun;
pub use steps::{Step, steps};

/// The threads of a draw, and the element of each attribute that they get.
///
/// ```
/// use mali_instancing::draw::DrawCall;
/// use mali_instancing::{Arch, InputRate};
/// use mali_instancing_inspect::trace::TracedDraw;
///
/// let call = DrawCall { instances: Some(2), ..DrawCall::new(Arch::V9, 3) };
/// let trace = TracedDraw::new(call, vec![InputRate::Vertex])?;
/// // A line a thread, under a header.
/// assert_eq!(trace.to_string().lines().count(), 7);
/// # Ok::<(), mali_instancing_codegen::Rejected>(())
/// ```
pub struct TracedDraw {
    run: ModelRun,
    rates: Vec<InputRate>,
}

impl TracedDraw {
    /// A draw of an attribute for each rate.
    ///
    /// # Errors
    ///
    /// A draw that cannot be packed, and one of more than 65,536 threads.
    pub fn new(call: DrawCall, rates: Vec<InputRate>) -> Result<Self, Rejected> {
        if call.instances == Some(0) {
            let reason = "0 instances have no thread: at least 1 is allowed";
            return Err(reject("instances")(reason));
        }
        Ok(Self {
            run: ModelRun::new(call, &rates)?,
            rates,
        })
    }

    fn threads(&self) -> impl Iterator<Item = ThreadJson> {
        self.run.threads().map(|(linear_id, thread)| ThreadJson {
            linear_id,
            vertex: thread.vertex,
            instance: thread.instance,
            discarded: thread.is_padding,
            elements: self.run.elements(linear_id, thread),
        })
    }
}

/// Writes a line a thread, under a header.
impl fmt::Display for TracedDraw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(formatter, &self.rates, self.threads())
    }
}

impl Answer for TracedDraw {
    fn write_json(&self, output: &mut dyn Write) -> fmt::Result {
        write_object(output, "threads", self.threads())
    }
}

/// A thread in JSON.
#[derive(Serialize)]
struct ThreadJson {
    linear_id: u32,
    vertex: u32,
    instance: u32,
    discarded: bool,
    elements: Vec<Option<u32>>,
}

/// Reads how often an attribute's element changes: a divisor, whose 0 is GL's, or `constant`, which is
/// Vulkan's 0.
///
/// ```
/// use mali_instancing::InputRate;
/// use mali_instancing_inspect::trace::parse_rate;
///
/// assert_eq!(parse_rate("0"), Ok(InputRate::Vertex));
/// assert_eq!(parse_rate("constant"), Ok(InputRate::Constant));
/// assert!(parse_rate("half").is_err());
/// ```
///
/// # Errors
///
/// What is neither.
pub fn parse_rate(text: &str) -> Result<InputRate, String> {
    match text {
        "constant" => Ok(InputRate::Constant),
        divisor => number::parse(divisor)
            .map(InputRate::from_gl_divisor)
            .map_err(|error| format!("{error}, and `constant`")),
    }
}

fn print(
    output: &mut dyn Write,
    rates: &[InputRate],
    threads: impl Iterator<Item = ThreadJson>,
) -> fmt::Result {
    write!(output, "linear id      vertex    instance  thread   ")?;
    for rate in rates {
        let title = match rate {
            InputRate::Vertex => "per vertex".to_owned(),
            InputRate::Instance { divisor } => format!("divisor {divisor}"),
            InputRate::Constant => "constant".to_owned(),
        };
        write!(output, "  {title:>10}")?;
    }
    writeln!(output)?;
    for thread in threads {
        let fate = if thread.discarded {
            "discarded"
        } else {
            "kept"
        };
        write!(
            output,
            "{:>9}  {:>10}  {:>10}  {fate:<9}",
            thread.linear_id, thread.vertex, thread.instance
        )?;
        for element in thread.elements {
            let element = element.map_or("-".to_owned(), |element| element.to_string());
            write!(output, "  {element:>10}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
