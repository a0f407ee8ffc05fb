use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    noperspective ivec2 cell[2];
}

fn main() {}
