//! Every colour and size of the viewer.
//!
//! Team and skill colours are told apart by people with any common colour blindness: the tests below simulate the three
//! kinds (Machado, Oliveira and Fernandes 2009, full severity) and measure the distance in CIELAB.

use touchline_core::Side;
use touchline_core::rules::{Kit, Squad};

/// Red, green, blue, opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Colour(pub(crate) [u8; 4]);

pub(crate) const fn rgb(hex: u32) -> Colour {
    Colour([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255])
}

impl Colour {
    /// The same, see-through.
    pub(crate) const fn at(self, opacity: u8) -> Colour {
        Colour([self.0[0], self.0[1], self.0[2], opacity])
    }

    /// The same with its opacity scaled.
    pub(crate) fn faded(self, share: f32) -> Colour {
        self.at((f32::from(self.0[3]) * share.clamp(0.0, 1.0)) as u8)
    }

    pub(crate) fn mix(self, other: Colour, share: f32) -> Colour {
        let blend = |i: usize| {
            let (a, b) = (f32::from(self.0[i]), f32::from(other.0[i]));
            (a + (b - a) * share) as u8
        };
        Colour([blend(0), blend(1), blend(2), blend(3)])
    }

    /// How light it is, 0 to 1.
    pub(crate) fn lightness(self) -> f32 {
        let [r, g, b, _] = self.0.map(f32::from);
        (0.299 * r + 0.587 * g + 0.114 * b) / 255.0
    }

    /// Dark or light ink, whichever can be read on it.
    pub(crate) fn ink(self) -> Colour {
        if self.lightness() > 0.55 { DARK } else { WHITE }
    }
}

pub(crate) const WHITE: Colour = rgb(0xffffff);
pub(crate) const DARK: Colour = rgb(0x10161d);

// The window.
pub(crate) const BACKGROUND: Colour = rgb(0x12181f);
pub(crate) const PANEL: Colour = rgb(0x1a222b);
pub(crate) const PANEL_EDGE: Colour = rgb(0x2c3743);
pub(crate) const PANEL_RAISED: Colour = rgb(0x26313c);
pub(crate) const HOVER: Colour = rgb(0x33414f);
pub(crate) const TEXT: Colour = rgb(0xe8edf2);
pub(crate) const TEXT_DIM: Colour = rgb(0x9dabb9);
pub(crate) const TEXT_FAINT: Colour = rgb(0x8190a0);
pub(crate) const ACCENT: Colour = rgb(0x56b4e9);
pub(crate) const WARNING: Colour = rgb(0xf0b429);
pub(crate) const SHADE: Colour = rgb(0x05080b);

// The pitch.
pub(crate) const GRASS: Colour = rgb(0x2f7a45);
pub(crate) const GRASS_BAND: Colour = rgb(0x2a6f3e);
pub(crate) const GRASS_RIM: Colour = rgb(0x23603a);
pub(crate) const CELL_LINE: Colour = rgb(0xd8f0dd).at(70);
pub(crate) const PITCH_LINE: Colour = rgb(0xf4fbf5);
pub(crate) const GOAL_NET: Colour = rgb(0xdfe7ee).at(60);
pub(crate) const ZONE_SHOOTING: Colour = rgb(0xf0e442).at(46);
pub(crate) const ZONE_AREA: Colour = rgb(0xffffff).at(40);
pub(crate) const ZONE_SMALL: Colour = rgb(0xffffff).at(46);
pub(crate) const ZONE_CROSSING: Colour = rgb(0x56b4e9).at(60);
pub(crate) const ZONE_OTHER: Colour = rgb(0xcc79a7).at(60);
pub(crate) const TOUCH: Colour = rgb(0xffd23f);
pub(crate) const OFFSIDE: Colour = rgb(0xffe08a);
pub(crate) const ROD: Colour = rgb(0xd9dee3);
pub(crate) const REFEREE: Colour = rgb(0x15191e);
pub(crate) const YELLOW_CARD: Colour = rgb(0xffd60a);
pub(crate) const RED_CARD: Colour = rgb(0xd7263d);
pub(crate) const INJURY: Colour = rgb(0xffffff);

// Square boards.
pub(crate) const SQUARE_LINE: Colour = rgb(0xe9f5ec).at(120);
pub(crate) const SPEED_LANE: Colour = rgb(0x56b4e9).at(110);
pub(crate) const LONG_PASS: Colour = rgb(0xf0e442).at(120);
pub(crate) const BLOCKED: Colour = rgb(0x16261c).at(200);

// Dice.
pub(crate) const DIE: Colour = rgb(0xf5f3ec);
pub(crate) const COIN: Colour = rgb(0xe0c060);
pub(crate) const DIE_ACTION: Colour = rgb(0x2f6fd0);
pub(crate) const DIE_PENALTY: Colour = rgb(0x1b8f62);
pub(crate) const DIE_KEEPER: Colour = rgb(0xd4542a);
pub(crate) const TRAY: Colour = rgb(0x1f4d38);
pub(crate) const TRAY_RIM: Colour = rgb(0x6b4f35);
pub(crate) const SHEET: Colour = rgb(0xf3efe4);
pub(crate) const SHEET_LINE: Colour = rgb(0xc9c2b1);
pub(crate) const SHEET_INK: Colour = rgb(0x27303a);

/// Dark blue, over orange, to light yellow: lighter is more in every kind of sight.
pub(crate) fn hot(share: f32) -> Colour {
    let (low, middle, high) = (rgb(0x1b2a5c), rgb(0xd9653b), rgb(0xfff3b0));
    let colour = if share < 0.5 { low.mix(middle, share * 2.0) } else { middle.mix(high, share * 2.0 - 1.0) };
    colour.at((120.0 + 110.0 * share) as u8)
}

/// Sizes of text at the scale of a 1280×800 window.
pub(crate) const SMALL: f32 = 11.5;
pub(crate) const BODY: f32 = 13.0;
pub(crate) const TITLE: f32 = 15.0;
pub(crate) const HUGE: f32 = 26.0;

/// A section that does not count now.
pub(crate) const INACTIVE: Colour = rgb(0x605b56);

/// The colour of a skill's slice; black ones get a light edge, or they would look like a gap.
pub(crate) fn skill(colour: &str) -> Colour {
    match colour {
        "yellow" => rgb(0xf7e733),
        "red" => rgb(0xd1380f),
        "green" => rgb(0x00c08b),
        "blue" => rgb(0x1f5fd6),
        "purple" => rgb(0x8a1c7c),
        "orange" => rgb(0xff9f1c),
        "grey" => rgb(0xc8ced4),
        "black" | "black_x" => rgb(0x1c1c1c),
        "white" => rgb(0xffffff),
        // A skill of house rules.
        _ => rgb(0x8c97a3),
    }
}

/// Whether a section is told from another of its colour by a cross: the keeper's black.
pub(crate) fn crossed(colour: &str) -> bool {
    colour == "black_x"
}

/// The colours of one team on the pitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strip {
    pub(crate) shirt: Colour,
    pub(crate) number: Colour,
}

/// What the away side wears when its own colours could be taken for the home side's.
const SPARE: [Colour; 3] = [rgb(0xff9f1c), rgb(0xffffff), rgb(0x1f5fd6)];
/// Nearer than this in any kind of sight, two shirts can be mixed up.
const ALIKE: f32 = 28.0;

/// The colours of both teams, home first: from their squads, unless somebody could not tell them apart.
pub(crate) fn strips(squads: &[Squad; 2]) -> [Strip; 2] {
    let home = strip(squads[0].uniform.home);
    let away = squads[1].uniform;
    let own = [strip(away.away), strip(away.home)];
    let spare = SPARE.map(|shirt| Strip { shirt, number: shirt.ink() });
    let choice = own.into_iter().chain(spare).find(|s| distance(s.shirt, home.shirt) >= ALIKE);
    [home, choice.unwrap_or(own[0])]
}

fn strip(kit: Kit) -> Strip {
    let solid = |[r, g, b]: [u8; 3]| Colour([r, g, b, 255]);
    let (shirt, mut number) = (solid(kit.primary.0), solid(kit.secondary.0));
    if (shirt.lightness() - number.lightness()).abs() < 0.3 {
        number = shirt.ink();
    }
    Strip { shirt, number }
}

/// The strip of a side.
pub(crate) fn of(strips: &[Strip; 2], side: Side) -> Strip {
    strips[side.index()]
}

/// The smallest CIELAB distance of two colours over normal sight and the three kinds of colour blindness.
pub(crate) fn distance(a: Colour, b: Colour) -> f32 {
    let apart = |sight: &Sight| {
        let (a, b) = (lab(seen(a, sight)), lab(seen(b, sight)));
        ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2)).sqrt()
    };
    SIGHTS.iter().map(apart).fold(f32::INFINITY, f32::min)
}

type Sight = [[f32; 3]; 3];

/// Normal sight, protanopia, deuteranopia, tritanopia, on linear light.
const SIGHTS: [Sight; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_82, 0.042_94, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_9]],
];

fn seen(colour: Colour, sight: &Sight) -> [f32; 3] {
    let linear = |v: u8| {
        let v = f32::from(v) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    let light = [0, 1, 2].map(|i| linear(colour.0[i]));
    sight.map(|row| row.iter().zip(light).map(|(m, v)| m * v).sum::<f32>().clamp(0.0, 1.0))
}

fn lab([r, g, b]: [f32; 3]) -> [f32; 3] {
    let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
    let f = |t: f32| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchline_core::rules::Section;

    #[test]
    fn skill_colours_differ_in_every_kind_of_sight() {
        let names = ["yellow", "red", "green", "blue", "purple", "grey", "black"];
        let skills = || names.map(|name| (name, skill(name))).into_iter().chain([("a section that is off", INACTIVE)]);
        for (i, (a, here)) in skills().enumerate() {
            for (b, there) in skills().skip(i + 1) {
                let apart = distance(here, there);
                assert!(apart >= 20.0, "{a} and {b} are {apart:.1} apart");
            }
        }
        assert!(crossed("black_x") && !crossed("black") && skill("black_x") == skill("black"));
    }

    #[test]
    fn cards_and_markers_differ_from_the_grass_in_every_kind_of_sight() {
        for (name, colour) in [("touch", TOUCH), ("yellow card", YELLOW_CARD), ("line", PITCH_LINE)] {
            assert!(distance(colour, GRASS) >= 25.0, "{name}: {:.1}", distance(colour, GRASS));
        }
        assert!(distance(YELLOW_CARD, RED_CARD) >= 30.0);
    }

    #[test]
    fn text_can_be_read() {
        let ratio = |a: Colour, b: Colour| {
            let light = |c| lab_y(seen(c, &SIGHTS[0]));
            let (a, b) = (light(a), light(b));
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        fn lab_y([r, g, b]: [f32; 3]) -> f32 {
            0.2126 * r + 0.7152 * g + 0.0722 * b
        }
        for (ink, ground) in [
            (TEXT, PANEL),
            (TEXT_DIM, PANEL),
            (TEXT_FAINT, PANEL),
            (TEXT, PANEL_RAISED),
            (TEXT, HOVER),
            (TEXT_DIM, PANEL_RAISED),
        ] {
            assert!(ratio(ink, ground) >= 4.5, "{ink:?} on {ground:?}: {:.1}", ratio(ink, ground));
        }
    }

    #[test]
    fn two_shirts_that_somebody_could_mix_up_are_changed() {
        let text = |home: &str, away: &str| {
            format!(
                "name: A\nuniform:\n  home: {{primary: '{home}', secondary: '#ffffff'}}\n  away: {{primary: '{away}', \
                 secondary: '#ffffff'}}\nplayers:\n  - {{number: 1, name: B, sections: [red]}}\n"
            )
        };
        let squad = |home, away| Squad::parse(&text(home, away), "a", &[Section::new("red", None)]).expect("a squad");
        // Red against green of the same lightness: the same to a red-green blind eye.
        let pair = [squad("#b84a3a", "#b84a3a"), squad("#6f7a2a", "#7a7a2a")];
        let [home, away] = strips(&pair);
        assert!(distance(home.shirt, away.shirt) >= ALIKE);
        assert_ne!(away.shirt, rgb(0x7a7a2a));
        // Blue against red stays as it is.
        let pair = [squad("#1d4ed8", "#1d4ed8"), squad("#ffffff", "#dc2626")];
        assert_eq!(strips(&pair)[1].shirt, rgb(0xdc2626));
    }
}
