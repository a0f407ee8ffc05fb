//! The reference model, run on packed words, against `/` and `%`.

use mali_instancing::descriptor::{Draw, Invocation};
use mali_instancing::model::{Thread, element_index, element_offset, thread};
use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, InputRate, PaddedCount, Padding, Rounding,
    ThreadCount,
};
use proptest::prelude::*;
use proptest::sample::select;

/// The words of one attribute buffer of a draw, and the draw's instance size.
fn pack(
    padded: PaddedCount,
    instances: Option<u32>,
    rate: InputRate,
    rounding: Rounding,
    stride: u32,
) -> [u32; 8] {
    let thread_count = match instances {
        Some(instances) => ThreadCount::new(padded, instances).unwrap(),
        None => ThreadCount::for_any_instance_count(padded),
    };
    let mode = FetchMode::new(thread_count, rate, rounding).unwrap();
    AttributeBuffer::new(mode, BufferAddress::NULL, stride, 0).words()
}

/// The element that GL and Vulkan define for a thread.
fn expected_element(rate: InputRate, vertex: u32, instance: u32) -> u32 {
    match rate {
        InputRate::Vertex => vertex,
        InputRate::Instance { divisor } => instance / divisor,
        InputRate::Constant => 0,
    }
}

fn rates() -> impl Strategy<Value = InputRate> {
    prop_oneof![
        Just(InputRate::Vertex),
        Just(InputRate::Constant),
        (1..200_u32).prop_map(InputRate::from_gl_divisor),
        (0..14_u32).prop_map(|exponent| InputRate::from_gl_divisor(1 << exponent)),
    ]
}

fn padded_count(vertices: u32, padding: Padding, idvs: bool) -> PaddedCount {
    if idvs {
        PaddedCount::for_idvs(vertices, padding).unwrap()
    } else {
        PaddedCount::new(vertices, padding).unwrap()
    }
}

proptest! {
    /// Every thread of a whole draw, including discarded ones.
    #[test]
    fn every_thread_of_a_small_draw_reads_its_element(
        vertices in 1..150_u32,
        instances in 1..60_u32,
        count_known: bool,
        rate in rates(),
        padding in select(Padding::ALL),
        rounding in select(Rounding::ALL),
        idvs: bool,
        stride in 1..300_u32,
    ) {
        let padded = padded_count(vertices, padding, idvs);
        let words = pack(padded, count_known.then_some(instances), rate, rounding, stride);
        let thread_count = ThreadCount::new(padded, instances).unwrap();
        let draw = Draw::new(thread_count, 0).words();
        let invocation = Invocation::draw(vertices, instances).unwrap().words();
        let threads = if thread_count.is_instanced() { padded.get() * instances } else { vertices };
        prop_assert_eq!(thread(draw, invocation, threads), None);
        for linear_id in 0..threads {
            let (vertex, instance) = (linear_id % padded.get(), linear_id / padded.get());
            let is_padding = vertex >= vertices;
            let expected = Thread { vertex, instance, is_padding };
            prop_assert_eq!(thread(draw, invocation, linear_id), Some(expected));
            let element = u64::from(expected_element(rate, vertex, instance));
            prop_assert_eq!(
                element_offset(&words, linear_id),
                Some(element * u64::from(stride)),
                "thread {}",
                linear_id
            );
        }
    }

    /// Threads anywhere in a draw of the largest size that a linear id allows.
    #[test]
    fn threads_of_a_large_draw_read_their_elements(
        vertices in prop_oneof![1..5_000_u32, 1..=0xdfff_ffff_u32],
        rate in rates(),
        padding in select(Padding::ALL),
        rounding in select(Rounding::ALL),
        linear_ids in prop::collection::vec(any::<u32>(), 32),
    ) {
        let padded = padded_count(vertices, padding, false);
        let divides = match rate {
            InputRate::Instance { divisor } => padded.get().checked_mul(divisor.get()).is_some(),
            _ => true,
        };
        prop_assume!(divides);
        let words = pack(padded, None, rate, rounding, 1);
        for linear_id in linear_ids {
            let (vertex, instance) = (linear_id % padded.get(), linear_id / padded.get());
            let element = expected_element(rate, vertex, instance);
            prop_assert_eq!(element_offset(&words, linear_id), Some(u64::from(element)));
        }
    }

    #[test]
    fn any_words_and_ids_get_an_answer(words: [u32; 8], linear_id: u32) {
        let known_type = match words[0] & 0x3f {
            1 | 2 => true,
            3 => words[1] >> 29 <= 4,
            4 => words[4] & 0x3f == 0x20,
            _ => false,
        };
        prop_assert_eq!(element_index(&words, linear_id).is_some(), known_type);
        let [first, second, third, fourth, ..] = words;
        if let Some(answer) = thread([first, second], [third, fourth], linear_id) {
            prop_assert!(answer.vertex <= linear_id && answer.instance <= linear_id);
        }
    }
}

/// Index and instance size of the example in Mesa's documentation, computed by hand.
#[test]
fn the_worked_example_steps_every_216_threads() {
    let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    for (linear_id, element) in [
        (0, 0),
        (215, 0),
        (216, 1),
        (431, 1),
        (432, 2),
        (4_294_967_111, 19_884_106),
        (4_294_967_112, 19_884_107),
    ] {
        assert_eq!(
            element_index(&words, linear_id),
            Some(element),
            "thread {linear_id}"
        );
    }
    let (draw, invocation) = ([0x0083_0000, 0], [69 + (1 << 7), 2 << 28 | 7 << 22]);
    let last_kept = thread(draw, invocation, 72 + 69).unwrap();
    assert_eq!(
        (last_kept.vertex, last_kept.instance, last_kept.is_padding),
        (69, 1, false)
    );
    assert!(thread(draw, invocation, 72 + 70).unwrap().is_padding);
    assert_eq!(thread(draw, invocation, 144), None);
}

/// The instance size of such a draw is that of a single padded vertex.
#[test]
fn a_draw_of_one_instance_is_not_padded() {
    let invocation = [69, 2 << 28 | 32 << 22];
    for vertex in 0..70 {
        let expected = Thread {
            vertex,
            instance: 0,
            is_padding: false,
        };
        assert_eq!(thread([0, 0], invocation, vertex), Some(expected));
    }
    assert_eq!(thread([0, 0], invocation, 70), None);
    // One padded vertex and many instances have the same draw words, but another invocation.
    let expected = Thread {
        vertex: 0,
        instance: 5,
        is_padding: false,
    };
    assert_eq!(thread([0, 0], [69, 2 << 28], 5), Some(expected));
}
