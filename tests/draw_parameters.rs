//! What a draw and its attributes may ask for.

use core::num::NonZeroU32;

use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::{DrawCall, DrawError};
use mali_instancing::{
    Arch, Dispatch, Error, FetchMode, InputRate, PaddedCount, Padding, PowerOfTwo, Rounding,
};

fn padded(count: u32) -> PaddedCount {
    PaddedCount::exactly(count).unwrap()
}

fn mode(count: u32, instances: u32, rate: InputRate) -> Result<FetchMode, Error> {
    FetchMode::new(
        Dispatch::new(padded(count), instances)?,
        rate,
        Rounding::RoundDown,
    )
}

#[test]
fn product_ids_name_the_architecture() {
    let expected = |id: u16| match id {
        0x600 | 0x620 | 0x720 | 0x6956 => Some(4),
        0x750 | 0x820 | 0x830 | 0x860 | 0x880 => Some(5),
        _ => Some(id >> 12).filter(|arch| [6, 7, 9, 10, 12, 13].contains(arch)),
    };
    for id in 0..=u16::MAX {
        match (Arch::from_gpu_id(id), expected(id)) {
            (Ok(arch), Some(number)) => assert_eq!(u16::from(arch.number()), number, "{id:#x}"),
            (Err(error), None) => assert_eq!(error, Error::GpuId { id }),
            (answer, expected) => panic!("{id:#x}: {answer:?}, expected {expected:?}"),
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
        assert!(Dispatch::new(padded_vertices, maximum).is_ok());
        for instances in [0, maximum + 1] {
            let error = Error::InstanceCount {
                instances,
                padded_vertices,
            };
            assert_eq!(Dispatch::new(padded_vertices, instances), Err(error));
        }
    }
    assert!(Dispatch::new(PaddedCount::ONE, u32::MAX).is_ok());
}

#[test]
fn a_draw_with_idvs_is_padded_for_it() {
    for (vertices, plain, idvs) in [(9, 9, 12), (70, 72, 72), (17, 18, 20)] {
        let call = DrawCall {
            padding: Padding::Tight,
            ..DrawCall::new(Arch::V7, vertices)
        };
        assert_eq!(call.padded_vertices(), Ok(padded(plain)));
        let call = DrawCall { idvs: true, ..call };
        assert_eq!(call.padded_vertices(), Ok(padded(idvs)));
    }
}

/// Its dimensions alone would fit the record.
#[test]
fn a_draw_of_too_many_threads_has_no_invocation() {
    let call = DrawCall {
        instances: Some(2),
        ..DrawCall::new(Arch::V7, 1 << 31)
    };
    let error = call.dispatch().unwrap_err();
    assert!(matches!(error, Error::InstanceCount { .. }), "{error}");
    assert_eq!(call.invocation(), Err(DrawError::Draw(error)));
    assert!(Invocation::draw(1 << 31, 2).is_ok());
}

#[test]
fn a_hardware_divisor_is_below_2_to_the_32() {
    for (count, largest) in [(72, 59_652_323), (0x8000_0000, 1), (1, u32::MAX)] {
        let dispatch = Dispatch::for_any_instance_count(padded(count));
        let divisor = NonZeroU32::new(largest).unwrap();
        assert_eq!(
            dispatch.hardware_divisor(divisor).unwrap().get(),
            count * largest
        );
        if let Some(divisor) = divisor.checked_add(1) {
            let error = Error::Divisor {
                divisor: divisor.get(),
                padded_vertices: padded(count),
            };
            assert_eq!(dispatch.hardware_divisor(divisor), Err(error));
            let rate = InputRate::Instance { divisor };
            assert_eq!(
                FetchMode::new(dispatch, rate, Rounding::RoundDown),
                Err(error)
            );
        }
    }
}

/// A linear id has 32 bits, so no instance is numbered as high as such a divisor.
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
    assert_eq!(mode(64, 9, rate), Ok(FetchMode::PowerOfTwoDivisor(power)));
    assert!(matches!(
        mode(72, 9, rate),
        Ok(FetchMode::OtherDivisor { .. })
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

/// The number that was wrong and the limit it broke, as text, for every kind of error.
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
            "at most 59652323 is allowed, and any where the number of instances is known",
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
        (Error::GpuId { id: 0x8123 }, "0x8123", "0x6956"),
        (Error::AttributeBufferArch { arch: 9 }, "V9", "V4 to V7"),
        (Error::IdvsArch { arch: 4 }, "V4", "V6 and later"),
    ] {
        let text = error.to_string();
        assert!(text.contains(offending) && text.contains(allowed), "{text}");
        assert!(text.len() < 256, "cut off: {text}");
        assert_eq!(format!("{error:>300}").len(), 300);
    }
}
