use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::model::{element_index, element_offset};
use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, InputRate, MagicDivisor, Rounding, ThreadCount,
};

use super::choices;
use super::threads::Threads;

/// An attribute buffer of V4 to V7, of all modes.
#[derive(Arbitrary, Debug, PartialEq)]
pub struct AttributeBufferInput {
    pub threads: Threads,
    #[arbitrary(with = choices::rate)]
    pub rate: InputRate,
    #[arbitrary(with = choices::rounding)]
    pub rounding: Rounding,
    pub address: u64,
    pub stride: u32,
    pub size: u32,
}

impl AttributeBufferInput {
    pub(super) fn check(&self) {
        let Some(thread_count) = self.threads.thread_count() else {
            return;
        };
        let Some(mode) = self.mode(thread_count) else {
            return;
        };
        let address = BufferAddress::new(self.address).ok();
        let is_address = self.address.is_multiple_of(64) && self.address < 1 << 56;
        assert_eq!(
            address.map(BufferAddress::get),
            is_address.then_some(self.address)
        );
        let address = address.unwrap_or(BufferAddress::NULL);

        let packed = AttributeBuffer::new(mode, address, self.stride, self.size);
        let patched = AttributeBuffer::new(mode, BufferAddress::NULL, self.stride, !self.size);
        assert_eq!(patched.with_address(address).with_size(self.size), packed);

        let words = packed.words();
        let fields = AttributeBuffer::decode(words).expect("a packed descriptor");
        // With a stride of 0, the words of the linear mode are those of a buffer of which all threads read one element.
        let one_element = mode == FetchMode::Constant || self.stride == 0;
        let decoded_mode = match mode {
            FetchMode::Linear if one_element => FetchMode::Constant,
            mode => mode,
        };
        assert_eq!(
            (fields.mode, fields.address, fields.size),
            (decoded_mode, address, self.size)
        );
        assert_eq!(fields.stride, if one_element { 0 } else { self.stride });
        let again = AttributeBuffer::new(fields.mode, fields.address, fields.stride, fields.size);
        assert_eq!(again.words(), words);
        for id in self.linear_ids(thread_count) {
            self.check_element(thread_count, &words, id);
        }
    }

    /// The library's mode. There must be one exactly if the hardware divisor has 32 bits or the number of instances is
    /// known.
    fn mode(&self, thread_count: ThreadCount) -> Option<FetchMode> {
        let mode = FetchMode::new(thread_count, self.rate, self.rounding);
        if let Ok(FetchMode::NpotDivisor { magic, divisor }) = mode {
            let product = thread_count.hardware_divisor(divisor);
            let computed = product.map(|product| MagicDivisor::new(product, self.rounding));
            assert_eq!(Ok(magic), computed);
        }
        let padded = u64::from(thread_count.padded_vertices().get());
        let divides = match self.rate {
            InputRate::Instance { divisor } if thread_count.instances().is_none() => {
                padded * u64::from(divisor.get()) < 1 << 32
            }
            _ => true,
        };
        assert_eq!(mode.is_ok(), divides);
        mode.ok()
    }

    /// The thread, and those around the last multiple of the hardware divisor, which would show a quotient that is
    /// slightly wrong.
    fn linear_ids(&self, thread_count: ThreadCount) -> [u32; 4] {
        let padded = thread_count.padded_vertices().get();
        let hardware_divisor = match self.rate {
            InputRate::Instance { divisor } => padded.saturating_mul(divisor.get()),
            InputRate::Vertex | InputRate::Constant => padded,
        };
        let last_multiple = u32::MAX - u32::MAX % hardware_divisor;
        [
            self.threads.linear_id,
            last_multiple - 1,
            last_multiple,
            u32::MAX,
        ]
    }

    fn check_element(&self, thread_count: ThreadCount, words: &[u32; 8], id: u32) {
        let padded = thread_count.padded_vertices().get();
        let element = match self.rate {
            InputRate::Vertex if thread_count.is_instanced() => id % padded,
            InputRate::Vertex => id,
            InputRate::Instance { divisor }
                if thread_count.is_instanced() && padded.checked_mul(divisor.get()).is_some() =>
            {
                id / padded / divisor
            }
            // `Instance` with one instance, or with a hardware divisor of 2^32 or more, which all instances share.
            InputRate::Instance { .. } | InputRate::Constant => {
                assert_eq!(element_offset(words, id), Some(0));
                return;
            }
        };
        assert_eq!(element_index(words, id), Some(element));
        let offset = u64::from(element) * u64::from(self.stride);
        assert_eq!(element_offset(words, id), Some(offset));
    }
}
