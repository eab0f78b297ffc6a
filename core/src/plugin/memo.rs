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
/// Steps and answers kept for one hook before its tree is emptied and grows again.
const CAPACITY: usize = 16_384;
/// Answers that are compared with a new one: equal ones are kept once.
const COMPARED: usize = 64;

/// A bounded tree of answers per hook. Emptying it changes no result, only how often the VM is asked.
pub(super) struct Memo {
    trees: Vec<Tree>,
}

/// Its first node is the root.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    answers: Vec<Rc<Answer>>,
}

enum Node {
    Answer(Rc<Answer>),
    Step(Step, Branches),
}

/// What came back, and the node that follows; sorted.
type Branches = Vec<(i64, u32)>;

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
        let mut node = tree.nodes.first()?;
        let mut before = None;
        loop {
            let (step, branches) = match node {
                Node::Answer(answer) => return Some(Rc::clone(answer)),
                Node::Step(step, branches) => (step, branches),
            };
            let came_back = match step {
                Step::Read(fact) => Some(facts[usize::from(*fact)]),
                Step::Look(query) => Some(query.answer(desk, play, who)),
                Step::Do(effect) => {
                    before.get_or_insert_with(|| Box::new(Before::of(play)));
                    effect.perform(desk, hook, play).ok()
                }
            };
            match came_back.and_then(|came_back| follow(branches, came_back)) {
                Some(next) => node = &tree.nodes[next as usize],
                None => {
                    if let Some(before) = before {
                        before.restore(play);
                    }
                    return None;
                }
            }
        }
    }

    /// Remembers what [`Memo::recall`] did not know.
    pub(super) fn learn(&mut self, hook: Hook, trace: &[(Step, i64)], answer: &Rc<Answer>) {
        if trace.len() <= MOST_STEPS {
            self.trees[hook as usize].grow(trace, answer);
        }
    }

    /// How many ways to an answer are remembered.
    pub(super) fn len(&self) -> usize {
        self.trees.iter().flat_map(|t| &t.nodes).filter(|n| matches!(n, Node::Answer(_))).count()
    }
}

#[inline]
fn follow(branches: &Branches, came_back: i64) -> Option<u32> {
    if branches.len() <= 6 {
        return branches.iter().find(|(branch, _)| *branch == came_back).map(|(_, next)| *next);
    }
    branches.binary_search_by_key(&came_back, |(branch, _)| *branch).ok().map(|at| branches[at].1)
}

impl Tree {
    fn grow(&mut self, trace: &[(Step, i64)], answer: &Rc<Answer>) {
        if self.nodes.len() + trace.len() + 1 > CAPACITY {
            *self = Tree::default();
        }
        let answer = self.kept(answer);
        if self.nodes.is_empty() {
            self.plant(trace.first(), &answer);
        }
        let mut at = 0;
        for (n, (_, came_back)) in trace.iter().enumerate() {
            // The same chain with the same past takes the same step, so the node fits the trace.
            let Node::Step(_, branches) = &self.nodes[at as usize] else { return };
            at = match follow(branches, *came_back) {
                Some(next) => next,
                None => {
                    let next = self.plant(trace.get(n + 1), &answer);
                    if let Node::Step(_, branches) = &mut self.nodes[at as usize] {
                        let place = branches.partition_point(|(branch, _)| branch < came_back);
                        branches.insert(place, (*came_back, next));
                    }
                    next
                }
            };
        }
    }

    /// An equal answer that is kept already, or this one.
    fn kept(&mut self, answer: &Rc<Answer>) -> Rc<Answer> {
        if let Some(equal) = self.answers.iter().find(|kept| *kept == answer) {
            return Rc::clone(equal);
        }
        if self.answers.len() < COMPARED {
            self.answers.push(Rc::clone(answer));
        }
        Rc::clone(answer)
    }

    /// A new node: the next step of a call, or after the last one its answer.
    fn plant(&mut self, step: Option<&(Step, i64)>, answer: &Rc<Answer>) -> u32 {
        self.nodes.push(match step {
            Some((step, _)) => Node::Step(step.clone(), Vec::new()),
            None => Node::Answer(Rc::clone(answer)),
        });
        self.nodes.len() as u32 - 1
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
        let mut node = tree.nodes.first()?;
        for (_, came_back) in trace(n) {
            let Node::Step(_, branches) = node else { return None };
            node = &tree.nodes[follow(branches, came_back)? as usize];
        }
        match node {
            Node::Answer(answer) => answer.number,
            Node::Step(..) => None,
        }
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
        let more_than_fit = CAPACITY as i64;
        for n in 0..more_than_fit {
            tree.grow(&trace(n), &answer(0));
        }
        assert!(tree.nodes.len() < CAPACITY);
        assert_eq!(found(&tree, more_than_fit - 1), Some(0));
        assert_eq!(found(&tree, 0), None);
    }
}
