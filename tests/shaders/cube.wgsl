// The varyings of cube.vert and cube.frag, as WGSL can say it: a half is a type, structures, arrays and
// matrices are their vectors, and what is in front of a component is there.
enable f16;

struct Varyings {
    @builtin(position) position: vec4f,
    @location(0) normal: vec3f,
    @location(1) @interpolate(flat) material: u32,
    @location(2) uv: vec2h,
    @location(6) direction: vec3f,
    @location(7) size_0: vec2h,
    @location(8) size_1: vec2h,
    @location(9) colour: vec4h,
    @location(10) @interpolate(linear) depth_0: f32,
    @location(11) @interpolate(linear) depth_1: f32,
    @location(12) @interpolate(linear) depth_2: f32,
    @location(13) shared_by: vec3f,
}

struct Written {
    @builtin(position) position: vec4f,
    @location(0) normal: vec3f,
    @location(1) @interpolate(flat) material: u32,
    @location(2) uv: vec2h,
    @location(3) unread_0: vec3f,
    @location(4) unread_1: vec3f,
    @location(5) unread_2: vec3f,
    @location(6) direction: vec3f,
    @location(7) size_0: vec2h,
    @location(8) size_1: vec2h,
    @location(9) colour: vec4h,
    @location(10) @interpolate(linear) depth_0: f32,
    @location(11) @interpolate(linear) depth_1: f32,
    @location(12) @interpolate(linear) depth_2: f32,
    @location(13) shared_by: vec3f,
}

@vertex
fn vertex(@location(0) position: vec4f) -> Written {
    let half = vec2h(position.xy);
    return Written(
        position, position.xyz, 3u, half, vec3f(1.0), vec3f(1.0), vec3f(1.0), position.zyx, half, half,
        vec4h(position), position.z, position.z, position.z, vec3f(0.0, position.zw),
    );
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4f {
    return in.position + vec4f(in.colour) + vec4f(in.normal, f32(in.uv.x))
        + vec4f(in.direction * f32(in.material), in.depth_1 + in.shared_by.y);
}
