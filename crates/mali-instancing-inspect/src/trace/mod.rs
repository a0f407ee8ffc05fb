//! The threads of a small draw, as the reference model runs them.

// `model` packs a draw with one buffer and one attribute for each rate, and lets the reference model run its threads.
// `steps` computes one of these threads a second time, from the decoded descriptors, to show the arithmetic. It does
// not ask the model, so the two are independent. `plot` draws the elements of all threads as a grid.
mod model;
mod plot;
mod steps;

use std::fmt;

use mali_instancing::InputRate;
use mali_instancing::data::Rate;
use mali_instancing::draw::{DrawCounts, Pipeline};
#[doc(inline)]
pub use mali_instancing_codegen::read::RateKeys;
use serde::Serialize;

use crate::notation::parse_number;
use crate::rejected::Rejected;
use model::{Model, TracedThread};
pub use steps::{Step, steps};

/// The threads of a draw, and the element of each attribute that they read.
///
/// ```
/// use mali_instancing::draw::{DrawCounts, Pipeline};
/// use mali_instancing::{Arch, InputRate};
/// use mali_instancing_inspect::trace::TracedDraw;
///
/// let pipeline = Pipeline::new(Arch::V9);
/// let counts = DrawCounts::instanced(3, 2);
/// let trace = TracedDraw::new(pipeline, counts, &[InputRate::Vertex])?;
/// // A header, and a line for each thread.
/// assert_eq!(trace.to_string().lines().count(), 7);
/// # Ok::<(), mali_instancing_inspect::Rejected>(())
/// ```
#[derive(Debug, Serialize)]
pub struct TracedDraw {
    /// The rate of each attribute.
    #[serde(skip)]
    rates: Vec<InputRate>,
    threads: Vec<TracedThread>,
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
    pub fn new(
        pipeline: Pipeline,
        counts: DrawCounts,
        rates: &[InputRate],
    ) -> Result<Self, Rejected> {
        let model = Model::new(pipeline, counts, rates)?;
        Ok(Self {
            rates: rates.to_vec(),
            threads: model.run_all()?,
            steps: Vec::new(),
        })
    }

    /// One thread of such a draw, which can have any number of threads, and the steps of its arithmetic.
    ///
    /// ```
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    /// use mali_instancing::{Arch, InputRate};
    /// use mali_instancing_inspect::trace::TracedDraw;
    ///
    /// // 36 vertices are padded to 40.
    /// let (pipeline, counts) = (Pipeline::new(Arch::V7), DrawCounts::instanced(36, 100_000));
    /// let rates = [InputRate::from_gl_divisor(3)];
    /// let traced = TracedDraw::of_thread(pipeline, counts, &rates, 40 * 75_000 + 7)?;
    /// let text = traced.to_string();
    /// assert!(text.contains("3000007           7       75000  kept            25000"), "{text}");
    /// # Ok::<(), mali_instancing_inspect::Rejected>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A draw that cannot be packed, and a thread that the draw does not have.
    pub fn of_thread(
        pipeline: Pipeline,
        counts: DrawCounts,
        rates: &[InputRate],
        linear_id: u32,
    ) -> Result<Self, Rejected> {
        let model = Model::new(pipeline, counts, rates)?;
        let thread = model.run(linear_id)?;
        let ids = [thread.vertex, thread.instance];
        let steps_of = |attribute| steps(&model.words, attribute, linear_id, ids);
        Ok(Self {
            rates: rates.to_vec(),
            // The draw was packed here, so no attribute is without steps.
            steps: (0..rates.len()).map_while(steps_of).collect(),
            threads: vec![thread],
        })
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

/// Reads an attribute's rate: a divisor, whose 0 is GL's, or the name of a rate, of which `constant` is Vulkan's 0.
///
/// ```
/// use mali_instancing::InputRate;
/// use mali_instancing_inspect::trace::parse_rate;
///
/// let rate = |text| parse_rate(text)?.input_rate();
/// assert_eq!(rate("0"), Ok(InputRate::Vertex));
/// assert_eq!(rate("constant"), Ok(InputRate::Constant));
/// assert!(rate("half").is_err());
/// ```
///
/// # Errors
///
/// Text that is neither.
pub fn parse_rate(text: &str) -> Result<RateKeys, String> {
    let rate = Rate::from_name(text);
    let divisor = match rate {
        Some(_) => None,
        None => {
            let names: Vec<&str> = Rate::ALL.iter().map(|rate| rate.name()).collect();
            let names = names.join(", ");
            Some(parse_number(text).map_err(|error| format!("{error}; other rates are {names}"))?)
        }
    };
    Ok(RateKeys { rate, divisor })
}
