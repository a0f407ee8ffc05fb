use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::{Attribute, AttributeFields, InstanceId, VertexId};
use mali_instancing::model::{Fetched, Memory, fetch};
use mali_instancing::{Arch, MagicDivisor, Rounding};

use super::choices;
use super::threads::Threads;

/// The vertex and the instance ID of V4 and V5.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct BuiltInIdInput {
    pub threads: Threads,
    #[arbitrary(with = choices::rounding)]
    pub rounding: Rounding,
}

impl BuiltInIdInput {
    pub(super) fn check(&self) {
        let Some(thread_count) = self.threads.thread_count() else {
            return;
        };
        let vertex_id = VertexId::new(thread_count).words();
        let padded = VertexId::decode(vertex_id).expect("a packed descriptor");
        assert_eq!(
            padded,
            thread_count
                .is_instanced()
                .then(|| thread_count.padded_vertices())
        );
        assert_eq!(VertexId::from_fields(padded).words(), vertex_id);

        let instance_id = InstanceId::new(thread_count, self.rounding).words();
        let division = InstanceId::decode(instance_id).expect("a packed descriptor");
        assert_eq!(InstanceId::from_fields(division).words(), instance_id);

        let Some([vertex, instance]) = self.threads.vertex_and_instance(thread_count) else {
            return;
        };
        assert_eq!(self.fetched(vertex_id), Some(Fetched::Id(vertex)));
        // The last vertices of 2^32 in a draw that is not instanced are a second instance to the descriptor.
        if thread_count.is_instanced() || self.threads.linear_id < 1 << 31 {
            assert_eq!(self.fetched(instance_id), Some(Fetched::Id(instance)));
            assert_eq!(
                MagicDivisor::divide(division, self.threads.linear_id),
                instance
            );
        }
    }

    /// The values that the model reads through a table that has only this descriptor.
    fn fetched(&self, descriptor: [u32; 4]) -> Option<Fetched<'static>> {
        let attribute = Attribute::new(AttributeFields {
            buffer_index: 0,
            offset_enable: true,
            format: 0,
            offset: 0,
        });
        let attribute = attribute.expect("all of it fits").words();
        let memory = Memory {
            address: 0,
            bytes: &[],
        };
        fetch(
            Arch::V5,
            &descriptor,
            &attribute,
            [0, 0],
            0,
            self.threads.linear_id,
            memory,
        )
    }
}
