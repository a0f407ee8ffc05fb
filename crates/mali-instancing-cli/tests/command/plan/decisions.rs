//! `plan`: what is decided for a script's draws, and what comes of it.

use serde_json::{Value, json};

use super::calls::{buffer, draw, draws, plan};
use crate::{accept, assert_contains};

/// A member of every draw's only attribute.
fn members(plan: &Value, member: &str) -> Vec<Value> {
    let draws = draws(plan).into_iter();
    draws
        .map(|draw| draw["attributes"][0][member].clone())
        .collect()
}

/// Ten elements of 12 bytes, which are drawn again and again: the fourth time, more than three times
/// the buffer's 120 bytes were.
#[test]
fn a_buffer_is_promoted_and_falls_back_before_the_reader_s_eyes() {
    let buffer = buffer("b", "size = 120\nusage = \"dynamic\"");
    let draws = draw(
        "count = 10",
        &["buffer = \"b\", format = \"R32G32B32_SFLOAT\""],
    )
    .repeat(6);
    let update = "[[call]]\nkind = \"buffer-sub-data\"\nbuffer = \"b\"\nsize = 1\noffset = 119\n";
    let again = draw(
        "count = 10",
        &["buffer = \"b\", format = \"R32G32B32_SFLOAT\""],
    );
    let plan = plan(&format!("{buffer}{draws}{update}{again}"));
    let streamed = ["streamed"; 4].into_iter();
    let expected: Vec<_> = streamed
        .chain(["copy-made", "copy-found", "streamed"])
        .collect();
    assert_eq!(members(&plan, "decision"), expected);
    let change = |keeps_copies: bool, reason: &str| json!([{"buffer": "b", "keeps_copies": keeps_copies, "reason": reason}]);
    let calls = plan["calls"].as_array().unwrap();
    for (number, call) in calls.iter().enumerate() {
        let expected = match number {
            4 => change(true, "more than three times its size was drawn unchanged"),
            7 => change(false, "it changed after it was drawn"),
            _ => json!([]),
        };
        assert_eq!(call["changes"], expected, "call {number}");
    }
    // Nobody reads the buffer where it is, so nobody waits, and the copy is given up.
    assert_eq!(calls[7]["waits_for"], Value::Null);
    assert_eq!(
        calls[7]["retired"],
        json!([{"place": "copy 0 of b", "until": 6}])
    );
    let totals = &plan["totals"];
    assert_eq!(
        (
            &totals["bytes_copied"],
            &totals["bytes_streamed"],
            &totals["static_bytes"]
        ),
        (&json!(720), &json!(600), &json!(120))
    );
}

/// Draws of 160 bytes in a stream of 256: there is space for one at a time.
#[test]
fn a_full_stream_waits_goes_on_elsewhere_or_begins_again() {
    let draw = draw(
        "count = 10",
        &["client = \"c\", format = \"R32G32B32A32_SFLOAT\""],
    );
    let run = |head: &str, between: &str| {
        plan(&format!(
            "vertex_stream = 256\n{head}\n{draw}{between}{draw}"
        ))
    };
    let complete = "[[call]]\nkind = \"complete\"\n";
    for (head, between, place, waits_for, generations, recycled) in [
        ("", "", "vertex stream 1", Value::Null, 2, 0),
        (
            "when_full = \"new-generation\"",
            complete,
            "vertex stream 0",
            Value::Null,
            1,
            1,
        ),
        (
            "when_full = \"wait\"",
            "",
            "vertex stream 0",
            json!(1),
            1,
            1,
        ),
    ] {
        let plan = run(head, between);
        let second = draws(&plan)[1];
        assert_eq!(second["attributes"][0]["place"], place);
        assert_eq!(second["attributes"][0]["offset"], 0);
        assert_eq!(second["waits_for"], waits_for);
        let totals = &plan["totals"];
        assert_eq!(
            totals["streams"][0],
            json!({"stream": "vertex", "capacity": 256 * generations, "generations": generations})
        );
        assert_eq!(totals["recycled"], recycled);
        assert_eq!(totals["waits"], u64::from(!waits_for.is_null()));
    }
    // Once 256 bytes are too few for a draw, there are half as many again, or what it needs.
    let plan = plan(&format!("vertex_stream = 100\n{draw}"));
    assert_eq!(
        draws(&plan)[0]["allocated"],
        json!([{"place": "vertex stream 1", "bytes": 160}])
    );
    assert_eq!(
        draws(&plan)[0]["retired"],
        json!([{"place": "vertex stream 0", "until": 0}])
    );
    assert_eq!(
        draws(&plan)[0]["freed"],
        json!([{"place": "vertex stream 0", "bytes": 100}])
    );
}

/// What is not submitted yet is not waited for.
#[test]
fn draws_of_one_submission_are_finished_together() {
    let draw = |keys: &str| {
        draw(
            &format!("count = 10\n{keys}"),
            &["client = \"c\", format = \"R32G32B32A32_SFLOAT\""],
        )
    };
    let script = format!(
        "vertex_stream = 256\nwhen_full = \"wait\"\n{}{}{}",
        draw("submission = 3"),
        draw("submission = 3"),
        draw("")
    );
    let plan = plan(&script);
    let draws = draws(&plan);
    let of = |key: &str| {
        draws
            .iter()
            .map(|draw| draw[key].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("draw"), [1, 2, 3]);
    assert_eq!(of("submission"), [3, 3, 4]);
    assert_eq!(of("waits_for"), [(); 3].map(|()| Value::Null));
    let retired = json!([{"place": "vertex stream 0", "until": 3}]);
    assert_eq!(draws[1]["retired"], retired);
    assert_contains(
        &accept("plan", &script, &[]),
        &[
            "draw 2 of submission 3: ",
            "vertex stream 0, which submission 3 reads",
        ],
    );
}

#[test]
fn a_stream_that_is_discarded_goes_on_elsewhere() {
    let draw = draw("count = 3", &["client = \"c\", format = \"R32_SFLOAT\""]);
    let discard = "[[call]]\nkind = \"discard\"\nstream = \"vertex\"\n";
    let plan = plan(&format!("{draw}{discard}{draw}"));
    assert_eq!(plan["calls"][1]["stream"], "vertex");
    let reserved = &draws(&plan)[1]["reserved"][0];
    assert_eq!(
        (&reserved["place"], &reserved["placement"]),
        (&json!("vertex stream 1"), &json!("new-generation"))
    );
}

#[test]
fn memory_is_freed_once_the_gpu_has_finished_with_it() {
    let fill = |address| {
        buffer(
            "b",
            &format!("size = 160\nusage = \"static\"\naddress = {address}"),
        )
    };
    let draw = draw(
        "count = 10",
        &["buffer = \"b\", format = \"R32G32B32A32_SFLOAT\""],
    );
    let complete = "[[call]]\nkind = \"complete\"\nthrough = 1\n";
    let delete = "[[call]]\nkind = \"delete\"\nbuffer = \"b\"\n";
    let script = [
        &fill(0x1000),
        &draw,
        &fill(0x2000),
        &draw,
        complete,
        delete,
        &fill(0x1000),
    ];
    let plan = plan(&script.concat());
    let members = |member: &str| -> Vec<Value> {
        let calls = plan["calls"].as_array().unwrap().iter();
        calls.map(|call| call[member].clone()).collect()
    };
    let retired = |until: u64| json!([{"place": "b", "until": until}]);
    let none = || json!([]);
    assert_eq!(
        members("retired"),
        [
            none(),
            none(),
            retired(1),
            none(),
            none(),
            retired(2),
            none()
        ]
    );
    let freed = json!([{"place": "b", "bytes": 160}]);
    assert_eq!(
        members("freed"),
        [none(), none(), none(), none(), freed, none(), none()]
    );
}

#[test]
fn an_update_waits_where_the_script_names_no_other_address() {
    let buffer = buffer("b", "size = 160\nusage = \"static\"\naddress = 0x1000");
    let draw = draw(
        "count = 10",
        &["buffer = \"b\", format = \"R32G32B32A32_SFLOAT\""],
    );
    let update = "[[call]]\nkind = \"buffer-sub-data\"\nbuffer = \"b\"\nsize = 160\n";
    let moved = format!("{update}address = 0x2000\n");
    let plan = plan(&format!(
        "{buffer}{draw}{update}{update}{draw}{moved}{moved}"
    ));
    let calls = plan["calls"].as_array().unwrap();
    let found: Vec<_> = calls
        .iter()
        .map(|call| (call["waits_for"].as_u64(), call["moved_to"].as_str()))
        .collect();
    let nothing = (None, None);
    let expected = [
        nothing,
        nothing,
        (Some(1), None),
        nothing,
        nothing,
        (None, Some("0x2000")),
        // What is at the new address nothing has read yet.
        nothing,
    ];
    assert_eq!(found, expected);
    assert_eq!(plan["totals"]["waits"], 1);
}

/// From V9 on there is one restart index, and 8 or 16 bits have none to spare where
/// that is a vertex too.
#[test]
fn indices_become_what_the_target_restarts_at() {
    let indices = |keys: &str| {
        let script = format!(
            "arch = \"v9\"\n[[call]]\nkind = \"draw\"\nmode = \"triangle-strip\"\n\
             indices = {{{keys}}}\n"
        );
        let plan = plan(&script);
        (
            draws(&plan)[0]["indices"].clone(),
            draws(&plan)[0]["copies"][0]["conversion"].clone(),
        )
    };
    let (found, conversion) = indices("index_type = \"u8\", data = [1, 7, 2], restart_index = 7");
    assert_eq!(
        (&found["index_type"], &found["restart_index"]),
        (&json!("u8"), &json!(255))
    );
    assert_eq!(conversion, "3 indices, 0x7 to 0xff");
    let (found, conversion) = indices("index_type = \"u8\", data = [1, 7, 255], restart_index = 7");
    assert_eq!(
        (&found["index_type"], &found["restart_index"]),
        (&json!("u16"), &json!(65535))
    );
    assert_eq!(conversion, "3 indices, u8 to u16, 0x7 to 0xffff");
    let (found, conversion) =
        indices("index_type = \"u16\", data = [65535, 7, 2], restart_index = 7");
    assert_eq!(found["index_type"], "u32");
    assert_eq!(found["restart_index"], u32::MAX);
    assert_eq!(conversion, "3 indices, u16 to u32, 0x7 to 0xffffffff");
}

/// Ten vertices of one array in client memory: 16 bytes each, and 100 bytes of which nothing is
/// needed; of each instance 4.
#[test]
fn attributes_of_one_array_are_streamed_as_one() {
    let attributes = [
        "client = \"c\", format = \"R32G32B32_SFLOAT\", stride = 116",
        "client = \"c\", format = \"R8G8B8A8_UNORM\", stride = 116, offset = 112",
        "client = \"d\", format = \"R32_SFLOAT\", divisor = 2",
    ];
    let plan = plan(&draw("first = 5\ncount = 10\ninstances = 3", &attributes));
    let draw = draws(&plan)[0];
    let copies: Vec<_> = draw["copies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|copy| {
            (
                copy["from_offset"].as_u64().unwrap(),
                copy["to_offset"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(copies, [(580, 0), (692, 12), (0, 160)]);
    assert_eq!(draw["bytes_copied"], 10 * (12 + 4) + 2 * 4);
    let expected = json!([
        {"place": "vertex stream 0", "offset": 0, "bytes": 160 + 16, "placement": "behind"},
    ]);
    assert_eq!(draw["reserved"], expected);
    let read = |member: &str| -> Vec<u64> {
        let attributes = draw["attributes"].as_array().unwrap().iter();
        attributes
            .map(|attribute| attribute[member].as_u64().unwrap())
            .collect()
    };
    assert_eq!(read("offset"), [0, 12, 160]);
    assert_eq!(read("stride"), [16, 16, 4]);
    assert_eq!(read("first_element"), [5, 5, 0]);
}

#[test]
fn elements_are_read_in_place_if_the_gpu_fetches_them_there() {
    let attribute =
        |format: &str| format!("buffer = \"b\", offset = 2, stride = 32, format = \"{format}\"");
    let buffer = buffer("b", "size = 64\nusage = \"static\"\naddress = 0x1000");
    for (asked, obstacle, told) in [
        ("R16G16B16_UNORM", Value::Null, "R16G16B16_UNORM"),
        (
            "R64G64_SFLOAT",
            json!("the GPU cannot fetch its format"),
            "R32G32_SFLOAT",
        ),
        (
            "R32_FIXED",
            json!("its elements are not aligned to their components"),
            "R32_FIXED",
        ),
    ] {
        let draw = draw("count = 1", &[&attribute(asked)]);
        let plan = plan(&format!("{buffer}{draw}"));
        assert_eq!(members(&plan, "obstacle"), [obstacle]);
        assert_eq!(members(&plan, "format"), [json!(told)]);
    }
}

#[test]
fn every_mali_restarts_where_it_can() {
    let buffer = buffer("b", "address = 0x1000\nusage = \"static\"");
    let indices = buffer + "index_type = \"u8\"\ndata = [0, 1, 2]\n";
    let draw = draw(
        "indices = {buffer = \"b\", index_type = \"u8\", count = 3, restart_index = 2}",
        &[],
    );
    for (arch, decision) in [("v7", "in-place"), ("v9", "copy-made")] {
        let plan = plan(&format!("arch = \"{arch}\"\n{indices}{draw}"));
        assert_eq!(draws(&plan)[0]["indices"]["decision"], decision, "{arch}");
    }
}

/// Sixteen elements, and a vertex more.
#[test]
fn robust_access_draws_what_is_there() {
    let buffer = buffer("b", "size = 64\nusage = \"static\"\naddress = 0x1000");
    let draw = draw("count = 17", &["buffer = \"b\", format = \"R32_SFLOAT\""]);
    let script = format!("robust_access = true\n{buffer}{draw}");
    assert_eq!(members(&plan(&script), "decision"), [json!("in-place")]);
}

#[test]
fn volatile_data_is_streamed() {
    let buffer = buffer("b", "size = 64\nusage = \"static\"\nvolatile = true");
    let draw = draw("count = 3", &["buffer = \"b\", format = \"R32_SFLOAT\""]);
    let plan = plan(&format!("{buffer}{draw}{draw}"));
    assert_eq!(
        members(&plan, "reason"),
        [(); 2].map(|()| json!("it may change without a call"))
    );
}

/// The application is taken at its word.
#[test]
fn stated_bounds_say_what_is_shaded() {
    let indices = "indices = { index_type = \"u8\", data = [3, 4], minimum = 2, maximum = 9 }";
    let draw = draw(indices, &["client = \"c\", format = \"R32_SFLOAT\""]);
    let plan = plan(&draw);
    assert_eq!(draws(&plan)[0]["first_vertex"], 2);
    assert_eq!(draws(&plan)[0]["vertices"], 8);
}
