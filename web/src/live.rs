//! Views that follow their state, as one type: each type of its own would make the page larger.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;

/// What `view` answers, again and again.
pub(crate) fn live<V: IntoView + 'static>(mut view: impl FnMut() -> V + Send + 'static) -> AnyView {
    let view: SharedReactiveFunction<AnyView> = Arc::new(Mutex::new(move || view().into_any()));
    view.into_any()
}
