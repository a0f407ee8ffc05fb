use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::{Buffer, BufferFields};
use mali_instancing::{Arch, Error};

use super::choices;

/// A buffer of V9 and later.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct BufferInput {
    #[arbitrary(with = choices::arch)]
    pub arch: Arch,
    pub address: u64,
    pub size: u64,
}

impl BufferInput {
    pub(super) fn check(&self) {
        let Self {
            arch,
            address,
            size,
        } = *self;
        let number = arch.number();
        match Buffer::new(arch, address, size) {
            Ok(buffer) => {
                let decoded = Buffer::decode(arch, buffer.words());
                assert_eq!(decoded, Ok(BufferFields { address, size }));
            }
            Err(Error::BufferArch { arch }) => assert!(arch == number && number < 9),
            Err(error) => {
                assert_eq!(error, Error::BufferSize { arch: number, size });
                // A `Buffer` of V9 and V10 has 32 bits for the size.
                assert!(number < 11 && size > u64::from(u32::MAX));
            }
        }
    }
}
