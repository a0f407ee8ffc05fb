//! Names as data: each is written and read again, and others are refused.

use std::fmt::Debug;

use mali_instancing::data::{BuiltInId, Rate};
use mali_instancing::draw::TableLayout;
use mali_instancing::{Arch, Format, Padding, Rounding};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads every value of a type by its name.
fn names<T: Serialize + DeserializeOwned + PartialEq + Debug + Copy>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
) {
    for &value in all {
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(text, format!("{:?}", name(value)));
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value);
    }
}

#[test]
fn what_has_a_name_is_its_name() {
    names(Arch::ALL, Arch::name);
    names(Padding::ALL, Padding::name);
    names(Rounding::ALL, Rounding::name);
    names(Format::ALL, Format::name);
    names(Rate::ALL, Rate::name);
    names(BuiltInId::ALL, BuiltInId::name);
    names(TableLayout::ALL, TableLayout::name);
}

#[test]
fn an_architecture_is_read_by_the_name_of_a_gpu_too() {
    let read = |name| serde_json::from_value::<Arch>(serde_json::Value::from(name)).ok();
    for name in ["v7", "g52", "G52", "Mali-G52"] {
        assert_eq!(read(name), Some(Arch::V7), "{name}");
    }
    assert_eq!(read("Immortalis-G715"), Some(Arch::V11));
    assert_eq!(read("V7"), None);
    assert_eq!(serde_json::to_value(Arch::V7).unwrap(), "v7");
}

#[test]
fn another_name_is_refused_with_those_that_are_known() {
    fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
        let message = serde_json::from_str::<T>(json).unwrap_err().to_string();
        let (message, _) = message.split_once(" at line").unwrap();
        message.to_owned()
    }

    assert_eq!(
        refused::<Arch>("\"v8\""),
        "invalid value: string \"v8\", expected an architecture, v4 to v7 or v9 to v15, or a GPU, as g52",
    );
    assert_eq!(
        refused::<Format>("\"R32_FLOAT\""),
        "invalid value: string \"R32_FLOAT\", expected Vulkan's name of a vertex format without VK_FORMAT_",
    );
    assert_eq!(
        refused::<Padding>("\"loose\""),
        "unknown variant `loose`, expected one of `hardware`, `tight`, `mesa`",
    );
    assert_eq!(
        refused::<Rounding>("\"round_down\""),
        "unknown variant `round_down`, expected `round-down` or `nearest`",
    );
    assert_eq!(
        refused::<Rounding>("1"),
        "invalid type: integer `1`, expected round-down or nearest",
    );
}
