//! The threads of a small draw, as the reference model runs them.

mod model;
mod plot;
mod steps;

use std::fmt;

use mali_instancing::InputRate;
use mali_instancing::draw::DrawCall;
use serde::Serialize;

use crate::draw_words::DrawWords;
use crate::notation::parse_number;
use crate::output::count;
use crate::rejected::Rejected;
use model::{TracedThread, run};
pub use steps::{Step, steps};

/// The threads of a draw, and the element of each attribute that they read.
///
/// ```
/// use mali_instancing::draw::DrawCall;
/// use mali_instancing::{Arch, InputRate};
/// use mali_instancing_inspect::trace::TracedDraw;
///
/// let call = DrawCall::instanced(Arch::V9, 3, 2);
/// let trace = TracedDraw::new(call, &[InputRate::Vertex])?;
/// // A header, and a line for each thread.
/// assert_eq!(trace.to_string().lines().count(), 7);
/// # Ok::<(), mali_instancing_inspect::Rejected>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TracedDraw {
    /// The rate of each attribute.
    #[serde(skip)]
    rates: Vec<InputRate>,
    threads: Vec<TracedThread>,
    /// The draw's words, which the threads read.
    #[serde(skip)]
    words: DrawWords,
    /// The arithmetic of each attribute, for a thread that is traced alone.
    #[serde(skip)]
    steps: Vec<Vec<Step>>,
}

impl TracedDraw {
    /// A draw with an attribute for each rate.
    ///
    /// # Errors
    ///
    /// A draw that cannot be packed, and a draw of more than 65,536 threads.
    pub fn new(call: DrawCall, rates: &[InputRate]) -> Result<Self, Rejected> {
        if call.instances == Some(0) {
            let reason = "0 instances have no threads: at least 1 is allowed";
            return Err(Rejected::new("instances", reason));
        }
        let (threads, words) = run(call, rates)?;
        Ok(Self {
            rates: rates.to_vec(),
            threads,
            words,
            steps: Vec::new(),
        })
    }

    /// Keeps only one thread, and adds the steps of its arithmetic.
    ///
    /// # Errors
    ///
    /// A thread that the draw does not have.
    pub fn with_thread_only(mut self, linear_id: u32) -> Result<Self, Rejected> {
        let threads = self.threads.len();
        let instances = self.threads.last().map_or(0, |last| last.instance + 1);
        self.threads.retain(|thread| thread.linear_id == linear_id);
        let Some(thread) = self.threads.first() else {
            let last = threads - 1;
            let of = count(instances as usize, "instance", "instances");
            let reason = format!(
                "there is no thread {linear_id}: 0 to {last} are allowed in a draw of {of}, and more with more \
                 instances"
            );
            return Err(Rejected::new("thread", reason));
        };
        let ids = [thread.vertex, thread.instance];
        let steps_of = |attribute| steps(&self.words, attribute, linear_id, ids);
        self.steps = (0..self.rates.len()).map_while(steps_of).collect();
        Ok(self)
    }

    /// The threads as a picture, in SVG: a grid for each attribute, with a colour for each element.
    ///
    /// # Errors
    ///
    /// More than 256 threads per instance, or more than 256 instances.
    pub fn svg(&self) -> Result<String, Rejected> {
        plot::svg(self)
    }

    /// The title of an attribute: the step between its elements.
    fn title(&self, attribute: usize) -> String {
        match self.rates[attribute] {
            InputRate::Vertex => "per vertex".to_owned(),
            InputRate::Instance { divisor } => format!("divisor {divisor}"),
            InputRate::Constant => "constant".to_owned(),
        }
    }
}

/// Writes a header and a line for each thread, and for a single thread the steps of its arithmetic.
impl fmt::Display for TracedDraw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "linear id      vertex    instance  thread   ")?;
        for attribute in 0..self.rates.len() {
            write!(formatter, "  {:>10}", self.title(attribute))?;
        }
        writeln!(formatter)?;
        for thread in &self.threads {
            let [id, vertex, instance] = [thread.linear_id, thread.vertex, thread.instance];
            let fate = ["kept", "discarded"][usize::from(thread.discarded)];
            let ids = format!("{id:>9}  {vertex:>10}  {instance:>10}");
            write!(formatter, "{ids}  {fate:<9}")?;
            for element in &thread.elements {
                let element = element.map_or("-".to_owned(), |element| element.to_string());
                write!(formatter, "  {element:>10}")?;
            }
            writeln!(formatter)?;
        }
        for (attribute, steps) in self.steps.iter().enumerate() {
            writeln!(formatter, "\nelement, {}", self.title(attribute))?;
            for step in steps {
                writeln!(formatter, "{:<36}{:>14}", step.operation, step.value)?;
            }
        }
        Ok(())
    }
}

/// Reads an attribute's rate: a divisor, whose 0 is GL's, or `constant`, which is
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
/// Text that is neither.
pub fn parse_rate(text: &str) -> Result<InputRate, String> {
    match text {
        "constant" => Ok(InputRate::Constant),
        divisor => match parse_number(divisor) {
            Ok(divisor) => Ok(InputRate::from_gl_divisor(divisor)),
            Err(error) => Err(format!("{error}, and `constant`")),
        },
    }
}
