//! Remembered answers: a chain that looked at nothing but its facts answers the same facts alike.

use super::{Answer, Hook, MAX_FACTS};
use std::rc::Rc;

/// Answers kept before the table is emptied and starts again.
const CAPACITY: usize = 8192;
/// Buckets: a power of two, at most half full.
const BUCKETS: usize = 2 * CAPACITY;
const EMPTY: u32 = u32::MAX;

struct Remembered {
    hook: Hook,
    facts: [i64; MAX_FACTS],
    answer: Rc<Answer>,
}

/// A bounded table from hook and facts to the answer. Emptying it changes no result, only how often the VM is asked.
pub(super) struct Memo {
    buckets: Box<[u32]>,
    entries: Vec<Remembered>,
}

impl Memo {
    pub(super) fn new() -> Memo {
        Memo { buckets: vec![EMPTY; BUCKETS].into_boxed_slice(), entries: Vec::new() }
    }

    /// The remembered answer.
    #[inline]
    pub(super) fn get(&self, hook: Hook, facts: &[i64; MAX_FACTS]) -> Option<&Rc<Answer>> {
        let mut bucket = bucket(hook, facts);
        loop {
            let index = self.buckets[bucket];
            if index == EMPTY {
                return None;
            }
            let entry = &self.entries[index as usize];
            if entry.hook == hook && entry.facts == *facts {
                return Some(&entry.answer);
            }
            bucket = (bucket + 1) % BUCKETS;
        }
    }

    /// Remembers an answer that [`Memo::get`] did not know.
    pub(super) fn put(&mut self, hook: Hook, facts: &[i64; MAX_FACTS], answer: Rc<Answer>) {
        if self.entries.len() == CAPACITY {
            self.buckets.fill(EMPTY);
            self.entries.clear();
        }
        let mut bucket = bucket(hook, facts);
        while self.buckets[bucket] != EMPTY {
            bucket = (bucket + 1) % BUCKETS;
        }
        self.buckets[bucket] = self.entries.len() as u32;
        self.entries.push(Remembered { hook, facts: *facts, answer });
    }

    /// How many answers are remembered.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}

/// Pairs of facts are multiplied independently of each other, so that the processor does all eight at once.
#[inline]
fn bucket(hook: Hook, facts: &[i64; MAX_FACTS]) -> usize {
    const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93];
    let mut sum = (hook as u64).wrapping_mul(KEYS[0]);
    for (n, pair) in facts.chunks_exact(2).enumerate() {
        let a = (pair[0] as u64).wrapping_add(KEYS[n % 4].rotate_left(n as u32));
        let b = (pair[1] as u64).wrapping_add(KEYS[(n + 1) % 4].rotate_left(7 * n as u32));
        let product = u128::from(a) * u128::from(b);
        sum = sum.wrapping_add((product as u64 ^ (product >> 64) as u64).rotate_left(n as u32 * 5));
    }
    (sum.wrapping_mul(KEYS[1]) >> (64 - BUCKETS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(n: i64) -> [i64; MAX_FACTS] {
        let mut facts = [0; MAX_FACTS];
        facts[0] = n % 4;
        facts[3] = n / 4 % 7;
        facts[15] = n / 28;
        facts
    }

    #[test]
    fn each_question_keeps_its_own_answer() {
        let mut memo = Memo::new();
        for n in 0..5000 {
            assert!(memo.get(Hook::OnCodTie, &facts(n)).is_none());
            memo.put(Hook::OnCodTie, &facts(n), Rc::new(Answer { number: Some(n as i32), ..Answer::default() }));
        }
        for n in 0..5000 {
            assert_eq!(memo.get(Hook::OnCodTie, &facts(n)).and_then(|a| a.number), Some(n as i32));
            assert!(memo.get(Hook::OnDuel, &facts(n)).is_none());
        }
    }

    #[test]
    fn a_full_table_starts_again() {
        let mut memo = Memo::new();
        for n in 0..=CAPACITY as i64 {
            memo.put(Hook::OnDuel, &facts(n), Rc::default());
        }
        assert_eq!(memo.len(), 1);
        assert!(memo.get(Hook::OnDuel, &facts(CAPACITY as i64)).is_some());
        assert!(memo.get(Hook::OnDuel, &facts(0)).is_none());
    }
}
