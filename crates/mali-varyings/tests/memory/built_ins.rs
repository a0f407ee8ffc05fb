//! Built-in variables, by driver, version and architecture: a table whose rows cite their files of Mesa's.

use mali_instancing::Arch;
use mali_varyings::{BuiltIn, BuiltIns, Driver, Error, MesaVersion, Stage, Treatment};

/// The files' rows: names, stages, driver, versions, architectures and treatment.
fn rows() -> impl Iterator<Item = [&'static str; 7]> {
    let lines = include_str!("built_ins.txt").lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        cells.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

fn treatment(name: &str) -> Treatment {
    match name {
        "slot" => Treatment::Slot,
        "register" => Treatment::Register,
        "instruction" => Treatment::Instruction,
        "push constant" => Treatment::PushConstant,
        "lowered" => Treatment::Lowered,
        "unsupported" => Treatment::Unsupported,
        other => panic!("{other}"),
    }
}

fn says(cell: &str, word: &str) -> bool {
    cell == "all" || cell == "both" || cell.split(", ").any(|one| one == word)
}

#[test]
fn each_variable_is_passed_as_the_row_of_its_file_says() {
    let mut checked = vec![0; rows().count()];
    for stage in Stage::ALL {
        for &built_in in BuiltIn::ALL {
            let name = built_in.name(stage);
            if name.is_empty() {
                continue;
            }
            for version in MesaVersion::ALL {
                for driver in Driver::ALL {
                    for &arch in Arch::ALL {
                        let mut found = rows().enumerate().filter(|(_, row)| {
                            let [names, stages, of_driver, versions, arches, ..] = *row;
                            let (first, last) = arches.split_once('-').unwrap();
                            let arches: [u8; 2] = [first, last].map(|arch| arch.parse().unwrap());
                            let is_arch = (arches[0]..=arches[1]).contains(&(arch as u8));
                            says(names, name)
                                && says(stages, stage.name())
                                && says(of_driver, driver.name())
                                && says(versions, version.name())
                                && is_arch
                        });
                        let at = format!("{name}, {stage}, {driver} of {version}, {arch}");
                        let (number, row) = found.next().unwrap_or_else(|| panic!("{at}"));
                        assert!(found.next().is_none(), "{at}");
                        checked[number] += 1;
                        let expected = treatment(row[5]);
                        assert_eq!(
                            built_in.treatment(stage, version, driver, arch),
                            expected,
                            "{at}"
                        );
                        let is_refused =
                            matches!(expected, Treatment::Lowered | Treatment::Unsupported);
                        let error = BuiltIns::NONE
                            .with(built_in)
                            .check(stage, version, driver, arch);
                        let refused = Err(Error::BuiltIn {
                            built_in,
                            stage,
                            version,
                            driver,
                            arch,
                            treatment: expected,
                        });
                        assert_eq!(error, if is_refused { refused } else { Ok(()) }, "{at}");
                    }
                }
            }
        }
    }
    assert!(checked.iter().all(|&times| times > 0), "{checked:?}");
}

/// The architectures in `meson.build` of both drivers, in Mesa of 2026.
const BUILT: [(Driver, &[u8]); 2] = [
    (Driver::Panfrost, &[4, 5, 6, 7, 9, 10, 12, 13]),
    (Driver::PanVk, &[6, 7, 10, 12, 13, 14]),
];

#[test]
fn what_mesa_does_not_build_has_the_rule_of_the_nearest_and_a_note() {
    for (driver, built) in BUILT {
        for &arch in Arch::ALL {
            let is_built = built.contains(&(arch as u8));
            assert_eq!(MesaVersion::V26.supports(driver, arch), is_built);
            let nearest = match (driver, arch as u8) {
                (Driver::PanVk, 4 | 5) => None,
                (Driver::PanVk, 9) | (_, 11) => Some(10),
                (Driver::Panfrost, 14 | 15) => Some(13),
                (Driver::PanVk, 15) => Some(14),
                (_, arch) => Some(arch),
            };
            let found = MesaVersion::V26.nearest(driver, arch);
            assert_eq!(found.map(|arch| arch as u8), nearest, "{driver} {arch}");
            let note = MesaVersion::V26.note(driver, arch);
            assert_eq!(note.is_some(), !is_built && nearest.is_some());
            if let (Some(note), Some(nearest)) = (note, nearest) {
                let note = note.as_str();
                assert!(
                    note.starts_with(&format!("Mesa 26 does not build {driver} for {arch} (src/"))
                );
                let rule = format!("/meson.build): placed by the rule of v{nearest}");
                let (_, rest) = note.split_once(&rule).unwrap();
                let of_v11 = ", with what the compiler has for v11";
                assert_eq!(rest, if arch == Arch::V11 { of_v11 } else { "" });
            }
        }
    }
}
