//! A list that lives on the stack.

use serde::{Serialize, Serializer};

/// Up to `N` items without a heap; what does not fit is dropped.
#[derive(Clone, Copy)]
pub struct Short<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> Short<T, N> {
    /// An empty list; `filler` occupies the unused places and is never seen.
    pub const fn empty(filler: T) -> Self {
        Short { items: [filler; N], len: 0 }
    }

    /// Appends an item if there is room.
    pub(super) fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(self.len) {
            *place = item;
            self.len += 1;
        }
    }

    /// Whether another item would be dropped.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.len == N
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

impl<T, const N: usize> core::ops::Deref for Short<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Short<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: core::fmt::Debug, const N: usize> core::fmt::Debug for Short<T, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const N: usize> Serialize for Short<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
