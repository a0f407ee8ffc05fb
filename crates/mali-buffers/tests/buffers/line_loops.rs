//! Line loops as strips: what is compared are the segments that GL says each of them is.

use mali_buffers::{
    Error, IndexType, closing_segment, sequential_closing_segment, sequential_strip_length,
    strip_length, write_sequential_strip, write_strip,
};
use proptest::prelude::*;

use crate::indices::{TYPES, from_bytes, to_bytes};

type Segment = (u32, u32);

/// The primitives between the indices that restart one.
fn primitives(indices: &[u32], restart_index: Option<u32>) -> Vec<Vec<u32>> {
    let mut primitives = vec![vec![]];
    for &index in indices {
        if Some(index) == restart_index {
            primitives.push(vec![]);
        } else {
            primitives.last_mut().unwrap().push(index);
        }
    }
    primitives
}

fn segments_of_strip(strip: &[u32]) -> Vec<Segment> {
    (1..strip.len())
        .map(|second| (strip[second - 1], strip[second]))
        .collect()
}

/// From each vertex to the next, and from the last to the first.
fn segments_of_loop(line_loop: &[u32]) -> Vec<Segment> {
    let count = line_loop.len();
    if count < 2 {
        return vec![];
    }
    (0..count)
        .map(|first| (line_loop[first], line_loop[(first + 1) % count]))
        .collect()
}

fn loops(indices: &[u32], restart_index: Option<u32>) -> Vec<Segment> {
    primitives(indices, restart_index)
        .iter()
        .flat_map(|line_loop| segments_of_loop(line_loop))
        .collect()
}

fn strips(indices: &[u32], restart_index: Option<u32>) -> Vec<Segment> {
    primitives(indices, restart_index)
        .iter()
        .flat_map(|strip| segments_of_strip(strip))
        .collect()
}

/// Writes the strips, whose segments must be those of the loops, and nothing else.
fn assert_strips(from: IndexType, to: IndexType, restart_index: Option<u32>, indices: &[u32]) {
    const SPARE: usize = 5;
    let source = to_bytes(from, indices);
    let length = strip_length(from, restart_index, &source);
    let size = length as usize * to.size() as usize;
    let mut destination = vec![0xa5; size + SPARE];
    let written = write_strip(from, to, restart_index, &source, &mut destination);
    assert_eq!(written, Ok(length));
    assert_eq!(destination[size..], [0xa5; SPARE]);

    let strip = from_bytes(to, &destination[..size]);
    let to_restart = restart_index.map(|_| to.largest());
    let context = || format!("{from} to {to}, restart {restart_index:?}: {indices:?}, {strip:?}");
    assert_eq!(
        strips(&strip, to_restart),
        loops(indices, restart_index),
        "{}",
        context()
    );
    // Nothing is left out that could be: every primitive has segments.
    if length > 0 {
        let fewest = primitives(&strip, to_restart).iter().map(Vec::len).min();
        assert!(fewest >= Some(3), "{}", context());
    }

    if size > 0 {
        let mut short = vec![0xa5; size - 1];
        let answered = write_strip(from, to, restart_index, &source, &mut short);
        let (given, needed) = (size as u64 - 1, size as u64);
        assert_eq!(answered, Err(Error::TooShort { given, needed }));
        assert!(short.iter().all(|&byte| byte == 0xa5));
    }
}

fn wider_pairs() -> impl Iterator<Item = (IndexType, IndexType)> {
    let pairs = TYPES
        .into_iter()
        .flat_map(|from| TYPES.map(|to| (from, to)));
    pairs.filter(|(from, to)| from <= to)
}

#[test]
fn every_short_sequence_of_loops_has_the_segments_of_its_strips() {
    for (from, to) in wider_pairs() {
        let restarts = [None, Some(from.largest()), Some(2), Some(0)];
        for restart_index in restarts {
            let alphabet = [7, 1, restart_index.unwrap_or(3)];
            for length in 0..=8 {
                for number in 0..alphabet.len().pow(length) {
                    let indices: Vec<u32> = (0..length)
                        .map(|place| alphabet[number / alphabet.len().pow(place) % alphabet.len()])
                        .collect();
                    assert_strips(from, to, restart_index, &indices);
                }
            }
        }
    }
}

#[test]
fn no_loop_is_narrowed() {
    for (from, to) in TYPES
        .into_iter()
        .flat_map(|from| TYPES.map(|to| (from, to)))
    {
        let answered = write_strip(from, to, None, &[], &mut []);
        let expected = if from <= to {
            Ok(0)
        } else {
            Err(Error::NarrowerIndices { from, to })
        };
        assert_eq!(answered, expected);
    }
}

/// What is all ones restarts nothing where nothing does: it is a vertex like the others.
#[test]
fn without_a_restart_index_every_index_is_a_vertex() {
    for (from, to) in wider_pairs() {
        assert_strips(from, to, None, &[from.largest(), 0, from.largest()]);
    }
    let beyond = Some(0x100);
    assert_strips(IndexType::U8, IndexType::U16, beyond, &[0, 0xff, 3]);
}

#[test]
fn a_strip_and_its_closing_segment_are_the_loop() {
    for index_type in TYPES {
        for indices in [&[][..], &[5], &[5, 6], &[5, 6, 7], &[9, 8, 9, 0]] {
            let mut segments = strips(indices, None);
            let closing = closing_segment(index_type, &to_bytes(index_type, indices));
            segments.extend(closing.map(<(u32, u32)>::from));
            assert_eq!(segments, loops(indices, None));
        }
    }
    for vertices in 0..5 {
        let indices: Vec<u32> = (0..vertices).collect();
        let mut segments = strips(&indices, None);
        segments.extend(sequential_closing_segment(vertices).map(<(u32, u32)>::from));
        assert_eq!(segments, loops(&indices, None));
    }
    assert_eq!(
        sequential_closing_segment(u32::MAX),
        Some([u32::MAX - 1, 0])
    );
}

#[test]
fn a_loop_without_indices_is_the_strip_of_its_vertices() {
    let counts = (0..300).chain([0xfffe, 0xffff, 0x1_0000, 0x1_0001]);
    for (to, vertices) in counts.flat_map(|count| TYPES.map(|to| (to, count))) {
        let length = sequential_strip_length(vertices);
        let size = length as usize * to.size() as usize;
        let mut destination = vec![0xa5; size + 5];
        let answered = write_sequential_strip(vertices, to, &mut destination);
        let maximum = to.largest();
        if vertices > maximum {
            assert_eq!(answered, Err(Error::TooManyVertices { vertices, maximum }));
            assert!(destination.iter().all(|&byte| byte == 0xa5));
            continue;
        }
        assert_eq!(answered, Ok(length));
        assert_eq!(destination[size..], [0xa5; 5]);
        let strip = from_bytes(to, &destination[..size]);
        let indices: Vec<u32> = (0..vertices).collect();
        assert_eq!(strips(&strip, Some(maximum)), loops(&indices, None));

        if size > 0 {
            let short = &mut destination[..size - 1];
            let (given, needed) = (size as u64 - 1, size as u64);
            let answered = write_sequential_strip(vertices, to, short);
            assert_eq!(answered, Err(Error::TooShort { given, needed }));
        }
    }
    let error = Error::TooManyVertices {
        vertices: 256,
        maximum: 255,
    };
    assert_eq!(
        error.to_string(),
        "256 vertices are too many: at most 255 are allowed"
    );
    let too_short = write_sequential_strip(u32::MAX, IndexType::U32, &mut []);
    let needed = 4 << 32;
    assert_eq!(too_short, Err(Error::TooShort { given: 0, needed }));
}

proptest! {
    #[test]
    fn long_loops_have_the_segments_of_their_strips(
        indices in prop::collection::vec(prop_oneof![6 => 0..0xff_u32, 1 => Just(0xff)], 0..300),
        restarting in any::<bool>(),
    ) {
        for (from, to) in wider_pairs() {
            assert_strips(from, to, restarting.then_some(0xff), &indices);
        }
    }

    #[test]
    fn any_bytes_are_loops(
        source in prop::collection::vec(any::<u8>(), 0..60),
        restart_index in prop::option::of(any::<u32>()),
    ) {
        for (from, to) in wider_pairs() {
            let mut destination = vec![0; 600];
            let length = strip_length(from, restart_index, &source);
            let written = write_strip(from, to, restart_index, &source, &mut destination);
            prop_assert_eq!(written, Ok(length));
        }
    }
}
