//! The reasons why a driver's words differ from ours. A word whose difference is not explained fails the test.

use mali_instancing::InputRate;

use crate::case::{Bound, Case, Driver, Read};
use crate::counts::Class;
use crate::golden::exact_divisor_d;

impl Case {
    /// The words of an attribute of V4 to V7. The application's numbers of bindings, or a mode whose descriptor is
    /// longer or shorter than ours, give the attribute's buffer another place in our table.
    pub(crate) fn comparable(&self, words: &[u32]) -> [u32; 2] {
        let mut rates = self.buffers.iter().map(|(bound, _)| bound.rate);
        let is_moved = rates.any(|rate| matches!(self.step(rate), Step::TooLarge));
        match self.driver {
            Driver::Gl if !is_moved => [words[0], words[1]],
            _ => [words[0] & !0x1ff, words[1]],
        }
    }
}

/// The way in which a descriptor's elements step in the draw.
enum Step {
    /// The elements do not step per instance, or there is only one instance.
    None,
    /// The ids are divided by this number.
    Divided(u64),
    /// The number of threads that share an element does not fit 32 bits.
    TooLarge,
}

impl Case {
    fn step(&self, rate: InputRate) -> Step {
        let InputRate::Instance { divisor } = rate else {
            return Step::None;
        };
        let divisor = u64::from(divisor.get());
        if !self.pipeline.arch.has_attribute_buffers() {
            return Step::Divided(divisor);
        }
        if self.instances() == 1 {
            return Step::None;
        }
        let product = self.padded_vertices * divisor;
        if product < 1 << 32 {
            return Step::Divided(product);
        }
        assert!(self.instances() <= divisor, "{}", self.name);
        Step::TooLarge
    }

    fn fail(&self, theirs: &[u32], ours: &[u32]) -> ! {
        panic!("{}:\ntheirs {theirs:08x?}\nours   {ours:08x?}", self.name)
    }
}

pub(crate) fn attribute_buffer(
    case: &Case,
    bound: &Bound,
    theirs: &[u32],
    ours: &[u32],
) -> Vec<Class> {
    let remainder = bound.address as u32 % 64;
    let mut classes = Vec::new();
    let mut left = theirs.to_vec();
    match case.step(bound.rate) {
        Step::TooLarge => {
            let [low, high] = [
                bound.address as u32 - remainder,
                (bound.address >> 32) as u32,
            ];
            let size = bound.size.max(0) as u32 + remainder;
            assert_eq!(ours, [low | 1, high, 0, size, 0, 0, 0, 0], "{}", case.name);
            left = ours.to_vec();
            classes.push(Class::DivisorTooLarge);
        }
        Step::Divided(divisor) if ours[5] != theirs[5] => {
            if ours[5] != exact_divisor_d(divisor) || theirs[5] != ours[5] - 1 {
                case.fail(theirs, ours);
            }
            left[5] = ours[5];
            classes.push(Class::MultiplierTooSmall);
        }
        Step::Divided(_) | Step::None => {}
    }
    if bound.size < 0 && !matches!(case.step(bound.rate), Step::TooLarge) {
        let wrapped = (bound.size + i64::from(remainder)) as u32;
        assert_eq!((theirs[3], ours[3]), (wrapped, remainder), "{}", case.name);
        left[3] = ours[3];
        classes.push(Class::SizeWraps);
    }
    if left != ours {
        case.fail(theirs, ours);
    }
    classes
}

pub(crate) fn buffer(case: &Case, bound: &Bound, theirs: &[u32], ours: &[u32]) -> Vec<Class> {
    let mut classes = Vec::new();
    let mut left = theirs.to_vec();
    if bound.size < 0 {
        assert_eq!(
            (theirs[1], ours[1]),
            (bound.size as u32, 0),
            "{}",
            case.name
        );
        left[1] = 0;
        classes.push(Class::SizeWraps);
    }
    if left != ours {
        case.fail(theirs, ours);
    }
    classes
}

pub(crate) fn attribute(case: &Case, read: &Read, ours: &[u32]) -> Vec<Class> {
    let [theirs, ours] = [&read.words, ours].map(|words| case.comparable(words));
    let mut classes = Vec::new();
    if theirs[0] != ours[0] {
        case.fail(&theirs, &ours);
    }
    if theirs[1] == ours[1] {
        return classes;
    }
    let (bound, _) = &case.buffers[read.buffer];
    let stride = i64::from(bound.stride);
    let first_instance = stride * i64::from(case.counts.first_instance);
    let offset_start = stride * i64::from(case.counts.first_vertex);
    let begin = i64::from(read.offset) + (bound.address % 64) as i64;
    let (mut expected_theirs, mut expected_ours) = (begin, begin);
    match (bound.rate, case.driver) {
        (InputRate::Vertex, _) => {}
        (InputRate::Instance { divisor }, Driver::Gl) => {
            expected_ours += first_instance;
            let divided = first_instance / i64::from(divisor.get());
            expected_theirs += divided;
            if divided != first_instance {
                classes.push(Class::FirstInstanceDivided);
            }
        }
        (InputRate::Instance { .. } | InputRate::Constant, _) => {
            expected_ours += first_instance;
            expected_theirs += first_instance;
        }
    }
    let step = case.step(bound.rate);
    if let Step::Divided(_) = step {
        expected_ours -= offset_start;
        if offset_start != 0 && case.driver == Driver::Vulkan {
            classes.push(Class::OffsetStartKept);
        }
    }
    if case.driver == Driver::Gl && !matches!(step, Step::None) {
        expected_theirs -= offset_start;
    }
    if matches!(step, Step::TooLarge) {
        classes.push(Class::DivisorTooLarge);
    }
    let expected = [expected_theirs as u32, expected_ours as u32];
    assert_eq!([theirs[1], ours[1]], expected, "{}: {classes:?}", case.name);
    classes
}

pub(crate) fn valhall_attribute(case: &Case, read: &Read, ours: &[u32]) -> Vec<Class> {
    const TYPE: u32 = 0xf0;
    let theirs = &read.words;
    let mut classes = Vec::new();
    let mut left = theirs.clone();
    left[3] = ours[3];
    let (bound, _) = &case.buffers[read.buffer];
    let divisor = match case.step(bound.rate) {
        Step::Divided(divisor) => divisor,
        Step::None | Step::TooLarge => 0,
    };
    if divisor == 1 && (theirs[0] ^ ours[0]) & TYPE != 0 {
        let types = [theirs.as_slice(), ours].map(|words| (words[0] & TYPE) >> 4);
        let divisor_r = theirs[1] >> 24 & 0x1f;
        assert_eq!((types, divisor_r), ([2, 1], 0), "{}", case.name);
        left[0] = left[0] & !TYPE | 1 << 4;
        classes.push(Class::DivisorOne);
    }
    if divisor > 1 && theirs[5] != ours[5] {
        if ours[5] != exact_divisor_d(divisor) || theirs[5] != ours[5] - 1 {
            case.fail(theirs, ours);
        }
        left[5] = ours[5];
        classes.push(Class::MultiplierTooSmall);
    }
    if theirs[2] != ours[2] {
        let first_instance = u64::from(bound.stride) * u64::from(case.counts.first_instance);
        let offset = u64::from(read.offset);
        let (expected, class) = match case.driver {
            Driver::Gl => (
                offset + first_instance / divisor,
                Class::FirstInstanceDivided,
            ),
            Driver::Vulkan => (offset, Class::FirstInstanceInShader),
        };
        let expected = [expected, offset + first_instance].map(|offset| offset as u32);
        assert_eq!([theirs[2], ours[2]], expected, "{}", case.name);
        left[2] = ours[2];
        classes.push(class);
    }
    if left != ours {
        case.fail(theirs, ours);
    }
    classes
}
