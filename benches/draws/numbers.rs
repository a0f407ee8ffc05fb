//! The draws as the initialiser of an array in C, which `draws.c` reads from its beginning to its end.

use mali_instancing::InputRate;
use mali_instancing::draw::AttributeSource;

use crate::draw::BenchedDraw;

fn print_draw(draw: &BenchedDraw, words: &mut [u32]) {
    let (pipeline, counts) = (&draw.pipeline, &draw.counts);
    let upper = |name: &str| name.to_uppercase().replace('-', "_");
    print!(
        "{}, MALI_INST_PADDING_{}, MALI_INST_ROUNDING_{}, {}, {}, MALI_INST_LAYOUT_{}, ",
        pipeline.arch.number(),
        upper(pipeline.padding.name()),
        upper(pipeline.rounding.name()),
        pipeline.resource_table,
        u32::from(pipeline.idvs),
        upper(pipeline.layout.name()),
    );
    let instances = counts.instances.expect("a number of instances");
    print!(
        "{}, {instances}, {}, {}, ",
        counts.vertices, counts.first_vertex, counts.first_instance
    );
    print!("{}, ", draw.buffers.len());
    for (buffer, range) in draw.buffers.iter().zip(&draw.ranges) {
        let (rate, divisor) = match buffer.rate {
            InputRate::Vertex => ("VERTEX", 0),
            InputRate::Instance { divisor } => ("INSTANCE", divisor.get()),
            InputRate::Constant => ("CONSTANT", 0),
        };
        print!(
            "{}, MALI_INST_RATE_{rate}, {divisor}, {}, {}, ",
            buffer.stride, range.address, range.size
        );
    }
    print!("{}, ", draw.attributes.len());
    for attribute in &draw.attributes {
        let (source, buffer) = match attribute.source {
            AttributeSource::Buffer(buffer) => ("BUFFER", buffer),
            AttributeSource::VertexId => ("VERTEX_ID", 0),
            AttributeSource::InstanceId => ("INSTANCE_ID", 0),
        };
        print!(
            "MALI_INST_SOURCE_{source}, {buffer}, MALI_INST_FORMAT_{}, {}, ",
            attribute.format.name(),
            attribute.offset
        );
    }
    let tables = draw.write(words).expect("a draw");
    let words = &words[..tables.attributes.end];
    print!("{}, ", words.len());
    for word in words {
        print!("{word}, ");
    }
    println!();
}

pub(crate) fn print(draws: &[BenchedDraw]) {
    let mut words = [0; 512];
    for draw in draws {
        print_draw(draw, &mut words);
    }
}
