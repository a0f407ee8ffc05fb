use core::fmt;

use crate::error::Error;

/// The address of an attribute buffer: a multiple of 64 below 2^56, in bytes.
///
/// Facts: genxml's field "Pointer" of `Attribute Buffer`, 50 bits from bit 6 on.
///
/// ```
/// use mali_instancing::BufferAddress;
///
/// assert_eq!(BufferAddress::new(0x1000_0040)?.get(), 0x1000_0040);
/// assert!(BufferAddress::new(0x1000_0041).is_err());
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "bytemuck", derive(bytemuck::NoUninit))]
#[cfg_attr(
    feature = "zerocopy",
    derive(zerocopy::Immutable, zerocopy::IntoBytes, zerocopy::KnownLayout)
)]
#[repr(transparent)]
pub struct BufferAddress(pub(super) u64);

impl BufferAddress {
    /// The alignment that the hardware requires, in bytes.
    pub const ALIGNMENT: u64 = 64;

    /// The number of bits that an address may have.
    pub const BITS: u32 = 56;

    /// Address 0, for a descriptor whose buffer is not known yet.
    pub const NULL: Self = Self(0);

    /// Checks that a buffer can begin at `address`.
    ///
    /// # Errors
    ///
    /// [`Error::AddressRange`] for an address of more than 56 bits. [`Error::MisalignedAddress`] if `address` is not a
    /// multiple of 64: use [`BufferAddress::split`] then.
    ///
    /// ```
    /// use mali_instancing::{BufferAddress, Error};
    ///
    /// let address = 1 << 56;
    /// assert_eq!(BufferAddress::new(address), Err(Error::AddressRange { address }));
    /// ```
    pub const fn new(address: u64) -> Result<Self, Error> {
        match Self::split(address) {
            Ok((base, 0)) => Ok(base),
            Ok(_) => Err(Error::MisalignedAddress { address }),
            Err(error) => Err(error),
        }
    }

    /// Splits any address into the aligned base below it and the remainder, 0 to 63 bytes. Add the remainder
    /// to the attributes' offsets and to the buffer's size.
    ///
    /// # Errors
    ///
    /// [`Error::AddressRange`] for an address of more than 56 bits.
    ///
    /// ```
    /// use mali_instancing::BufferAddress;
    ///
    /// let (base, remainder) = BufferAddress::split(0x1000_0054)?;
    /// assert_eq!((base.get(), remainder), (0x1000_0040, 0x14));
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn split(address: u64) -> Result<(Self, u32), Error> {
        if address >> Self::BITS != 0 {
            return Err(Error::AddressRange { address });
        }
        Ok(Self::split_known(address))
    }

    /// The same of an address that is known to fit.
    #[inline]
    pub(crate) const fn split_known(address: u64) -> (Self, u32) {
        // The six bits that the pointer lacks. The descriptor has its type there.
        let remainder = address % Self::ALIGNMENT;
        (Self(address - remainder), remainder as u32)
    }

    /// The address in a descriptor's pointer, whose bits can hold no invalid one.
    pub(super) const fn from_field(pointer: u64) -> Self {
        Self(pointer)
    }

    /// The address, in bytes.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Writes the address in hexadecimal: `0x10000040`.
impl fmt::Display for BufferAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#x}", self.0)
    }
}
