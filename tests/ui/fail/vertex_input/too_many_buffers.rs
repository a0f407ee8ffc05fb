use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer b0 { stride = 4 }
    buffer b1 { stride = 4 }
    buffer b2 { stride = 4 }
    buffer b3 { stride = 4 }
    buffer b4 { stride = 4 }
    buffer b5 { stride = 4 }
    buffer b6 { stride = 4 }
    buffer b7 { stride = 4 }
    buffer b8 { stride = 4 }
    buffer b9 { stride = 4 }
    buffer b10 { stride = 4 }
    buffer b11 { stride = 4 }
    buffer b12 { stride = 4 }
    buffer b13 { stride = 4 }
    buffer b14 { stride = 4 }
    buffer b15 { stride = 4 }
    buffer b16 { stride = 4 }
    buffer b17 { stride = 4 }
    buffer b18 { stride = 4 }
    buffer b19 { stride = 4 }
    buffer b20 { stride = 4 }
    buffer b21 { stride = 4 }
    buffer b22 { stride = 4 }
    buffer b23 { stride = 4 }
    buffer b24 { stride = 4 }
    buffer b25 { stride = 4 }
    buffer b26 { stride = 4 }
    buffer b27 { stride = 4 }
    buffer b28 { stride = 4 }
    buffer b29 { stride = 4 }
    buffer b30 { stride = 4 }
    buffer b31 { stride = 4 }
    buffer b32 { stride = 4 }
}

fn main() {}
