//! Rows of `tests/vectors/`: descriptors that Mesa's own generated packers packed.

use std::path::Path;

use mali_instancing::Rounding;

pub(crate) struct Row {
    header: csv::StringRecord,
    descriptor: csv::StringRecord,
}

/// All rows of a file, whose number must be `count`.
pub(crate) fn rows(file: &str, count: usize) -> Vec<Row> {
    // The folder of this package, or of one inside it that runs the same tests.
    let mut packages = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let path = packages.find_map(|package| {
        let path = package.join("tests/vectors").join(file);
        path.is_file().then_some(path)
    });
    let mut reader = csv::Reader::from_path(path.unwrap()).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<Row> = reader
        .records()
        .map(|descriptor| Row {
            header: header.clone(),
            descriptor: descriptor.unwrap(),
        })
        .collect();
    assert_eq!(rows.len(), count, "{file}");
    rows
}

#[allow(dead_code, reason = "not every test reads every kind of column")]
impl Row {
    pub(crate) fn text(&self, column: &str) -> &str {
        let position = self.header.iter().position(|name| name == column);
        &self.descriptor[position.unwrap_or_else(|| panic!("no column {column}"))]
    }

    pub(crate) fn number<T: TryFrom<i128, Error: std::fmt::Debug>>(&self, column: &str) -> T {
        let text = self.text(column);
        // Offsets have a sign, and addresses 64 bits without one.
        let number = match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse(),
        };
        T::try_from(number.unwrap()).unwrap()
    }

    pub(crate) fn words<const COUNT: usize>(&self) -> [u32; COUNT] {
        self.word_list("words").try_into().unwrap()
    }

    pub(crate) fn word_list(&self, column: &str) -> Vec<u32> {
        let words = self.text(column).split_whitespace();
        words
            .map(|word| u32::from_str_radix(word, 16).unwrap())
            .collect()
    }

    pub(crate) fn rounding(&self) -> Rounding {
        match self.text("rounding") {
            "round-down" => Rounding::RoundDown,
            "nearest" => Rounding::Nearest,
            other => panic!("rounding {other}"),
        }
    }
}

/// Vulkan's name for a format of Gallium, or Gallium's name if Vulkan has none.
#[allow(dead_code, reason = "not every test reads formats")]
pub(crate) fn format_name(gallium: &str) -> String {
    let (channels, kind) = gallium.rsplit_once('_').unwrap();
    // Gallium names the components of a packed format from the lowest bits on, and Vulkan from the highest.
    let packed = |channels: &str, bits| format!("{channels}_{kind}_PACK{bits}");
    match (channels, kind) {
        ("R10G10B10A2", _) => packed("A2B10G10R10", 32),
        ("B10G10R10A2", _) => packed("A2R10G10B10", 32),
        ("R5G6B5", _) => packed("B5G6R5", 16),
        ("B5G6R5", _) => packed("R5G6B5", 16),
        ("B5G5R5A1", _) => packed("A1R5G5B5", 16),
        ("R5G5B5A1", _) => packed("A1B5G5R5", 16),
        ("R4G4B4A4", _) => packed("A4B4G4R4", 16),
        ("B4G4R4A4", _) => packed("A4R4G4B4", 16),
        ("R11G11B10", "FLOAT") => "B10G11R11_UFLOAT_PACK32".to_owned(),
        ("R9G9B9E5", "FLOAT") => "E5B9G9R9_UFLOAT_PACK32".to_owned(),
        (_, "FLOAT") => format!("{channels}_SFLOAT"),
        _ => gallium.to_owned(),
    }
}

/// Divisor D by the rule round-down, in integers: Mesa's is too small by one if double precision is not
/// enough.
#[allow(dead_code, reason = "not every test divides")]
pub(crate) fn exact_divisor_d(divisor: u64) -> u32 {
    let shift = divisor.ilog2();
    let dividend = 1_u128 << (32 + shift);
    let divisor = u128::from(divisor);
    // T and e of `MagicDivisor`: rounded down, with E = 1, the multiplier is exact if e ≤ 2^shift.
    let is_exact_rounded_down = dividend % divisor <= 1 << shift;
    let multiplier = dividend / divisor + u128::from(!is_exact_rounded_down);
    // The hardware supplies the top bit.
    multiplier as u32 & !(1 << 31)
}
