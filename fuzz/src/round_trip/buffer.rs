use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::{Buffer, BufferFields};

/// A buffer of V9 and later.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct BufferInput {
    pub address: u64,
    pub size: u32,
}

impl BufferInput {
    pub(super) fn check(&self) {
        let Self { address, size } = *self;
        let decoded = Buffer::decode(Buffer::new(address, size).words());
        assert_eq!(decoded, Ok(BufferFields { address, size }));
    }
}
