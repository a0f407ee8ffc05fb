//! Words of descriptors, in hexadecimal.

use serde::{Serialize, Serializer};

/// Words in memory order: an array of strings such as `"0x27000000"` in JSON.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(with = "Vec<String>")
)]
pub(crate) struct Words(pub(crate) Vec<u32>);

impl From<&[u32]> for Words {
    fn from(words: &[u32]) -> Self {
        Self(words.to_vec())
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|word| format!("{word:#010x}")))
    }
}
