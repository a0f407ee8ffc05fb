//! The rate at which elements change: the value of the key `rate`.

use crate::names::names;

/// An [`InputRate`](crate::InputRate) without its divisor: the key `rate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rate {
    /// An element per vertex.
    Vertex,
    /// An element per `divisor` instances. Without a divisor, an element per instance.
    Instance,
    /// One element for all vertices and instances: Vulkan's divisor 0.
    Constant,
}

names! {
    impl Rate {
        /// Every rate.
        ALL;
        /// The name that the command, manifests and macros use: `vertex`.
        name;
        /// The rate whose [`Rate::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::data::Rate;
        ///
        /// assert_eq!(Rate::from_name("constant"), Some(Rate::Constant));
        /// assert_eq!(Rate::from_name("Constant"), None);
        /// ```
        from_name;
    }
    Vertex: "vertex",
    Instance: "instance",
    Constant: "constant",
}
