//! Remembered answers.
//!
//! A chain of layers can only depend on the facts it was given and on what `m` told it, and it asks `m` for the same
//! things in the same order as long as it is told the same. So per hook the memo holds, for the facts that matter, a tree
//! of steps: each step is a look at the match or an effect on it, each branch what came back, each leaf the answer. To
//! answer again is to walk down the tree, looking and acting in Rust; the VM is entered only where a branch is missing.

use super::desk::{Before, Desk, Step};
use super::relevance::Relevance;
use super::{Answer, Hook, MAX_FACTS};
use crate::Token;
use crate::game::Play;
use std::rc::Rc;

/// Steps of a call that is remembered.
pub(super) const MOST_STEPS: usize = 64;
/// Steps and answers kept for one hook before its tree is emptied and grows again.
const CAPACITY: usize = 8192;
const NOWHERE: u32 = u32::MAX;

/// A bounded tree of answers per hook. Emptying it changes no result, only how often the VM is asked.
pub(super) struct Memo {
    trees: Vec<Tree>,
}

struct Tree {
    /// The facts that matter, by index.
    facts: Vec<u8>,
    /// The facts of each root, one after another.
    keys: Vec<i64>,
    /// The first node for those facts.
    roots: Vec<u32>,
    /// Roots by hash; a power of two, at most half full.
    buckets: Vec<u32>,
    nodes: Vec<Node>,
}

enum Node {
    Answer(Rc<Answer>),
    Step { step: Step, branches: Vec<(i64, u32)> },
}

impl Memo {
    pub(super) fn new(relevance: &Relevance) -> Memo {
        Memo { trees: Hook::ALL.iter().map(|hook| Tree::new(relevance.facts(*hook))).collect() }
    }

    /// The remembered answer, its effects done; `None`, and nothing done, when there is none.
    #[inline]
    pub(super) fn recall(
        &self,
        desk: &Desk,
        hook: Hook,
        facts: &[i64; MAX_FACTS],
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Option<Rc<Answer>> {
        let tree = &self.trees[hook as usize];
        match &tree.nodes[tree.root(facts)? as usize] {
            Node::Answer(answer) => Some(Rc::clone(answer)),
            Node::Step { step, branches } => tree.walk(step, branches, desk, hook, who, play),
        }
    }

    /// Remembers what [`Memo::recall`] did not know.
    pub(super) fn learn(&mut self, hook: Hook, facts: &[i64; MAX_FACTS], trace: &[(Step, i64)], answer: &Rc<Answer>) {
        if trace.len() <= MOST_STEPS {
            self.trees[hook as usize].grow(facts, trace, answer);
        }
    }

    /// How many answers are remembered.
    pub(super) fn len(&self) -> usize {
        self.trees.iter().flat_map(|t| &t.nodes).filter(|n| matches!(n, Node::Answer(_))).count()
    }
}

impl Tree {
    fn new(facts: Vec<u8>) -> Tree {
        Tree { facts, keys: Vec::new(), roots: Vec::new(), buckets: vec![NOWHERE; 64], nodes: Vec::new() }
    }

    fn walk(
        &self,
        step: &Step,
        branches: &[(i64, u32)],
        desk: &Desk,
        hook: Hook,
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Option<Rc<Answer>> {
        let (mut step, mut branches) = (step, branches);
        let mut before = None;
        loop {
            let came_back = match step {
                Step::Look(query) => Some(query.answer(desk, play, who)),
                Step::Do(effect) => {
                    before.get_or_insert_with(|| Before::of(play));
                    effect.perform(desk, hook, play).ok()
                }
            };
            match branches.iter().find(|(branch, _)| Some(*branch) == came_back).map(|(_, n)| &self.nodes[*n as usize])
            {
                Some(Node::Answer(answer)) => return Some(Rc::clone(answer)),
                Some(Node::Step { step: next, branches: further }) => (step, branches) = (next, further),
                None => {
                    if let Some(before) = before {
                        before.restore(play);
                    }
                    return None;
                }
            }
        }
    }

    fn grow(&mut self, facts: &[i64; MAX_FACTS], trace: &[(Step, i64)], answer: &Rc<Answer>) {
        if self.nodes.len() + trace.len() + 1 > CAPACITY {
            *self = Tree::new(std::mem::take(&mut self.facts));
        }
        let mut at = match self.root(facts) {
            Some(root) => root,
            None => {
                let root = self.plant(trace.first(), answer);
                self.add_root(facts, root);
                root
            }
        };
        for (n, (_, came_back)) in trace.iter().enumerate() {
            // The same chain with the same past takes the same step, so the node fits the trace.
            let Node::Step { branches, .. } = &self.nodes[at as usize] else { return };
            at = match branches.iter().find(|(branch, _)| branch == came_back) {
                Some((_, next)) => *next,
                None => {
                    let next = self.plant(trace.get(n + 1), answer);
                    if let Node::Step { branches, .. } = &mut self.nodes[at as usize] {
                        branches.push((*came_back, next));
                    }
                    next
                }
            };
        }
    }

    /// A new node: the next step of a call, or after the last one its answer.
    fn plant(&mut self, step: Option<&(Step, i64)>, answer: &Rc<Answer>) -> u32 {
        self.nodes.push(match step {
            Some((step, _)) => Node::Step { step: step.clone(), branches: Vec::new() },
            None => Node::Answer(Rc::clone(answer)),
        });
        self.nodes.len() as u32 - 1
    }

    #[inline]
    fn root(&self, facts: &[i64; MAX_FACTS]) -> Option<u32> {
        let mask = self.buckets.len() - 1;
        let mut bucket = self.hash(facts) & mask;
        loop {
            let root = self.buckets[bucket];
            if root == NOWHERE {
                return None;
            }
            if self.key(root).iter().zip(&self.facts).all(|(key, fact)| *key == facts[usize::from(*fact)]) {
                return Some(self.roots[root as usize]);
            }
            bucket = (bucket + 1) & mask;
        }
    }

    fn add_root(&mut self, facts: &[i64; MAX_FACTS], node: u32) {
        self.keys.extend(self.facts.iter().map(|fact| facts[usize::from(*fact)]));
        self.roots.push(node);
        if 2 * self.roots.len() > self.buckets.len() {
            self.buckets = vec![NOWHERE; 2 * self.buckets.len()];
            (0..self.roots.len() as u32 - 1).for_each(|root| self.file(root));
        }
        self.file(self.roots.len() as u32 - 1);
    }

    /// Puts a root into the first free bucket for its facts.
    fn file(&mut self, root: u32) {
        let mut facts = [0; MAX_FACTS];
        for (key, fact) in self.key(root).iter().zip(&self.facts) {
            facts[usize::from(*fact)] = *key;
        }
        let mask = self.buckets.len() - 1;
        let mut bucket = self.hash(&facts) & mask;
        while self.buckets[bucket] != NOWHERE {
            bucket = (bucket + 1) & mask;
        }
        self.buckets[bucket] = root;
    }

    fn key(&self, root: u32) -> &[i64] {
        let width = self.facts.len();
        &self.keys[root as usize * width..][..width]
    }

    #[inline]
    fn hash(&self, facts: &[i64; MAX_FACTS]) -> usize {
        const KEY: u64 = 0x9e37_79b9_7f4a_7c15;
        let mix = |sum: u64, fact: &u8| (sum.rotate_left(5) ^ facts[usize::from(*fact)] as u64).wrapping_mul(KEY);
        (self.facts.iter().fold(0, mix) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        Tree::new(vec![0, 3, 15])
    }

    fn facts(n: i64) -> [i64; MAX_FACTS] {
        let mut facts = [0; MAX_FACTS];
        facts[0] = n % 4;
        facts[3] = n / 4 % 7;
        facts[15] = n / 28;
        facts
    }

    fn found(tree: &Tree, n: i64) -> Option<i32> {
        match &tree.nodes[tree.root(&facts(n))? as usize] {
            Node::Answer(answer) => answer.number,
            Node::Step { .. } => None,
        }
    }

    #[test]
    fn each_question_keeps_its_own_answer() {
        let mut tree = tree();
        for n in 0..5000 {
            assert_eq!(found(&tree, n), None);
            tree.grow(&facts(n), &[], &Rc::new(Answer { number: Some(n as i32), ..Answer::default() }));
        }
        assert!((0..5000).all(|n| found(&tree, n) == Some(n as i32)));
    }

    #[test]
    fn facts_that_do_not_matter_are_not_looked_at() {
        let mut tree = tree();
        tree.grow(&facts(1), &[], &Rc::new(Answer { number: Some(1), ..Answer::default() }));
        let mut other = facts(1);
        other[7] = 99;
        assert_eq!(tree.root(&other), tree.root(&facts(1)));
    }

    #[test]
    fn a_full_tree_starts_again() {
        let mut tree = tree();
        for n in 0..=CAPACITY as i64 {
            tree.grow(&facts(n), &[], &Rc::default());
        }
        assert_eq!(tree.nodes.len(), 1);
        assert!(tree.root(&facts(CAPACITY as i64)).is_some());
        assert!(tree.root(&facts(0)).is_none());
    }
}
