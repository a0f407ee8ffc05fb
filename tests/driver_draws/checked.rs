//! The findings of `check` in the draws of Mesa's drivers: exactly those that this test's own arithmetic
//! expects.

use std::collections::BTreeMap;

use mali_instancing::check::{Counts, DrawState, Finding, Rule, Severity, check};
use mali_instancing::draw::IndexBounds;
use mali_instancing::model::element_index;
use mali_instancing::{Arch, InputRate};

use crate::case::{Bound, Case, Driver, Read, attribute_buffer_at};
use crate::golden::{self, Row, exact_divisor_d};
use crate::parse::{self, hexadecimal, parts};
use crate::{gl, vulkan};

pub(crate) fn rules(state: &DrawState<'_>) -> Vec<Rule> {
    let found = severities(state).into_iter();
    found.map(|(rule, _)| rule).collect()
}

/// The findings without alternatives, with their severities. Several fields of one descriptor can differ from the nearest
/// draw, which is one finding here.
pub(crate) fn severities(state: &DrawState<'_>) -> Vec<(Rule, Severity)> {
    let mut found = Vec::new();
    let mut differing = Vec::new();
    check(state, |finding| {
        let is_repeated =
            finding.rule == Rule::NearestDraw && differing.contains(&finding.attribute);
        if finding.alternative == 0 && !is_repeated {
            found.push((finding.rule, finding.severity));
            if finding.rule == Rule::NearestDraw {
                differing.push(finding.attribute);
            }
        }
    });
    found
}

/// The descriptors of a draw other than its tables.
fn state<'a>(row: &Row, case: &Case, buffers: &'a [u32], attributes: &'a [u32]) -> DrawState<'a> {
    let is_gl = case.driver == Driver::Gl;
    let is_indexed = !["", "0"].contains(&row.text("index_size"));
    let index_bounds = (!row.text("index_min").is_empty()).then(|| IndexBounds {
        minimum: row.number("index_min"),
        maximum: row.number("index_max"),
    });
    let state = DrawState {
        index_bounds,
        ..DrawState::new(case.pipeline.arch, buffers, attributes)
    };
    if !case.pipeline.arch.has_attribute_buffers() {
        return DrawState {
            first_instance: Some(case.counts.first_instance),
            counts: Some(Counts {
                vertices: (!is_indexed).then_some(case.counts.vertices),
                instances: row.number("instances"),
                first_vertex: first_vertex(row, case),
            }),
            ..state
        };
    }
    let primitive = match (is_gl, is_indexed) {
        // The number of indices is not among the columns.
        (true, true) => Some([hexadecimal(row.text("base_vertex_offset")) as u32, u32::MAX]),
        (true, false) => None,
        (false, _) => {
            let words = ["primitive_word_1", "primitive_word_3"];
            Some(words.map(|column| hexadecimal(row.text(column)) as u32))
        }
    };
    DrawState {
        draw: case.draws.first().copied(),
        invocation: case.invocation,
        primitive,
        tiler_draw: case.draws.get(1).copied(),
        is_indexed: Some(is_indexed),
        first_instance: Some(case.counts.first_instance),
        base_vertex: is_indexed.then(|| row.number("base_vertex")),
        ..state
    }
}

/// The number that V9 and later add to the number of a vertex.
fn first_vertex(row: &Row, case: &Case) -> i64 {
    let is_indexed = !["", "0"].contains(&row.text("index_size"));
    match (case.driver, case.pipeline.arch) {
        (Driver::Gl, _) if is_indexed => row.number("base_vertex"),
        // The column is stale.
        (Driver::Gl, Arch::V9) => 0,
        _ => row.number("offset_start"),
    }
}

/// The findings that are expected in a draw, by rule, and how many of those about the nearest draw are errors.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    rules: BTreeMap<Rule, usize>,
    read_otherwise: usize,
}

impl Found {
    fn of(all: impl IntoIterator<Item = (Rule, Severity)>) -> Self {
        let mut found = Self::default();
        for (rule, severity) in all {
            match rule {
                Rule::NearestDraw => found.add_nearest(severity),
                _ => found.add(rule),
            }
        }
        found
    }

    fn add(&mut self, rule: Rule) {
        *self.rules.entry(rule).or_default() += 1;
    }

    fn add_nearest(&mut self, severity: Severity) {
        self.add(Rule::NearestDraw);
        self.read_otherwise += usize::from(severity == Severity::Error);
    }

    fn add_all(&mut self, other: &Self) {
        for (rule, number) in &other.rules {
            *self.rules.entry(*rule).or_default() += number;
        }
        self.read_otherwise += other.read_otherwise;
    }
}

/// The author of the words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Author {
    Driver,
    Ours,
}

/// The last element that an application's attribute reads; `None` if that is not known.
fn last_element(row: &Row, case: &Case, bound: &Bound) -> Option<i64> {
    let instances = i64::from(case.counts.instances.unwrap());
    match bound.rate {
        InputRate::Constant => Some(0),
        InputRate::Instance { divisor } => Some((instances - 1) / i64::from(divisor.get())),
        InputRate::Vertex if case.pipeline.arch.has_attribute_buffers() => {
            Some(i64::from(case.counts.vertices) - 1 + i64::from(case.counts.first_vertex))
        }
        InputRate::Vertex => {
            let is_indexed = !["", "0"].contains(&row.text("index_size"));
            let last = if !is_indexed {
                i64::from(case.counts.vertices) - 1
            } else if row.text("index_max").is_empty() {
                return None;
            } else {
                row.number("index_max")
            };
            Some(last + first_vertex(row, case))
        }
    }
}

/// The bytes of the first instance in an attribute's offset, as the author computes them.
fn first_instance(case: &Case, bound: &Bound, author: Author) -> i64 {
    let bytes = i64::from(bound.stride) * i64::from(case.counts.first_instance);
    match (bound.rate, author, case.driver) {
        (InputRate::Vertex, ..) => 0,
        (InputRate::Instance { divisor }, Author::Driver, Driver::Gl) => {
            bytes / i64::from(divisor.get())
        }
        (_, Author::Driver, Driver::Vulkan) if !case.pipeline.arch.has_attribute_buffers() => 0,
        _ => bytes,
    }
}

/// The expected finding about the bytes that an attribute reads.
fn reading(row: &Row, case: &Case, read: &Read, author: Author) -> Option<Rule> {
    let (bound, _) = &case.buffers[read.buffer];
    let last = last_element(row, case, bound)?;
    let begin = i64::from(read.offset) + first_instance(case, bound, author);
    let end = begin + last * i64::from(bound.stride) + i64::from(read.format.size());
    // A descriptor's address is a multiple of 64 bytes.
    let remainder = if case.pipeline.arch.has_attribute_buffers() {
        (bound.address % 64) as i64
    } else {
        0
    };
    let size = match author {
        Author::Driver => bound.size + remainder,
        Author::Ours => bound.size.max(0) + remainder,
    };
    // The driver's size wraps if it is negative.
    if size < 0 || end + remainder <= size {
        return None;
    }
    Some(match size {
        0 => Rule::EmptyBuffer,
        1 => Rule::Unpatched,
        _ => Rule::OutOfBounds,
    })
}

/// The number by which ids are divided, if they are.
fn divisor(case: &Case, bound: &Bound) -> Option<u64> {
    let InputRate::Instance { divisor } = bound.rate else {
        return None;
    };
    let divisor = u64::from(divisor.get());
    if !case.pipeline.arch.has_attribute_buffers() {
        return Some(divisor);
    }
    (case.instances() > 1).then_some(case.padded_vertices * divisor)
}

fn severity(is_read_otherwise: bool) -> Severity {
    if is_read_otherwise {
        Severity::Error
    } else {
        Severity::Note
    }
}

/// The severity of the expected finding in a division of the driver: an error if a thread reads another element.
fn division(case: &Case, bound: &Bound, words: &[u32]) -> Option<Severity> {
    let divisor = divisor(case, bound)?;
    if divisor != 0 && divisor as u32 == 0 {
        // The product wraps to 0, whose R of 32 does not fit the field.
        return Some(Severity::Error);
    }
    if divisor > 1 << 32 {
        // Every id reads element 0, up to the remaining bits of the divisor.
        let is_reached = case.padded_vertices * case.instances() > u64::from(divisor as u32);
        return Some(severity(is_reached));
    }
    let divides = if case.pipeline.arch.has_attribute_buffers() {
        words[0] & 0x3f == 4
    } else {
        words[0] & 0xf0 == 0x30
    };
    if !divides || words[5] == exact_divisor_d(divisor) {
        return None;
    }
    // V9's fields, where V4 to V7 have theirs.
    let descriptor = if case.pipeline.arch.has_attribute_buffers() {
        *words.first_chunk().unwrap()
    } else {
        [4, words[1] & 0x3f00_0000, 4, 0, 0x20, words[5], 0, 1]
    };
    // The last id of an element and the first of the next are wrong before others are.
    let is_right_below = |ids: u64| {
        let elements = (0..=ids / divisor).map(|element| element * divisor);
        let edges = elements.flat_map(|id| [id, id + divisor - 1]);
        let mut edges = edges.filter(|id| *id < ids).map(|id| id as u32);
        edges.all(|id| element_index(&descriptor, id) == Some(id / divisor as u32))
    };
    if divisor > 1 << 16 && is_right_below(1 << 32) {
        return None;
    }
    let is_right = is_right_below(case.padded_vertices * case.instances());
    Some(severity(!is_right))
}

/// The expected findings in the driver's words, or in the library's.
fn expected(row: &Row, case: &Case, author: Author) -> Found {
    let mut found = Found::default();
    let has_attribute_buffers = case.pipeline.arch.has_attribute_buffers();
    for (number, read) in case.attributes.iter().enumerate() {
        let (bound, words) = &case.buffers[read.buffer];
        let mut before = case.attributes[..number].iter();
        let is_first = !before.any(|other| other.buffer == read.buffer);
        let mode = match author {
            Author::Ours => None,
            Author::Driver if has_attribute_buffers => division(case, bound, words),
            Author::Driver => division(case, bound, &read.words),
        };
        // A finding about a buffer's descriptor is reported once.
        if let Some(severity) = mode.filter(|_| is_first || !has_attribute_buffers) {
            found.add_nearest(severity);
        }
        let step = divisor(case, bound).unwrap_or(0);
        // A descriptor's address is a multiple of 64 bytes.
        let remainder = if has_attribute_buffers {
            (bound.address % 64) as i64
        } else {
            0
        };
        let whole = i64::from(bound.stride) * i64::from(case.counts.first_instance);
        let has_too_little =
            first_instance(case, bound, author) + i64::from(read.offset) + remainder < whole;
        // Where the product does not fit 32 bits, all instances read one element, in the nearest draw with the stride 0;
        // unless the bits that were kept are a whole product, too, which then states another divisor.
        let kept = step % (1 << 32);
        let is_product = kept != 0 && kept % case.padded_vertices == 0;
        let is_npot = author == Author::Driver && words[0] & 0x3f == 4;
        let fits = !has_attribute_buffers || step < 1 << 32 || is_product && is_npot;
        if has_too_little && step != 0 && fits {
            // A first element begins with the buffer, which can be in the middle of 64 bytes.
            let begins = first_instance(case, bound, author) + i64::from(read.offset) + remainder;
            let subtracted = i64::from(case.counts.first_vertex) * i64::from(bound.stride);
            let first = 0..i64::from(bound.stride) + 64;
            let is_first = first.contains(&begins) || first.contains(&(begins - subtracted));
            found.add(if is_first {
                Rule::FirstInstance
            } else {
                Rule::DividedFirstInstance
            });
        }
        // The driver's offsets include a first instance that is divided, in bytes.
        let begin = first_instance(case, bound, author) + i64::from(read.offset) + remainder;
        if begin % i64::from(read.format.alignment()) != 0 {
            found.add(Rule::ElementAlignment);
        }
        if author == Author::Driver && has_attribute_buffers && step >= 1 << 32 {
            continue;
        }
        let keeps_offset_start = author == Author::Driver
            && case.driver == Driver::Vulkan
            && has_attribute_buffers
            && step != 0
            && u64::from(case.counts.first_vertex) * u64::from(bound.stride) != 0;
        if keeps_offset_start {
            found.add(Rule::OffsetStart);
        }
        let stride = if case.pipeline.arch.has_attribute_buffers() {
            words[2]
        } else {
            read.words[4]
        };
        let is_read = last_element(row, case, bound).is_some() && fits;
        if is_read && (1..read.format.size()).contains(&stride) {
            found.add(Rule::Overlap);
        }
        match reading(row, case, read, author) {
            Some(Rule::OutOfBounds) => found.add(Rule::OutOfBounds),
            Some(rule) if is_first => found.add(rule),
            _ => {}
        }
    }
    // The program drew with few indices, from which its vertices are far apart.
    let is_indexed = !["", "0"].contains(&row.text("index_size"));
    if case.driver == Driver::Vulkan && is_indexed && has_attribute_buffers {
        let [indices, vertices]: [u32; 2] = ["count", "vertices"].map(|column| row.number(column));
        if vertices > indices {
            found.add(Rule::UnreachedVertices);
        }
    }
    found
}

/// Checks the expected findings in the draws of a file. Returns the findings in the driver's words.
fn assert_expected(file: &str, rows: usize, case: impl Fn(&Row) -> Case) -> Found {
    let mut all = Found::default();
    for row in golden::rows(file, rows) {
        let case = case(&row);
        if case.driver == Driver::Vulkan && row.text("tables_anew") == "0" {
            continue;
        }
        let (words, tables) = case.packed();
        let (buffers, attributes) = (&words[tables.buffers], &words[tables.attributes]);
        let ours = Found::of(severities(&state(&row, &case, buffers, attributes)));
        assert_eq!(
            ours,
            expected(&row, &case, Author::Ours),
            "{}, ours",
            case.name
        );

        let mut buffers = row.word_list("buffer_words");
        if case.pipeline.arch == Arch::V10 && case.driver == Driver::Vulkan {
            let before: usize = row.number("first_buffer_descriptor");
            buffers.splice(..0, vec![0; 8 * before]);
        }
        let attributes = row.word_list("attribute_words");
        let found = Found::of(severities(&state(&row, &case, &buffers, &attributes)));
        let expected = expected(&row, &case, Author::Driver);
        assert_eq!(found, expected, "{}", case.name);
        all.add_all(&found);
    }
    all
}

fn assert_counts(found: &Found, expected: &[(Rule, usize)], read_otherwise: usize) {
    let rules = expected.iter().copied().collect();
    let expected = Found {
        rules,
        read_otherwise,
    };
    assert_eq!(*found, expected);
}

#[test]
fn what_is_found_in_the_gl_drivers_words_is_what_is_wrong_with_them() {
    let found = assert_expected("driver/draws.csv", 1349, gl::case);
    let expected = [
        (Rule::OutOfBounds, 21),
        // Where the bytes of the divided first instance are few, the offset can be that of a first element.
        (Rule::DividedFirstInstance, 184),
        // Few bytes of a divided first instance are whole components.
        (Rule::ElementAlignment, 478),
        (Rule::EmptyBuffer, 35),
        (Rule::FirstInstance, 498 - 184),
        (Rule::NearestDraw, 8 + 255),
    ];
    assert_counts(&found, &expected, 8);
    let found = assert_expected("driver/draws-products.csv", 105, gl::case);
    let expected = [
        (Rule::DividedFirstInstance, 32),
        (Rule::ElementAlignment, 25),
        // 11 are less where the product wraps, and the nearest draw has the stride 0.
        (Rule::FirstInstance, 30 - 11),
        (Rule::NearestDraw, 71 + 19 + 6 + 322),
    ];
    assert_counts(&found, &expected, 71 + 19 + 6);
    let found = assert_expected("driver/draws-v10.csv", 61, gl::case);
    assert_counts(&found, &[(Rule::NearestDraw, 16)], 0);
}

#[test]
fn what_is_found_in_the_vulkan_drivers_words_is_what_is_wrong_with_them() {
    let found = assert_expected("driver/draws-vulkan.csv", 336, vulkan::case);
    let expected = [
        (Rule::OutOfBounds, 122),
        (Rule::EmptyBuffer, 18),
        (Rule::OffsetStart, 124),
        (Rule::FirstInstance, 62),
        (Rule::Overlap, 13),
        (Rule::UnreachedVertices, 76),
    ];
    assert_counts(&found, &expected, 0);
}

/// The type, R, E or P, and D of a buffer's descriptor on V6 or V7.
fn mode(row: &Row, rate: InputRate) -> [u32; 4] {
    let padded: u64 = row.number("padded_count");
    let shift = padded.trailing_zeros();
    match (row.text("instances"), rate) {
        ("1", _) | (_, InputRate::Constant) => [1, 0, 0, 0],
        (_, InputRate::Vertex) => [3, shift, (padded >> shift) as u32 / 2, 0],
        (_, InputRate::Instance { divisor }) => {
            let product = padded * u64::from(divisor.get());
            if product.is_power_of_two() {
                return [2, product.trailing_zeros(), 0, 0];
            }
            // E and D belong together, so comparing D is enough.
            [4, product.ilog2(), 0, exact_divisor_d(product)]
        }
    }
}

#[test]
fn tables_that_were_kept_are_found_where_they_do_not_fit() {
    let rows = golden::rows("driver/draws-vulkan.csv", 336);
    let kept = rows.iter().filter(|row| row.text("tables_anew") == "0");
    let mut wrong = 0;
    let mut right = 0;
    for row in kept.filter(|row| parse::arch(row).has_attribute_buffers()) {
        let case = vulkan::case(row);
        let (buffers, attributes) = (
            row.word_list("buffer_words"),
            row.word_list("attribute_words"),
        );
        let mut rates = vec![None; attributes.len() / 2];
        let mut expected = false;
        let bindings = vulkan::bindings(row);
        for fields in parts(row, "attributes") {
            let [location, binding] = [0, 1].map(|field| fields[field].parse::<usize>().unwrap());
            let bound = bindings.iter().find(|(number, _)| *number == binding);
            let Some((_, bound)) = bound else {
                continue;
            };
            rates[location] = Some(bound.rate);
            let descriptor = attribute_buffer_at(&buffers, 2 * binding);
            let [descriptor_type, divisor_r] = [descriptor[0] & 0x3f, descriptor[1] >> 24 & 0x1f];
            let [divisor_p, divisor_d] = match descriptor_type {
                3 => [descriptor[1] >> 29, 0],
                4 => [0, descriptor[5]],
                _ => [0, 0],
            };
            let fits = [descriptor_type, divisor_r, divisor_p, divisor_d] == mode(row, bound.rate);
            // With a stride of 0 every thread reads one element, whatever the mode.
            let is_constant = descriptor[2] == 0;
            let needs_no_stride = descriptor_type != 1
                || row.text("instances") != "1"
                || bound.rate == InputRate::Vertex
                || descriptor[2] == 0;
            // In a draw of one instance, ids are vertices: a modulus does not change them, a division makes them 0.
            let last_vertex = row.number::<u32>("vertices") - 1;
            let mut words = [0; 8];
            words[..descriptor.len()].copy_from_slice(&descriptor);
            let last_element = element_index(&words, last_vertex);
            let reads_right = match bound.rate {
                InputRate::Vertex => descriptor_type == 3 && last_element == Some(last_vertex),
                _ => [2, 4].contains(&descriptor_type) && last_element == Some(0),
            };
            let reads_right = row.text("instances") == "1" && reads_right;
            expected |= !(is_constant || reads_right || fits && needs_no_stride);
        }
        let state = DrawState {
            rates: &rates,
            ..state(row, &case, &buffers, &attributes)
        };
        let mut all = Vec::new();
        check(&state, |finding| all.push(finding));
        let is_mode = |finding: &Finding| {
            finding.rule == Rule::NearestDraw && finding.severity == Severity::Error
        };
        let found = all.iter().any(is_mode);
        assert_eq!(found, expected, "{}: {all:?} {state:x?}", case.name);
        if found {
            wrong += 1;
        } else {
            right += 1;
        }
    }
    assert_eq!((wrong, right), (9, 9));
}

#[test]
fn a_changed_copy_and_a_cut_table_are_found_in_an_eighth_of_the_draws() {
    let changed = assert_changes_are_found(8);
    assert!(changed > 3 * 150, "{changed}");
}

#[test]
#[ignore = "takes 20 s without optimization: .ci/all runs it with"]
fn a_changed_copy_and_a_cut_table_are_found_in_every_draw() {
    assert_eq!(assert_changes_are_found(1), 3 * (1232 + 105 + 232));
}

/// Only the tiler's descriptor is changed, and each table is cut by a word. Returns the number of changed descriptors.
fn assert_changes_are_found(step: usize) -> usize {
    let gl = golden::rows("driver/draws.csv", 1349);
    let products = golden::rows("driver/draws-products.csv", 105);
    let vulkan = golden::rows("driver/draws-vulkan.csv", 336);
    let cases = gl.iter().chain(&products).map(|row| (row, gl::case(row)));
    let cases = cases.chain(vulkan.iter().map(|row| (row, vulkan::case(row))));
    let mut changed = 0;
    for (row, case) in cases.step_by(step) {
        let buffers = row.word_list("buffer_words");
        let attributes = row.word_list("attribute_words");
        let whole = state(row, &case, &buffers, &attributes);
        assert!(
            !rules(&whole).contains(&Rule::TilerJob),
            "{}: {:?}",
            case.name,
            rules(&whole)
        );
        if let Some([flags, offset_start]) = whole.tiler_draw {
            for tiler_draw in [
                [flags ^ 1 << 16, offset_start],
                [flags ^ 1 << 21, offset_start],
                [flags, !offset_start],
            ] {
                let state = DrawState {
                    tiler_draw: Some(tiler_draw),
                    ..whole
                };
                assert!(rules(&state).contains(&Rule::TilerJob), "{}", case.name);
                changed += 1;
            }
        }
        let cut = |words: &[u32]| words[..words.len().saturating_sub(1)].to_vec();
        for (buffers, attributes) in [
            (cut(&buffers), attributes.clone()),
            (buffers.clone(), cut(&attributes)),
        ] {
            if buffers.is_empty() || attributes.is_empty() {
                continue;
            }
            let found = rules(&state(row, &case, &buffers, &attributes));
            assert_eq!(found.first(), Some(&Rule::Descriptor), "{}", case.name);
        }
    }
    changed
}
