//! Any text as a dump: it is refused with one of its lines, or gives draws whose findings name its lines.

use mali_instancing::Arch;
use mali_instancing_inspect::check::CheckedDraws;
use mali_instancing_inspect::to_json;
use serde_json::Value;

use crate::manifest::check_refusal;

/// Checks a text without an architecture and with each architecture.
pub fn check(text: &[u8]) {
    let Ok(source) = CheckedDraws::source("dump.txt", text.to_owned()) else {
        return;
    };
    let text = source.text().as_bytes();
    let lines = source.text().lines().count().max(1);
    for arch in Arch::ALL.iter().map(|arch| Some(*arch)).chain([None]) {
        let mut draws = CheckedDraws::default();
        for error in draws.add(&source, arch) {
            check_refusal("dump.txt", text, &error.to_string());
        }
        let json = serde_json::from_str(&to_json(&draws)).expect("JSON");
        check_findings(&json, &draws, lines);
    }
}

fn check_findings(json: &Value, draws: &CheckedDraws, lines: usize) {
    let is_line = |line: &Value| {
        let line = line.as_u64().expect("a line") as usize;
        assert!((1..=lines).contains(&line), "{line} of {lines}");
    };
    let mut errors = 0;
    for draw in json["draws"].as_array().expect("an array of draws") {
        is_line(&draw["line"]);
        for unread in draw["unread"].as_array().expect("an array of parts") {
            is_line(&unread["line"]);
        }
        for finding in draw["findings"].as_array().expect("an array of findings") {
            is_line(&finding["line"]);
            // An alternative to the nearest draw is another explanation of errors that are counted already.
            let is_alternative = finding["alternative"] != 0;
            errors += usize::from(!is_alternative && finding["severity"] == "error");
        }
    }
    assert_eq!(errors, draws.errors());
    // The lines of the text that are shown may contain the word too.
    assert!(draws.to_string().matches("error[").count() >= errors);
}
