//! The window, native and on the web: it draws pictures and hands on what people do.

use crate::app::{App, Outcome, Show};
use crate::geom::pt;
use crate::keys::Key;
use crate::mesh::{Atlas, Mesh, PIECE, PIECE_TRIANGLES};
use crate::picture::{Picture, Shape};
use crate::source::Feeder;
use macroquad::conf::Conf;
use macroquad::miniquad;
use macroquad::models::{Mesh as Batch, Vertex, draw_mesh};
use macroquad::prelude as mq;
use macroquad::prelude::{KeyCode, MouseButton, Texture2D};

/// How the window begins.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) title: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) full_screen: bool,
    /// Say on standard output when the first frames have been shown, and what is shown then.
    pub(crate) report: bool,
    /// Close after so many frames and say how long they took.
    pub(crate) frames: Option<u64>,
}

/// Longer gaps between two frames (a window that was hidden) are not played.
const LONGEST: f64 = 0.25;
/// Frames a second where the screen does not set the pace.
const PACE: f64 = 60.0;
/// Seconds from one look at a growing match to the next.
const LOOK: f64 = 0.1;

/// With fewer pixels than these there is no room for everything: where the screen has several real ones to each, they
/// become smaller.
const LEAST: [f32; 2] = [900.0, 600.0];

/// How many pixels of the picture go to one of the window's.
fn zoom() -> f32 {
    let wanted = (LEAST[0] / mq::screen_width()).max(LEAST[1] / mq::screen_height());
    wanted.clamp(1.0, mq::screen_dpi_scale().max(1.0))
}

/// Opens the window and shows the app until it is closed.
pub(crate) fn run(app: App, feeder: Feeder, opening: Opening) {
    let miniquad_conf = miniquad::conf::Conf {
        window_title: opening.title.clone(),
        window_width: opening.width as i32,
        window_height: opening.height as i32,
        high_dpi: true,
        fullscreen: opening.full_screen,
        sample_count: 1,
        ..Default::default()
    };
    let conf = Conf {
        miniquad_conf,
        update_on: None,
        default_filter_mode: mq::FilterMode::Linear,
        draw_call_vertex_capacity: PIECE + 8,
        draw_call_index_capacity: PIECE_TRIANGLES + 24,
    };
    macroquad::Window::from_config(conf, watch(app, feeder, opening));
}

async fn watch(mut app: App, mut feeder: Feeder, opening: Opening) {
    let mut screen = Screen::new();
    let mut full = opening.full_screen;
    let (mut last, mut looked) = (mq::get_time(), f64::NEG_INFINITY);
    let mut frames = 0_u64;
    let mut said = String::new();
    let begun = mq::get_time();
    loop {
        let now = mq::get_time();
        app.advance((now - last).min(LONGEST));
        if now - looked >= LOOK {
            looked = now;
            feeder.feed(&mut app);
        }
        if app.rate.is_some() {
            app.rate = Some(mq::get_fps().max(0) as u32);
        }
        match handle(&mut app) {
            Outcome::Quit if cfg!(not(target_arch = "wasm32")) => break,
            Outcome::FullScreen => {
                full = !full;
                mq::set_fullscreen(full);
            }
            Outcome::Quit | Outcome::Nothing => {}
        }
        let (width, height) = (mq::screen_width() * zoom(), mq::screen_height() * zoom());
        let picture = app.picture(width.max(320.0), height.max(200.0));
        screen.show(&picture, mq::screen_dpi_scale() / zoom());
        frames += 1;
        // X11 takes the size of a window for real pixels.
        if frames == 1 && cfg!(not(target_arch = "wasm32")) && mq::screen_width() + 1.0 < opening.width as f32 {
            mq::request_new_screen_size(opening.width as f32, opening.height as f32);
        }
        if opening.report {
            report(&app, frames, &mut said);
        }
        mq::next_frame().await;
        if opening.frames.is_none() {
            pace(now);
        }
        last = now;
        if opening.frames.is_some_and(|most| frames >= most) {
            crate::say(&format!("{frames} frames in {:.3} s", mq::get_time() - begun));
            break;
        }
    }
}

/// Tells in words what is shown, whenever that changes: to tests, and on the web to screen readers.
fn report(app: &App, frames: u64, said: &mut String) {
    if frames < 3 {
        return;
    }
    let event = app.event().map_or(-1, |e| e as i64);
    let playing = if app.playback.playing { "playing" } else { "paused" };
    let on = app.switches;
    let told = match (&app.show, app.event()) {
        (Show::Match(reel), Some(event)) => reel.sentence(event),
        (Show::Match(_), None) => String::new(),
        (Show::Waiting(text) | Show::Problem(text), _) => text.clone(),
    };
    let events = app.reel().map_or(0, |r| r.timeline.events());
    let problems = app.reel().map_or(&[][..], |r| &r.problems).join("; ");
    let note = if on.banner && !problems.is_empty() { format!(" ({problems})") } else { String::new() };
    let line = format!(
        "{playing} event={event} of={events} speed={} loop={} live={} stats={} help={} flip={} zones={}: {told}{note}",
        app.playback.speed, app.playback.looping, app.playback.live, on.stats, on.help, on.flip, on.zones
    );
    if frames == 3 {
        crate::say("READY");
    }
    if *said != line {
        crate::say(&line);
        *said = line;
    }
}

/// Waits for the next frame where the screen does not make us.
fn pace(now: f64) {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let left = 1.0 / PACE - (mq::get_time() - now);
        if left > 0.001 {
            std::thread::sleep(std::time::Duration::from_secs_f64(left));
        }
    }
    #[cfg(target_arch = "wasm32")]
    let _ = (now, PACE);
}

fn handle(app: &mut App) -> Outcome {
    let mut outcome = Outcome::Nothing;
    let shift = mq::is_key_down(KeyCode::LeftShift) || mq::is_key_down(KeyCode::RightShift);
    while let Some(c) = mq::get_char_pressed() {
        if !c.is_control() && c != ' ' {
            outcome = outcome.or(app.key(Key::Char(c), shift));
        }
    }
    for (code, key) in NAMED {
        if mq::is_key_pressed(code) {
            outcome = outcome.or(app.key(key, shift));
        }
    }
    let (x, y) = mq::mouse_position();
    let mouse = pt(x * zoom(), y * zoom());
    app.hover(Some(mouse));
    if mq::is_mouse_button_pressed(MouseButton::Left) {
        outcome = outcome.or(app.press(mouse));
    }
    if mq::is_mouse_button_released(MouseButton::Left) {
        app.release();
    }
    let (_, turned) = mq::mouse_wheel();
    if turned != 0.0 {
        app.wheel(if turned > 0.0 { -1 } else { 1 });
    }
    outcome
}

const NAMED: [(KeyCode, Key); 12] = [
    (KeyCode::Space, Key::Space),
    (KeyCode::Left, Key::Left),
    (KeyCode::Right, Key::Right),
    (KeyCode::Up, Key::Up),
    (KeyCode::Down, Key::Down),
    (KeyCode::PageUp, Key::PageUp),
    (KeyCode::PageDown, Key::PageDown),
    (KeyCode::Home, Key::Home),
    (KeyCode::End, Key::End),
    (KeyCode::Escape, Key::Escape),
    (KeyCode::Tab, Key::Tab),
    (KeyCode::F11, Key::F11),
];

impl Outcome {
    fn or(self, other: Outcome) -> Outcome {
        if other == Outcome::Nothing { self } else { other }
    }
}

/// Triangles to the graphics card.
struct Screen {
    atlas: Atlas,
    texture: Texture2D,
    /// The shapes that stay the same, drawn once: software rendering is slow at filling.
    still: Option<Still>,
    /// Draws them as they are: where see-through shapes were drawn, the kept picture has holes that must not show.
    solid: Option<mq::Material>,
}

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
varying mediump vec2 uv;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    uv = texcoord;
}";
const FRAGMENT: &str = "#version 100
varying mediump vec2 uv;
uniform sampler2D Texture;
void main() {
    gl_FragColor = vec4(texture2D(Texture, uv).rgb, 1.0);
}";

struct Still {
    shapes: Vec<Shape>,
    size: (u32, u32),
    drawn: mq::RenderTarget,
}

/// Pixels on a side of the glyph atlas.
pub(crate) const ATLAS: usize = 1024;

impl Screen {
    fn new() -> Screen {
        let atlas = Atlas::new(ATLAS);
        let texture = Texture2D::from_rgba8(ATLAS as u16, ATLAS as u16, &atlas.pixels);
        let shader = mq::ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let solid = mq::load_material(shader, mq::MaterialParams::default()).ok();
        Screen { atlas, texture, still: None, solid }
    }

    fn show<T>(&mut self, picture: &Picture<T>, scale: f32) {
        if self.atlas.crowded() {
            self.atlas = Atlas::new(ATLAS);
        }
        let count = if self.solid.is_some() { picture.still } else { 0 };
        let (still, moving) = picture.shapes.split_at(count);
        let (width, height) = (mq::screen_width(), mq::screen_height());
        let real = mq::screen_dpi_scale();
        let size = ((width * real).round() as u32, (height * real).round() as u32);
        let kept = self.still.as_ref().is_some_and(|kept| kept.size == size && kept.shapes == still);
        if !kept && !still.is_empty() {
            let drawn = mq::render_target(size.0.max(1), size.1.max(1));
            drawn.texture.set_filter(mq::FilterMode::Nearest);
            let mut camera = mq::Camera2D::from_display_rect(mq::Rect::new(0.0, 0.0, width, height));
            camera.render_target = Some(drawn.clone());
            mq::set_camera(&camera);
            mq::clear_background(mq::BLACK);
            self.draw(still, scale);
            mq::set_default_camera();
            self.still = Some(Still { shapes: still.to_vec(), size, drawn });
        }
        mq::clear_background(mq::BLACK);
        if let (false, Some(kept), Some(solid)) = (still.is_empty(), &self.still, &self.solid) {
            let dest_size = Some(mq::vec2(width, height));
            let place = mq::DrawTextureParams { dest_size, flip_y: true, ..Default::default() };
            mq::gl_use_material(solid);
            mq::draw_texture_ex(&kept.drawn.texture, 0.0, 0.0, mq::WHITE, place);
            mq::gl_use_default_material();
        }
        self.draw(moving, scale);
    }

    fn draw(&mut self, shapes: &[Shape], scale: f32) {
        let mesh = Mesh::of(shapes, scale, &mut self.atlas);
        if std::mem::take(&mut self.atlas.changed) {
            self.texture.update_from_bytes(ATLAS as u32, ATLAS as u32, &self.atlas.pixels);
        }
        let real = mq::screen_dpi_scale();
        for piece in mesh.pieces {
            let vertex = |c: &crate::mesh::Corner| Vertex {
                position: mq::vec3(c.at.x / real, c.at.y / real, 0.0),
                uv: mq::vec2(c.uv.x, c.uv.y),
                color: c.colour.0,
                normal: mq::vec4(0.0, 0.0, 0.0, 0.0),
            };
            draw_mesh(&Batch {
                vertices: piece.corners.iter().map(vertex).collect(),
                indices: piece.triangles,
                texture: Some(self.texture.clone()),
            });
        }
    }
}
