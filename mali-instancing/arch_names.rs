//! The one list of architectures, with the names that users write. `build.rs` includes it.

/// Passes every architecture with its name, oldest first, to another macro.
macro_rules! architectures {
    ($macro:ident) => {
        $macro! {
            V4: "v4",
            V5: "v5",
            V6: "v6",
            V7: "v7",
            V9: "v9",
            V10: "v10",
            V11: "v11",
            V12: "v12",
            V13: "v13",
            V14: "v14",
            V15: "v15",
        }
    };
}
