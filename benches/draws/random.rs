/// Numbers that are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn up_to(&mut self, maximum: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // The lower bits of a linear congruential generator repeat after short periods.
        (self.0 >> 33) as u32 % maximum + 1
    }
}
