use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    smooth uint material;
}

fn main() {}
