//! A squad file as far as it can be read, with everything that is wrong with its form.

use super::findings::Findings;
use super::form::{Form, Node};
use super::nearest::did_you_mean;
use super::place::Step;
use super::yaml::{DataError, parse};
use super::{Kit, Player, Rgb, Section, Squad, SquadErrors, Uniform};
use std::collections::{BTreeMap, BTreeSet};

const MAX_NAME: usize = 40;
const MAX_FORMATIONS: usize = 7;

/// What could be read of a squad file; `None` where it could not.
pub(crate) struct Draft<'t> {
    text: &'t str,
    pub(crate) file: &'t str,
    name: Option<String>,
    uniform: Option<Uniform>,
    pub(crate) players: Vec<Candidate>,
    pub(crate) formations: Vec<Option<String>>,
    /// What is wrong so far.
    pub(crate) problems: Findings,
}

/// What could be read of a player.
pub(crate) struct Candidate {
    number: Option<u8>,
    pub(crate) name: Option<String>,
    position: String,
    /// Sections; those inside that could not be read are `None`.
    pub(crate) sections: Option<Vec<Option<Section>>>,
    /// What he costs, as far as that is known.
    pub(crate) value: Option<u8>,
    numbers: BTreeMap<String, u8>,
}

impl From<Player> for Candidate {
    fn from(player: Player) -> Candidate {
        let Player { number, name, position, sections, value, numbers } = player;
        let sections = Some(sections.into_iter().map(Some).collect());
        Candidate { number: Some(number), name: Some(name), position, sections, value: Some(value), numbers }
    }
}

impl<'t> Draft<'t> {
    /// Reads a file, and notes what of it is no squad.
    ///
    /// # Errors
    /// When it is no YAML, or no table.
    pub(crate) fn read(text: &'t str, file: &'t str) -> Result<Draft<'t>, DataError> {
        match parse::<Squad>(text, file) {
            Ok(Squad { name, uniform, players, formations }) => Ok(Draft {
                text,
                file,
                name: Some(name),
                uniform: Some(uniform),
                players: players.into_iter().map(Candidate::from).collect(),
                formations: formations.into_iter().map(Some).collect(),
                problems: Findings::default(),
            }),
            Err(error) => Self::read_on(text, file, error),
        }
    }

    /// Reads what there is to read of a file that the strict reader gave up.
    fn read_on(text: &'t str, file: &'t str, error: DataError) -> Result<Draft<'t>, DataError> {
        let (mut form, root) = Form::open(text, file, error.clone())?;
        let problems = Findings::default();
        let mut draft = Draft { text, file, name: None, uniform: None, players: vec![], formations: vec![], problems };
        if form.table(&root, &["name", "uniform", "players"], &["formations"]) {
            draft.name = root.get("name").and_then(|node| form.text(&node));
            draft.uniform = root.get("uniform").and_then(|node| uniform(&mut form, &node));
            let players = root.get("players").and_then(|node| form.list(&node, "a list of players, each on a line"));
            for (at, node) in players.unwrap_or_default().into_iter().enumerate() {
                draft.players.push(candidate(&mut form, node, at));
            }
            let formations = root.get("formations").and_then(|node| form.list(&node, "a list such as [4-4-2, 4-3-3]"));
            draft.formations = formations.unwrap_or_default().iter().map(|node| form.text(node)).collect();
        }
        draft.problems = form.found(error);
        Ok(draft)
    }

    /// Notes a problem at a place of the file.
    pub(crate) fn wrong(&mut self, problem: String, path: &[Step], hint: Option<String>) {
        self.problems.note(path, || {
            let found = DataError::new(self.file, problem);
            match hint {
                Some(hint) => found.hint(hint),
                None => found,
            }
        });
    }

    /// The squad, or all that is wrong with it.
    pub(crate) fn finish(self) -> Result<Squad, SquadErrors> {
        let squad = self.squad();
        let problems = self.problems.placed(self.text, self.file);
        if problems.is_empty() { Ok(squad) } else { Err(SquadErrors(problems)) }
    }

    /// Whom a message about a player names: his number, else his name, else his place.
    pub(crate) fn who(&self, at: usize) -> String {
        let player = self.players.get(at);
        who(player.and_then(|p| p.number), player.and_then(|p| p.name.as_deref()), at)
    }

    /// Notes what is wrong with names, numbers and skills.
    pub(crate) fn check(&mut self, catalogue: &[Section]) {
        if let Some(Err(problem)) = self.name.as_deref().map(|name| check_name(name, "the squad's name")) {
            self.wrong(problem, &[key("name")], None);
        }
        if self.formations.len() > MAX_FORMATIONS {
            let problem = format!("{} formations are listed", self.formations.len());
            self.wrong(problem, &[key("formations")], Some(format!("list at most {MAX_FORMATIONS}")));
        }
        for at in 0..self.formations.len() {
            let name = self.formations[at].as_deref();
            if let Some(Err(problem)) = name.map(|name| check_name(name, "a formation's name")) {
                self.wrong(problem, &[key("formations"), Step::Item(at)], None);
            }
        }
        let mut numbers = BTreeSet::new();
        for at in 0..self.players.len() {
            if let Some(number) = self.players[at].number {
                if !(1..=99).contains(&number) {
                    self.wrong(format!("the number {number} is not between 1 and 99"), &player(at, &["number"]), None);
                } else if !numbers.insert(number) {
                    let hint = "give each player a number of his own".to_owned();
                    self.wrong(format!("the number {number} is given twice"), &player(at, &["number"]), Some(hint));
                }
            }
            for (problem, path, hint) in self.players[at].problems(catalogue) {
                let problem = format!("{}{problem}", self.who(at));
                self.wrong(problem, &[player(at, &[]), path].concat(), hint);
            }
        }
    }

    /// Players without a section, in a game that has skills.
    pub(crate) fn bare(&self, catalogue: &[Section]) -> Vec<usize> {
        let bare = |p: &Candidate| !catalogue.is_empty() && p.sections.as_ref().is_some_and(Vec::is_empty);
        (0..self.players.len()).filter(|at| bare(&self.players[*at])).collect()
    }

    /// Notes a player without a section.
    pub(crate) fn wrong_bare(&mut self, at: usize) {
        let problem = format!("{}has no section", self.who(at));
        self.wrong(problem, &player(at, &["sections"]), Some("give him at least one, such as [yellow]".to_owned()));
    }

    /// Notes a list of players that is empty or too long.
    pub(crate) fn wrong_size(&mut self, problem: Option<String>) {
        let unread = self.players.is_empty() && !self.problems.is_empty();
        if (1..=Squad::MAX_PLAYERS).contains(&self.players.len()) || unread {
            return;
        }
        let count = self.players.len();
        let listed = if count == 1 { "1 player is listed".to_owned() } else { format!("{count} players are listed") };
        let hint = problem.is_none().then(|| format!("list 1 to {}", Squad::MAX_PLAYERS));
        self.wrong(problem.unwrap_or(listed), &[Step::Name("players".to_owned())], hint);
    }

    /// Players who cannot be judged, because their value or some of their sections are not known.
    #[cfg(feature = "lua")]
    pub(crate) fn unread(&self, catalogue: &[Section]) -> Vec<usize> {
        let known = |s: &Option<Section>| s.as_ref().is_some_and(|s| catalogue.contains(s));
        let read = |p: &Candidate| match &p.sections {
            Some(sections) => p.value.is_some() && sections.len() <= Squad::MAX_SECTIONS && sections.iter().all(known),
            None => false,
        };
        (0..self.players.len()).filter(|at| !read(&self.players[*at])).collect()
    }

    /// The squad, with something harmless in the place of what could not be read.
    pub(crate) fn squad(&self) -> Squad {
        let plain = |n| Kit { primary: Rgb([n; 3]), secondary: Rgb([255 - n; 3]) };
        let players = self.players.iter().enumerate().map(|(at, p)| Player {
            number: p.number.unwrap_or((at + 1).min(99) as u8),
            name: p.name.clone().unwrap_or_default(),
            position: p.position.clone(),
            sections: p.sections.iter().flatten().flatten().take(Squad::MAX_SECTIONS).cloned().collect(),
            value: p.value.unwrap_or_default(),
            numbers: p.numbers.clone(),
        });
        Squad {
            name: self.name.clone().unwrap_or_default(),
            uniform: self.uniform.unwrap_or(Uniform { home: plain(0), away: plain(255) }),
            players: players.collect(),
            formations: self.formations.iter().flatten().cloned().collect(),
        }
    }
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// The path to a player, or to something of his.
pub(crate) fn player(at: usize, keys: &[&str]) -> Vec<Step> {
    let mut path = vec![key("players"), Step::Item(at)];
    path.extend(keys.iter().map(|k| key(k)));
    path
}

fn who(number: Option<u8>, name: Option<&str>, at: usize) -> String {
    match (number, name) {
        (Some(number), _) => format!("player {number}: "),
        (None, Some(name)) if check_name(name, "").is_ok() => format!("player {name}: "),
        _ => format!("player {} of the list: ", at + 1),
    }
}

fn uniform(form: &mut Form<'_>, node: &Node) -> Option<Uniform> {
    if !form.table(node, &["home", "away"], &[]) {
        return None;
    }
    let mut kit = |which: &str| {
        let node = node.get(which)?;
        if !form.table(&node, &["primary", "secondary"], &[]) {
            return None;
        }
        let mut colour = |which: &str| {
            let node = node.get(which)?;
            let read = node.scalar().and_then(|text| Rgb::written(&text));
            if read.is_none() {
                let given = node.scalar().unwrap_or_default();
                form.wrong(&node, format!("`{given}` is no colour"), Some("write a colour such as '#1d4ed8'".into()));
            }
            read
        };
        let (primary, secondary) = (colour("primary"), colour("secondary"));
        Some(Kit { primary: primary?, secondary: secondary? })
    };
    let (home, away) = (kit("home"), kit("away"));
    Some(Uniform { home: home?, away: away? })
}

fn candidate(form: &mut Form<'_>, node: Node, at: usize) -> Candidate {
    let small = |node: &Node| node.value().as_i64().and_then(|n| u8::try_from(n).ok());
    let (number, name) = (node.get("number"), node.get("name"));
    let who = who(number.as_ref().and_then(small), name.as_ref().and_then(Node::scalar).as_deref(), at);
    let node = node.about(who);
    let mut read = Candidate {
        number: number.as_ref().and_then(small),
        name: None,
        position: String::new(),
        sections: None,
        value: None,
        numbers: BTreeMap::new(),
    };
    if !form.table(&node, &["number", "name"], &["position", "sections", "value", "numbers"]) {
        return read;
    }
    if read.number.is_none() {
        node.get("number").map(|node| form.whole(&node, 1..=99));
    }
    read.name = node.get("name").and_then(|node| form.text(&node));
    read.position = node.get("position").and_then(|node| form.text(&node)).unwrap_or_default();
    let misspelt = |known: &str| node.keys().any(|k| did_you_mean(k, [known]).is_some());
    read.sections = match node.get("sections") {
        None if misspelt("sections") => None,
        None => Some(Vec::new()),
        Some(node) => form.list(&node, "a list such as [yellow, yellow+assist]").map(|sections| {
            let one = |node: &Node| form.read(node, "`yellow`, `yellow+assist` or {colour: yellow, skill: assist}");
            sections.iter().map(one).collect()
        }),
    };
    read.value = match node.get("value") {
        Some(node) => form.whole(&node, 0..=255).and_then(|n| u8::try_from(n).ok()),
        None => read.sections.as_ref().map(|s| u8::try_from(s.len()).unwrap_or(u8::MAX)),
    };
    if let Some(node) = node.get("numbers") {
        for (colour, node) in form.entries(&node, "a table such as { red: 3, blue: 4 }") {
            let number = form.whole(&node, 0..=255).and_then(|n| u8::try_from(n).ok());
            read.numbers.extend(number.map(|number| (colour, number)));
        }
    }
    read
}

/// What is wrong, where below the player it stands, and what to do about it.
type Wrong = (String, Vec<Step>, Option<String>);

impl Candidate {
    fn problems(&self, catalogue: &[Section]) -> Vec<Wrong> {
        let mut found: Vec<Wrong> = Vec::new();
        if let Some(Err(problem)) = self.name.as_deref().map(|name| check_name(name, "the name")) {
            found.push((problem, vec![key("name")], None));
        }
        if !self.position.is_empty()
            && let Err(problem) = check_name(&self.position, "the position")
        {
            found.push((problem, vec![key("position")], None));
        }
        let sections = self.sections.as_deref().unwrap_or_default();
        if sections.len() > Squad::MAX_SECTIONS {
            let problem = format!("has {} sections; a token has room for {}", sections.len(), Squad::MAX_SECTIONS);
            found.push((problem, vec![key("sections")], None));
        }
        for (at, section) in sections.iter().enumerate() {
            let Some(section) = section else { continue };
            if let Some(hint) = section.unknown(catalogue) {
                found.push((format!("there is no skill `{section}`"), vec![key("sections"), Step::Item(at)], hint));
            }
        }
        for name in self.numbers.keys() {
            if !catalogue.iter().any(|s| s.skill == *name) {
                let hint = did_you_mean(name, catalogue.iter().map(|s| s.skill.as_str()));
                let path = vec![key("numbers"), Step::Name(name.clone())];
                found.push((format!("there is no skill `{name}`"), path, hint));
            }
        }
        found
    }
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
