//! A firmware that prints over defmt.
#![no_std]

use mali_instancing::{AttributeBuffer, BufferAddress, Error};

/// A descriptor with its buffer's address; it reports its inputs.
///
/// # Errors
///
/// An address that is not valid for a buffer, which is also reported.
pub fn bind(descriptor: AttributeBuffer, address: u64) -> Result<AttributeBuffer, Error> {
    match BufferAddress::new(address) {
        Ok(address) => {
            let descriptor = descriptor.with_address(address);
            defmt::println!("{} is at {}", descriptor, address);
            Ok(descriptor)
        }
        Err(error) => {
            defmt::println!("{}", error);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests;
