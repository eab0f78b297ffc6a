//! A fresh match between two bots, played while it is watched.

use crate::app::{App, Show};
use crate::reel::Reel;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use touchline_core::game::Match;
use touchline_core::record::{Footer, Header, Line, Replay};
use touchline_core::rules::{Content, Options, Ruleset};
use touchline_core::sim::Simulation;

/// What to play.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    pub(crate) ruleset: String,
    pub(crate) bots: [String; 2],
    pub(crate) seed: u64,
}

enum News {
    Begun(Box<Header>),
    Lines(Vec<Line>),
    Over(Option<Box<Footer>>, Option<String>),
    Failed(String),
}

/// A match being played on a thread of its own.
pub(crate) struct Playing {
    news: Receiver<News>,
}

impl Playing {
    /// Begins a match.
    pub(crate) fn begin(fixture: Fixture) -> Playing {
        let (tell, news) = channel();
        std::thread::spawn(move || {
            if let Err(problem) = play(&fixture, &tell) {
                // Nobody listens once the window is closed.
                let _ = tell.send(News::Failed(problem));
            }
        });
        Playing { news }
    }

    /// Adds what has happened; true when the match is over.
    pub(crate) fn feed(&mut self, app: &mut App) -> bool {
        loop {
            match self.news.try_recv() {
                Ok(News::Begun(header)) => {
                    app.show = Show::Match(Box::new(Reel::new(*header)));
                    app.playback.live = true;
                }
                Ok(News::Lines(lines)) => app.add(lines),
                Ok(News::Over(footer, problem)) => {
                    app.finish(footer.map(|f| *f), problem);
                    return true;
                }
                Ok(News::Failed(problem)) => {
                    crate::complain(&problem);
                    app.show = Show::Problem(problem);
                    return true;
                }
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => return true,
            }
        }
    }
}

/// A whole match as a replay.
pub(crate) fn whole(fixture: &Fixture) -> Result<Replay, String> {
    let (mut game, mut bots) = table(fixture)?;
    while let Some(decision) = game.decision() {
        let action = bots[decision.side.index()].choose(&game);
        game.apply(action).map_err(|e| e.to_string())?;
    }
    Replay::of(&game, [&fixture.bots[0], &fixture.bots[1]]).map_err(|e| e.to_string())
}

type Bots = [Box<dyn touchline_core::bot::Bot>; 2];

fn table(fixture: &Fixture) -> Result<(Match, Bots), String> {
    let rules =
        Ruleset::load(&Content::embedded(), &fixture.ruleset, &Options::default()).map_err(|e| e.to_string())?;
    let table = Simulation { bots: fixture.bots.clone(), ..Simulation::new(rules) };
    let game = Match::logged(&table.rules, Arc::clone(&table.teams), fixture.seed).map_err(|e| e.to_string())?;
    let bots = table.bots(fixture.seed).map_err(|e| e.to_string())?;
    Ok((game, bots))
}

fn play(fixture: &Fixture, tell: &Sender<News>) -> Result<(), String> {
    let (mut game, mut bots) = table(fixture)?;
    let names = [fixture.bots[0].as_str(), fixture.bots[1].as_str()];
    let gone = |_| "nobody watches".to_owned();
    tell.send(News::Begun(Box::new(Header::of(&game, names)))).map_err(gone)?;
    let mut told = 0;
    loop {
        let lines = game.recorder().map_or(&[][..], |r| r.lines());
        if lines.len() > told {
            tell.send(News::Lines(lines[told..].to_vec())).map_err(gone)?;
            told = lines.len();
        }
        let Some(decision) = game.decision() else { break };
        let action = bots[decision.side.index()].choose(&game);
        if let Err(error) = game.apply(action) {
            let footer = Replay::of_stopped(&game, names, &error).map_err(|e| e.to_string())?.footer;
            return tell.send(News::Over(footer.map(Box::new), None)).map_err(gone);
        }
    }
    let footer = Replay::of(&game, names).map_err(|e| e.to_string())?.footer;
    tell.send(News::Over(footer.map(Box::new), None)).map_err(gone)
}
