//! Remembered answers.
//!
//! A chain of layers can only depend on the facts it reads and on what `m` tells it, and it reads and asks the same things
//! in the same order as long as it is told the same. So per hook the memo holds a tree of steps: each step reads a fact,
//! looks at the match or has an effect on it, each branch is what came back, each leaf the answer. To answer again is to
//! walk down the tree, looking and acting in Rust; the VM is entered only where a branch is missing.

use super::desk::{Before, Desk, Step};
use super::{Answer, Hook, MAX_FACTS};
use crate::Token;
use crate::game::Play;
use std::rc::Rc;

/// Steps of a call that is remembered.
pub(super) const MOST_STEPS: usize = 64;
/// Words that the tree of one hook may fill before it is emptied and grows again; a node's place has [`FACT`] bits.
const CAPACITY: usize = 1 << 19;
/// Answers that are compared with a new one: equal ones are kept once.
const COMPARED: usize = 64;
/// Numbers below this are looked up by their place in a list.
const SMALL: u64 = 128;

/// A bounded tree of answers per hook. Emptying it changes no result, only how often the VM is asked.
pub(super) struct Memo {
    trees: Vec<Tree>,
}

/// A tree of steps in one row of words: walking down it is most of what a question costs, and words that are used
/// together lie together. What follows is one word: 0 for nothing yet, [`ANSWER`] and the number of an answer, or the place of
/// a node and above it ([`FACT`]) the fact that it reads, [`MAX_FACTS`] for another step. A node is three words and a list:
///
/// | word | |
/// |---|---|
/// | 0 | the length of the list |
/// | 1 | 0, or one more than the number of its `large` branches |
/// | 2 | the number of its step, if it does not read a fact |
/// | 3… | what follows, by the small number that comes back |
struct Tree {
    words: Vec<u32>,
    /// Steps that are no reads.
    steps: Vec<Step>,
    /// Branches by numbers that are not small; sorted.
    large: Vec<Vec<(i64, u32)>>,
    /// How many of these there are in all.
    many: usize,
    answers: Vec<Rc<Answer>>,
}

/// Marks a word that leads to an answer.
const ANSWER: u32 = 1 << 31;
/// Where the fact that a node reads begins in a word.
const FACT: u32 = 24;
/// The place of a node in a word.
const NODE: u32 = (1 << FACT) - 1;
/// Words of a node before its list.
const HEAD: usize = 3;

/// Where it says what follows.
#[derive(Clone, Copy)]
enum Place {
    Word(usize),
    Large(usize, usize),
}

impl Memo {
    pub(super) fn new() -> Memo {
        Memo { trees: Hook::ALL.iter().map(|_| Tree::default()).collect() }
    }

    /// The remembered answer, its effects done; `None`, and nothing done, when there is none.
    pub(super) fn recall(
        &self,
        desk: &Desk,
        hook: Hook,
        facts: &[i64; MAX_FACTS],
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Option<Rc<Answer>> {
        let tree = &self.trees[hook as usize];
        let mut next = tree.words[0];
        let mut before = None;
        while next != 0 {
            if next & ANSWER != 0 {
                return Some(Rc::clone(&tree.answers[(next & !ANSWER) as usize]));
            }
            let node = (next & NODE) as usize;
            let came_back = match facts.get((next >> FACT) as usize) {
                Some(fact) => *fact,
                None => match &tree.steps[tree.words[node + 2] as usize] {
                    Step::Read(fact) => facts[usize::from(*fact)],
                    Step::Look(query) => query.answer(desk, play, who),
                    Step::Do(effect) => {
                        before.get_or_insert_with(|| Box::new(Before::of(play)));
                        let Ok(face) = effect.perform(desk, hook, who, play) else { break };
                        face
                    }
                },
            };
            next = tree.follow(node, came_back).map_or(0, |place| tree.read(place));
        }
        if let Some(before) = before {
            before.restore(play);
        }
        None
    }

    /// Remembers what [`Memo::recall`] did not know.
    pub(super) fn learn(&mut self, hook: Hook, trace: &[(Step, i64)], answer: &Rc<Answer>) {
        if trace.len() <= MOST_STEPS {
            self.trees[hook as usize].grow(trace, answer);
        }
    }

    /// How many ways to an answer are remembered.
    pub(super) fn len(&self) -> usize {
        self.trees.iter().map(|tree| tree.ways(tree.words[0])).sum()
    }
}

impl Default for Tree {
    /// An empty one: the first word is where it begins, and nothing follows.
    fn default() -> Tree {
        Tree { words: vec![0], steps: Vec::new(), large: Vec::new(), many: 0, answers: Vec::new() }
    }
}

impl Tree {
    /// Where a node says what follows upon what came back, if it says so.
    #[inline]
    fn follow(&self, node: usize, came_back: i64) -> Option<Place> {
        let len = self.words[node];
        if (came_back as u64) < u64::from(len) {
            return Some(Place::Word(node + HEAD + came_back as usize));
        }
        let number = (self.words[node + 1] as usize).checked_sub(1)?;
        let branches = &self.large[number];
        let at = branches.binary_search_by_key(&came_back, |(branch, _)| *branch).ok()?;
        Some(Place::Large(number, at))
    }

    #[inline]
    fn read(&self, place: Place) -> u32 {
        match place {
            Place::Word(at) => self.words[at],
            Place::Large(number, at) => self.large[number][at].1,
        }
    }

    fn write(&mut self, place: Place, next: u32) {
        match place {
            Place::Word(at) => self.words[at] = next,
            Place::Large(number, at) => self.large[number][at].1 = next,
        }
    }

    fn grow(&mut self, trace: &[(Step, i64)], answer: &Rc<Answer>) {
        let most = self.words.len() + trace.len() * (HEAD + SMALL as usize);
        if most + 4 * self.many > CAPACITY {
            *self = Tree::default();
        }
        let answer = self.kept(answer);
        let mut place = Place::Word(0);
        for (step, came_back) in trace {
            // The same chain with the same past takes the same step, so a node that is there fits the trace.
            let node = match self.read(place) {
                0 => self.plant(place, step),
                next if next & ANSWER != 0 => return,
                next => (next & NODE) as usize,
            };
            place = match self.follow(node, *came_back) {
                Some(place) => place,
                None => self.branch(place, node, *came_back),
            };
        }
        self.write(place, answer);
    }

    /// A new node for a step, without branches.
    fn plant(&mut self, place: Place, step: &Step) -> usize {
        let (fact, number) = match step {
            Step::Read(fact) => (u32::from(*fact), 0),
            other => {
                self.steps.push(other.clone());
                (MAX_FACTS as u32, self.steps.len() as u32 - 1)
            }
        };
        let node = self.words.len();
        self.words.extend([0, 0, number]);
        self.write(place, fact << FACT | node as u32);
        node
    }

    /// A new branch of a node, which nothing follows yet. A list that is too short is written anew at the end.
    fn branch(&mut self, place: Place, node: usize, came_back: i64) -> Place {
        if (came_back as u64) < SMALL {
            let (len, wanted) = (self.words[node] as usize, (came_back as usize + 1).next_power_of_two());
            let end = self.words.len();
            let moved = if node + HEAD + len == end { node } else { end };
            if moved == end {
                self.words.extend_from_within(node..node + HEAD + len);
                self.write(place, self.read(place) & !NODE | moved as u32);
            }
            self.words.resize(moved + HEAD + wanted, 0);
            self.words[moved] = wanted as u32;
            return Place::Word(moved + HEAD + came_back as usize);
        }
        if self.words[node + 1] == 0 {
            self.large.push(Vec::new());
            self.words[node + 1] = self.large.len() as u32;
        }
        let number = self.words[node + 1] as usize - 1;
        let branches = &mut self.large[number];
        let at = branches.partition_point(|(branch, _)| *branch < came_back);
        branches.insert(at, (came_back, 0));
        self.many += 1;
        Place::Large(number, at)
    }

    /// An equal answer that is kept already, or else this one.
    fn kept(&mut self, answer: &Rc<Answer>) -> u32 {
        let equal = self.answers.iter().take(COMPARED).position(|kept| kept == answer);
        let place = equal.unwrap_or_else(|| {
            self.answers.push(Rc::clone(answer));
            self.answers.len() - 1
        });
        ANSWER | place as u32
    }

    fn ways(&self, next: u32) -> usize {
        if next == 0 || next & ANSWER != 0 {
            return usize::from(next != 0);
        }
        let node = (next & NODE) as usize;
        let list = node + HEAD;
        let small = self.words[list..list + self.words[node] as usize].iter().copied();
        let large = (self.words[node + 1] as usize).checked_sub(1).map(|number| &self.large[number]);
        small.chain(large.into_iter().flatten().map(|(_, next)| *next)).map(|next| self.ways(next)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(n: i64) -> Vec<(Step, i64)> {
        vec![(Step::Read(0), n % 4), (Step::Read(3), n / 4 % 7), (Step::Read(15), n / 28)]
    }

    fn answer(n: i64) -> Rc<Answer> {
        Rc::new(Answer { number: Some(n as i32), ..Answer::default() })
    }

    fn found(tree: &Tree, n: i64) -> Option<i32> {
        let mut place = Place::Word(0);
        for (_, came_back) in trace(n) {
            let next = tree.read(place);
            place = if next == 0 { return None } else { tree.follow((next & NODE) as usize, came_back)? };
        }
        let next = tree.read(place);
        if next & ANSWER == 0 { None } else { tree.answers[(next & !ANSWER) as usize].number }
    }

    #[test]
    fn each_question_keeps_its_own_answer() {
        let mut tree = Tree::default();
        for n in 0..5000 {
            assert_eq!(found(&tree, n), None);
            tree.grow(&trace(n), &answer(n));
        }
        assert!((0..5000).all(|n| found(&tree, n) == Some(n as i32)));
    }

    #[test]
    fn equal_answers_are_kept_once() {
        let mut tree = Tree::default();
        (0..100).for_each(|n| tree.grow(&trace(n), &answer(n % 3)));
        assert_eq!(tree.answers.len(), 3);
        assert!((0..100).all(|n| found(&tree, n) == Some((n % 3) as i32)));
    }

    #[test]
    fn a_full_tree_starts_again() {
        let mut tree = Tree::default();
        let more_than_fit = (CAPACITY + SMALL as usize) as i64;
        for n in 0..more_than_fit {
            tree.grow(&trace(n), &answer(0));
        }
        assert!(tree.words.len() < CAPACITY);
        assert_eq!(found(&tree, more_than_fit - 1), Some(0));
        assert_eq!(found(&tree, 0), None);
    }
}
