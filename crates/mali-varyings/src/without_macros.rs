/// This macro needs the feature `macros`, which is on by default.
#[macro_export]
macro_rules! varyings {
    ($($tokens:tt)*) => {
        ::core::compile_error! {
            "`varyings!` needs the feature `macros` of mali-varyings: it is on unless `default-features = false`"
        }
    };
}
