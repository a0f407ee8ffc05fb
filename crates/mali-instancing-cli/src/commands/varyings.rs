//! `varyings`: a manifest of varyings, packed, to a grid, a picture or code; two shaders, linked, to the
//! memory between them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;
use mali_instancing::Arch;
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing_codegen::code::{Naming, Prefix};
use mali_instancing_inspect::notation::parse_number;
use mali_instancing_inspect::to_json;
use mali_instancing_inspect::varyings::{
    Driver, DriverNames, FeedbackOptions, LinkOptions, Matching, MatchingNames, MesaVersion,
    MesaVersionNames, PackError, RegisterOptions, Shader, StageRegisters, Target, TargetNames,
    VaryingLanguage, VaryingMemory, VaryingRegisters,
};

use crate::failure::Failure;
use crate::files;
use crate::help::{examples, help};
use crate::options::{OutputFormatOptions, choice};
use crate::outputs;

/// Packs varyings into registers, or links two shaders.
///
/// Shows where each varying is: in the registers, or in a Mali's memory.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
#[command(after_help = examples(&help!("varyings")), after_long_help = help!("varyings"))]
#[group(id = "memory", multiple = true, args = ["fragment", "arch"])]
pub(crate) struct Varyings {
    /// The manifest, TOML or JSON, or a vertex shader; - is the standard input
    file: PathBuf,

    /// The fragment shader
    #[arg(conflicts_with = "plot")]
    fragment: Option<PathBuf>,

    /// A macro that is defined in both shaders before their first line; without a value it is 1
    #[arg(short = 'D', long, value_name = "NAME[=VALUE]", requires = "fragment")]
    define: Vec<String>,

    /// Packs the varyings of two shaders into this number of registers, 1 to 64; absent: the number of --rules
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>, requires = "fragment", conflicts_with_all = ["arch", "capture", "matching", "driver", "mesa", "points", "multiview"])]
    registers: Option<u32>,

    /// Packs the varyings of two shaders by these rules; absent: by those of the vertex shader's edition
    #[arg(long, hide_short_help = true, value_parser = choice::parser::<TargetNames>(), requires = "fragment", conflicts_with_all = ["arch", "capture", "matching", "driver", "mesa", "points", "multiview"])]
    rules: Option<Target>,

    /// Accepts declarations that are not in the shaders' edition, or in the edition of --rules
    #[arg(long, hide_short_help = true, requires = "fragment")]
    lenient: bool,

    /// The entry point of the vertex shader, if a module has several
    #[arg(
        long,
        hide_short_help = true,
        value_name = "NAME",
        requires = "fragment"
    )]
    vertex_entry: Option<String>,

    /// The entry point of the fragment shader, if a module has several
    #[arg(
        long,
        hide_short_help = true,
        value_name = "NAME",
        requires = "fragment"
    )]
    fragment_entry: Option<String>,

    /// The GPU whose memory is shown. Absent: the registers of a manifest are shown, and for two shaders the memory of V7
    #[arg(long, value_parser = choice::ArchParser, conflicts_with = "plot")]
    arch: Option<Arch>,

    /// The shaders are compiled separately: neither has offsets of the other
    #[arg(long, requires = "memory")]
    separable: bool,

    /// The API by whose rules the stages match; absent: vulkan for SPIR-V and WGSL, gl for everything else
    #[arg(long, value_parser = choice::parser::<MatchingNames>(), requires = "memory")]
    matching: Option<Matching>,

    /// The driver of Mesa that links; absent: panvk for vulkan, panfrost for gl and on V4 and V5
    #[arg(long, value_parser = choice::parser::<DriverNames>(), requires = "memory")]
    driver: Option<Driver>,

    /// The version of Mesa that the driver is of; absent: 26
    #[arg(long, value_parser = choice::parser::<MesaVersionNames>(), requires = "memory")]
    mesa: Option<MesaVersion>,

    /// The draws are of points: only then does the point size count
    #[arg(long, hide_short_help = true, requires = "memory")]
    points: bool,

    /// The draws have several views
    #[arg(long, hide_short_help = true, requires = "memory")]
    multiview: bool,

    /// The varyings that transform feedback captures, in the order in which it captures them; absent: those that the vertex shader declares
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "memory")]
    capture: Vec<String>,

    /// Captures each into a buffer of its own
    #[arg(long, hide_short_help = true, requires = "capture")]
    separate: bool,

    /// The number of vertices of a draw that is captured
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = parse_number::<u32>, requires = "memory")]
    vertices: Option<u32>,

    /// The number of instances of that draw
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = parse_number::<u32>, default_value = "1", requires = "vertices")]
    instances: u32,

    /// Draws the grid as a picture, and prints the legend alone
    #[arg(long, value_name = "OUT.svg")]
    plot: Option<PathBuf>,

    /// Writes code instead of the grid
    #[arg(long, value_name = "LANGUAGE", value_parser = choice::parser::<VaryingLanguage>(), conflicts_with_all = ["format", "json"])]
    emit: Option<VaryingLanguage>,

    /// The file to write; absent or -: the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// The prefix of all names in the code: CUBE_ for cube. Absent, they begin with VARYING_ in C
    #[arg(long, hide_short_help = true)]
    prefix: Option<Prefix>,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Varyings {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let language = if self.format.is_json() {
            Some(VaryingLanguage::Json)
        } else {
            self.emit
        };
        let has_names = matches!(self.emit, Some(VaryingLanguage::Rust | VaryingLanguage::C));
        if self.prefix.is_some() && !has_names {
            let reason = "only code has names that take one: --emit rust or --emit c";
            return Err(Failure::option("prefix", reason));
        }
        if let Some(path) = &self.plot {
            files::check_picture(path)?;
        }
        let output = self.output.as_deref();
        let outputs = [("plot", self.plot.as_deref()), ("output", output)];
        outputs::check(&self.file, &outputs)?;
        if let Some(fragment) = &self.fragment {
            outputs::check(fragment, &outputs)?;
            check_order(&self.file, fragment)?;
            let mut vertex = self.shader(&self.file)?;
            let mut fragment = self.shader(fragment)?;
            if let Some(name) = &self.vertex_entry {
                vertex = vertex.with_entry_point(name);
            }
            if let Some(name) = &self.fragment_entry {
                fragment = fragment.with_entry_point(name);
            }
            if self.registers.is_some() || self.rules.is_some() {
                return self.write_registers(&vertex, &fragment, language);
            }
            let options = self.link_options(self.gpu(), Some(&vertex))?;
            let memory = VaryingMemory::link(&vertex, &fragment, options)?;
            return self.write_memory(memory, language);
        }
        // No manifest's name ends so.
        let of_shaders = ["vert", "frag", "spv", "wgsl"];
        if of_shaders.iter().any(|name| is_named(&self.file, name)) {
            return Err(Failure::usage(format_args!(
                "{} is a shader alone: name the fragment shader that it is linked with after it, the same \
                 file if it has both",
                self.file.display()
            )));
        }
        let manifest = files::read(&self.file)?;
        if let Some(arch) = self.arch {
            let memory = VaryingMemory::of_manifest(&manifest, self.link_options(arch, None)?)?;
            Failure::if_empty(&manifest, "[[varying]]")?;
            return self.write_memory(memory, language);
        }
        let registers = match VaryingRegisters::pack(&manifest) {
            Ok(registers) => registers,
            Err(error) => return refuse(error, language),
        };
        Failure::if_empty(&manifest, "[[varying]]")?;
        let code = language.map(|language| registers.code(language, self.naming()));
        let code = code.transpose()?;
        if let Some(path) = &self.plot {
            files::write(Some(path), registers.svg().as_bytes())?;
        }
        match code {
            Some(code) => files::write(output, code.as_bytes()),
            None if self.plot.is_some() => files::write_styled(output, &registers.legend()),
            None => files::write_styled(output, &registers.to_string()),
        }
    }

    fn link_options(&self, arch: Arch, vertex: Option<&Shader>) -> Result<LinkOptions, Failure> {
        let options = LinkOptions {
            arch,
            is_separable: self.separable,
            matching: self.matching,
            driver: self.driver,
            mesa: self.mesa.unwrap_or_default(),
            draws_points: self.points,
            is_multiview: self.multiview,
            is_captured: !self.capture.is_empty(),
        };
        // What is wrong in every version is not the version's mistake.
        let newest = LinkOptions {
            mesa: MesaVersion::default(),
            ..options
        };
        let given = match newest.check(vertex) {
            Ok(()) => "mesa",
            Err(_) if self.driver.is_some() => "driver",
            Err(_) => "matching",
        };
        let checked = newest.check(vertex).and_then(|()| options.check(vertex));
        checked.map_err(|reason| Failure::option(given, reason))?;
        Ok(options)
    }

    /// The vertices and the instances of the draw that is captured.
    fn captured_draw(&self) -> Result<Option<(u32, u32)>, Failure> {
        let Some(vertices) = self.vertices else {
            return Ok(None);
        };
        if self.instances == 0 {
            let reason = "0 instances draw nothing: at least 1 is allowed, and absent means 1";
            return Err(Failure::option("instances", reason));
        }
        Pipeline::new(self.gpu()).thread_count(&DrawCounts::instanced(vertices, self.instances))?;
        Ok(Some((vertices, self.instances)))
    }

    /// The GPU whose memory is shown.
    fn gpu(&self) -> Arch {
        self.arch.unwrap_or(Arch::V7)
    }

    fn shader(&self, path: &Path) -> Result<Shader, Failure> {
        let (name, bytes) = files::read_bytes(path)?;
        let mut shader = Shader::new(name, bytes)?.with_leniency(self.lenient);
        for definition in &self.define {
            let defined = shader.with_definition(definition);
            shader = defined.map_err(|message| Failure::option("define", message))?;
        }
        Ok(shader)
    }

    /// Writes the registers of two shaders.
    fn write_registers(
        &self,
        vertex: &Shader,
        fragment: &Shader,
        language: Option<VaryingLanguage>,
    ) -> Result<(), Failure> {
        let options = RegisterOptions {
            target: self.rules,
            registers: self.registers,
            is_separable: self.separable,
            is_lenient: self.lenient,
        };
        if let Some(registers) = self.registers {
            let counted = Target::ES320.with_registers(registers);
            counted.map_err(|error| Failure::option("registers", error))?;
        }
        let output = self.output.as_deref();
        match (StageRegisters::pack(vertex, fragment, options), language) {
            (Err(error), _) => refuse(error, language),
            (Ok(registers), None) => files::write_styled(output, &registers.to_string()),
            (Ok(registers), Some(VaryingLanguage::Json)) => {
                files::write(output, to_json(&registers).as_bytes())
            }
            _ => {
                let reason = "the registers of two shaders are text or JSON";
                Err(Failure::option("emit", reason))
            }
        }
    }

    /// The names of generated code.
    fn naming(&self) -> Naming<'_> {
        Naming {
            prefix: self.prefix.as_ref(),
            header: files::file(self.output.as_deref()),
        }
    }

    fn write_memory(
        &self,
        mut memory: VaryingMemory<'_>,
        language: Option<VaryingLanguage>,
    ) -> Result<(), Failure> {
        if !self.capture.is_empty() || self.vertices.is_some() {
            let given = if self.capture.is_empty() {
                "vertices"
            } else {
                "capture"
            };
            let options = FeedbackOptions {
                captures: self.capture.clone(),
                is_separate: self.separate,
                draw: self.captured_draw()?,
            };
            let with_feedback = memory.with_feedback(options);
            memory = with_feedback.map_err(|message| Failure::option(given, message))?;
        }
        let text = match language {
            Some(language) => memory.code(language, self.naming())?,
            None => memory.to_string(),
        };
        files::write(self.output.as_deref(), text.as_bytes())
    }
}

/// Fails if a file's name says that it is not the stage in whose place it is.
fn check_order(vertex: &Path, fragment: &Path) -> Result<(), Failure> {
    let order = "the vertex shader comes first, then the fragment shader";
    let of = |kind| [vertex, fragment].map(|path| is_named(path, kind));
    let (path, place, kind) = match (of("vert"), of("frag")) {
        ([true, true], _) => (fragment, "second", "fragment"),
        (_, [true, true]) => (vertex, "first", "vertex"),
        ([_, true], _) | (_, [true, _]) => {
            return Err(Failure::usage(format_args!(
                "{order}: varyings {} {}",
                fragment.display(),
                vertex.display()
            )));
        }
        _ => return Ok(()),
    };
    Err(Failure::usage(format_args!(
        "{order}: {} has one stage alone, and the {place} file must be a {kind} shader",
        path.display()
    )))
}

/// Whether a file's name ends as those of a kind do.
fn is_named(path: &Path, kind: &str) -> bool {
    path.extension() == Some(OsStr::new(kind))
}

/// Varyings that do not fit are an answer in JSON, and an error all the same.
fn refuse(error: PackError, language: Option<VaryingLanguage>) -> Result<(), Failure> {
    // Never to a file: one that is there would pass for the answer that was asked for.
    if let (Some(misfit), Some(VaryingLanguage::Json)) = (error.misfit, language) {
        files::write(None, to_json(&misfit).as_bytes())?;
    }
    Err(error.error.into())
}
