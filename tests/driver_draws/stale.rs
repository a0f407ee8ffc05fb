//! Pairs of draws of Mesa's GL driver 25.0.7: the second reuses the first one's tables, although they do
//! not fit its counts. See `tests/vectors/driver/stale.csv`.

use mali_instancing::Format;
use mali_instancing::InputRate;
use mali_instancing::check::{DrawState, Rule, Severity};
use mali_instancing::descriptor::Invocation;
use mali_instancing::model::element_index;

use crate::checked::severities;
use crate::golden::{self, Row};
use crate::parse::{self, parts};

/// An attribute of a descriptor, with offset enable.
fn attribute(row: &Row, descriptor: usize, format: Format) -> [u32; 2] {
    let format = format.hardware(parse::arch(row)).unwrap();
    [descriptor as u32 | 1 << 9 | format << 10, 0]
}

/// The findings in a draw.
fn found(row: &Row) -> Vec<(Rule, Severity)> {
    let buffers = row.word_list("buffer_words");
    let groups = row.text("attribute_group").split_whitespace();
    // All attributes step per vertex, so no descriptor has a continuation.
    let mut attributes: Vec<u32> = groups
        .zip(parts(row, "attributes"))
        .flat_map(|(group, fields)| {
            assert_eq!(fields[3], "0", "divisor");
            attribute(row, group.parse().unwrap(), parse::format(fields[1]))
        })
        .collect();
    let rates = vec![Some(InputRate::Vertex); attributes.len() / 2];
    // Vertex and instance ID.
    for (descriptor, words) in buffers.chunks(4).enumerate() {
        if [0x22, 0x24].contains(&words[0]) {
            attributes.extend(attribute(row, descriptor, Format::R32_UINT));
        }
    }
    let invocation = Invocation::draw(row.number("vertices"), row.number("instances")).unwrap();
    let state = DrawState {
        draw: row.word_list("draw_words").first_chunk().copied(),
        invocation: Some(invocation.words()),
        rates: &rates,
        ..DrawState::new(parse::arch(row), &buffers, &attributes)
    };
    severities(&state)
}

/// The findings without the notes about an application's empty buffers.
fn without_empty_buffers(found: Vec<(Rule, Severity)>) -> Vec<(Rule, Severity)> {
    let found = found.into_iter();
    found
        .filter(|(rule, _)| *rule != Rule::EmptyBuffer)
        .collect()
}

/// The expected findings if tables for one number of instances are used for another: one for each descriptor that is not
/// this draw's.
fn expected(row: &Row, had_several: bool) -> Vec<(Rule, Severity)> {
    let table = row.word_list("buffer_words");
    let has_ids = table.chunks(4).any(|words| words[0] == 0x22);
    // In a draw of one instance, ids are vertices: a modulus does not change them, and a quotient is 0.
    let last_vertex = row.number::<u32>("vertices") - 1;
    let for_several = |words: &[u32]| {
        let mut descriptor = [0; 8];
        descriptor[..words.len()].copy_from_slice(words);
        match element_index(&descriptor, last_vertex) {
            Some(index) if index == last_vertex || index == 0 => Severity::Note,
            _ => Severity::Error,
        }
    };
    let descriptors = table.chunks(4).take(parts(row, "attributes").len());
    // An attribute with a stride of 0 reads the same with a linear descriptor.
    let descriptors = descriptors.filter(|words| had_several || words[2] != 0);
    let mut severities: Vec<Severity> = descriptors
        .map(|words| {
            if had_several {
                for_several(words)
            } else {
                Severity::Error
            }
        })
        .collect();
    if has_ids {
        let vertex_id = table.chunks(4).find(|words| words[0] == 0x22).unwrap();
        let [shift, odd] = [vertex_id[1] >> 24 & 0x1f, vertex_id[1] >> 29];
        let modulus = u64::from(2 * odd + 1) << shift;
        severities.push(if had_several && modulus > u64::from(last_vertex) {
            Severity::Note
        } else {
            Severity::Error
        });
        if !had_several {
            severities.push(Severity::Error);
        }
    }
    let found = severities.into_iter();
    found
        .map(|severity| (Rule::NearestDraw, severity))
        .collect()
}

#[test]
fn of_every_pair_the_first_draw_is_right_and_the_second_is_not() {
    let rows = golden::rows("driver/stale.csv", 36);
    for pair in rows.chunks(2) {
        let [first, second] = pair else {
            panic!("36 is even");
        };
        let name = format!("{} {}", first.text("chip"), first.text("draw"));
        assert_eq!(first.text("emitted_anew"), "1", "{name}");
        assert_eq!(second.text("emitted_anew"), "0", "{name}");
        assert_eq!(
            first.text("buffer_words"),
            second.text("buffer_words"),
            "{name}"
        );
        assert_eq!(without_empty_buffers(found(first)), [], "{name}");
        let had_several = first.text("instances") != "1";
        assert_ne!(had_several, second.text("instances") != "1", "{name}");
        let found = without_empty_buffers(found(second));
        assert_eq!(found, expected(second, had_several), "{name}");
    }
}
