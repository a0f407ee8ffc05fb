//! Mesa's Vulkan driver, 25.0.7, on V6, V7 and V10.

use mali_instancing::draw::{DrawCounts, Pipeline, TableLayout};
use mali_instancing::{InputRate, Padding};

use crate::case::{Bound, Case, Driver, Indices, Read, attribute_buffer_at};
use crate::golden::{self, Row};
use crate::parse::{self, hexadecimal, parts};

/// The numbers of the bindings, and the buffers bound to them.
pub(crate) fn bindings(row: &Row) -> Vec<(usize, Bound)> {
    let bindings = parts(row, "vertex_buffers").into_iter();
    bindings
        .map(|fields| {
            let rate = match fields[4].strip_prefix('i') {
                Some(divisor) => InputRate::from_vulkan_divisor(divisor.parse().unwrap()),
                None => InputRate::Vertex,
            };
            let bound = Bound {
                stride: fields[3].parse().unwrap(),
                rate,
                address: hexadecimal(fields[1]),
                size: fields[2].parse().unwrap(),
            };
            (fields[0].parse().unwrap(), bound)
        })
        .collect()
}

pub(crate) fn case(row: &Row) -> Case {
    let arch = parse::arch(row);
    let has_padding = arch.has_attribute_buffers();
    let pipeline = Pipeline::new(arch)
        .with_padding(Padding::Mesa)
        .with_idvs(row.text("idvs") == "1")
        .with_layout(TableLayout::Fixed);
    let counts = DrawCounts::instanced(row.number("vertices"), row.number("instances"))
        .with_first_vertex(parse::first_vertex(row, arch))
        .with_first_instance(row.number("first_instance"));
    let mut case = Case {
        driver: Driver::Vulkan,
        name: format!(
            "{} {} draw {}",
            row.text("chip"),
            row.text("run"),
            row.text("draw")
        ),
        pipeline,
        counts,
        padded_vertices: if has_padding {
            row.number("padded_count")
        } else {
            1
        },
        buffers: Vec::new(),
        attributes: Vec::new(),
        ids: Vec::new(),
        null_terminator: None,
        draws: Vec::new(),
        invocation: None,
        indices: None,
    };
    // The driver reused the tables of the previous draw, which may not fit this one.
    let has_tables = row.text("tables_anew") == "1";
    if has_tables {
        add_tables(row, &mut case);
    }
    if has_padding {
        if has_tables {
            case.null_terminator = row.word_list("buffer_words").last_chunk().copied();
        }
        let words = |column| *row.word_list(column).first_chunk().unwrap();
        case.draws = ["draw_words", "tiler_draw_words"].map(words).to_vec();
        case.invocation = Some(words("invocation_words"));
    }
    if !row.text("index_min").is_empty() {
        case.indices = Some(Indices::new(row, "primitive_word_1"));
    }
    case
}

fn add_tables(row: &Row, case: &mut Case) {
    let table = row.word_list("buffer_words");
    let attribute_table = row.word_list("attribute_words");
    let has_attribute_buffers = case.pipeline.arch.has_attribute_buffers();
    // On V10 the driver writes the buffers up to the last that an attribute names.
    let bindings: Vec<(usize, Bound)> = (bindings(row).into_iter())
        .filter(|(binding, _)| has_attribute_buffers || 8 * binding < table.len())
        .collect();
    for &(binding, bound) in &bindings {
        let words = if has_attribute_buffers {
            attribute_buffer_at(&table, 2 * binding)
        } else {
            table[8 * binding..8 * binding + 8].to_vec()
        };
        case.buffers.push((bound, words));
    }
    let length = case.pipeline.arch.attribute_words();
    for fields in parts(row, "attributes") {
        let number = |field: usize| fields[field].parse::<usize>().unwrap();
        let (location, binding) = (number(0), number(1));
        let words = attribute_table[length * location..length * (location + 1)].to_vec();
        let Some(buffer) = bindings.iter().position(|&(other, _)| other == binding) else {
            continue;
        };
        case.attributes.push(Read {
            buffer,
            format: parse::format(fields[2]),
            offset: number(3) as u32,
            words,
        });
    }
}

/// The draws of a file, whose number must be `count`.
pub(crate) fn cases(file: &str, count: usize) -> Vec<Case> {
    golden::rows(file, count).iter().map(case).collect()
}
