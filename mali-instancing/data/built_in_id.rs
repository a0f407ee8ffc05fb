use crate::draw::AttributeSource;
use crate::names::names;

/// A number that a shader reads as an attribute on V4 and V5: the key `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltInId {
    /// [`AttributeSource::VertexId`].
    VertexId,
    /// [`AttributeSource::InstanceId`].
    InstanceId,
}

names! {
    impl BuiltInId {
        /// Both.
        ALL;
        /// The name that manifests use: `vertex-id`.
        name;
        /// The number whose [`BuiltInId::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::data::BuiltInId;
        ///
        /// assert_eq!(BuiltInId::from_name("vertex-id"), Some(BuiltInId::VertexId));
        /// assert_eq!(BuiltInId::from_name("primitive-id"), None);
        /// ```
        from_name;
    }
    VertexId: "vertex-id",
    InstanceId: "instance-id",
}

impl From<BuiltInId> for AttributeSource {
    fn from(id: BuiltInId) -> Self {
        match id {
            BuiltInId::VertexId => Self::VertexId,
            BuiltInId::InstanceId => Self::InstanceId,
        }
    }
}
