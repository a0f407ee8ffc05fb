/// Needs the feature `macros`, which is on by default.
#[macro_export]
macro_rules! instanced_attr {
    ($($tokens:tt)*) => {
        ::core::compile_error! {
            "`instanced_attr!` needs the feature `macros` of mali-instancing: it is on unless `default-features = false`"
        }
    };
}

/// Needs the feature `macros`, which is on by default.
#[macro_export]
macro_rules! vertex_input {
    ($($tokens:tt)*) => {
        ::core::compile_error! {
            "`vertex_input!` needs the feature `macros` of mali-instancing: it is on unless `default-features = false`"
        }
    };
}
