/// A number to a tenth.
///
/// ```
/// use mali_instancing_inspect::notation::tenths;
///
/// assert_eq!([2.0, -0.26, 12.34].map(tenths), ["2.0", "-0.3", "12.3"]);
/// ```
#[must_use]
pub fn tenths(number: f64) -> String {
    // In whole numbers: what writes fractions is larger than all else that a picture needs.
    let tenths = (number * 10.0).round_ties_even() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}
