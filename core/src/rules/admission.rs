//! A squad before the plugins: everything that is wrong with it, with the line where it stands.

use super::draft::{Draft, player};
use super::findings::Findings;
use super::place::Step;
use super::{DataError, Formation, Ruleset, Source, Squad, SquadErrors, Value};
use crate::game::{Match, MatchError};
use crate::plugin::Complaint;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Players of a sheet that is too long who are still judged.
const MAX_JUDGED: usize = 2 * Squad::MAX_PLAYERS;

/// What the plugins say, by the place of the player on the sheet; `None` for the squad as a whole.
type Judged = Vec<(Option<usize>, Complaint)>;

impl Ruleset {
    /// Reads a squad and asks the plugins about it.
    ///
    /// # Errors
    /// Every offence at once: what makes the text no squad, and what the regulation has against it.
    pub fn admit(self: &Arc<Ruleset>, source: &Source) -> Result<Squad, SquadErrors> {
        self.admit_warned(source).map(|(squad, _)| squad)
    }

    /// The same, with what the regulation advises against although the squad may play.
    ///
    /// # Errors
    /// As [`Ruleset::admit`].
    pub fn admit_warned(self: &Arc<Ruleset>, source: &Source) -> Result<(Squad, Vec<DataError>), SquadErrors> {
        let file = source.file();
        let failed = |error: MatchError| SquadErrors(vec![DataError::new(&file, error)]);
        let mut draft = Draft::read(&source.text, &file).map_err(|e| SquadErrors(vec![e]))?;
        draft.check(&self.catalogue);
        check_twins(&mut draft);
        self.check_formations(&mut draft);
        draft.wrong_size(self.too_many(draft.players.len()));
        let mut warnings = Findings::default();
        let judged = match draft.players.is_empty() {
            true => Vec::new(),
            // A plugin may stumble over what is already known to be wrong.
            false => match self.judge(&mut draft) {
                Err(_) if !draft.problems.is_empty() => Vec::new(),
                judged => judged.map_err(failed)?,
            },
        };
        for ((member, clause, warning), texts) in gathered(judged) {
            let who = member.map(|at| draft.who(at)).unwrap_or_default();
            let clause = clause.map(|c| format!(" [{c}]")).unwrap_or_default();
            let problem = format!("{who}{}{clause}", texts.join("; "));
            let path = member.map_or_else(|| vec![Step::Name("players".to_owned())], |at| player(at, &[]));
            let findings = if warning { &mut warnings } else { &mut draft.problems };
            findings.note(&path, || DataError::new(&file, problem));
        }
        Ok((draft.finish()?, warnings.placed(&source.text, &file)))
    }

    /// What the regulation says of a sheet on which more are listed than there are tokens, for which no plugin can be asked.
    fn too_many(&self, players: usize) -> Option<String> {
        let size = self.params.get("squad_size")?;
        let Value::Int(wanted) = size.value else { return None };
        let clause = size.decl.clauses.first().map(|c| format!(" [{c}]")).unwrap_or_default();
        Some(format!("a squad has {wanted} players, this one {players}{clause}"))
    }

    /// A formation that these rules do not have would quietly be another one.
    fn check_formations(&self, draft: &mut Draft<'_>) {
        let known: Vec<&str> = self.formations.iter().map(Formation::name).collect();
        if known.is_empty() {
            return;
        }
        for at in 0..draft.formations.len() {
            let Some(name) = draft.formations[at].clone().filter(|n| !known.contains(&n.as_str())) else { continue };
            let path = [Step::Key("formations".to_owned()), Step::Item(at)];
            draft.problems.note(&path, || {
                DataError::new(draft.file, format!("there is no formation `{name}`"))
                    .known(&name, known.iter().copied())
            });
        }
    }

    /// Asks the plugins about everybody who could be read.
    fn judge(self: &Arc<Ruleset>, draft: &mut Draft<'_>) -> Result<Judged, MatchError> {
        let mut squad = draft.squad();
        squad.players.truncate(MAX_JUDGED);
        let mut judged = Judged::new();
        // Of a player without sections the first thing said is the mistake; the rest would follow from it.
        let bare = draft.bare(&self.catalogue);
        if !bare.is_empty() {
            let said = self.judge_all(&squad)?;
            for at in &bare {
                match said.iter().find(|(member, c)| *member == Some(*at) && !c.warning) {
                    Some(first) => judged.push(first.clone()),
                    None => draft.wrong_bare(*at),
                }
            }
        }
        let mut unread = [draft.unread(&self.catalogue), bare.clone()].concat();
        unread.retain(|at| *at < MAX_JUDGED);
        unread.sort_unstable();
        let priceless: Vec<usize> =
            unread.iter().copied().filter(|at| draft.players[*at].value.is_none() || bare.contains(at)).collect();
        let rest = self.judge_beside(squad, &unread, &priceless)?;
        // Of a sheet that is judged only in part nothing is said as a whole.
        let whole = draft.players.len() <= MAX_JUDGED;
        judged.extend(rest.into_iter().filter(|(member, _)| member.map_or(whole, |at| !unread.contains(&at))));
        Ok(judged)
    }

    /// What is said of a squad in which some players cannot be read: in their places stand players with whom the
    /// plugins complain least, so that nothing is held against anybody that may only follow from what was misread.
    fn judge_beside(
        self: &Arc<Ruleset>,
        mut squad: Squad,
        unread: &[usize],
        priceless: &[usize],
    ) -> Result<Judged, MatchError> {
        let mut best = self.judge_all(&squad)?;
        if unread.is_empty() {
            return Ok(best);
        }
        let against_others =
            |said: &Judged| said.iter().filter(|(at, _)| at.is_none_or(|at| !unread.contains(&at))).count();
        let stand_ins = self.catalogue.iter().flat_map(|s| [vec![s.clone()], vec![s.clone(); Squad::MAX_SECTIONS]]);
        let tried = squad.clone();
        for sections in stand_ins {
            let mut other = tried.clone();
            unread.iter().for_each(|at| other.players[*at].sections.clone_from(&sections));
            let said = self.judge_all(&other)?;
            if against_others(&said) < against_others(&best) {
                (best, squad) = (said, other);
            }
        }
        // What they cost is not known either: any sum that they can have.
        let most = priceless.len() * Squad::MAX_SECTIONS;
        for points in priceless.len()..=most {
            for (n, at) in priceless.iter().enumerate() {
                let share = points / priceless.len() + usize::from(n < points % priceless.len());
                squad.players[*at].value = share as u8;
            }
            if priceless.is_empty() || against_others(&best) == 0 {
                break;
            }
            let said = self.judge_all(&squad)?;
            if against_others(&said) < against_others(&best) {
                best = said;
            }
        }
        Ok(best)
    }

    /// What the plugins say of a squad, those included for whom there is no token.
    fn judge_all(self: &Arc<Ruleset>, squad: &Squad) -> Result<Judged, MatchError> {
        let ask = |players: Vec<super::Player>| Match::complaints(self, &Squad { players, ..squad.clone() });
        let member = |c: &Complaint| c.token.map(|t| usize::from(t.member()));
        let (first, beyond) = squad.players.split_at(squad.players.len().min(Squad::MAX_PLAYERS));
        let mut judged: Judged = ask(first.to_vec())?.into_iter().map(|c| (member(&c), c)).collect();
        if beyond.is_empty() {
            return Ok(judged);
        }
        // What is said of all of them together counts everybody's value.
        let mut all = first.to_vec();
        if let Some(last) = all.last_mut() {
            last.value = beyond.iter().fold(last.value, |sum, p| sum.saturating_add(p.value));
        }
        judged.retain(|(member, _)| member.is_some());
        judged.extend(ask(all)?.into_iter().filter(|c| c.token.is_none()).map(|c| (None, c)));
        // Each of the others in the last place, after the first and after the last of those before him.
        let place = Squad::MAX_PLAYERS - 1;
        for at in Squad::MAX_PLAYERS..squad.players.len().min(MAX_JUDGED) {
            for before in [&squad.players[..place], &squad.players[at - place..at]] {
                let said = ask([before, &squad.players[at..=at]].concat())?;
                for complaint in said.into_iter().filter(|c| member(c) == Some(place)) {
                    if judged.iter().all(|(m, c)| *m != Some(at) || c.clause != complaint.clause) {
                        judged.push((Some(at), complaint));
                    }
                }
            }
        }
        Ok(judged)
    }
}

/// Whom it is about, the clause, and whether it is a warning.
type Offence = (Option<usize>, Option<String>, bool);

/// A player who breaks a clause breaks it once, in however many ways; of the whole squad each complaint stands alone.
fn gathered(judged: Judged) -> Vec<(Offence, Vec<String>)> {
    let mut gathered: Vec<(Offence, Vec<String>)> = Vec::new();
    for (member, Complaint { text, clause, warning, .. }) in judged {
        let offence = (member, clause, warning);
        match gathered.iter_mut().find(|(o, _)| *o == offence && member.is_some() && offence.1.is_some()) {
            Some((_, texts)) => texts.push(text),
            None => gathered.push((offence, vec![text])),
        }
    }
    gathered
}

/// Absentees, scorers and cards are told by name: two players of one name could not be told apart.
fn check_twins(draft: &mut Draft<'_>) {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for at in 0..draft.players.len() {
        let Some(name) = draft.players[at].name.clone().filter(|n| !n.trim().is_empty()) else { continue };
        let before = *first.entry(name.trim().to_lowercase()).or_insert(at);
        if before != at {
            let other = draft.who(before);
            let problem = format!("{}has the same name as {}: {name}", draft.who(at), other.trim_end_matches(": "));
            let hint = "give each player a name of his own".to_owned();
            draft.wrong(problem, &player(at, &["name"]), Some(hint));
        }
    }
}
