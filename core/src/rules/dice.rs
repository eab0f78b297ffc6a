//! The dice of a game without a board, and what they can show together, as its ruleset file lists them.

use super::nearest;
use serde::{Deserialize, Serialize};

/// Dice that can lie on the table at once.
pub const MAX_DICE: usize = 5;
/// Faces of one die.
const MAX_FACES: usize = 12;
/// Combinations of one ruleset.
const MAX_COMBINATIONS: usize = 30;

/// All dice and combinations of a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceSet {
    /// The dice; the first is thrown in the tries of a turn.
    pub dice: Vec<Die>,
    /// What the dice of a try can show together, the first that fits counts.
    pub combinations: Vec<Combination>,
    /// The kind of each face of the first die: equal faces are of one kind.
    kinds: Vec<u8>,
    /// Every hand that dice of the first kind can show, as sorted kinds; the empty one first.
    hands: Vec<Vec<u8>>,
    /// The hands in words.
    words: Vec<String>,
    /// The number of a hand by its kinds, written as digits.
    index: Vec<u16>,
    /// By hand: the first combination in it (from 1, 0 for none), and how many there are.
    shows: Vec<(u8, u8)>,
}

/// One kind of die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Die {
    /// The label it is thrown under.
    pub name: String,
    /// How many there are.
    #[serde(default = "one")]
    pub count: u8,
    /// What it looks like.
    #[serde(default)]
    pub colour: String,
    /// Its faces; a name may come up more than once.
    pub faces: Vec<String>,
    /// Faces that are good for the one who throws this die alone.
    #[serde(default)]
    pub wins: Vec<String>,
}

fn one() -> u8 {
    1
}

/// Faces that make a chance of a goal when they lie together; further dice may show anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// Its name in plugins and files.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// The faces, in any order.
    pub faces: Vec<String>,
    /// Goals it is worth.
    #[serde(default = "one")]
    pub goals: u8,
    /// The die that decides it, if one does.
    #[serde(default)]
    pub die: Option<String>,
    /// The die that may double it, if one may.
    #[serde(default)]
    pub double: Option<String>,
    /// The die that the other side may throw against it, if one may.
    #[serde(default)]
    pub stop: Option<String>,
    /// Fruitless, it leaves the tries that are left, with all dice.
    #[serde(default)]
    pub again: bool,
}

impl DiceSet {
    /// Checks what a ruleset file lists.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn new(dice: Vec<Die>, combinations: Vec<Combination>) -> Result<DiceSet, String> {
        let Some(first) = dice.first() else {
            return Err("the dice mechanics needs `dice`: a list of at least one die".to_owned());
        };
        for (n, die) in dice.iter().enumerate() {
            let who = format!("the die `{}`", die.name);
            if dice[..n].iter().any(|d| d.name == die.name) {
                return Err(format!("{who} is listed twice"));
            }
            if !(2..=MAX_FACES).contains(&die.faces.len()) {
                return Err(format!("{who} has {} faces, expected 2 to {MAX_FACES}", die.faces.len()));
            }
            if die.count == 0 || usize::from(die.count) > MAX_DICE {
                return Err(format!("{who} has `count: {}`, expected 1 to {MAX_DICE}", die.count));
            }
            die.faces.iter().try_for_each(|f| word(f, "a face"))?;
            die.wins.iter().try_for_each(|face| known(face, &die.faces, &format!("a face of {who}")))?;
        }
        if combinations.len() > MAX_COMBINATIONS {
            return Err(format!("{} combinations are listed, at most {MAX_COMBINATIONS} fit", combinations.len()));
        }
        let known_dice: Vec<String> = dice.iter().map(|d| d.name.clone()).collect();
        for (n, combination) in combinations.iter().enumerate() {
            let who = format!("the combination `{}`", combination.name);
            word(&combination.name, "a combination")?;
            if combination.name == "none" || combinations[..n].iter().any(|c| c.name == combination.name) {
                return Err(format!("{who} has a name that is taken"));
            }
            if combination.faces.is_empty() || combination.faces.len() > MAX_DICE {
                return Err(format!("{who} has {} faces, expected 1 to {MAX_DICE}", combination.faces.len()));
            }
            combination
                .faces
                .iter()
                .try_for_each(|f| known(f, &first.faces, &format!("a face of `{}`", first.name)))?;
            let dice = [&combination.die, &combination.double, &combination.stop];
            dice.into_iter().flatten().try_for_each(|die| known(die, &known_dice, "a die of this ruleset"))?;
        }
        let names = names(first);
        let place = |face: &String| names.iter().position(|n| n == face).unwrap_or_default() as u8;
        let kinds: Vec<u8> = first.faces.iter().map(place).collect();
        let hands = hands(names.len() as u8);
        let mut index = vec![0; (names.len() + 1).pow(MAX_DICE as u32)];
        for (n, hand) in hands.iter().enumerate() {
            index[digits(hand, names.len())] = n as u16;
        }
        let shows = hands
            .iter()
            .map(|hand| {
                let fits = |c: &&(u8, Vec<u8>)| {
                    let count = |list: &[u8], kind: u8| list.iter().filter(|k| **k == kind).count();
                    c.1.iter().all(|kind| count(hand, *kind) >= count(&c.1, *kind))
                };
                let listed: Vec<(u8, Vec<u8>)> =
                    (1..).zip(combinations.iter().map(|c| c.faces.iter().map(place).collect())).collect();
                let mut shown = listed.iter().filter(fits).map(|c| c.0);
                (shown.next().unwrap_or_default(), listed.iter().filter(fits).count() as u8)
            })
            .collect();
        let in_words =
            |hand: &Vec<u8>| hand.iter().map(|k| names[usize::from(*k)].as_str()).collect::<Vec<_>>().join(" ");
        let words = hands.iter().map(in_words).collect();
        Ok(DiceSet { dice, combinations, kinds, hands, words, index, shows })
    }

    /// The name of a face, counted from 1, of the n-th die; empty for one it has not.
    #[must_use]
    pub fn face(&self, die: usize, face: u8) -> &str {
        let faces = self.dice.get(die).map(|d| d.faces.as_slice()).unwrap_or_default();
        usize::from(face).checked_sub(1).and_then(|n| faces.get(n)).map_or("", String::as_str)
    }

    /// The place of a die in the list.
    #[must_use]
    pub fn die(&self, name: &str) -> Option<usize> {
        self.dice.iter().position(|d| d.name == name)
    }

    /// The number of a hand: which faces (counted from 1) of the first die lie together, in any order; 0 for none.
    #[must_use]
    pub fn hand(&self, faces: impl IntoIterator<Item = u8>) -> usize {
        let (mut kinds, mut count) = ([0; MAX_DICE], 0);
        for face in faces.into_iter().filter_map(|f| usize::from(f).checked_sub(1)).take(MAX_DICE) {
            kinds[count] = self.kinds.get(face).copied().unwrap_or_default();
            count += 1;
        }
        kinds[..count].sort_unstable();
        let names = self.kinds.iter().max().map_or(0, |k| usize::from(*k) + 1);
        self.index[digits(&kinds[..count], names)].into()
    }

    /// The kinds of face in a hand, in the order of the first die.
    #[must_use]
    pub fn kinds_in(&self, hand: usize) -> &[u8] {
        self.hands.get(hand).map(Vec::as_slice).unwrap_or_default()
    }

    /// How likely each kind of face of the first die is, as faces out of all.
    #[must_use]
    pub fn weights(&self) -> Vec<u32> {
        let kinds = self.kinds.iter().max().map_or(0, |k| *k + 1);
        (0..kinds).map(|kind| self.kinds.iter().filter(|k| **k == kind).count() as u32).collect()
    }

    /// The number of a hand of kinds.
    #[must_use]
    pub fn hand_of_kinds(&self, kinds: &[u8]) -> usize {
        let mut sorted = kinds.to_vec();
        sorted.sort_unstable();
        self.hands.iter().position(|h| *h == sorted).unwrap_or_default()
    }

    /// The kind of a face (counted from 1) of the first die.
    #[must_use]
    pub fn kind(&self, face: u8) -> u8 {
        usize::from(face).checked_sub(1).and_then(|n| self.kinds.get(n)).copied().unwrap_or_default()
    }

    /// All hands in words, by their number: `BALL BOOT HEAD`.
    #[must_use]
    pub fn hand_words(&self) -> &[String] {
        &self.words
    }

    /// The first combination in a hand, from 1 (0 for none), and how many it shows.
    #[must_use]
    pub fn shown(&self, hand: usize) -> (u8, u8) {
        self.shows.get(hand).copied().unwrap_or_default()
    }

    /// A combination by its number from 1.
    #[must_use]
    pub fn combination(&self, number: u8) -> Option<&Combination> {
        usize::from(number).checked_sub(1).and_then(|n| self.combinations.get(n))
    }

    /// How likely a die thrown alone is good for the one who throws it, as a fraction.
    #[must_use]
    pub fn chance(&self, die: &str) -> (u32, u32) {
        let Some(die) = self.die(die).map(|n| &self.dice[n]) else { return (0, 1) };
        let good = die.faces.iter().filter(|f| die.wins.contains(f)).count();
        (good as u32, die.faces.len() as u32)
    }
}

/// The different faces of a die, in its order.
fn names(die: &Die) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for face in &die.faces {
        if !names.contains(face) {
            names.push(face.clone());
        }
    }
    names
}

/// Every hand of no to [`MAX_DICE`] dice with so many kinds of face.
fn hands(kinds: u8) -> Vec<Vec<u8>> {
    let mut hands: Vec<Vec<u8>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..MAX_DICE {
        let until = hands.len();
        for n in from..until {
            let least = hands[n].last().copied().unwrap_or_default();
            for kind in least..kinds {
                hands.push([hands[n].as_slice(), &[kind]].concat());
            }
        }
        from = until;
    }
    hands
}

/// Kinds as one number, a digit each; no die is the digit 0.
fn digits(kinds: &[u8], names: usize) -> usize {
    kinds.iter().fold(0, |number, kind| number * (names + 1) + usize::from(*kind) + 1)
}

fn word(text: &str, what: &str) -> Result<(), String> {
    let plain = !text.is_empty() && text.len() <= 20 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if plain { Ok(()) } else { Err(format!("`{text}` is no name for {what}: write up to 20 letters, digits or `_`")) }
}

fn known(name: &str, all: &[String], what: &str) -> Result<(), String> {
    if all.iter().any(|a| a == name) {
        return Ok(());
    }
    let hint = nearest(name, all.iter().map(String::as_str)).first().map(|n| format!("; did you mean `{n}`?"));
    Err(format!("`{name}` is not {what}{}", hint.unwrap_or_default()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn die(name: &str, faces: &[&str], wins: &[&str]) -> Die {
        let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect();
        Die { name: name.to_owned(), count: 2, colour: String::new(), faces: words(faces), wins: words(wins) }
    }

    fn pair(name: &str, faces: &[&str]) -> Combination {
        Combination {
            name: name.to_owned(),
            title: name.to_owned(),
            faces: faces.iter().map(|f| (*f).to_owned()).collect(),
            goals: 1,
            die: None,
            double: None,
            stop: None,
            again: false,
        }
    }

    #[test]
    fn the_order_of_the_dice_never_matters_and_further_dice_are_free() {
        let set = DiceSet::new(vec![die("a", &["X", "Y", "Z"], &[])], vec![pair("xy", &["X", "Y"])]).unwrap();
        assert_eq!(set.hand([2, 1, 3]), set.hand([3, 2, 1]));
        assert_eq!(set.hand_words()[set.hand([3, 1])], "X Z");
        assert_eq!(set.shown(set.hand([2, 3, 1])), (1, 1));
        assert_eq!(set.shown(set.hand([2, 2, 3])), (0, 0));
        assert_eq!(set.hand([]), 0);
    }

    #[test]
    fn equal_faces_count_as_often_as_they_lie_there() {
        let set = DiceSet::new(vec![die("a", &["X", "Y"], &[])], vec![pair("xx", &["X", "X"])]).unwrap();
        assert_eq!(set.shown(set.hand([1, 2, 2])), (0, 0));
        assert_eq!(set.shown(set.hand([1, 2, 1])), (1, 1));
    }

    #[test]
    fn a_wrong_list_says_what_and_what_may_have_been_meant() {
        let wrong = |dice, combinations| DiceSet::new(dice, combinations).unwrap_err();
        assert!(wrong(vec![], vec![]).contains("at least one die"));
        assert!(wrong(vec![die("a", &["X", "Y"], &["x"])], vec![]).contains("did you mean `X`"));
        assert!(wrong(vec![die("a", &["X"], &[])], vec![]).contains("1 faces, expected 2 to 12"));
        assert!(wrong(vec![die("a", &["X", "Y"], &[])], vec![pair("p", &["Z"])]).contains("`Z` is not a face of `a`"));
        let mut other = pair("p", &["X"]);
        other.die = Some("b".to_owned());
        assert!(wrong(vec![die("a", &["X", "Y"], &[])], vec![other]).contains("a die of this ruleset"));
    }
}
