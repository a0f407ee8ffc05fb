//! The limits of a draw and of its attributes.

use core::num::NonZeroU32;

use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::{DrawCounts, DrawError, Pipeline};
use mali_instancing::{
    Arch, Error, FetchMode, InputRate, PaddedCount, Padding, PowerOfTwo, Rounding, ThreadCount,
};

fn padded(count: u32) -> PaddedCount {
    PaddedCount::from_exact(count).unwrap()
}

fn mode(count: u32, instances: u32, rate: InputRate) -> Result<FetchMode, Error> {
    FetchMode::new(
        ThreadCount::new(padded(count), instances)?,
        rate,
        Rounding::RoundDown,
    )
}

#[test]
fn product_ids_name_the_architecture() {
    let expected = |id: u16| match id {
        0x600 | 0x620 | 0x720 | 0x6956 => Some(4),
        0x750 | 0x820 | 0x830 | 0x860 | 0x880 => Some(5),
        _ => Some(id >> 12).filter(|arch| [6, 7, 9, 10, 11, 12, 13, 14].contains(arch)),
    };
    for id in 0..=u16::MAX {
        match (Arch::from_product_id(id), expected(id)) {
            (Ok(arch), Some(number)) => assert_eq!(u16::from(arch.number()), number, "{id:#x}"),
            (Err(error), None) => assert_eq!(error, Error::ProductId { id }),
            (answer, expected) => panic!("{id:#x}: {answer:?}, expected {expected:?}"),
        }
    }
}

/// Up to V14 the register has 32 bits, with the product id in the upper half. A read of 64 bits finds another register
/// above it.
#[test]
fn the_register_has_the_product_id_in_bits_16_to_31() {
    for id in (0..0xf000_u32).step_by(0x10).chain([0x600, 0x6956, 0x7212]) {
        for (above, below) in [(0, 0), (0x0713_0206, 0x1234), (u32::MAX, 0xffff)] {
            let register = u64::from(above) << 32 | u64::from(id) << 16 | below;
            assert_eq!(
                Arch::from_gpu_id(register).ok(),
                Arch::from_product_id(id as u16).ok(),
                "{register:#x}"
            );
        }
    }
}

/// As Mesa describes it: no chip of V15 was asked, and no packed row of one exists.
#[test]
fn a_register_of_64_bits_has_the_architecture_in_its_top_byte() {
    for arch in 0..=u8::MAX {
        for others in [0xf000_0000, 0x08_0000_f000_0000, 0xff_ffff_ffff_ffff] {
            let register = u64::from(arch) << 56 | others;
            let expected = match arch {
                15 => Ok(Arch::V15),
                _ => Err(Error::GpuId { id: register }),
            };
            assert_eq!(Arch::from_gpu_id(register), expected, "{register:#x}");
        }
    }
}

#[test]
fn architectures_have_what_they_have() {
    for &arch in Arch::ALL {
        assert_eq!(arch.check_attribute_buffers().is_ok(), arch.number() <= 7);
        assert_eq!(arch.check_idvs().is_ok(), arch.number() >= 6);
        assert_eq!(arch.to_string(), format!("v{}", arch.number()));
    }
}

#[test]
fn a_draw_has_at_least_one_instance_and_at_most_2_to_the_32_threads() {
    for (count, maximum) in [
        (72, 59_652_323),
        (0x8000_0000, 2),
        (0xe000_0000, 1),
        (2, 1 << 31),
    ] {
        let padded_vertices = padded(count);
        assert!(ThreadCount::new(padded_vertices, maximum).is_ok());
        for instances in [0, maximum + 1] {
            let error = Error::InstanceCount {
                instances,
                padded_vertices,
            };
            assert_eq!(ThreadCount::new(padded_vertices, instances), Err(error));
        }
    }
    assert!(ThreadCount::new(PaddedCount::ONE, u32::MAX).is_ok());
}

/// The smallest count below 20 that the hardware can pad to, and from 20 on the smallest multiple of four
/// above.
fn padded_primitives(primitives: u32) -> u32 {
    let counts = || {
        let odd = [1, 3, 5, 7, 9].into_iter();
        odd.flat_map(|odd| (0..32).map(move |shift| odd << shift))
            .filter(|count| *count < 1_u64 << 32)
    };
    let primitives = u64::from(primitives);
    let fits: Vec<u64> = if primitives < 20 {
        counts().filter(|count| *count >= primitives).collect()
    } else {
        counts()
            .filter(|count| *count > primitives && count % 4 == 0)
            .collect()
    };
    u32::try_from(fits.into_iter().min().unwrap()).unwrap()
}

#[test]
fn the_primitives_of_an_instance_are_padded_by_mesas_rule() {
    for (arch, vertices, instances, primitive_vertices, expected) in [
        // 72 padded vertices are 24 triangles, or 36 lines.
        (Arch::V7, 70, Some(100), 3, 28),
        (Arch::V4, 70, Some(100), 2, 40),
        (Arch::V5, 70, None, 1, 80),
        // One instance is not padded: 70 vertices are 24 triangles too, 69 are 23.
        (Arch::V6, 70, Some(1), 3, 28),
        (Arch::V6, 69, Some(1), 3, 24),
        (Arch::V7, 1, Some(2), 3, 2),
        (Arch::V7, 2, Some(1), 3, 1),
        (Arch::V7, 0xdfff_ffff, Some(1), 1, 0xe000_0000),
        // Mesa's rule has no count above the largest.
        (Arch::V7, 0xdfff_ffff, None, 1, 0xe000_0000),
    ] {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::any_instances(vertices)
            .with_instances(instances)
            .with_primitive_vertices(NonZeroU32::new(primitive_vertices));
        let size = pipeline.instance_primitive_size(&counts).unwrap();
        assert_eq!(size.get(), expected, "{pipeline:?} {counts:?}");
        let draw = pipeline.draw(&counts).unwrap().unwrap().words();
        assert_eq!(draw[0] >> 24, u32::from(size.to_bits()));
        let unasked = counts.with_primitive_vertices(None);
        let size = pipeline.instance_primitive_size(&unasked);
        assert_eq!(size, Ok(PaddedCount::ONE));
        let plain = pipeline.draw(&unasked).unwrap().unwrap().words();
        assert_eq!(plain, [draw[0] & 0x00ff_ffff, draw[1]]);
    }
    for vertices in (1..2000).chain([65_535, 1_000_000]) {
        for primitive_vertices in 1..6 {
            for (instances, counted) in [
                (1, vertices),
                (7, PaddedCount::new(vertices, Padding::Tight).unwrap().get()),
            ] {
                let pipeline = Pipeline::new(Arch::V7).with_padding(Padding::Tight);
                let counts = DrawCounts::instanced(vertices, instances)
                    .with_primitive_vertices(NonZeroU32::new(primitive_vertices));
                let rest = u32::from(counted % primitive_vertices != 0);
                let primitives = counted / primitive_vertices + rest;
                assert_eq!(
                    pipeline.instance_primitive_size(&counts).unwrap().get(),
                    padded_primitives(primitives),
                    "{pipeline:?} {counts:?}"
                );
            }
        }
    }
}

#[test]
fn a_draw_with_idvs_is_padded_for_it() {
    for (vertices, plain, idvs) in [(9, 9, 12), (70, 72, 72), (17, 18, 20)] {
        let pipeline = Pipeline::new(Arch::V7).with_padding(Padding::Tight);
        let counts = DrawCounts::any_instances(vertices);
        assert_eq!(pipeline.padded_vertices(&counts), Ok(padded(plain)));
        let pipeline = pipeline.with_idvs(true);
        assert_eq!(pipeline.padded_vertices(&counts), Ok(padded(idvs)));
    }
}

/// The dimensions alone would fit the descriptor.
#[test]
fn a_draw_of_too_many_threads_has_no_invocation() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(1 << 31, 2);
    let error = pipeline.thread_count(&counts).unwrap_err();
    assert!(matches!(error, Error::InstanceCount { .. }), "{error}");
    assert_eq!(pipeline.invocation(&counts), Err(DrawError::Draw(error)));
    assert!(Invocation::draw(1 << 31, 2).is_ok());
}

#[test]
fn a_hardware_divisor_is_below_2_to_the_32() {
    for (count, largest) in [(72, 59_652_323), (0x8000_0000, 1), (1, u32::MAX)] {
        let thread_count = ThreadCount::for_any_instance_count(padded(count));
        let divisor = NonZeroU32::new(largest).unwrap();
        assert_eq!(
            thread_count.hardware_divisor(divisor).unwrap().get(),
            count * largest
        );
        if let Some(divisor) = divisor.checked_add(1) {
            let error = Error::Divisor {
                divisor: divisor.get(),
                padded_vertices: padded(count),
            };
            assert_eq!(thread_count.hardware_divisor(divisor), Err(error));
            let rate = InputRate::Instance { divisor };
            assert_eq!(
                FetchMode::new(thread_count, rate, Rounding::RoundDown),
                Err(error)
            );
        }
    }
}

/// A linear id has 32 bits, so no instance's number reaches such a divisor.
#[test]
fn instances_that_are_no_more_than_a_divisor_of_too_many_threads_read_one_element() {
    for (count, most_instances) in [(72, 59_652_323), (0x8000_0000, 2), (0xe000_0000, 1)] {
        let too_large = (u32::MAX / count).saturating_add(1);
        for divisor in [too_large, u32::MAX] {
            let rate = InputRate::instance(divisor).unwrap();
            for instances in [1, most_instances] {
                assert!(instances <= divisor);
                assert_eq!(mode(count, instances, rate), Ok(FetchMode::Constant));
            }
        }
    }
}

#[test]
fn an_instanced_draw_uses_a_mode_per_rate() {
    assert_eq!(
        mode(72, 9, InputRate::Vertex),
        Ok(FetchMode::Modulus(padded(72)))
    );
    assert_eq!(mode(72, 9, InputRate::Constant), Ok(FetchMode::Constant));
    let power = PowerOfTwo::from_divisor_r(7).unwrap();
    let rate = InputRate::from_gl_divisor(2);
    assert_eq!(mode(64, 9, rate), Ok(FetchMode::PotDivisor(power)));
    assert!(matches!(
        mode(72, 9, rate),
        Ok(FetchMode::NpotDivisor { .. })
    ));
}

#[test]
fn a_draw_of_one_instance_is_linear() {
    assert_eq!(mode(72, 1, InputRate::Vertex), Ok(FetchMode::Linear));
    assert_eq!(mode(72, 1, InputRate::Constant), Ok(FetchMode::Constant));
    for divisor in [1, 3, u32::MAX] {
        assert_eq!(
            mode(72, 1, InputRate::from_gl_divisor(divisor)),
            Ok(FetchMode::Constant)
        );
    }
}

#[test]
fn gl_and_vulkan_differ_on_divisor_zero() {
    assert_eq!(InputRate::from_gl_divisor(0), InputRate::Vertex);
    assert_eq!(InputRate::from_vulkan_divisor(0), InputRate::Constant);
    assert_eq!(InputRate::instance(0), Err(Error::ZeroDivisor));
    for divisor in [1, 3, u32::MAX] {
        let rate = InputRate::instance(divisor).unwrap();
        assert_eq!(InputRate::from_gl_divisor(divisor), rate);
        assert_eq!(InputRate::from_vulkan_divisor(divisor), rate);
    }
}

/// The text of every kind of error, with the invalid number and its limit.
#[test]
fn an_error_says_what_was_asked_for_and_what_is_allowed() {
    let padded_vertices = padded(72);
    for (error, offending, allowed) in [
        (
            Error::VertexCount {
                vertices: 0,
                maximum: 0xdfff_ffff,
            },
            "0 vertices",
            "1 to 3758096383",
        ),
        (
            Error::VertexCount {
                vertices: u32::MAX,
                maximum: 0xdfff_ffff,
            },
            "4294967295 vertices",
            "at most 3758096383 (0xdfffffff)",
        ),
        (
            Error::PaddedCount { count: 70 },
            "70 is",
            "1, 3, 5, 7 or 9 times",
        ),
        (
            Error::InstanceCount {
                instances: 0,
                padded_vertices,
            },
            "0 instances",
            "at least 1",
        ),
        (
            Error::InstanceCount {
                instances: 59_652_324,
                padded_vertices,
            },
            "59652324 instances of 72",
            "at most 59652323",
        ),
        (Error::ZeroDivisor, "divisor 0", "at least 1"),
        (Error::ZeroDivisor, "GL's 0", "leave `divisor` out"),
        (
            Error::Divisor {
                divisor: u32::MAX,
                padded_vertices,
            },
            "divisor 4294967295 times 72",
            "at most 59652323 is allowed, or any divisor if the number of instances is known",
        ),
        (
            Error::MisalignedAddress { address: 0x1041 },
            "0x1041",
            "multiple of 64",
        ),
        (
            Error::AddressRange { address: u64::MAX },
            "0xffffffffffffffff",
            "below 0x100000000000000",
        ),
        (Error::ProductId { id: 0x8123 }, "0x8123", "0x6956"),
        (Error::GpuId { id: 0x7212 }, "0x7212", "from_product_id"),
        (Error::AttributeBufferArch { arch: 9 }, "V9", "V4 to V7"),
        (Error::PrimitiveVertices, "0 vertices", "at least 1"),
        (Error::BufferArch { arch: 7 }, "V7", "V9 and later"),
        (
            Error::BufferSize {
                arch: 10,
                size: 1 << 32,
            },
            "4294967296 bytes",
            "at most 4294967295 are allowed. V11 and later",
        ),
        (Error::IdvsArch { arch: 4 }, "V4", "V6 and later"),
        (
            Error::OtherArch {
                arch: 9,
                first: 7,
                last: 7,
            },
            "V9",
            "only V7",
        ),
        (
            Error::OtherArch {
                arch: 9,
                first: 4,
                last: 7,
            },
            "V9",
            "only V4 to V7",
        ),
        (Error::BufferIndex { index: 512 }, "512", "0 to 511"),
        (
            Error::FormatField { format: 1 << 22 },
            "0x400000",
            "at most 0x3fffff",
        ),
        (Error::Table { table: 64 }, "64", "0 to 63"),
        (
            Error::AttributeStride { stride: 1 << 16 },
            "65536 bytes",
            "at most 65535",
        ),
        (
            Error::InvocationDimension { dimension: 4 },
            "of vertices",
            "at least 1",
        ),
        (
            Error::InvocationBits {
                bits: 33,
                largest: 5,
            },
            "33 bits",
            "at most 32",
        ),
        (
            Error::InvocationSplit {
                bit: 16,
                largest: 0,
            },
            "bit 16",
            "at most 15",
        ),
    ] {
        let text = error.to_string();
        assert!(text.contains(offending) && text.contains(allowed), "{text}");
        assert!(text.len() < 256, "cut off: {text}");
        assert_eq!(format!("{error:>300}").len(), 300);
    }
}

/// The product ids of each GPU's register, from Mesa's list of models.
#[test]
fn a_gpu_has_one_architecture_by_its_name_and_by_its_id() {
    for (name, id) in [
        ("T604", 0x600),
        ("t620", 0x620),
        ("Mali-T720", 0x720),
        ("T760", 0x750),
        ("T820", 0x820),
        ("T830", 0x830),
        ("mali-t860", 0x860),
        ("T880", 0x880),
        ("G71", 0x6000),
        ("G72", 0x6221),
        ("G51", 0x7000),
        ("G76", 0x7211),
        ("G52", 0x7212),
        ("G31", 0x7093),
        ("G77", 0x9000),
        ("G57", 0x9091),
        ("G310", 0xa864),
        ("G610", 0xa867),
        ("Immortalis-G715", 0xb800),
        ("IMMORTALIS-G925", 0xd800),
        ("G1-Ultra", 0xe800),
    ] {
        let arch = Arch::from_gpu_name(name);
        assert_eq!(arch, Arch::from_product_id(id).ok(), "{name}");
        assert!(arch.is_some(), "{name}");
    }
    for name in ["g2-pro", "Mali-G2-Premium", "Immortalis-G2-Ultra"] {
        assert_eq!(Arch::from_gpu_name(name), Some(Arch::V15), "{name}");
    }
    for name in ["", "Mali-", "g", "g2", "g5", "g520", "Mali-Mali-G52", "v7"] {
        assert_eq!(Arch::from_gpu_name(name), None, "{name}");
    }
}
