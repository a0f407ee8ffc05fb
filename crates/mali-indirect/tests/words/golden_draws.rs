//! Indexed draws of Mesa's Vulkan driver, run as indirect draws, have the words that the driver wrote.

use mali_indirect::{
    FoundIndices, IndexType, IndirectDraw, IndirectIndices, IndirectVertices, Status, VaryingHeap,
};
use mali_instancing::draw::{IndexBounds, Pipeline};
use mali_instancing::{Arch, Padding};

use crate::golden;

#[test]
fn words_of_indexed_draws_are_the_drivers() {
    let rows = golden::rows("driver/draws-vulkan.csv", 336);
    let indexed = rows.iter().filter(|row| !row.text("index_min").is_empty());
    let (mut draws, mut with_first_index) = (0, 0);
    for row in indexed {
        let command = [
            row.number("count"),
            row.number("instances"),
            row.number("first_index"),
            row.number::<i32>("base_vertex") as u32,
            row.number("first_instance"),
        ];
        let draw = IndirectDraw {
            vertices: IndirectVertices::Indexed(IndirectIndices {
                index_type: IndexType::U16,
                restart_index: None,
                bounds: Some(IndexBounds {
                    minimum: row.number("index_min"),
                    maximum: row.number("index_max"),
                }),
            }),
            ..IndirectDraw::new(
                Pipeline::new(Arch::from_name(&format!("v{}", row.text("arch"))).unwrap())
                    .with_padding(Padding::Mesa)
                    .with_idvs(row.text("idvs") == "1"),
            )
        };
        let layout = draw.layout().unwrap();
        let mut words = vec![0; layout.words];
        let status = draw.write(
            &command.map(u32::to_le_bytes).concat(),
            FoundIndices::None,
            &mut VaryingHeap::new(0),
            &mut words,
        );
        assert_eq!(status, Ok(Status::Drawn), "{command:?}");
        let driver = row.word_list("draw_words");
        // Bits 0 to 15 are flags.
        assert_eq!(
            words[layout.draw..][..2],
            [driver[0] & 0xffff_0000, driver[1]],
            "{command:?}"
        );
        assert_eq!(
            words[layout.invocation..][..2],
            row.word_list("invocation_words")
        );
        let primitive = ["primitive_word_1", "primitive_word_3"].map(|word| row.word_list(word)[0]);
        assert_eq!(words[layout.primitive..][..2], primitive, "{command:?}");
        assert_eq!(words[layout.first_index], command[2]);
        assert_eq!(words[layout.first_instance], command[4]);
        draws += 1;
        with_first_index += usize::from(command[2] != 0);
    }
    assert_eq!((draws, with_first_index), (125, 120));
}
