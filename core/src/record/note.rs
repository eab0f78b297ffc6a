//! A ruling in words, for the log.

use super::entry::RulingNote;
use super::fact::Fact;
use super::word::{Named, Word};
use crate::Token;
use crate::plugin::{Answer, AnswerKind, FactKind, Hook, MAX_FACTS, NIL, Ruling, Stack, Vocabulary};
use crate::rules::{GameKind, Ruleset};

/// The names of a ruleset as notes have them, made once so that a note only points at them.
#[derive(Clone, Debug)]
pub(crate) struct Lexicon {
    plugins: Vec<Word>,
    clauses: Vec<Word>,
    skills: Vec<Word>,
    cards: Vec<Word>,
    /// Each zone, and the same at the own end.
    zones: Vec<[Word; 2]>,
    combinations: Vec<Word>,
    hands: Vec<Word>,
    /// The facts of each hook in the order of their names.
    facts: Vec<Vec<usize>>,
}

impl Lexicon {
    /// The names of these plugins and of what they talk about.
    pub(crate) fn of(stack: &Stack, vocabulary: &Vocabulary) -> Lexicon {
        let words = |names: &[String]| names.iter().map(|name| Word::from(name.as_str())).collect();
        let sorted = |hook: &Hook| {
            let facts = hook.info().facts;
            let mut order: Vec<usize> = (0..facts.len()).collect();
            order.sort_unstable_by_key(|n| facts[*n].name);
            order
        };
        Lexicon {
            plugins: stack.layers.iter().map(|layer| Word::from(layer.name.as_str())).collect(),
            clauses: words(stack.clauses()),
            skills: words(&vocabulary.skills),
            cards: words(&vocabulary.cards),
            zones: vocabulary.zones.iter().map(|z| [Word::from(z.as_str()), format!("own_{z}").into()]).collect(),
            combinations: vocabulary.combinations().map(Word::from).collect(),
            hands: words(vocabulary.dice.as_ref().map(|d| d.hand_words()).unwrap_or_default()),
            facts: Hook::ALL.iter().map(sorted).collect(),
        }
    }

    fn clause(&self, ruling: Ruling) -> Word {
        self.clauses.get(usize::from(ruling.clause)).cloned().unwrap_or_default()
    }

    /// What a field was set to, as a reader would write it.
    fn value(&self, kind: FactKind, number: f64) -> Fact {
        match kind {
            // No card is a number below the first.
            FactKind::Card if number < 0.0 => Fact::Nothing,
            FactKind::Card => self.cards.get(number as usize).cloned().map_or(Fact::Nothing, Fact::Word),
            // Short enough to be read back as it was written.
            FactKind::Number if number.fract() != 0.0 => {
                Fact::Other(Box::new((libm::round(number * 1e6) / 1e6).into()))
            }
            _ => self.fact(kind, number as i64),
        }
    }

    /// A packed fact as a reader would write it.
    fn fact(&self, kind: FactKind, packed: i64) -> Fact {
        if packed == NIL {
            return Fact::Nothing;
        }
        let nth = |words: &[Word], n: i64| usize::try_from(n).ok().and_then(|n| words.get(n)).cloned();
        match kind {
            FactKind::Int | FactKind::MaybeInt | FactKind::Number | FactKind::Card | FactKind::Text => {
                Fact::Number(packed)
            }
            FactKind::Bool => Fact::Flag(packed != 0),
            FactKind::Word(words) => Fact::Word(Word::Fixed(words.get(packed as usize).copied().unwrap_or("?"))),
            FactKind::Skills => {
                let named = self.skills.iter().enumerate().filter(|(i, _)| packed >> i & 1 == 1);
                Fact::Words(named.map(|(_, skill)| skill.clone()).collect())
            }
            FactKind::Token => match Token::from_index((packed - 1) as usize) {
                Some(token) => Fact::Word(Word::Fixed(token.name())),
                None => Fact::Nothing,
            },
            FactKind::Zone => {
                let zone = (packed > 0).then(|| self.zones.get(((packed - 1) / 2) as usize)).flatten();
                Fact::Word(zone.map_or(Word::Fixed("none"), |names| names[usize::from((packed - 1) % 2 == 1)].clone()))
            }
            FactKind::Combination => Fact::Word(nth(&self.combinations, packed - 1).unwrap_or(Word::Fixed("none"))),
            FactKind::Faces => Fact::Word(nth(&self.hands, packed).unwrap_or_default()),
        }
    }

    /// The word of an answer.
    fn answer(&self, kind: &AnswerKind, answer: &Answer) -> Word {
        match kind {
            AnswerKind::Words(words) | AnswerKind::WordsOrInt(words) => match (answer.word, answer.number) {
                (Some(word), _) => Word::Fixed(words.get(usize::from(word)).copied().unwrap_or_default()),
                (None, Some(number)) => number.to_string().into(),
                (None, None) => Word::default(),
            },
            AnswerKind::WordsOrCombination(words) => {
                let Some(n) = answer.word.map(usize::from) else { return Word::default() };
                match n.checked_sub(words.len()) {
                    None => Word::Fixed(words[n]),
                    Some(n) => self.combinations.get(n).cloned().unwrap_or_default(),
                }
            }
            AnswerKind::Offers(names) => {
                let named = answer.grants.iter().filter(|g| !g.grant.refused);
                let named: Vec<&'static str> = named.filter_map(|g| names.get(usize::from(g.name)).copied()).collect();
                match named[..] {
                    [] => Word::default(),
                    [one] => Word::Fixed(one),
                    _ => named.join(" ").into(),
                }
            }
            AnswerKind::Value { .. } | AnswerKind::Complaints | AnswerKind::Nothing => Word::default(),
        }
    }
}

/// The note of a question and its answer; `None` when no clause was named.
pub(crate) fn of(
    rules: &Ruleset,
    hook: Hook,
    facts: &[i64; MAX_FACTS],
    answer: &Answer,
    ruling: Ruling,
) -> Option<RulingNote> {
    let mut note = clause(rules, hook, ruling)?;
    let info = hook.info();
    let game = rules.game.kind();
    // Most facts are those of boards: a game of dice keeps to those that say something.
    let told = |n: &usize| match info.facts[*n].only {
        "" => game != GameKind::Dice || facts[*n] > 0,
        only => only == game.word(),
    };
    let order = &rules.lexicon.facts[hook as usize];
    let mut put = Vec::with_capacity(order.len());
    put.extend(order.iter().copied().filter(told).map(|n| {
        let fact = &info.facts[n];
        (Word::Fixed(fact.name), rules.lexicon.fact(fact.kind, facts[n]))
    }));
    note.facts = Named::in_order(put);
    note.answer = rules.lexicon.answer(&info.answer, answer);
    for change in &answer.changes {
        let field = usize::from(change.field);
        // A layer that re-asked the ones below with other facts is named for each of them.
        let known = match info.answer {
            AnswerKind::Value { record, .. } => record.get(field).map(|f| (f.name, f.kind)),
            _ => info.facts.get(field).map(|f| (f.name, f.kind)),
        };
        if let Some((name, kind)) = known {
            let name = Word::Fixed(name);
            note.changed.insert(name.clone(), rules.lexicon.clause(change.ruling));
            note.set.insert(name.clone(), rules.lexicon.value(kind, change.value));
            if let Some(plugin) = rules.lexicon.plugins.get(usize::from(change.ruling.layer)) {
                match change.ruling.layer == ruling.layer {
                    true => note.set_by.remove(&name),
                    false => note.set_by.insert(name, plugin.clone()),
                }
            }
        }
    }
    Some(note)
}

/// A note that names the clause alone.
pub(crate) fn clause(rules: &Ruleset, hook: Hook, ruling: Ruling) -> Option<RulingNote> {
    if ruling == Ruling::NONE {
        return None;
    }
    let plugin = rules.lexicon.plugins.get(usize::from(ruling.layer))?.clone();
    Some(bare(hook, rules.lexicon.clause(ruling), plugin, ruling.layer))
}

/// A note of a clause that a layer names outside its answer.
pub(crate) fn bare(hook: Hook, clause: Word, plugin: Word, layer: u8) -> RulingNote {
    RulingNote {
        hook: Word::Fixed(hook.info().name),
        answer: Word::default(),
        clause,
        plugin,
        layer,
        facts: Named::default(),
        changed: Named::default(),
        set: Named::default(),
        set_by: Named::default(),
    }
}
