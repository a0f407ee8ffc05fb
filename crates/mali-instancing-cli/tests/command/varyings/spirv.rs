//! `varyings` of SPIR-V that no compiler makes: refused, soon, and with what is wrong.

use std::fs;
use std::path::Path;

use crate::varyings::shaders::pair;
use crate::{assert_contains, output, refuse};

/// An instruction's words.
fn instruction(opcode: u32, operands: &[u32]) -> Vec<u32> {
    let length = u32::try_from(operands.len() + 1).unwrap();
    [&[length << 16 | opcode], operands].concat()
}

const FLOAT: u32 = 2;
const COUNT: u32 = 3;
const POINTER: u32 = 8;
const VARIABLE: u32 = 9;

/// A vertex shader whose output is of that type; `FLOAT` is a type, `COUNT` the number 4,294,967,295.
fn module(of: u32, types: &[Vec<u32>]) -> Vec<u8> {
    let begin = [
        vec![0x0723_0203, 0x1_0000, 0, 100, 0],
        instruction(17, &[1]),
        instruction(14, &[0, 1]),
        instruction(15, &[0, 1, u32::from(b'm'), VARIABLE]),
        instruction(22, &[FLOAT, 32]),
        instruction(21, &[4, 32, 0]),
        instruction(43, &[4, COUNT, u32::MAX]),
    ];
    let end = [
        instruction(32, &[POINTER, 3, of]),
        instruction(59, &[POINTER, VARIABLE, 3]),
        instruction(19, &[5]),
        instruction(33, &[6, 5]),
        instruction(54, &[5, 1, 0, 6]),
        instruction(248, &[7]),
        instruction(253, &[]),
        instruction(56, &[]),
    ];
    let words = [&begin[..], types, &end].concat().concat();
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn refusal(folder: &Path, module: &[u8]) -> String {
    let [vertex, fragment] = ["a.spv", "a.frag"].map(|name| folder.join(name));
    fs::write(&vertex, module).unwrap();
    fs::write(&fragment, "").unwrap();
    let arguments = [
        "varyings",
        vertex.to_str().unwrap(),
        fragment.to_str().unwrap(),
    ];
    refuse(&arguments, "", 1)
}

fn structure(id: u32, members: &[u32]) -> Vec<u32> {
    instruction(30, &[&[id], members].concat())
}

fn array(id: u32, of: u32, length: u32) -> Vec<u32> {
    instruction(28, &[id, of, length])
}

#[test]
fn types_that_no_varying_has_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let undefined = "a type that this SPIR-V does not define";
    let (deep, many) = ("more than 16 deep", "4294967295 free locations");
    // Structures, each of which has the one before it 16 times: 65,536 that are empty.
    let nested = (21..25).map(|id| structure(id, &[id - 1; 16]));
    let nested: Vec<_> = [structure(20, &[])].into_iter().chain(nested).collect();
    let cases = [
        (50, vec![], undefined),
        (20, vec![structure(20, &[FLOAT, 50])], undefined),
        (20, vec![structure(20, &[20])], deep),
        (20, vec![array(20, 20, COUNT)], deep),
        (20, vec![array(20, FLOAT, COUNT)], many),
        (
            20,
            vec![array(20, FLOAT, 50)],
            "a length that is no constant",
        ),
        (
            21,
            vec![array(20, FLOAT, COUNT), array(21, 20, COUNT)],
            many,
        ),
        (
            21,
            vec![structure(20, &[FLOAT]), array(21, 20, COUNT)],
            "at most 128 varyings",
        ),
        (24, nested, "at most 4096 parts"),
        (5, vec![], "of 16 or 32 bits a component"),
    ];
    for (of, types, part) in cases {
        let error = refusal(folder.path(), &module(of, &types));
        assert_contains(&error, &["a.spv", part]);
    }
}

#[test]
fn modules_that_end_too_soon_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [vertex, _] = pair(".spv");
    let whole = fs::read(vertex).unwrap();
    let entry_point = 200;
    for end in (4..whole.len())
        .step_by(61)
        .chain([4, 5, 19, 20, entry_point])
    {
        // Cut between instructions, a module is one, in which something is missing.
        if end % 4 != 0 || end < entry_point {
            let error = refusal(folder.path(), &whole[..end]);
            assert_contains(&error, &["a.spv", "this SPIR-V"]);
        }
    }
}

#[test]
fn a_component_of_a_built_in_input_is_a_use_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let [vertex, fragment] = ["a.vert", "a.spv"].map(|name| folder.path().join(name));
    fs::write(&vertex, "void main() {}").unwrap();
    let (input, vector, zero, scalar, element) = (1, 10, 11, 12, 13);
    let module = [
        vec![0x0723_0203, 0x1_0000, 0, 100, 0],
        instruction(17, &[1]),
        instruction(14, &[0, 1]),
        instruction(15, &[4, 1, u32::from(b'm'), VARIABLE]),
        // `gl_FragCoord`, a `vec4`.
        instruction(71, &[VARIABLE, 11, 15]),
        instruction(22, &[FLOAT, 32]),
        instruction(23, &[vector, FLOAT, 4]),
        instruction(32, &[POINTER, input, vector]),
        instruction(59, &[POINTER, VARIABLE, input]),
        instruction(21, &[4, 32, 0]),
        instruction(43, &[4, zero, 0]),
        instruction(32, &[scalar, input, FLOAT]),
        instruction(19, &[5]),
        instruction(33, &[6, 5]),
        instruction(54, &[5, 1, 0, 6]),
        instruction(248, &[7]),
        // Loads the first component.
        instruction(65, &[scalar, element, VARIABLE, zero]),
        instruction(61, &[FLOAT, 14, element]),
        instruction(253, &[]),
        instruction(56, &[]),
    ];
    let words = module.concat();
    fs::write(
        &fragment,
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>(),
    )
    .unwrap();
    let [vertex, fragment] = [&vertex, &fragment].map(|path| path.to_str().unwrap());
    let text = output(&["varyings", vertex, fragment, "--registers", "1"]);
    assert_contains(&text, &["gl_FragCoord  smooth vec4"]);
}
