use mali_instancing::varyings;

varyings! {
    static CUBE: registers = 8;
    noperspective ivec2 cell[2];
}

fn main() {}
