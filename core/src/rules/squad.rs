//! Squads: who plays, in which colours, with which skills.

use super::draft::Draft;
use super::yaml::DataError;
use super::{Kit, Section, Uniform};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A team sheet. Only its form is checked here; what a regulation demands of it is the plugins' to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// The team's name.
    pub name: String,
    /// Its kits.
    pub uniform: Uniform,
    /// Starters in slot order, then the bench.
    pub players: Vec<Player>,
    /// The formations it likes, best first.
    #[serde(default)]
    pub formations: Vec<String>,
}

/// One member of a squad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, from = "Sheet")]
pub struct Player {
    /// Shirt number, 1–99.
    pub number: u8,
    /// Name.
    pub name: String,
    /// Where he plays, in words.
    pub position: String,
    /// His skills in the order in which tiredness takes them away, last first.
    pub sections: Vec<Section>,
    /// What he costs; the number of his sections unless the sheet says otherwise.
    pub value: u8,
    /// Duel numbers by colour, for the editions that print them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, u8>,
}

/// A player as written, where the value may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    number: u8,
    name: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    sections: Vec<Section>,
    value: Option<u8>,
    #[serde(default)]
    numbers: BTreeMap<String, u8>,
}

impl From<Sheet> for Player {
    fn from(sheet: Sheet) -> Player {
        let Sheet { number, name, position, sections, value, numbers } = sheet;
        let value = value.unwrap_or_else(|| u8::try_from(sections.len()).unwrap_or(u8::MAX));
        Player { number, name, position, sections, value, numbers }
    }
}

impl Squad {
    /// Players on one sheet.
    pub const MAX_PLAYERS: usize = crate::Token::PER_SIDE;
    /// Sections of one player.
    pub const MAX_SECTIONS: usize = crate::game::Piece::SECTIONS;

    /// Reads a squad whose sections are all in the `catalogue` of a ruleset.
    ///
    /// # Errors
    /// Everything that makes the text no squad: too many players or sections, a number twice, an unknown skill, an
    /// unprintable name, a missing key.
    pub fn parse(text: &str, file: &str, catalogue: &[Section]) -> Result<Squad, SquadErrors> {
        let mut draft = Draft::read(text, file).map_err(|e| SquadErrors(vec![e]))?;
        draft.check(catalogue);
        draft.bare(catalogue).into_iter().for_each(|at| draft.wrong_bare(at));
        draft.wrong_size(None);
        draft.finish()
    }

    /// The squad as a file, a player a line, under a comment.
    #[must_use]
    pub fn to_yaml(&self, comment: &str) -> String {
        let mut text: String = comment.lines().map(|line| format!("# {line}\n")).collect();
        let kit = |kit: Kit| format!("{{ primary: '{}', secondary: '{}' }}", kit.primary, kit.secondary);
        text += &format!(
            "name: {}\nuniform:\n  home: {}\n  away: {}\n",
            quoted(&self.name),
            kit(self.uniform.home),
            kit(self.uniform.away)
        );
        text += "players:\n";
        for player in &self.players {
            let sections: Vec<String> = player.sections.iter().map(ToString::to_string).collect();
            let mut fields = vec![format!("number: {}", player.number), format!("name: {}", quoted(&player.name))];
            if !player.position.is_empty() {
                fields.push(format!("position: {}", quoted(&player.position)));
            }
            fields.push(format!("sections: [{}]", sections.join(", ")));
            if usize::from(player.value) != player.sections.len() {
                fields.push(format!("value: {}", player.value));
            }
            if !player.numbers.is_empty() {
                let numbers: Vec<String> = player.numbers.iter().map(|(skill, n)| format!("{skill}: {n}")).collect();
                fields.push(format!("numbers: {{ {} }}", numbers.join(", ")));
            }
            text += &format!("  - {{ {} }}\n", fields.join(", "));
        }
        let formations: Vec<String> = self.formations.iter().map(|f| quoted(f)).collect();
        text + &format!("formations: [{}]\n", formations.join(", "))
    }
}

/// Everything that is wrong with a squad file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct SquadErrors(pub Vec<DataError>);

impl SquadErrors {
    /// How many problems there are, those included that the list leaves out.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(DataError::count).sum()
    }
}

/// A text as YAML writes it: plain where that is safe.
fn quoted(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'))
        && !text.ends_with(' ')
        && text.contains(|c: char| c.is_ascii_alphabetic() || c == '-')
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
        );
    if plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{Content, Kind, Rgb, parse};
    use std::collections::BTreeSet;

    fn catalogue() -> Vec<Section> {
        let basic = ["yellow", "green", "red", "blue", "purple", "black"].map(|c| Section::new(c, None));
        [basic.to_vec(), vec![Section::new("yellow", Some("assist")), Section::new("blue", Some("recovery"))]].concat()
    }

    fn sheet(players: &str) -> String {
        format!(
            "name: Test\nuniform:\n  home: {{primary: '#1d4ed8', secondary: '#ffffff'}}\n  away: {{primary: '#FFffff', secondary: '#000000'}}\nplayers:\n{players}"
        )
    }

    fn read(players: &str) -> Result<Squad, SquadErrors> {
        Squad::parse(&sheet(players), "squad.yaml", &catalogue())
    }

    /// The only thing wrong with these players.
    fn wrong(players: &str) -> DataError {
        let SquadErrors(problems) = read(players).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        problems[0].clone()
    }

    #[test]
    fn the_base_squad_is_the_one_of_the_regulation() {
        let source = Content::embedded().read(Kind::Squad, "base").unwrap();
        let squad = Squad::parse(&source.text, "base", &catalogue()).unwrap();
        let colours: Vec<&str> = squad.players.iter().map(|p| p.sections[0].colour.as_str()).collect();
        // BASE-TEAM-02, in slot order; the last five are the bench.
        let order = "purple blue blue blue blue green yellow yellow green red red blue yellow yellow green red";
        assert_eq!(colours.join(" "), order);
        assert!(squad.players.iter().all(|p| p.sections.len() == 1 && p.value == 1));
        let numbers: Vec<u8> = squad.players.iter().map(|p| p.number).collect();
        assert_eq!(numbers, (1..=16).collect::<Vec<u8>>());
        let names: BTreeSet<&str> = squad.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names.len(), 16);
        assert_ne!(squad.uniform.home, squad.uniform.away);
    }

    #[test]
    fn the_formations_of_an_embedded_squad_exist() {
        let content = Content::embedded();
        let files = content.list(Kind::Formations);
        let texts: String = files.iter().map(|f| content.read(Kind::Formations, f).unwrap().text.to_string()).collect();
        for name in content.list(Kind::Squad) {
            let squad: Squad = parse(&content.read(Kind::Squad, &name).unwrap().text, &name).unwrap();
            let named = |f: &String| ["\n", ","].iter().any(|end| texts.contains(&format!("name: {f}{end}")));
            assert!(squad.formations.iter().all(named), "{name}");
        }
    }

    #[test]
    fn a_section_is_written_in_three_ways() {
        let squad = read("  - {number: 8, name: A, sections: [yellow, yellow+assist, {colour: blue, skill: recovery}, {colour: red}]}\n").unwrap();
        let shown: Vec<String> = squad.players[0].sections.iter().map(Section::to_string).collect();
        assert_eq!(shown, ["yellow", "yellow+assist", "blue+recovery", "red"]);
        assert_eq!(squad.players[0].value, 4);
    }

    #[test]
    fn a_squad_survives_being_written_and_read() {
        let text =
            "  - {number: 8, name: Ä b, position: wing, sections: [yellow+assist], value: 3, numbers: {red: 4}}\n";
        let squad = read(text).unwrap();
        let written = serde_json::to_string(&squad).unwrap();
        assert_eq!(serde_json::from_str::<Squad>(&written).unwrap(), squad);
        assert_eq!(squad.uniform.away.primary, Rgb([255, 255, 255]));
    }

    #[test]
    fn a_squad_written_as_yaml_is_read_back() {
        let text = "  - {number: 8, name: \"D'Or: x\", position: left wing, sections: [yellow+assist], value: 3, numbers: {red: 4}}\n  - {number: 9, name: 'No', sections: [red]}\n";
        let squad = read(text).unwrap();
        assert_eq!(Squad::parse(&squad.to_yaml("one\ntwo"), "f", &catalogue()).unwrap(), squad);
    }

    #[test]
    fn an_unknown_skill_is_shown_where_it_stands_with_the_nearest_one() {
        let error =
            wrong("  - {number: 7, name: A, sections: [yellow]}\n  - {number: 8, name: B, sections: [yelow]}\n");
        assert_eq!(error.to_string(), "squad.yaml:7:37: player 8: there is no skill `yelow`\n  did you mean `yellow`?");
        for (written, meant) in
            [("red+assist", "yellow+assist"), ("assist", "yellow+assist"), ("asist", "yellow+assist")]
        {
            let error = wrong(&format!("  - {{number: 8, name: B, sections: [{written}]}}\n"));
            assert_eq!(error.hint.unwrap(), format!("did you mean `{meant}`?"), "{written}");
        }
        assert!(
            read("  - {number: 8, name: B, sections: [yellow+asist]}\n")
                .unwrap_err()
                .to_string()
                .contains("`yellow+assist`")
        );
        assert!(read("  - {number: 8, name: B, sections: [yellow], numbers: {rad: 4}}\n").is_err());
    }

    #[test]
    fn a_number_is_unique_and_between_1_and_99() {
        let twice = wrong("  - {number: 8, name: A, sections: [red]}\n  - {number: 8, name: B, sections: [red]}\n");
        assert_eq!((twice.line, twice.problem.as_str()), (Some(7), "the number 8 is given twice"));
        for number in [0, 100] {
            assert!(read(&format!("  - {{number: {number}, name: A, sections: [red]}}\n")).is_err());
        }
    }

    #[test]
    fn there_is_room_for_16_players_of_5_sections() {
        let players =
            |n: u8| (1..=n).map(|i| format!("  - {{number: {i}, name: A{i}, sections: [red]}}\n")).collect::<String>();
        assert!(read(&players(16)).is_ok());
        assert!(read(&players(17)).is_err());
        assert!(read("  []\n").is_err());
        assert!(read("  - {number: 1, name: A, sections: [red, red, red, red, red]}\n").is_ok());
        assert!(read("  - {number: 1, name: A, sections: [red, red, red, red, red, red]}\n").is_err());
        assert!(read("  - {number: 1, name: A, sections: []}\n").is_err());
    }

    #[test]
    fn every_problem_is_listed_with_its_line() {
        let players = "  - {number: 8, name: '', sections: [rad, red]}\n  - {number: 8, name: B, sections: []}\n";
        let SquadErrors(problems) = read(players).unwrap_err();
        let lines: Vec<(Option<u32>, bool)> = problems.iter().map(|p| (p.line, p.hint.is_some())).collect();
        assert_eq!(lines, [(Some(6), false), (Some(6), true), (Some(7), true), (Some(7), true)], "{problems:?}");
    }

    #[test]
    fn wrong_types_and_missing_keys_do_not_hide_each_other() {
        let text = "name: Test\nplayers:\n  - {number: one, name: A, sections: 7}\n  - {number: 300, sections: [3, rad]}\n  - 5\nformations: 4-4-2\n";
        let SquadErrors(problems) = Squad::parse(text, "f", &catalogue()).unwrap_err();
        let told: Vec<String> = problems.iter().map(|p| format!("{}: {}", p.line.unwrap(), p.problem)).collect();
        assert_eq!(
            told,
            [
                "1: `uniform` is missing",
                "3: player A: `number` is `one`",
                "3: player A: `sections` is `7`",
                "4: player 2 of the list: `name` is missing",
                "4: player 2 of the list: `number` is `300`",
                "4: player 2 of the list: number 1 of `sections` is `3`",
                "4: player 2 of the list: there is no skill `rad`",
                "5: player 3 of the list: number 3 of `players` is `5`",
                "6: `formations` is `4-4-2`",
            ]
        );
        let hints: Vec<&str> = problems.iter().filter_map(|p| p.hint.as_deref()).collect();
        assert!(hints.contains(&"write a whole number from 1 to 99") && hints.contains(&"add `uniform:` here"));
        let words = SquadErrors(problems).to_string();
        assert!(!words.contains("u8") && !words.contains("struct") && !words.contains("expected"), "{words}");
    }

    #[test]
    fn sections_left_out_are_shown_at_the_player_and_once() {
        let error = wrong("  - {number: 7, name: A}\n");
        assert_eq!((error.line, error.problem.as_str()), (Some(6), "player 7: has no section"));
    }

    #[test]
    fn names_are_short_and_printable() {
        let named = |name: &str| read(&format!("  - {{number: 1, name: \"{name}\", sections: [red]}}\n"));
        assert!(named("Ünal Ç").is_ok());
        for name in ["", " ", "\\e[31m", "\\n", "\\u202e", &"x".repeat(41)] {
            assert!(named(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn unknown_keys_and_malformed_values_are_refused() {
        // One mistake: `name` is misspelt, not missing as well.
        let key = wrong("  - {number: 1, nmae: A, sections: [red]}\n");
        assert_eq!(key.hint.as_deref(), Some("did you mean `name`?"));
        for section in ["3", "'+'", "'red+'", "[red]", "{color: red}", "~"] {
            let error = read(&format!("  - {{number: 1, name: A, sections: [{section}]}}\n"));
            assert!(error.is_err(), "{section}");
        }
        for colour in ["red", "'#12345'", "'#12345g'", "'#+12345'", "'#ääa'"] {
            let text = sheet("  - {number: 1, name: A, sections: [red]}\n").replace("'#1d4ed8'", colour);
            let error = Squad::parse(&text, "f", &catalogue()).unwrap_err().to_string();
            assert!(error.contains("a colour such as"), "{colour}");
        }
    }
}
