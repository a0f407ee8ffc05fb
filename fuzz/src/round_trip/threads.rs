use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::{PaddedCount, Padding, ThreadCount, lookup};

use super::choices;

/// The threads of a draw, and one of them.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct Threads {
    pub vertices: u32,
    /// `None` if the number is not known yet.
    pub instances: Option<u32>,
    #[arbitrary(with = choices::padding)]
    pub padding: Padding,
    pub idvs: bool,
    /// Any id: the units divide every number of 32 bits.
    pub linear_id: u32,
}

impl Threads {
    /// The library's thread count. There must be one exactly if the rules allow it.
    pub(super) fn thread_count(&self) -> Option<ThreadCount> {
        let (vertices, padding) = (self.vertices, self.padding);
        let (padded, looked_up) = if self.idvs {
            (
                PaddedCount::for_idvs(vertices, padding),
                lookup::padded_count_for_idvs(vertices, padding),
            )
        } else {
            (
                PaddedCount::new(vertices, padding),
                lookup::padded_count(vertices, padding),
            )
        };
        assert_eq!(looked_up, padded);
        assert_eq!(
            padded.ok().map(|padded| padded.get().into()),
            self.padded_vertices()
        );
        let padded = padded.ok()?;
        let Some(instances) = self.instances else {
            return Some(ThreadCount::for_any_instance_count(padded));
        };
        let thread_count = ThreadCount::new(padded, instances).ok();
        let threads = u64::from(padded.get()) * u64::from(instances);
        assert_eq!(thread_count.is_some(), (1..=1 << 32).contains(&threads));
        thread_count
    }

    /// The smallest count that the hardware can express and the rule allows.
    fn padded_vertices(&self) -> Option<u64> {
        let vertices = match (u64::from(self.vertices), self.idvs) {
            (0, _) => return None,
            (vertices, false) => vertices,
            (vertices, true) => vertices.next_multiple_of(4),
        };
        let documented = match self.padding {
            Padding::Hardware => true,
            Padding::Tight => false,
            Padding::Mesa => vertices >= 20,
        };
        (0..32)
            .flat_map(|shift| [1_u64, 3, 5, 7, 9].map(|odd| odd << shift))
            .filter(|&count| count < 1 << 32)
            .filter(|&count| {
                if documented {
                    count > vertices && count % 4 == 0
                } else {
                    count >= vertices
                }
            })
            .min()
    }

    /// The vertex and the instance of the thread, if the draw has that many.
    pub(super) fn vertex_and_instance(&self, thread_count: ThreadCount) -> Option<[u32; 2]> {
        if !thread_count.is_instanced() {
            return (self.linear_id < self.vertices).then_some([self.linear_id, 0]);
        }
        let padded = thread_count.padded_vertices().get();
        let [vertex, instance] = [self.linear_id % padded, self.linear_id / padded];
        self.instances
            .is_none_or(|instances| instance < instances)
            .then_some([vertex, instance])
    }
}
