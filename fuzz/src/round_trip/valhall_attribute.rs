use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use mali_instancing::{InputRate, Rounding};

use super::choices;

/// An attribute of V9 and later.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct ValhallAttributeInput {
    #[arbitrary(with = choices::rate)]
    pub rate: InputRate,
    #[arbitrary(with = choices::rounding)]
    pub rounding: Rounding,
    pub format: u32,
    pub table: u32,
    pub offset: i32,
    pub buffer_index: u32,
    pub stride: u32,
}

impl ValhallAttributeInput {
    pub(super) fn check(&self) {
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::new(self.rate, self.rounding),
            format: self.format,
            table: self.table,
            offset: self.offset,
            buffer_index: self.buffer_index,
            stride: self.stride,
        };
        let packed = ValhallAttribute::new(fields);
        assert_eq!(packed.is_ok(), self.format < 1 << 22 && self.table < 64);
        let Ok(packed) = packed else {
            return;
        };
        let decoded = ValhallAttribute::decode(packed.words()).expect("a packed descriptor");
        // A stride of 0 per instance means that all read one element.
        let expected = match fields.mode {
            ValhallFetchMode::Constant => ValhallAttributeFields {
                stride: 0,
                ..fields
            },
            ValhallFetchMode::Instance if self.stride == 0 => ValhallAttributeFields {
                mode: ValhallFetchMode::Constant,
                ..fields
            },
            _ => fields,
        };
        assert_eq!(decoded, expected);
        assert_eq!(ValhallAttribute::new(decoded), Ok(packed));
    }
}
