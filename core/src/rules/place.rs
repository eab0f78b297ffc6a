//! Where something stands in a YAML text.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::collections::BTreeMap;
use std::fmt;

/// One step from a YAML node to another below it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// The value of this key.
    Key(String),
    /// This item of a list.
    Item(usize),
    /// The key itself.
    Name(String),
}

#[cfg(feature = "lua")]
impl Step {
    /// The value of this key.
    pub(crate) fn key(name: &str) -> Step {
        Step::Key(name.to_owned())
    }
}

/// Line and column, from 1.
pub(crate) type Place = (u32, u32);

/// The place of the node at the end of a path; `None` when there is no such node.
pub(crate) fn locate(text: &str, path: &[Step]) -> Option<Place> {
    locate_all(text, &[path]).pop().flatten()
}

/// The place of the node at the end of each path; `None` where there is no such node.
///
/// The text is read once, and once more for each path that ends on the way of another or at an empty list or table.
pub(crate) fn locate_all(text: &str, paths: &[&[Step]]) -> Vec<Option<Place>> {
    let mut order: Vec<usize> = (0..paths.len()).collect();
    order.sort_unstable_by_key(|at| paths[*at]);
    let mut found = Found { places: vec![None; paths.len()], ..Found::default() };
    while !order.is_empty() {
        let (ends, rest) = ends(&order, paths);
        found.walk(text, ends.into_iter().map(|at| (at, paths[at])).collect());
        order = rest;
    }
    found.stop_at_empty = true;
    for at in std::mem::take(&mut found.empty) {
        found.walk(text, vec![(at, paths[at])]);
    }
    found.places
}

/// The paths that end where no other goes on, and the rest; both in order.
fn ends(order: &[usize], paths: &[&[Step]]) -> (Vec<usize>, Vec<usize>) {
    let mut next: &[Step] = &[];
    let mut goes_on = false;
    let (mut ends, mut rest) = (Vec::new(), Vec::new());
    // In order, what goes on from a path stands right behind it; of equal paths one is as another.
    for at in order.iter().rev() {
        let path = paths[*at];
        if path != next {
            goes_on = next.starts_with(path);
            next = path;
        }
        if goes_on { rest.push(*at) } else { ends.push(*at) }
    }
    ends.reverse();
    rest.reverse();
    (ends, rest)
}

/// A path that is followed: its number, and the rest of the way.
type Aim<'p> = (usize, &'p [Step]);

/// What walks through a text have come upon.
#[derive(Default)]
struct Found {
    places: Vec<Option<Place>>,
    /// Paths that end at a list or a table with nothing in it.
    empty: Vec<usize>,
    /// Whether the walk ends at such a list or table, which is the only way to be told its place.
    stop_at_empty: bool,
    /// Whether the end of a path has just been met.
    met: bool,
}

impl Found {
    fn walk(&mut self, text: &str, aims: Vec<Aim<'_>>) {
        // What is no YAML has no places.
        let _ = Walk { aims, found: self }.deserialize(serde_yaml::Deserializer::from_str(text));
    }

    fn note(&mut self, aims: &[Aim<'_>], error: &impl fmt::Display) {
        let place = place_of(&error.to_string());
        aims.iter().for_each(|(at, _)| self.places[*at] = place);
    }
}

/// The place in the deserializer's message, which names none at the beginning of the text.
fn place_of(message: &str) -> Option<Place> {
    let Some((_, place)) = message.rsplit_once(" at line ") else { return Some((1, 1)) };
    let (line, column) = place.split_once(" column ")?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// A node, and the paths that are followed from it.
///
/// The parser tells places only in its errors: at the end of a path one is raised on purpose, and caught. A list or a
/// table is left unread, so that the parser complains of its length.
struct Walk<'p, 'f> {
    aims: Vec<Aim<'p>>,
    found: &'f mut Found,
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.aims.is_empty() {
            return deserializer.deserialize_ignored_any(IgnoredAny).map(drop);
        }
        let Walk { aims, found } = self;
        found.met = false;
        match deserializer.deserialize_any(Node { aims: &aims, found }) {
            Err(error) if std::mem::take(&mut found.met) => {
                found.note(&aims, &error);
                if found.stop_at_empty { Err(error) } else { Ok(()) }
            }
            Ok(()) if std::mem::take(&mut found.met) => {
                found.empty.extend(aims.iter().map(|(at, _)| at));
                Ok(())
            }
            other => other,
        }
    }
}

/// A node as it is read.
struct Node<'p, 'a, 'f> {
    aims: &'a [Aim<'p>],
    found: &'f mut Found,
}

impl<'p> Node<'p, '_, '_> {
    /// Whether the paths end here.
    fn is_end(&self) -> bool {
        self.aims.iter().all(|(_, path)| path.is_empty())
    }

    fn scalar<E: Error>(self) -> Result<(), E> {
        self.found.met = self.is_end();
        if self.found.met { Err(E::custom("here")) } else { Ok(()) }
    }

    /// A list or a table in which paths end.
    fn whole<E: Error>(self) -> Result<(), E> {
        self.found.met = true;
        if self.found.stop_at_empty { Err(E::custom("here")) } else { Ok(()) }
    }

    /// The paths by their next step, without it.
    fn below(&self) -> BTreeMap<&'p Step, Vec<Aim<'p>>> {
        let mut below: BTreeMap<&Step, Vec<Aim<'_>>> = BTreeMap::new();
        for (at, path) in self.aims {
            if let Some((step, rest)) = path.split_first() {
                below.entry(step).or_default().push((*at, rest));
            }
        }
        below
    }
}

impl<'de> Visitor<'de> for Node<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any node")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.scalar()
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.scalar()
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.scalar()
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<(), E> {
        self.scalar()
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<(), E> {
        self.scalar()
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.scalar()
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.scalar()
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar()
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.scalar()
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<(), A::Error> {
        let (_, value) = tagged.variant::<IgnoredAny>()?;
        value.newtype_variant::<IgnoredAny>().map(drop)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        if self.is_end() {
            return self.whole();
        }
        let mut below = self.below();
        for at in 0.. {
            let aims = below.remove(&Step::Item(at)).unwrap_or_default();
            if items.next_element_seed(Walk { aims, found: self.found })?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        if self.is_end() {
            return self.whole();
        }
        let mut below = self.below();
        while let Some(aims) = entries.next_key_seed(Key { below: &mut below, found: self.found })? {
            entries.next_value_seed(Walk { aims, found: self.found })?;
        }
        Ok(())
    }
}

/// A key: an error on purpose where paths end at it; else those that go on at its value.
struct Key<'p, 'f> {
    below: &'f mut BTreeMap<&'p Step, Vec<Aim<'p>>>,
    found: &'f mut Found,
}

impl<'p, 'de> DeserializeSeed<'de> for Key<'p, '_> {
    type Value = Vec<Aim<'p>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Aim<'p>>, D::Error> {
        let (mut value, mut name) = (Vec::new(), Vec::new());
        let read = deserializer.deserialize_any(written(|key| {
            value = self.below.remove(&Step::Key(key.clone())).unwrap_or_default();
            name = self.below.remove(&Step::Name(key)).unwrap_or_default();
            if name.is_empty() { Ok(()) } else { Err("here") }
        }));
        match read {
            Err(error) if name.is_empty() => Err(error),
            Err(error) => {
                self.found.note(&name, &error);
                Ok(value)
            }
            Ok(()) => Ok(value),
        }
    }
}

/// A visitor that hands on a key as it is written; what the function refuses becomes an error at the key's place.
pub(super) fn written<T>(
    then: impl FnOnce(String) -> Result<T, &'static str>,
) -> impl for<'de> Visitor<'de, Value = T> {
    Written(then)
}

struct Written<F>(F);

impl<T, F: FnOnce(String) -> Result<T, &'static str>> Written<F> {
    fn hand<E: Error>(self, key: String) -> Result<T, E> {
        (self.0)(key).map_err(E::custom)
    }
}

impl<T, F: FnOnce(String) -> Result<T, &'static str>> Visitor<'_> for Written<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_bool<E: Error>(self, key: bool) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_i64<E: Error>(self, key: i64) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_u64<E: Error>(self, key: u64) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_f64<E: Error>(self, key: f64) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<T, E> {
        self.hand(key.to_owned())
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        self.hand("null".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "- name: a\n  home: {8: {at: E5}}\n  do:\n    - home: end\n    - away: {move: {3: H9}}\n";

    #[test]
    fn a_node_is_found_where_it_stands() {
        let key = |k: &str| Step::Key(k.to_owned());
        assert_eq!(locate(TEXT, &[Step::Item(0), key("home"), key("8"), key("at")]), Some((2, 18)));
        let third = [Step::Item(0), key("do"), Step::Item(1), key("away"), key("move"), key("3")];
        assert_eq!(locate(TEXT, &third), Some((5, 24)));
        assert_eq!(locate(TEXT, &[Step::Item(0), Step::Name("do".to_owned())]), Some((3, 3)));
    }

    #[test]
    fn many_nodes_are_found_in_a_few_walks() {
        let text = "a: 1\nb: {c: [x, {d: 2}], e: {}}\nf:\n  - g: ~\n  - []\n  - !t {h: 1}\n  - \"i\\n\"\nj: last\n";
        let key = |k: &str| Step::Key(k.to_owned());
        let name = |k: &str| Step::Name(k.to_owned());
        let paths = [
            (vec![], Some((1, 1))),
            (vec![key("a")], Some((1, 4))),
            (vec![name("a")], Some((1, 1))),
            (vec![key("b")], Some((2, 4))),
            (vec![key("b")], Some((2, 4))),
            (vec![key("b"), key("c")], Some((2, 8))),
            (vec![key("b"), key("c"), Step::Item(0)], Some((2, 9))),
            (vec![key("b"), key("c"), Step::Item(1), name("d")], Some((2, 13))),
            (vec![key("b"), key("c"), Step::Item(2)], None),
            (vec![key("b"), key("e")], Some((2, 24))),
            (vec![key("f"), Step::Item(0), key("g")], Some((4, 8))),
            (vec![key("f"), Step::Item(1)], Some((5, 5))),
            (vec![key("f"), Step::Item(2), key("h")], None),
            (vec![key("f"), Step::Item(3)], Some((7, 5))),
            (vec![key("f"), Step::Item(3), key("k")], None),
            (vec![key("j")], Some((8, 4))),
            (vec![key("j")], Some((8, 4))),
        ];
        let all: Vec<&[Step]> = paths.iter().map(|(path, _)| path.as_slice()).collect();
        for ((path, place), found) in paths.iter().zip(locate_all(text, &all)) {
            assert_eq!((found, locate(text, path)), (*place, *place), "{path:?}");
        }
    }

    #[test]
    fn a_path_that_leads_nowhere_has_no_place() {
        assert_eq!(locate(TEXT, &[Step::Item(3)]), None);
        assert_eq!(locate(TEXT, &[Step::Item(0), Step::Key("away".to_owned())]), None);
        assert_eq!(locate(TEXT, &[Step::Item(0), Step::Key("name".to_owned()), Step::Item(0)]), None);
        assert_eq!(locate(": [", &[Step::Item(0)]), None);
    }
}
