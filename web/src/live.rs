//! Views as one type: each type of its own would make the page larger.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;

/// What can be shown again and again.
pub(crate) trait Shown {
    fn shown(self) -> AnyView;
}

impl Shown for AnyView {
    fn shown(self) -> AnyView {
        self
    }
}

impl Shown for &'static str {
    fn shown(self) -> AnyView {
        self.into_any()
    }
}

impl Shown for String {
    fn shown(self) -> AnyView {
        self.into_any()
    }
}

impl<V: IntoView + 'static> Shown for Option<V> {
    fn shown(self) -> AnyView {
        self.map_or_else(|| ().into_any(), IntoAny::into_any)
    }
}

/// What `view` answers, again and again.
pub(crate) fn live<V: Shown + 'static>(mut view: impl FnMut() -> V + Send + 'static) -> AnyView {
    let view: SharedReactiveFunction<AnyView> = Arc::new(Mutex::new(move || view().shown()));
    view.into_any()
}

/// All views, one after the other.
pub(crate) trait Each: Iterator {
    fn each(self) -> AnyView;
}

impl<V: IntoView + 'static, I: Iterator<Item = V>> Each for I {
    fn each(self) -> AnyView {
        let all: Vec<AnyView> = self.map(IntoAny::into_any).collect();
        all.into_any()
    }
}
