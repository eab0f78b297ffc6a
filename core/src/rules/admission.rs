//! A squad before the plugins: everything that is wrong with it, with the line where it stands.

use super::{DataError, Ruleset, Source, Squad, SquadErrors};
use crate::game::Match;
use std::sync::Arc;

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
        let (squad, mut problems) = Squad::examine(&source.text, &file, &self.catalogue)?;
        if squad.players.is_empty() || squad.players.len() > Squad::MAX_PLAYERS {
            return Err(SquadErrors(problems));
        }
        let mut warnings = Vec::new();
        let malformed: Vec<Option<u32>> = problems.iter().map(|p| p.line).collect();
        let complaints = match Match::complaints(self, &squad) {
            Ok(complaints) => complaints,
            Err(error) => return Err(SquadErrors(vec![DataError::new(&file, error)])),
        };
        for complaint in complaints {
            let member = complaint.token.map(|t| usize::from(t.member()));
            let place = Squad::place(&source.text, &file, member);
            // A player who could not be read rightly cannot be judged either.
            if member.is_some() && malformed.contains(&place.line) {
                continue;
            }
            let player = member.and_then(|m| squad.players.get(m));
            let who = player.map(|p| format!("player {}: ", p.number)).unwrap_or_default();
            let clause = complaint.clause.map(|c| format!(" [{c}]")).unwrap_or_default();
            let problem = DataError::new("", format!("{who}{}{clause}", complaint.text)).problem;
            let found = if complaint.warning { &mut warnings } else { &mut problems };
            found.push(DataError { problem, ..place });
        }
        problems.sort_by_key(|p| p.line);
        if problems.is_empty() { Ok((squad, warnings)) } else { Err(SquadErrors(problems)) }
    }
}
