use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::{Draw, DrawFields, Invocation};
use mali_instancing::model::{Thread, thread};
use mali_instancing::{PaddedCount, ThreadCount};

use super::threads::Threads;

/// Words 0 and 1 of a draw of V4 to V7.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct DrawInput {
    pub threads: Threads,
    pub offset_start: u32,
    /// Word 0 except for the instance size.
    pub word: u32,
}

impl DrawInput {
    pub(super) fn check(&self) {
        let Some(thread_count) = self.threads.thread_count() else {
            return;
        };
        let [low, high, _, primitives] = self.word.to_le_bytes();
        let flags = u16::from_le_bytes([low, high]);
        let instance_primitive_size =
            PaddedCount::from_bits(primitives).unwrap_or(PaddedCount::ONE);
        let words = Draw::new(thread_count, self.offset_start)
            .with_flags(flags)
            .with_instance_primitive_size(instance_primitive_size)
            .words();
        let fields = Draw::decode(words).expect("a packed descriptor");
        let instance_size = if thread_count.is_instanced() {
            thread_count.padded_vertices()
        } else {
            PaddedCount::ONE
        };
        let expected = DrawFields {
            instance_size,
            offset_start: self.offset_start,
            instance_primitive_size,
            flags,
        };
        assert_eq!(fields, expected);
        let again = ThreadCount::for_any_instance_count(fields.instance_size);
        let again = Draw::new(again, fields.offset_start)
            .with_flags(fields.flags)
            .with_instance_primitive_size(fields.instance_primitive_size);
        assert_eq!(again.words(), words);
        self.check_thread(thread_count, words);
    }

    /// The dispatcher's thread, if an invocation can count the vertices and the instances.
    fn check_thread(&self, thread_count: ThreadCount, draw: [u32; 2]) {
        let vertices = self.threads.vertices;
        let Some(instances) = self.threads.instances else {
            return;
        };
        let Ok(invocation) = Invocation::draw(vertices, instances) else {
            return;
        };
        let ids = self.threads.vertex_and_instance(thread_count);
        let expected = ids.map(|[vertex, instance]| Thread {
            vertex,
            instance,
            is_padding: vertex >= vertices,
        });
        assert_eq!(
            thread(draw, invocation.words(), self.threads.linear_id),
            expected
        );
    }
}
