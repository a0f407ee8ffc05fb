//! The baseline: a program that does nothing.

#![no_std]
#![no_main]

costs::program!(nothing);

fn nothing(seed: u32) -> u32 {
    seed
}
