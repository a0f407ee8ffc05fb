/// A driver of Mesa's, whose way of linking two stages is followed.
///
/// The table is that of Mesa of 2026, where both place the vertex stage's outputs alike;
/// [`MesaVersion`](super::MesaVersion) has the earlier ones. They differ in what they link:
///
/// | | `Panfrost` | `PanVk` |
/// |---|---|---|
/// | outputs that no stage reads | removed before they are placed, if the stages are linked together | placed |
/// | architectures | V4 to V7, V9, V10, V12, V13 | V6, V7, V10, V12, V13, V14 |
/// | V4 and V5: numbers of buffers | without gaps: a buffer that a draw does not need has no number | |
/// | V4 to V7: components of an input's descriptor | those that the vertex stage stores | those that the fragment stage reads |
/// | V4 to V7: "Constant", where nothing is stored or read | without an order of components | 0000 |
/// | V7: order of the point size | none | R000 |
/// | V9 and later: descriptors of the fragment stage | always | only if an offset is not baked |
///
/// For other architectures there is the [nearest](super::MesaVersion::nearest) one's rule, except for `PanVk` on V4 and V5.
///
/// Facts: Mesa's sources of 2026, `pan_cmdstream.c`, `panvk_vX_shader.c` and `panvk_vX_cmd_draw.c`. For PanVK they are
/// the only evidence.
///
/// ```
/// use mali_varyings::Driver;
///
/// assert_eq!(Driver::from_name("panvk"), Some(Driver::PanVk));
/// assert_eq!(Driver::Panfrost.to_string(), "panfrost");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Driver {
    /// Panfrost, the driver of OpenGL and OpenGL ES.
    Panfrost,
    /// PanVK, the driver of Vulkan.
    PanVk,
}

names!(Driver, "`panfrost` or `panvk`.": Panfrost "panfrost", PanVk "panvk");
