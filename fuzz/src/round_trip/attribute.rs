use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::{Attribute, AttributeFields};

/// An attribute of V4 to V7.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct AttributeInput {
    pub buffer_index: u32,
    pub offset_enable: bool,
    pub format: u32,
    pub offset: i32,
}

impl AttributeInput {
    pub(super) fn check(&self) {
        let fields = AttributeFields {
            buffer_index: self.buffer_index,
            offset_enable: self.offset_enable,
            format: self.format,
            offset: self.offset,
        };
        let packed = Attribute::new(fields);
        assert_eq!(
            packed.is_ok(),
            self.buffer_index < 512 && self.format < 1 << 22
        );
        if let Ok(packed) = packed {
            assert_eq!(Attribute::decode(packed.words()), fields);
        }
    }
}
