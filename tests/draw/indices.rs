//! The bounds of indices.

use mali_instancing::draw::{DrawError, IndexBounds, IndexSlice};

#[test]
fn index_bounds_are_those_of_the_kept_indices() {
    let bounds = |minimum, maximum| Some(IndexBounds { minimum, maximum });
    assert_eq!(IndexSlice::U8(&[5, 255, 2]).bounds(Some(255)), bounds(2, 5));
    assert_eq!(
        IndexSlice::U16(&[5, 255, 2]).bounds(Some(0xffff)),
        bounds(2, 255)
    );
    assert_eq!(
        IndexSlice::U32(&[u32::MAX, 7]).bounds(None),
        bounds(7, u32::MAX)
    );
    assert_eq!(IndexSlice::U32(&[u32::MAX]).bounds(Some(u32::MAX)), None);
    assert_eq!(IndexSlice::U8(&[]).bounds(None), None);
    for (minimum, maximum) in [(0, u32::MAX), (9, 3)] {
        let error = DrawError::IndexBounds { minimum, maximum };
        assert_eq!(IndexBounds { minimum, maximum }.vertices(0), Err(error));
    }
    let high = IndexBounds {
        minimum: 0xffff_0000,
        maximum: 0xffff_fffe,
    };
    let error = DrawError::BaseVertex {
        index: 0xffff_fffe,
        base_vertex: 2,
    };
    assert_eq!(high.vertices(2), Err(error));
    assert_eq!(high.vertices(1).unwrap().first_vertex, 0xffff_0001);
}
