use super::linked::check_members;
use super::matching::Matching;
use super::named::{NamedVarying, position};
use crate::error::Error;

/// Checks that two programs of OpenGL ES that are compiled separately declare what the other one does. Otherwise an input
/// without a location is undefined, each of them, whichever the difference is.
///
/// | | has a counterpart of the other stage: of its name, or of its location |
/// |---|---|
/// | an input without a location | always |
/// | an output without a location | always |
/// | an input or output with a location | if there are inputs without one |
///
/// Where all inputs have locations, each is well-defined that has an output: [`Linkage::new`](super::Linkage::new) accepts
/// the others too, which may be unused. Varyings that have counterparts also [match](Matching) if they are at locations:
/// this function compares only those of one name.
///
/// # Errors
///
/// [`Error::Mismatch`] for varyings of one name that differ, [`Error::NoOutput`] and [`Error::NoInput`] for those without a
/// counterpart. Varyings are counted from 0 in the vertex stage, and on in the fragment stage.
///
/// Facts: OpenGL ES 3.1 and 3.2, 7.4.1, "Shader Interface Matching"; that an output without a location needs its input even
/// if all inputs have locations is what Khronos's conformance tests demand.
///
/// ```
/// use mali_varyings::{Error, NamedVarying, Varying, VaryingType, check_exact_match};
///
/// let named = |name| NamedVarying { name, varying: Varying::new(VaryingType::Vec2) };
/// let (uv, colour) = (named("uv"), named("colour"));
/// assert_eq!(check_exact_match(&[uv, colour], &[colour, uv]), Ok(()));
/// assert_eq!(check_exact_match(&[uv], &[uv, colour]), Err(Error::NoOutput { varying: 2 }));
/// assert_eq!(check_exact_match(&[uv, colour], &[uv]), Err(Error::NoInput { varying: 1 }));
/// ```
pub const fn check_exact_match(
    producer: &[NamedVarying<'_>],
    consumer: &[NamedVarying<'_>],
) -> Result<(), Error> {
    let mut is_exact = false;
    let checked = check_members(producer, consumer, Matching::GlEs);
    if let Err(error) = checked {
        return Err(error.counted_from(producer.len()));
    }
    each!(number, 0..consumer.len(), {
        let NamedVarying { name, varying } = consumer[number];
        if varying.location().is_none() {
            is_exact = true;
            if let Some(namesake) = position(producer, name, number) {
                let output = (namesake, producer[namesake].varying);
                if let Err(error) = Matching::GlEs.check((number, varying), output, true) {
                    return Err(error.counted_from(producer.len()));
                }
            }
        }
    });
    // Only now is it known whether any input lacks a location, on which all others depend.
    each!(number, 0..consumer.len(), {
        if is_exact && !has_counterpart(consumer[number], producer) {
            return Err(Error::NoOutput {
                varying: producer.len() + number,
            });
        }
    });
    each!(number, 0..producer.len(), {
        let output = producer[number];
        let is_needed = is_exact || output.varying.location().is_none();
        if is_needed && !has_counterpart(output, consumer) {
            return Err(Error::NoInput { varying: number });
        }
    });
    Ok(())
}

/// Whether another stage has the varying's name, or declares its location.
const fn has_counterpart(one: NamedVarying<'_>, others: &[NamedVarying<'_>]) -> bool {
    if one.varying.location().is_none() {
        return position(others, one.name, 0).is_some();
    }
    each!(number, 0..others.len(), {
        // One common location is enough: whether the two match there is not checked here.
        if one.varying.locations() & others[number].varying.locations() != 0 {
            return true;
        }
    });
    false
}
