//! The proc macros of mali-instancing.
