//! The lists of architectures and of GPUs, with the names that users write. `build.rs` includes them.

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

/// Passes every GPU's name with its architecture to another macro.
macro_rules! gpus {
    ($macro:ident) => {
        $macro! {
            "t604": V4,
            "t620": V4,
            "t622": V4,
            "t624": V4,
            "t628": V4,
            "t678": V4,
            "t720": V4,
            "t760": V5,
            "t820": V5,
            "t830": V5,
            "t860": V5,
            "t880": V5,
            "g71": V6,
            "g72": V6,
            "g31": V7,
            "g51": V7,
            "g52": V7,
            "g76": V7,
            "g57": V9,
            "g68": V9,
            "g77": V9,
            "g78": V9,
            "g310": V10,
            "g510": V10,
            "g610": V10,
            "g710": V10,
            "g615": V11,
            "g715": V11,
            "g620": V12,
            "g720": V12,
            "g625": V13,
            "g725": V13,
            "g925": V13,
            "g1-pro": V14,
            "g1-premium": V14,
            "g1-ultra": V14,
            "g2-pro": V15,
            "g2-premium": V15,
            "g2-ultra": V15,
        }
    };
}

/// Whether a user's name is that of a GPU of the list: in upper or lower case, with or without `Mali-` or
/// `Immortalis-`.
pub(crate) const fn is_name_of_gpu(name: &str, gpu: &str) -> bool {
    let (name, gpu) = (name.as_bytes(), gpu.as_bytes());
    is_same(name, &[], gpu) || is_same(name, b"mali-", gpu) || is_same(name, b"immortalis-", gpu)
}

/// Whether a name is that of a maker's product and then of a GPU, in upper or lower case.
const fn is_same(name: &[u8], maker: &[u8], gpu: &[u8]) -> bool {
    if name.len() != maker.len() + gpu.len() {
        return false;
    }
    let mut index = 0;
    while index < name.len() {
        let letter = if index < maker.len() {
            maker[index]
        } else {
            gpu[index - maker.len()]
        };
        if !name[index].eq_ignore_ascii_case(&letter) {
            return false;
        }
        index += 1;
    }
    true
}
