//! From a match and a moment to a picture.

mod about;
mod bench;
mod board;
mod controls;
mod dice;
mod faces;
mod feed;
mod help;
mod hex;
mod layout;
mod message;
mod moment;
mod scoreboard;
mod square;
mod stadium;
mod stats;
mod tokens;
mod why;

use crate::app::{App, Show};
use crate::keys::Act;
use crate::picture::Picture;
use crate::theme;
use layout::Layout;

/// The picture of everything, for a window of this size in logical pixels.
pub(crate) fn compose(app: &App, width: f32, height: f32) -> Picture<Act> {
    let layout = Layout::new(width, height);
    let mut picture = Picture::default();
    picture.rect(layout.window, theme::BACKGROUND);
    match &app.show {
        Show::Match(reel) => {
            let moment = moment::Moment::of(reel, &app.playback);
            board::draw(&mut picture, app, reel, &moment, &layout);
            scoreboard::draw(&mut picture, app, reel, &moment, &layout);
            if app.switches.stats {
                stats::draw(&mut picture, app, reel, &layout);
            } else {
                feed::draw(&mut picture, app, reel, &moment, &layout);
                why::draw(&mut picture, app, reel, &moment, &layout);
            }
            controls::draw(&mut picture, app, reel, &layout);
            message::banner(&mut picture, app, reel, &layout);
            board::hover(&mut picture, app, reel, &moment, &layout);
            controls::hover(&mut picture, app, reel, &layout);
        }
        Show::Waiting(text) => message::page(&mut picture, &layout, "Touchline", text),
        Show::Problem(text) => message::page(&mut picture, &layout, "This match cannot be shown", text),
    }
    if app.switches.help {
        help::draw(&mut picture, &layout);
    }
    if let Some(rate) = app.rate {
        message::rate(&mut picture, &layout, rate);
    }
    picture
}
