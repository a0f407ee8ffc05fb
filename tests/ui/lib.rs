//! Nothing: it is through a library that trybuild turns a package's features on for its cases.
