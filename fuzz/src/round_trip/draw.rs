use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::{Draw, DrawFields, Invocation};
use mali_instancing::hardware::{Thread, thread};
use mali_instancing::{Dispatch, PaddedCount};

use super::threads::Threads;

/// Words 0 and 1 of a draw of V4 to V7.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct DrawInput {
    pub threads: Threads,
    pub offset_start: u32,
    pub flags: u32,
}

impl DrawInput {
    pub(super) fn check(&self) {
        let Some(dispatch) = self.threads.dispatch() else {
            return;
        };
        let words = Draw::new(dispatch, self.offset_start)
            .with_flags(self.flags)
            .words();
        let fields = Draw::decode(words).expect("a packed record");
        let instance_size = if dispatch.is_instanced() {
            dispatch.padded_vertices()
        } else {
            PaddedCount::ONE
        };
        let expected = DrawFields {
            instance_size,
            offset_start: self.offset_start,
            flags: self.flags & 0xff00_ffff,
        };
        assert_eq!(fields, expected);
        let again = Dispatch::for_any_instance_count(fields.instance_size);
        let again = Draw::new(again, fields.offset_start).with_flags(fields.flags);
        assert_eq!(again.words(), words);
        self.check_thread(dispatch, words);
    }

    /// The dispatcher's thread, where an invocation can number the vertices and the instances.
    fn check_thread(&self, dispatch: Dispatch, draw: [u32; 2]) {
        let vertices = self.threads.vertices;
        let Some(instances) = self.threads.instances else {
            return;
        };
        let Ok(invocation) = Invocation::draw(vertices, instances) else {
            return;
        };
        let ids = self.threads.vertex_and_instance(dispatch);
        let expected = ids.map(|[vertex, instance]| Thread {
            vertex,
            instance,
            discarded: vertex >= vertices,
        });
        assert_eq!(
            thread(draw, invocation.words(), self.threads.linear_id),
            expected
        );
    }
}
