//! Squads: who plays, in which colours, with which skills.

use super::nearest::{did_you_mean, nearest};
use super::place::Step;
use super::yaml::{DataError, parse};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

const MAX_NAME: usize = 40;
const MAX_FORMATIONS: usize = 7;

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

/// The two kits of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uniform {
    /// Worn at home.
    pub home: Kit,
    /// Worn away.
    pub away: Kit,
}

/// Two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kit {
    /// Most of it.
    pub primary: Rgb,
    /// The rest, and the number.
    pub secondary: Rgb,
}

impl Uniform {
    /// How bright the two kits look, home first: 0 black, 255 white.
    #[must_use]
    pub fn brightness(&self) -> [u8; 2] {
        [self.home, self.away].map(|kit| kit.primary.brightness())
    }
}

impl Rgb {
    /// How bright it looks: 0 black, 255 white.
    #[must_use]
    pub fn brightness(self) -> u8 {
        let [red, green, blue] = self.0.map(u32::from);
        // The usual weights of the eye, in thousandths.
        ((299 * red + 587 * green + 114 * blue) / 1000) as u8
    }
}

/// A colour as red, green, blue; written `'#1d4ed8'`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

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

/// One coloured slice of a player, which is one skill. The basic skill of a colour has the colour's name.
///
/// Written `yellow`, `yellow+assist` or `{colour: yellow, skill: assist}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Such as `yellow`.
    pub colour: String,
    /// Such as `yellow` or `assist`.
    pub skill: String,
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
    /// unprintable name.
    pub fn parse(text: &str, file: &str, catalogue: &[Section]) -> Result<Squad, SquadErrors> {
        let (squad, problems) = Self::examine(text, file, catalogue)?;
        if problems.is_empty() { Ok(squad) } else { Err(SquadErrors(problems)) }
    }

    /// Reads a squad, with everything that is wrong with its form.
    ///
    /// # Errors
    /// When the text cannot be read as a squad at all.
    pub fn examine(text: &str, file: &str, catalogue: &[Section]) -> Result<(Squad, Vec<DataError>), SquadErrors> {
        let squad: Squad = parse(text, file).map_err(|e| SquadErrors(vec![e]))?;
        let problems = squad.problems(text, file, catalogue);
        Ok((squad, problems))
    }

    fn problems(&self, text: &str, file: &str, catalogue: &[Section]) -> Vec<DataError> {
        let mut problems = Vec::new();
        let key = |k: &str| Step::Key(k.to_owned());
        let mut wrong = |problem: String, path: &[Step], hint: Option<String>| {
            problems.push(DataError { hint, ..DataError::new(file, problem).at_path(text, path) });
        };
        if let Err(problem) = check_name(&self.name, "the squad's name") {
            wrong(problem, &[key("name")], None);
        }
        if self.players.is_empty() || self.players.len() > Self::MAX_PLAYERS {
            let hint = format!("list 1 to {}", Self::MAX_PLAYERS);
            wrong(format!("{} players are listed", self.players.len()), &[key("players")], Some(hint));
        }
        if self.formations.len() > MAX_FORMATIONS {
            let hint = format!("list at most {MAX_FORMATIONS}");
            wrong(format!("{} formations are listed", self.formations.len()), &[key("formations")], Some(hint));
        }
        for (at, name) in self.formations.iter().enumerate() {
            if let Err(problem) = check_name(name, "a formation's name") {
                wrong(problem, &[key("formations"), Step::Item(at)], None);
            }
        }
        let mut numbers = BTreeSet::new();
        for (at, player) in self.players.iter().enumerate() {
            let number = player.number;
            let path = |more: &[Step]| [&[key("players"), Step::Item(at)], more].concat();
            if !(1..=99).contains(&number) {
                wrong(format!("the number {number} is not between 1 and 99"), &path(&[key("number")]), None);
            } else if !numbers.insert(number) {
                let hint = "give each player a number of his own".to_owned();
                wrong(format!("the number {number} is given twice"), &path(&[key("number")]), Some(hint));
            }
            for bad in player.problems(catalogue) {
                wrong(format!("player {number}: {}", bad.problem), &path(&bad.path), bad.hint);
            }
        }
        problems
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

    /// The place of a player in a squad's text, which errors show: `file`, `file:7` or `file:7:5`.
    #[must_use]
    pub fn place(text: &str, file: &str, member: Option<usize>) -> DataError {
        let players = Step::Key("players".to_owned());
        match member {
            Some(at) => DataError::new(file, "").at_path(text, &[players, Step::Item(at)]),
            None => DataError::new(file, "").at_path(text, &[Step::Name("players".to_owned())]),
        }
    }
}

/// Everything that is wrong with a squad file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct SquadErrors(pub Vec<DataError>);

/// What is wrong with a player, and where below him it stands.
struct BadPlayer {
    problem: String,
    path: Vec<Step>,
    hint: Option<String>,
}

impl Player {
    fn problems(&self, catalogue: &[Section]) -> Vec<BadPlayer> {
        let mut found = Vec::new();
        let mut bad = |problem: String, path: Vec<Step>, hint: Option<String>| {
            found.push(BadPlayer { problem, path, hint });
        };
        let key = |k: &str| Step::Key(k.to_owned());
        if let Err(problem) = check_name(&self.name, "the name") {
            bad(problem, vec![key("name")], None);
        }
        if !self.position.is_empty()
            && let Err(problem) = check_name(&self.position, "the position")
        {
            bad(problem, vec![key("position")], None);
        }
        // A game without skills has players without sections.
        let least = usize::from(!catalogue.is_empty());
        if !(least..=Squad::MAX_SECTIONS).contains(&self.sections.len()) {
            let problem = format!("has {} sections; give him {least} to {}", self.sections.len(), Squad::MAX_SECTIONS);
            bad(problem, vec![key("sections")], None);
        }
        for (at, section) in self.sections.iter().enumerate() {
            if let Some(hint) = section.unknown(catalogue) {
                bad(format!("there is no skill `{section}`"), vec![key("sections"), Step::Item(at)], hint);
            }
        }
        for name in self.numbers.keys() {
            if !catalogue.iter().any(|s| s.skill == *name) {
                let hint = did_you_mean(name, catalogue.iter().map(|s| s.skill.as_str()));
                bad(format!("there is no skill `{name}`"), vec![key("numbers"), Step::Name(name.clone())], hint);
            }
        }
        found
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

/// Refuses names that are empty, too long or that a terminal would obey.
fn check_name(name: &str, what: &str) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err(format!("{what} is empty"));
    }
    if name.chars().count() > MAX_NAME {
        return Err(format!("{what} is longer than {MAX_NAME} characters"));
    }
    if name.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Err(format!("{what} holds a control character"));
    }
    Ok(())
}

/// Direction marks and separators, which can make a name look like another.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl Section {
    /// The section with the basic skill of a colour, or with `skill`.
    #[must_use]
    pub fn new(colour: &str, skill: Option<&str>) -> Section {
        Section { colour: colour.to_string(), skill: skill.unwrap_or(colour).to_string() }
    }
}

impl Section {
    /// `None` when the catalogue has the section, else what to write instead, if anything is alike.
    pub(crate) fn unknown(&self, catalogue: &[Section]) -> Option<Option<String>> {
        if catalogue.contains(self) {
            return None;
        }
        // The skill exists in another colour, or was written without one.
        if let Some(meant) = catalogue.iter().find(|s| s.skill == self.skill) {
            return Some(Some(format!("did you mean `{meant}`?")));
        }
        let known: Vec<String> = catalogue.iter().map(ToString::to_string).collect();
        let given = self.to_string();
        let near = did_you_mean(&given, known.iter().map(String::as_str));
        let near = near.or_else(|| {
            let skill = nearest(&self.skill, catalogue.iter().map(|s| s.skill.as_str())).first().copied()?;
            Some(format!("did you mean `{}`?", catalogue.iter().find(|s| s.skill == skill)?))
        });
        Some(near.or_else(|| Some(format!("known: {}", known.join(", ")))))
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.colour == self.skill { f.write_str(&self.colour) } else { write!(f, "{}+{}", self.colour, self.skill) }
    }
}

impl<'de> Deserialize<'de> for Section {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Section, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Pair {
            colour: String,
            skill: Option<String>,
        }

        struct SectionVisitor;

        impl<'de> de::Visitor<'de> for SectionVisitor {
            type Value = Section;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a section: `yellow`, `yellow+assist` or `{colour: yellow, skill: assist}`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Section, E> {
                let (colour, skill) = match text.split_once('+') {
                    Some((colour, skill)) => (colour.trim(), Some(skill.trim())),
                    None => (text.trim(), None),
                };
                if colour.is_empty() || skill.is_some_and(str::is_empty) {
                    return Err(E::invalid_value(de::Unexpected::Str(text), &self));
                }
                Ok(Section::new(colour, skill))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Section, A::Error> {
                let pair = Pair::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(Section::new(&pair.colour, pair.skill.as_deref()))
            }
        }

        deserializer.deserialize_any(SectionVisitor)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Serialize for Rgb {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rgb, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()));
        digits
            .and_then(|d| u32::from_str_radix(d, 16).ok())
            .map(|n| {
                let [_, red, green, blue] = n.to_be_bytes();
                Rgb([red, green, blue])
            })
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &"a colour such as '#1d4ed8'"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{Content, Kind};

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
            |n: u8| (1..=n).map(|i| format!("  - {{number: {i}, name: A, sections: [red]}}\n")).collect::<String>();
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
        assert_eq!(lines, [(Some(6), false), (Some(6), true), (Some(7), true), (Some(7), false)], "{problems:?}");
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
