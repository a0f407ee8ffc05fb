//! Draws.

use std::ops::Range;

use mali_buffers::{Error, Plan, Retired, Sequence, VertexState};
use mali_instancing_codegen::pack::word;

use super::{Problem, Simulation};
use crate::plan::planned::Planned;
use crate::plan::report::DrawReport;
use crate::plan::script::Draw;

impl Simulation<'_> {
    pub(super) fn draw(&mut self, draw: &Draw) -> Result<(), Problem> {
        if draw.call.is_of_nothing() {
            return Ok(());
        }
        let Some(plan) = self.prepare(draw)? else {
            return Ok(());
        };
        for allocation in plan.allocations() {
            let bytes = self.allocate(allocation.size)?;
            self.memory.add(allocation.memory, bytes);
        }
        let used = self.used();
        self.application.lend(plan.copies(), used, self.limit)?;
        let report = self.execute(&plan, draw);
        if report.is_err() {
            for allocation in plan.allocations() {
                self.memory.remove(allocation.memory);
            }
        }
        self.effects.plan = Some(report?);
        self.retire(&plan.retired().collect::<Vec<Retired>>());
        Ok(())
    }

    /// Plans a draw, waiting for the GPU as often as it takes.
    fn prepare(&mut self, draw: &Draw) -> Result<Option<Plan>, Error> {
        let sequence = Sequence::new(draw.submission);
        let state = VertexState::new(&draw.attributes)?;
        let mut plan = Plan::new();
        loop {
            let application = &self.application;
            let planned =
                (self.planner).prepare(&state, &draw.call, application, sequence, &mut plan);
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

    /// Does what is planned, and packs the draw's tables.
    fn execute(&mut self, plan: &Plan, draw: &Draw) -> Result<DrawReport, Error> {
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
            names: self.names,
            plan,
            index_data,
            input,
        };
        Ok(planned.report(words(tables.buffers), words(tables.attributes)))
    }
}
