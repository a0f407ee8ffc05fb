//! The draws of a script.

use std::ops::Range;

use mali_buffers::two_phase::{
    ApplicationDraw, DataSource, Error, LineLoop, LoopIndices, Plan, Retired, Sequence,
    VertexState, Vertices,
};
use mali_instancing_codegen::pack::word;

use super::{Problem, Simulation};
use crate::plan::memory::allocate;
use crate::plan::planned::Planned;
use crate::plan::report::{DrawReport, SegmentsReport};
use crate::plan::script::Draw;

/// The number of indices of line loops that are reported.
const REPORTED: usize = 256;

impl Simulation<'_> {
    pub(super) fn draw(&mut self, draw: &Draw) -> Result<(), Problem> {
        let Some(source) = draw.segments else {
            self.effects.plan = self.draw_one(draw, &draw.call)?;
            return Ok(());
        };
        self.application.segments = None;
        let (first, indices) =
            match LineLoop::of(&draw.call, self.planner.target(), &self.application)? {
                None => return Ok(()),
                Some(LineLoop::Closed(closing)) => (draw.call, closing),
                Some(LineLoop::Rewritten(strips)) => (strips.draw(source), strips),
            };
        let mut report = self.write_segments(&indices, source)?;
        self.effects.plan = self.draw_one(draw, &first)?;
        if first == draw.call && self.effects.plan.is_some() {
            report.closing = self.draw_one(draw, &indices.draw(source))?;
        }
        self.effects.segments = Some(report);
        Ok(())
    }

    /// Writes the indices of line loops to client memory.
    fn write_segments(
        &mut self,
        indices: &LoopIndices,
        source: DataSource,
    ) -> Result<SegmentsReport, Problem> {
        let mut bytes = allocate(self.used(), indices.size(), self.limit)?;
        indices.write(&self.application, &mut bytes)?;
        let Vertices::Elements(elements) = indices.draw(source).vertices else {
            unreachable!("line loops are drawn as indices")
        };
        let index = |bytes: &[u8]| {
            let index = bytes
                .iter()
                .rev()
                .fold(0, |index, &byte| index << 8 | u32::from(byte));
            (elements.restart_index != Some(index)).then_some(index)
        };
        let all = bytes.chunks(elements.index_type.size() as usize);
        let report = SegmentsReport {
            index_count: elements.count,
            indices: all.take(REPORTED).map(index).collect(),
            closing: None,
        };
        self.application.segments = Some((source, bytes));
        Ok(report)
    }

    /// Draws once; `None` if nothing is drawn.
    fn draw_one(
        &mut self,
        draw: &Draw,
        call: &ApplicationDraw,
    ) -> Result<Option<DrawReport>, Problem> {
        if call.is_of_nothing() {
            return Ok(None);
        }
        let Some(plan) = self.prepare(draw, call)? else {
            return Ok(None);
        };
        for allocation in plan.allocations() {
            let bytes = self.allocate(allocation.size)?;
            self.memory.add(allocation.memory, bytes);
        }
        let used = self.used();
        self.application.lend(plan.copies(), used, self.limit)?;
        let report = self.execute(&plan, draw, call);
        if report.is_err() {
            for allocation in plan.allocations() {
                self.memory.remove(allocation.memory);
            }
        }
        let report = report?;
        self.retire(&plan.retired().collect::<Vec<Retired>>());
        Ok(Some(report))
    }

    /// Plans a draw, and waits for the GPU as often as necessary.
    fn prepare(&mut self, draw: &Draw, call: &ApplicationDraw) -> Result<Option<Plan>, Error> {
        let sequence = Sequence::new(draw.submission);
        let mut state = VertexState::new(&draw.attributes)?;
        if draw.ignores_vertex_id {
            state = state.without_vertex_id();
        }
        let mut plan = Plan::new();
        loop {
            let application = &self.application;
            let planned = (self.planner).prepare(&state, call, application, sequence, &mut plan);
            match planned {
                Err(Error::InFlight { until }) if until > self.completed => self.wait(until),
                Ok(true) => return Ok(Some(plan)),
                Ok(false) => {
                    self.planner.commit(&plan, &mut self.application)?;
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Executes the plan, and packs the draw's tables.
    fn execute(
        &mut self,
        plan: &Plan,
        draw: &Draw,
        call: &ApplicationDraw,
    ) -> Result<DrawReport, Error> {
        let both = "index and vertex data were planned";
        let index_data = plan.index_data().expect(both);
        let input = plan.vertex_data().expect(both);
        let mut words = vec![0; input.words_needed()?];
        let tables = input.write(&self.memory, &mut words)?;
        plan.execute(&self.application, &mut self.memory)?;
        self.planner.commit(plan, &mut self.application)?;
        let words = |range: Range<usize>| words[range].iter().copied().map(word).collect();
        let planned = Planned {
            draw,
            call,
            names: self.names,
            plan,
            index_data,
            input,
        };
        Ok(planned.report(words(tables.buffers), words(tables.attributes)))
    }
}
