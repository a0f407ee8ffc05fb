//! Mesa's GL driver, 22.3.6 on V4 to V9 and 25.0.7 on V10.

use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute};
use mali_instancing::{Arch, InputRate, Padding};

use crate::case::{Bound, Case, Driver, Indices, Read, attribute_buffer_at};
use crate::golden::{self, Row};
use crate::parse::{self, hexadecimal, parts};

/// An attribute's vertex buffer, format, offset and divisor.
type AttributeParts = (usize, mali_instancing::Format, u32, u32);

fn attributes(row: &Row) -> Vec<AttributeParts> {
    let attributes = parts(row, "attributes").into_iter();
    attributes
        .map(|fields| {
            let format = parse::format(fields[1]);
            let number = |field: usize| fields[field].parse().unwrap();
            (number(0) as usize, format, number(2), number(3))
        })
        .collect()
}

/// A vertex buffer that is stepped by a divisor of GL's.
fn bound(row: &Row, vertex_buffer: usize, divisor: u32) -> Bound {
    let buffers = parts(row, "vertex_buffers");
    let name = vertex_buffer.to_string();
    let fields = buffers.iter().find(|fields| fields[0] == name).unwrap();
    let (address, offset): (_, u64) = (hexadecimal(fields[1]), fields[2].parse().unwrap());
    let width: i64 = fields[3].parse().unwrap();
    Bound {
        stride: fields[4].parse().unwrap(),
        rate: InputRate::from_gl_divisor(divisor),
        address: address + offset,
        size: width - offset as i64,
    }
}

pub(crate) fn case(row: &Row) -> Case {
    let arch = parse::arch(row);
    let has_padding = arch.has_attribute_buffers();
    let pipeline = Pipeline::new(arch)
        .with_padding(Padding::Mesa)
        .with_idvs(row.text("idvs") == "1")
        .with_resource_table(2);
    let counts = DrawCounts::instanced(row.number("vertices"), row.number("instances"))
        .with_first_vertex(parse::first_vertex(row, arch))
        .with_first_instance(row.number("first_instance"));
    let mut case = Case {
        driver: Driver::Gl,
        name: format!("{} draw {}", row.text("chip"), row.text("draw")),
        pipeline,
        counts,
        padded_vertices: 1,
        buffers: Vec::new(),
        attributes: Vec::new(),
        ids: Vec::new(),
        null_terminator: None,
        draws: Vec::new(),
        invocation: None,
        indices: None,
    };
    if has_padding {
        add_attribute_buffers(row, &mut case);
    } else {
        add_valhall_descriptors(row, &mut case);
    }
    case
}

fn add_attribute_buffers(row: &Row, case: &mut Case) {
    case.padded_vertices = row.number("padded_count");
    let table = row.word_list("buffer_words");
    let attribute_table = row.word_list("attribute_words");
    let mut words = attribute_table.chunks(2);
    let groups: Vec<usize> = (row.text("attribute_group").split_whitespace())
        .map(|group| group.parse().unwrap())
        .collect();
    let group_parts = parts(row, "buffer_groups");
    let mut places = vec![None; group_parts.len()];
    for (&buffer, (_, format, offset, _)) in groups.iter().zip(attributes(row)) {
        let words = words.next().unwrap().to_vec();
        places[buffer] = Some((words[0] & 0x1ff) as usize);
        case.attributes.push(Read {
            buffer,
            format,
            offset,
            words,
        });
    }
    for (fields, place) in group_parts.iter().zip(places) {
        let [vertex_buffer, divisor] = [0, 1].map(|field| fields[field].parse::<u32>().unwrap());
        let bound = bound(row, vertex_buffer as usize, divisor);
        let place = place.expect("an attribute of each group");
        case.buffers
            .push((bound, attribute_buffer_at(&table, place)));
    }
    for words in words {
        let place = (words[0] & 0x1ff) as usize;
        let descriptor: [u32; 4] = *table[4 * place..].first_chunk().unwrap();
        let id = match descriptor[0] & 0x3f {
            0x22 => VertexAttribute::VERTEX_ID,
            0x24 => VertexAttribute::INSTANCE_ID,
            other => panic!("{}: type {other:#x}", case.name),
        };
        case.ids.push((id, [words[0], words[1]], descriptor));
    }
    if case.pipeline.arch >= Arch::V6 {
        case.null_terminator = table.last_chunk().copied();
    }
    let pair = |column| -> [u32; 2] { row.word_list(column).try_into().unwrap() };
    case.draws = ["draw_words", "tiler_draw_words"].map(pair).to_vec();
    case.invocation = Some(pair("invocation_words"));
    if row.text("index_size") != "0" {
        case.indices = Some(Indices::new(row, "base_vertex_offset"));
    }
}

fn add_valhall_descriptors(row: &Row, case: &mut Case) {
    let table = row.word_list("buffer_words");
    let attribute_table = row.word_list("attribute_words");
    let mut words = attribute_table.chunks(8);
    for (buffer, (vertex_buffer, format, offset, divisor)) in (0..).zip(attributes(row)) {
        let words = words.next().unwrap().to_vec();
        let place = words[3] as usize;
        let bound = bound(row, vertex_buffer, divisor);
        case.buffers
            .push((bound, table[8 * place..8 * place + 8].to_vec()));
        case.attributes.push(Read {
            buffer,
            format,
            offset,
            words,
        });
    }
    assert_eq!(words.len(), 0, "{}", case.name);
}

/// The draws of a file, whose number must be `count`.
pub(crate) fn cases(file: &str, count: usize) -> Vec<Case> {
    golden::rows(file, count).iter().map(case).collect()
}
