use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Binding, Decision, Element, ElementArray, Error,
    VertexState, Vertices,
};

/// A draw together with its attributes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing<'a> {
    pub(crate) vertices: Vertices,
    pub(crate) instances: u32,
    pub(crate) first_instance: u32,
    pub(crate) attributes: &'a [Attribute],
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(draw: ApplicationDraw, attributes: &'a [Attribute]) -> Self {
        Self {
            vertices: draw.vertices,
            instances: draw.instances,
            first_instance: draw.first_instance,
            attributes,
        }
    }

    pub(crate) fn arrays(first: u32, count: u32, attributes: &'a [Attribute]) -> Self {
        Self::new(ApplicationDraw::arrays(first, count), attributes)
    }

    pub(crate) fn elements(elements: ElementArray, attributes: &'a [Attribute]) -> Self {
        Self::new(ApplicationDraw::elements(elements), attributes)
    }

    pub(crate) fn with_instances(self, instances: u32) -> Self {
        Self { instances, ..self }
    }

    pub(crate) fn with_first_instance(self, first_instance: u32) -> Self {
        Self {
            first_instance,
            ..self
        }
    }

    /// The draw without its attributes.
    pub(crate) fn draw(&self) -> ApplicationDraw {
        ApplicationDraw {
            vertices: self.vertices,
            instances: self.instances,
            first_instance: self.first_instance,
        }
    }
}

/// The place from which an attribute is read, without its address.
pub(crate) fn decision<const ATTRIBUTES: usize>(
    state: &VertexState<ATTRIBUTES>,
    attribute: usize,
) -> Option<Decision> {
    state.explain(attribute).map(|place| place.decision)
}

/// The forms in which a driver may have its arrays.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// As GL ES 2 has them.
    Arrays,
    /// Each in a binding of its own.
    OwnBindings,
    /// One binding for all of a source, a stride and a rate, however far apart they are.
    FewBindings,
}

impl Form {
    /// Sets the arrays of a state.
    pub(crate) fn set<const ATTRIBUTES: usize>(
        self,
        state: &mut VertexState<ATTRIBUTES>,
        attributes: &[Attribute],
    ) -> Result<(), Error> {
        let mut bindings: Vec<Binding> = Vec::new();
        let arrays = || {
            attributes.iter().filter_map(|attribute| match attribute {
                Attribute::Array(array) => Some(array),
                _ => None,
            })
        };
        let is_near = |other: &&AttributeArray, array: &AttributeArray| {
            let is_peer = (other.source, other.stride, other.rate)
                == (array.source, array.stride, array.rate);
            is_peer && other.offset.abs_diff(array.offset) < 1 << 20
        };
        let elements: Vec<Element> = attributes
            .iter()
            .map(|attribute| match attribute {
                Attribute::Array(array) => {
                    let begin = match self {
                        Self::FewBindings => {
                            let peers = arrays().filter(|other| is_near(other, array));
                            peers.map(|other| other.offset).min().unwrap()
                        }
                        _ => array.offset,
                    };
                    let binding = Binding::new(array.source, array.stride)
                        .with_offset(begin)
                        .with_rate(array.rate);
                    let same = bindings.iter().position(|other| *other == binding);
                    let number = same.unwrap_or(bindings.len());
                    if same.is_none() {
                        bindings.push(binding);
                    }
                    Element::new(number as u8, array.format, (array.offset - begin) as u32)
                }
                Attribute::Constant(value) => Element::Constant(*value),
                Attribute::VertexId => Element::VertexId,
                Attribute::InstanceId => Element::InstanceId,
            })
            .collect();
        match self {
            Self::Arrays => state.set_arrays(attributes),
            Self::OwnBindings | Self::FewBindings => state.set(&bindings, &elements),
        }
    }
}

/// The state of arrays.
pub(crate) fn state_of<const ATTRIBUTES: usize>(
    attributes: &[Attribute],
) -> Result<VertexState<ATTRIBUTES>, Error> {
    let mut state = VertexState::empty();
    state.set_arrays(attributes)?;
    Ok(state)
}
