/// Declares a hardware record. It holds its words and nothing else, so that it can be seen as bytes.
macro_rules! record {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            words: [u32; $count:literal],
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[cfg_attr(feature = "bytemuck", derive(bytemuck::NoUninit))]
        #[cfg_attr(
            feature = "zerocopy",
            derive(zerocopy::Immutable, zerocopy::IntoBytes, zerocopy::KnownLayout)
        )]
        pub struct $name {
            words: [u32; $count],
        }
    };
}
