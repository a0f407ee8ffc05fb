use mali_buffers::{
    ApplicationDraw, Attribute, Decision, ElementArray, Error, VertexState, Vertices,
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

/// The state of arrays.
pub(crate) fn state_of<const ATTRIBUTES: usize>(
    attributes: &[Attribute],
) -> Result<VertexState<ATTRIBUTES>, Error> {
    let mut state = VertexState::empty();
    state.set_arrays(attributes)?;
    Ok(state)
}
