//! `varyings`: a manifest of varyings, packed, to a grid, a picture or code; two shaders, linked, to the
//! memory between them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;
use mali_instancing::Arch;
use mali_instancing_codegen::code::{Naming, Prefix};
use mali_instancing_inspect::notation::parse_number;
use mali_instancing_inspect::to_json;
use mali_instancing_inspect::varyings::{
    Driver, DriverNames, FeedbackOptions, LinkOptions, Matching, MatchingNames, MesaVersion,
    MesaVersionNames, PackError, RegisterOptions, RegisterTarget, RegisterTargetNames, Shader,
    StageRegisters, VaryingLanguage, VaryingMemory, VaryingRegisters,
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
    #[arg(long, hide_short_help = true, value_parser = choice::parser::<RegisterTargetNames>(), requires = "fragment", conflicts_with_all = ["arch", "capture", "matching", "driver", "mesa", "points", "multiview"])]
    rules: Option<RegisterTarget>,

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
        let has_names = matches!(self.emit, Some(VaryingLanguage::Rust | VaryingLanguage::C));
        if self.prefix.is_some() && !has_names {
            let reason = "only code has names that take one: --emit rust or --emit c";
            return Err(Failure::option("prefix", reason));
        }
        if let Some(path) = &self.plot {
            files::check_picture(path)?;
        }
        let plot = ("plot", self.plot.as_deref());
        let outputs = [plot, ("output", self.output.as_deref())];
        outputs::check(&self.file, &outputs)?;
        let Some(fragment) = &self.fragment else {
            return self.run_manifest();
        };
        outputs::check(fragment, &outputs)?;
        check_order(&self.file, fragment)?;
        let vertex = self.shader(&self.file, self.vertex_entry.as_deref())?;
        let fragment = self.shader(fragment, self.fragment_entry.as_deref())?;
        if self.registers.is_some() || self.rules.is_some() {
            return self.write_stages(&vertex, &fragment);
        }
        let options = self.link_options();
        // Whether options go together depends on the shader, whose language decides the API.
        options.check(Some(&vertex))?;
        self.write_memory(VaryingMemory::link(&vertex, &fragment, options)?)
    }

    fn run_manifest(&self) -> Result<(), Failure> {
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
        if self.arch.is_some() {
            let options = self.link_options();
            options.check(None)?;
            let memory = VaryingMemory::of_manifest(&manifest, options)?;
            // After reading, so that a mistake in the text is reported rather than that it has no varyings.
            Failure::if_empty(&manifest, "[[varying]]")?;
            return self.write_memory(memory);
        }
        let registers = VaryingRegisters::pack(&manifest).or_else(|error| self.refuse(error))?;
        Failure::if_empty(&manifest, "[[varying]]")?;
        // What cannot be code has no picture either.
        let code = self.code(|language, naming| Ok(registers.code(language, naming)?))?;
        if let Some(path) = &self.plot {
            files::write(Some(path), registers.svg().as_bytes())?;
        }
        self.write(code, || match self.plot {
            Some(_) => registers.legend(),
            None => registers.to_string(),
        })
    }

    /// Writes the registers of two shaders.
    fn write_stages(&self, vertex: &Shader, fragment: &Shader) -> Result<(), Failure> {
        let options = RegisterOptions {
            target: self.rules,
            registers: self.registers,
            is_separable: self.separable,
            is_lenient: self.lenient,
        };
        options.check()?;
        let registers = StageRegisters::pack(vertex, fragment, options);
        let registers = registers.or_else(|error| self.refuse(error))?;
        let code = self.code(|language, _| match language {
            VaryingLanguage::Json => Ok(to_json(&registers)),
            _ => {
                let reason = "the registers of two shaders are text or JSON";
                Err(Failure::option("emit", reason))
            }
        })?;
        self.write(code, || registers.to_string())
    }

    fn write_memory(&self, mut memory: VaryingMemory<'_>) -> Result<(), Failure> {
        if !self.capture.is_empty() || self.vertices.is_some() {
            memory = memory.with_feedback(FeedbackOptions {
                captures: self.capture.clone(),
                is_separate: self.separate,
                draw: self.vertices.map(|vertices| (vertices, self.instances)),
            })?;
        }
        let code = self.code(|language, naming| Ok(memory.code(language, naming)?))?;
        self.write(code, || memory.to_string())
    }

    /// The answer in the language that is asked for; `None` if text is.
    fn code(
        &self,
        code: impl FnOnce(VaryingLanguage, Naming<'_>) -> Result<String, Failure>,
    ) -> Result<Option<String>, Failure> {
        let naming = Naming {
            prefix: self.prefix.as_ref(),
            header: files::file(self.output.as_deref()),
        };
        let language = self.language();
        language.map(|language| code(language, naming)).transpose()
    }

    fn write(&self, code: Option<String>, text: impl FnOnce() -> String) -> Result<(), Failure> {
        let output = self.output.as_deref();
        match code {
            Some(code) => files::write(output, code.as_bytes()),
            None => files::write_styled(output, &text()),
        }
    }

    fn language(&self) -> Option<VaryingLanguage> {
        if self.format.is_json() {
            Some(VaryingLanguage::Json)
        } else {
            self.emit
        }
    }

    /// Varyings that do not fit are an answer in JSON, and an error all the same.
    fn refuse<T>(&self, error: PackError) -> Result<T, Failure> {
        // Never to a file: one that is there would pass for the answer that was asked for.
        if let (Some(misfit), Some(VaryingLanguage::Json)) = (error.misfit, self.language()) {
            files::write(None, to_json(&misfit).as_bytes())?;
        }
        Err(error.error.into())
    }

    fn link_options(&self) -> LinkOptions {
        LinkOptions {
            arch: self.arch.unwrap_or(Arch::V7),
            is_separable: self.separable,
            matching: self.matching,
            driver: self.driver,
            mesa: self.mesa.unwrap_or_default(),
            draws_points: self.points,
            is_multiview: self.multiview,
            is_captured: !self.capture.is_empty(),
        }
    }

    fn shader(&self, path: &Path, entry_point: Option<&str>) -> Result<Shader, Failure> {
        let (name, bytes) = files::read_bytes(path)?;
        let mut shader = Shader::new(name, bytes)?.with_leniency(self.lenient);
        for definition in &self.define {
            let defined = shader.with_definition(definition);
            shader = defined.map_err(|message| Failure::option("define", message))?;
        }
        Ok(match entry_point {
            Some(name) => shader.with_entry_point(name),
            None => shader,
        })
    }
}

/// Fails if a file's name says that it is not the stage in whose place it is.
fn check_order(vertex: &Path, fragment: &Path) -> Result<(), Failure> {
    let order = "the vertex shader comes first, then the fragment shader";
    let of = |kind| [vertex, fragment].map(|path| is_named(path, kind));
    let (path, place, kind) = match (of("vert"), of("frag")) {
        // Both are named after one stage, so exchanging them would not help.
        ([true, true], _) => (fragment, "second", "fragment"),
        (_, [true, true]) => (vertex, "first", "vertex"),
        // One of them at least is in the place of the other. Exchanging both mends it.
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
