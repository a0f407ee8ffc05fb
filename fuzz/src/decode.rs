//! Any words: no panic, no fields that pack to other words, and no element other than the one that the reference model
//! reads.

use mali_instancing::descriptor::{
    Attribute, Buffer, Draw, InstanceId, Invocation, InvocationFields, ValhallAttribute, VertexId,
};
use mali_instancing::model::{
    Fetched, Memory, element_index, element_offset, fetch, fetch_valhall, thread,
};
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, FetchMode, MagicDivisor, PaddedCount, PowerOfTwo,
    ThreadCount,
};

use crate::decoding::{self, KINDS};

/// Checks words as a table, as single descriptors, and in the model. The last word is a number to divide.
pub fn check(words: &[u32]) {
    let Some((&linear_id, words)) = words.split_last() else {
        return;
    };
    for &arch in Arch::ALL {
        for kind in KINDS {
            if let Ok(descriptors) = decoding::check(arch, kind, words) {
                assert_eq!(descriptors.is_empty(), words.is_empty());
            }
        }
    }
    let mut descriptor = [0; 8];
    for (to, from) in descriptor.iter_mut().zip(words) {
        *to = *from;
    }
    check_fields(linear_id);
    check_single_descriptors(descriptor);
    check_elements(descriptor, linear_id);
    check_threads(descriptor, linear_id);
    check_fetches(words, linear_id);
}

/// Packs the result of each descriptor's decoder again, for the descriptors of all architectures.
fn check_single_descriptors(words: [u32; 8]) {
    let [first, second, third, fourth, ..] = words;
    let (pair, four) = ([first, second], [first, second, third, fourth]);
    if let Ok(fields) = AttributeBuffer::decode(words) {
        let packed = AttributeBuffer::new(fields.mode, fields.address, fields.stride, fields.size);
        assert_eq!(packed.words(), words);
    }
    assert_eq!(
        Attribute::new(Attribute::decode(pair)).map(|descriptor| descriptor.words()),
        Ok(pair)
    );
    if let Ok(padded) = VertexId::decode(four) {
        assert_eq!(VertexId::from_fields(padded).words(), four);
    }
    if let Ok(division) = InstanceId::decode(four) {
        assert_eq!(InstanceId::from_fields(division).words(), four);
    }
    if let Ok(fields) = Draw::decode(pair) {
        let thread_count = ThreadCount::for_any_instance_count(fields.instance_size);
        let packed = Draw::new(thread_count, fields.offset_start)
            .with_flags(fields.flags)
            .with_instance_primitive_size(fields.instance_primitive_size);
        assert_eq!(packed.words(), pair);
    }
    if let Ok(fields) = Invocation::decode(pair) {
        let packed = match fields {
            InvocationFields::Draw {
                vertices,
                instances,
            } => Invocation::draw(vertices, instances),
            InvocationFields::Compute { size, workgroups } => Invocation::compute(size, workgroups),
        };
        assert_eq!(packed.map(|descriptor| descriptor.words()), Ok(pair));
    }
    if let Ok(fields) = ValhallAttribute::decode(words) {
        assert_eq!(
            ValhallAttribute::new(fields).map(|descriptor| descriptor.words()),
            Ok(words)
        );
    }
    for &arch in Arch::ALL {
        if let Ok(fields) = Buffer::decode(arch, words) {
            let packed = Buffer::new(arch, fields.address, fields.size);
            assert_eq!(packed.map(|descriptor| descriptor.words()), Ok(words));
        }
    }
}

/// The fields that are decoded from a single word.
fn check_fields(word: u32) {
    let [low, _, _, high] = word.to_le_bytes();
    if let Some(padded) = PaddedCount::from_bits(low) {
        assert_eq!(padded.to_bits(), low);
        assert_eq!(
            PaddedCount::from_exact(padded.get()).map(PaddedCount::get),
            Ok(padded.get())
        );
    }
    if let Ok(padded) = PaddedCount::from_exact(word) {
        assert_eq!(padded.get(), word);
    }
    if let Some(power) = PowerOfTwo::from_divisor_r(low.into()) {
        assert_eq!(power.divisor_r(), u32::from(low));
    }
    if let Some(magic) = MagicDivisor::from_fields(low.into(), high & 1 != 0, word) {
        let fields = (magic.divisor_r(), magic.divisor_e(), magic.divisor_d());
        assert_eq!(fields, (low.into(), high & 1 != 0, word));
    }
    // Up to 2^58, so that some addresses have more than the 56 bits of a descriptor.
    let address = u64::from(word) << 26 | u64::from(low);
    if let Ok((base, remainder)) = BufferAddress::split(address) {
        assert_eq!(base.get() + u64::from(remainder), address);
    }
    if let Ok(arch) = Arch::from_product_id(word as u16) {
        assert!(Arch::ALL.contains(&arch));
    }
}

/// The model reads every attribute buffer that is decoded, and computes the element that its mode defines.
fn check_elements(words: [u32; 8], linear_id: u32) {
    let index = element_index(&words, linear_id);
    let offset = index.map(|index| u64::from(index) * u64::from(words[2]));
    assert_eq!(element_offset(&words, linear_id), offset);
    if let Ok(fields) = AttributeBuffer::decode(words) {
        let expected = match fields.mode {
            FetchMode::Linear | FetchMode::Constant => linear_id,
            FetchMode::Modulus(padded) => linear_id % padded.get(),
            FetchMode::PotDivisor(power) => power.divide(linear_id),
            FetchMode::NpotDivisor { magic, .. } => magic.divide(linear_id),
        };
        assert_eq!(index, Some(expected));
    }
}

/// The model runs the threads of every draw that is decoded.
fn check_threads(words: [u32; 8], linear_id: u32) {
    let [first, second, third, fourth, ..] = words;
    let (draw, invocation) = ([first, second], [third, fourth]);
    let answer = thread(draw, invocation, linear_id);
    let (
        Ok(draw),
        Ok(InvocationFields::Draw {
            vertices,
            instances,
        }),
    ) = (Draw::decode(draw), Invocation::decode(invocation))
    else {
        return;
    };
    // A draw of one instance is not padded.
    let threads_per_instance = if instances == 1 {
        vertices
    } else {
        draw.instance_size.get()
    };
    let (vertex, instance) = (
        linear_id % threads_per_instance,
        linear_id / threads_per_instance,
    );
    let expected = (instance < instances).then_some((vertex, instance, vertex >= vertices));
    assert_eq!(
        answer.map(|thread| (thread.vertex, thread.instance, thread.is_padding)),
        expected
    );
}

/// Fetches through tables at any position in the words.
fn check_fetches(words: &[u32], linear_id: u32) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let half = words.len() / 2;
    let (buffers, attributes) = words.split_at(half);
    let draw = [linear_id.rotate_left(7), linear_id.rotate_left(13)];
    // At the last address, all bytes but the first are past 2^64.
    for address in [0, u64::from(linear_id), u64::MAX] {
        let memory = Memory {
            address,
            bytes: &bytes,
        };
        for attribute in [0, 1, half, usize::MAX] {
            // V4 to V7: later architectures have the other tables, of `fetch_valhall`.
            let arch = Arch::ALL[linear_id as usize % 4];
            let fetched = fetch(
                arch, buffers, attributes, draw, attribute, linear_id, memory,
            );
            let ids = [linear_id, !linear_id];
            let valhall = fetch_valhall(buffers, attributes, draw[0], attribute, ids, memory);
            for fetched in [fetched, valhall].into_iter().flatten() {
                if let Fetched::Bytes(read) = fetched {
                    assert!(bytes.as_ptr_range().contains(&read.as_ptr()));
                    // The sizes of formats that the hardware fetches.
                    assert!([1, 2, 3, 4, 6, 8, 12, 16].contains(&read.len()));
                }
            }
        }
    }
}
