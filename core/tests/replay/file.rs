use crate::support::{Draws, play_on, replay, started};
use std::fs;
use std::io::Read as _;
use touchline_core::game::MatchError;
use touchline_core::record::{KEYFRAME_EVERY, Line, Replay, ReplayError};

/// The bytes of a replay and the range of each of its lines.
fn bytes_and_lines(replay: &Replay) -> (Vec<u8>, Vec<std::ops::Range<usize>>) {
    let bytes = replay.to_bytes();
    let mut start = 0;
    let lines = bytes
        .split_inclusive(|b| *b == b'\n')
        .map(|line| {
            start += line.len();
            start - line.len()..start
        })
        .collect();
    (bytes, lines)
}

#[test]
fn a_replay_read_back_is_the_one_written() {
    let bytes = replay().to_bytes();
    let read = Replay::parse(&bytes).unwrap();
    assert_eq!(read.lines, replay().lines);
    assert_eq!(read.header, replay().header);
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!(read.footer.unwrap().events as usize, replay().events().count());
}

#[test]
fn keyframes_come_about_every_fifty_events_and_say_where_they_stand() {
    let frames: Vec<_> = replay().keyframes().collect();
    assert_eq!((frames[0].events, frames[0].actions), (0, 0));
    assert!(frames.len() > 3);
    for pair in frames.windows(2) {
        let gap = (pair[1].events - pair[0].events) as usize;
        assert!((KEYFRAME_EVERY..3 * KEYFRAME_EVERY).contains(&gap), "{gap} events between two keyframes");
    }
    assert!(frames.iter().all(|f| f.tokens.len() == 32));
    let last = frames.last().unwrap();
    assert!(last.tokens.iter().filter(|t| t.cell.is_some()).count() >= 14);
}

#[test]
fn a_packed_replay_is_the_same_and_small() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, packed) = (folder.path().join("m.jsonl"), folder.path().join("m.jsonl.zst"));
    replay().write_to(&plain).unwrap();
    replay().write_to(&packed).unwrap();
    assert_eq!(Replay::read(&packed).unwrap(), Replay::read(&plain).unwrap());
    let size = fs::metadata(&packed).unwrap().len();
    assert!(size < 60_000, "{size} bytes");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing but the two files is left");
}

#[test]
fn one_changed_byte_in_any_kind_of_line_is_noticed() {
    // A short one: it is read again for every byte.
    let mut played = started(4);
    play_on(&mut played, &mut Draws::new(4), 2);
    let (bytes, lines) = bytes_and_lines(&Replay::of(&played, ["a", "b"]).unwrap());
    let find = |start: &[u8]| lines.iter().find(|l| bytes[(*l).clone()].starts_with(start)).unwrap().clone();
    for range in [0..500, find(b"{\"a\""), find(b"{\"e\""), find(b"{\"k\""), find(b"{\"end\"")] {
        for at in range {
            let mut edited = bytes.clone();
            edited[at] = edited[at].wrapping_add(1);
            assert!(Replay::parse(&edited).is_err(), "byte {at}");
        }
    }
}

#[test]
fn a_value_changed_into_another_valid_one_is_noticed() {
    let text = String::from_utf8(replay().to_bytes()).unwrap();
    for (from, to) in [("\"half\":1", "\"half\":2"), ("\"seed\":", "\"seed\":1"), ("\"bots\":[\"ch", "\"bots\":[\"Ch")]
    {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text);
        assert!(matches!(Replay::parse(edited.as_bytes()), Err(ReplayError::Altered)), "{from}");
    }
}

#[test]
fn a_replay_cut_off_anywhere_is_refused_and_read_as_far_as_it_goes() {
    let (bytes, lines) = bytes_and_lines(replay());
    let whole = lines.len();
    for keep in [1, 2, whole / 2, whole - 1] {
        let cut = lines[keep].start;
        for cut in [cut, cut + 4] {
            assert!(matches!(Replay::parse(&bytes[..cut]), Err(ReplayError::Truncated { .. })), "{cut}");
            let (part, error) = Replay::parse_lenient(&bytes[..cut]).unwrap();
            assert_eq!(part.lines, replay().lines[..keep - 1]);
            assert!(error.is_some() && part.footer.is_none());
        }
    }
    assert!(matches!(Replay::parse(&bytes[..100]), Err(ReplayError::Truncated { line: 1 })));
    assert!(matches!(Replay::parse(&bytes[..bytes.len() - 1]), Err(ReplayError::Truncated { .. })));
}

#[test]
fn what_is_no_replay_is_told_so() {
    let refused = |bytes: &[u8]| Replay::parse(bytes).unwrap_err();
    assert!(matches!(refused(b""), ReplayError::Empty));
    assert!(matches!(refused(b"PK\x03\x04"), ReplayError::Foreign));
    assert!(matches!(refused(b"{\"a\":1,\"s\":\"home\"}\n"), ReplayError::Foreign));
    let newer = refused(b"{\"touchline\":{\"format\":2,\"unknown\":[]}}\n");
    assert!(matches!(newer, ReplayError::Newer { found: 2, .. }), "{newer}");
    assert!(matches!(refused(b"{\"touchline\":{\"format\":1}}\n"), ReplayError::Line { line: 1, .. }));
    assert!(matches!(refused(&[0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]), ReplayError::Unpack(_)));
}

#[test]
fn a_wrong_line_is_named_by_its_number() {
    let (bytes, lines) = bytes_and_lines(replay());
    let mut edited = bytes[..lines[5].start].to_vec();
    edited.extend_from_slice(b"{\"e\":1e9,\"half\":1}\n");
    let error = Replay::parse(&edited).unwrap_err();
    assert!(matches!(error, ReplayError::Line { line: 6, .. }), "{error}");
    assert!(error.to_string().starts_with("line 6, column 8, of the replay is wrong"), "{error}");
}

#[test]
fn a_packed_replay_cut_off_or_damaged_is_read_as_far_as_it_can_be_unpacked() {
    // Small blocks, so that some of them are whole.
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 9).unwrap();
    for chunk in replay().to_bytes().chunks(20_000) {
        std::io::Write::write_all(&mut encoder, chunk).unwrap();
        std::io::Write::flush(&mut encoder).unwrap();
    }
    let packed = encoder.finish().unwrap();
    assert!(Replay::parse(&packed).is_ok());
    let (part, error) = Replay::parse_lenient(&packed[..packed.len() * 3 / 4]).unwrap();
    assert!(matches!(error, Some(ReplayError::Truncated { .. })), "{error:?}");
    assert!(!part.lines.is_empty() && replay().lines.starts_with(&part.lines));
    let mut damaged = packed.clone();
    damaged[packed.len() * 3 / 4..].fill(0xff);
    let (part, error) = Replay::parse_lenient(&damaged).unwrap();
    assert!(error.is_some() && !part.lines.is_empty() && part.footer.is_none());
    assert!(matches!(Replay::parse(&packed[..12]), Err(ReplayError::Unpack(_))));
}

#[test]
fn a_packed_bomb_is_stopped() {
    let bomb = zstd::encode_all(std::io::repeat(b' ').take(400 << 20), 1).unwrap();
    assert!(bomb.len() < 1 << 20);
    assert!(matches!(Replay::parse(&bomb), Err(ReplayError::Huge)));
}

#[test]
fn a_write_that_fails_leaves_the_old_file_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("inside"), "old").unwrap();
    assert!(replay().write_to(&taken).is_err());
    assert_eq!(fs::read_to_string(taken.join("inside")).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("none/m.jsonl");
    assert!(replay().write_to(&nowhere).unwrap_err().to_string().contains("none"));
    let old = folder.path().join("m.jsonl");
    fs::write(&old, "old").unwrap();
    replay().write_to(&old).unwrap();
    assert_eq!(Replay::read(&old).unwrap().header.seed, replay().header.seed);
}

#[test]
fn a_match_that_an_error_ended_says_why_in_its_replay() {
    let mut played = started(3);
    play_on(&mut played, &mut Draws::new(3), 40);
    let partial =
        Replay::of_stopped(&played, ["a", "b"], &MatchError::Host("plugin x is too slow".to_owned())).unwrap();
    let read = Replay::parse(&partial.to_bytes()).unwrap();
    assert_eq!(read.stopped(), Some("plugin x is too slow"));
    assert_eq!(read.lines.iter().filter(|l| matches!(l, Line::Action { .. })).count(), 40);
    assert_eq!(read.footer.unwrap().ending, None);
}
