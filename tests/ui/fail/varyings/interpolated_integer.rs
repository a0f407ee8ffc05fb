use mali_instancing::varyings;

varyings! {
    static CUBE: registers = 8;
    smooth uint material;
}

fn main() {}
