//! Order of layers, changed facts, blame, muting, and the memory of answers.

use super::support::{Asked, Options, Table, asked, duel, raw_source, source, tie};
use touchline_core::Token;
use touchline_core::plugin::{Hook, HookError, KickValue, Moment, Referee as _, Ruling, Skills};

const BASE: &str = "function p.on_cod_tie(ev, m)
  if ev.travel > (ev.short_limit or 4) then return 'defence', 'BASE-01' end
  return 'attack', 'BASE-02'
end";

#[test]
fn the_bottom_layer_answers_when_those_above_defer() {
    let top = source("top", "function p.on_cod_tie(ev, m, next) return next() end");
    let mut table = Table::new(&[source("base", BASE), top]);
    assert_eq!(table.tie(3).unwrap(), ("attack", "BASE-02".into(), 0));
    assert_eq!(table.tie(5).unwrap(), ("defence", "BASE-01".into(), 0));
}

#[test]
fn the_top_layer_rules_first() {
    let top = source(
        "top",
        "function p.on_cod_tie(ev, m, next)
  if ev.travel == 1 then return 'toucher', 'TOP-01' end
  return next()
end",
    );
    let mut table = Table::new(&[source("base", BASE), top]);
    assert_eq!(table.tie(1).unwrap(), ("toucher", "TOP-01".into(), 1));
    assert_eq!(table.tie(2).unwrap(), ("attack", "BASE-02".into(), 0));
}

#[test]
fn a_layer_that_amends_the_answer_is_its_author() {
    let top = source(
        "top",
        "function p.on_cod_tie(ev, m, next)
  local answer = next()
  if answer == 'attack' then return 'defence', 'TOP-02' end
  return answer
end",
    );
    let mut table = Table::new(&[source("base", BASE), top]);
    assert_eq!(table.tie(3).unwrap(), ("defence", "TOP-02".into(), 1));
    assert_eq!(table.tie(9).unwrap(), ("defence", "BASE-01".into(), 0));
}

#[test]
fn changed_facts_reach_only_the_layers_below() {
    let middle = source(
        "middle",
        "function p.on_cod_tie(ev, m, next)
  if ev.short_limit ~= 6 then error('short_limit did not arrive') end
  return next()
end",
    );
    let top = source(
        "top",
        "function p.on_cod_tie(ev, m, next)
  local answer, clause = next({ short_limit = 6 }, 'TOP-01')
  if ev.short_limit ~= nil then error('the change came back up') end
  return answer, clause
end",
    );
    let mut table = Table::new(&[source("base", BASE), middle, top]);
    assert_eq!(table.tie(6).unwrap(), ("attack", "BASE-02".into(), 0));
    let answer = table.ask(tie(6)).unwrap();
    let field = Hook::OnCodTie.info().facts.iter().position(|f| f.name == "short_limit").unwrap();
    assert_eq!(answer.changes.len(), 1);
    assert_eq!(usize::from(answer.changes[0].field), field);
    assert_eq!(table.stack.clause(answer.changes[0].ruling.clause), "TOP-01");
}

#[test]
fn changed_facts_must_be_facts_of_the_hook_and_fit() {
    for (change, expected) in [
        ("{ shortlimit = 6 }", "`short_limit`"),
        ("{ kind = 'pas' }", "`pass`"),
        ("{ travel = 'far' }", "a whole number"),
        ("{ travel = 1.5 }", "a whole number"),
    ] {
        let top = source("top", &format!("function p.on_cod_tie(ev, m, next) return next({change}, 'TOP-01') end"));
        let error = Table::new(&[source("base", BASE), top]).tie(6).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("plugin top") && error.contains("top.lua:2"), "{error}");
    }
    let top = source("top", "function p.on_cod_tie(ev, m, next) return next({ travel = 1 }) end");
    let error = Table::new(&[source("base", BASE), top]).tie(6).unwrap_err().to_string();
    assert!(error.contains("names no clause"), "{error}");
}

#[test]
fn an_unanswered_rule_says_which() {
    let mut table = Table::new(&[source("top", "function p.on_cod_tie(ev, m, next) return next() end")]);
    assert_eq!(table.tie(1).unwrap_err(), HookError::Unanswered { hook: "on_cod_tie" });
    let error = table.ask(duel()).unwrap_err();
    assert!(error.to_string().contains("no plugin answers on_duel"), "{error}");
}

#[test]
fn wrong_words_and_clauses_are_named() {
    for (answer, expected) in [
        ("'atack', 'BASE-01'", "did you mean `attack`?"),
        ("'attack'", "names no clause"),
        ("'attack', 'BASE-03'", "did you mean `BASE-01`?"),
        ("7, 'BASE-01'", "expected one of attack, defence, toucher"),
        ("{}, 'BASE-01'", "a table"),
        ("nil", "returned nothing"),
        ("'attack', 7", "does not declare"),
    ] {
        let base = source("base", &format!("function p.on_cod_tie(ev, m) return {answer} end"));
        let mut table = Table::new(&[base]);
        let error = table.tie(1).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("plugin base, on_cod_tie"), "{answer}: {error}");
        assert!(error.contains("base.lua:2"), "{error}");
    }
}

fn kick() -> Asked {
    asked(Hook::OnKick, &[("technique", 1), ("cells", 3), ("half", 1)])
}

const WIND: &str = "function p.on_kick(ev, m, kick)
  kick.spread = kick.spread * 2
  return 'WIND-01'
end";
const RAIN: &str = "function p.on_kick(ev, m, kick)
  kick.spread = kick.spread + 0.5
  kick.reach = 5
  return { spread = 'RAIN-01', reach = 'RAIN-02' }
end";

#[test]
fn a_value_passes_from_the_bottom_to_the_top() {
    let mut table = Table::new(&[source("wind", WIND), source("rain", RAIN)]);
    let answer = table.ask(kick()).unwrap();
    let value: KickValue = answer.value();
    assert_eq!((value.spread, value.reach, value.length), (2.5, 5.0, 1.0));
    let authors: Vec<_> =
        answer.changes.iter().map(|c| (c.field, table.stack.clause(c.ruling.clause), c.ruling.layer)).collect();
    assert_eq!(authors, [(0, "WIND-01", 0), (0, "RAIN-01", 1), (2, "RAIN-02", 1)]);
    assert_eq!(answer.author(0).unwrap().layer, 1);
}

#[test]
fn a_value_nobody_changes_keeps_its_defaults() {
    let mut table = Table::new(&[source("wind", "function p.on_kick(ev, m, kick) end")]);
    let answer = table.ask(kick()).unwrap();
    assert_eq!(answer.value::<KickValue>().spread, 1.0);
    assert_eq!(answer.ruling.clause, Ruling::NO_CLAUSE);
    let mut table = Table::new(&[source("other", BASE)]);
    assert_eq!(table.ask(kick()).unwrap().value::<KickValue>().reach, 99.0);
}

#[test]
fn a_changed_value_is_checked() {
    for (body, expected) in [
        ("kick.spread = 2", "names no clause"),
        ("kick.spread = 'wide' return 'WIND-01'", "expected a number"),
        ("kick.spread = 0/0 return 'WIND-01'", "expected a number"),
        ("kick.spread = nil return 'WIND-01'", "expected a number"),
        ("local k = kick k.spraed = 2 return 'WIND-01'", "did you mean `spread`?"),
        ("return 'WIND-09'", "did you mean `WIND-01`?"),
    ] {
        let mut table = Table::new(&[source("wind", &format!("function p.on_kick(ev, m, kick) {body} end"))]);
        let error = table.ask(kick()).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("plugin wind, on_kick"), "{body}: {error}");
    }
}

fn foul() -> Asked {
    asked(Hook::OnFoul, &[("place", 3), ("face", 1), ("side", 1)])
}

#[test]
fn cards_are_words_of_the_ruleset() {
    let mut table = Table::new(&[source(
        "strict",
        "function p.on_foul(ev, m, foul)
  foul.card = 'expulsion'
  foul.send_off = true
  return 'STRICT-01'
end",
    )]);
    let value: touchline_core::plugin::FoulValue = table.ask(foul()).unwrap().value();
    assert_eq!(value.card, Some(touchline_core::plugin::Card(1)));
    assert!(value.send_off);
    let mut table = Table::new(&[
        source("strict", "function p.on_foul(ev, m, foul) foul.card = 'caution' return 'STRICT-01' end"),
        source("lenient", "function p.on_foul(ev, m, foul) foul.card = nil return 'LENIENT-01' end"),
    ]);
    let value: touchline_core::plugin::FoulValue = table.ask(foul()).unwrap().value();
    assert_eq!(value.card, None);
    let mut table =
        Table::new(&[source("strict", "function p.on_foul(ev, m, foul) foul.card = 'blue' return 'STRICT-01' end")]);
    assert!(table.ask(foul()).unwrap_err().to_string().contains("one of caution, expulsion"));
}

fn ability(moment: Moment) -> Asked {
    asked(Hook::OnAbility, &[("moment", moment as i64), ("home", 1), ("skills", 0b11), ("run", 2), ("free", 1)])
}

const SKILLS: &str = "function p.on_ability(ev, m, next)
  if ev.moment ~= 'reception' then return next() end
  local offer = {}
  if has(ev.skills, 'yellow') then offer.pass = true end
  if has(ev.skills, 'blue') then offer.step = { cells = 2, dirs = 'front', skill = 'blue yellow', zone = 'own_penalty_area' } end
  return offer, 'SKILLS-01'
end";

#[test]
fn offers_are_amended_grant_by_grant() {
    let more = source(
        "more",
        "function p.on_ability(ev, m, next)
  local offer = next()
  offer.step.cells = 3
  offer.bonus = true
  return offer, 'MORE-01'
end",
    );
    let mut table = Table::new(&[source("skills", SKILLS), more]);
    let answer = table.ask(ability(Moment::Reception)).unwrap();
    let found: Vec<_> = answer
        .grants
        .iter()
        .map(|g| {
            (
                touchline_core::plugin::OFFERS[usize::from(g.name)],
                g.grant.cells,
                table.stack.clause(g.grant.ruling.clause),
            )
        })
        .collect();
    // By name, since several offers may be of one kind.
    assert_eq!(found, [("bonus", 0, "MORE-01"), ("pass", 0, "SKILLS-01"), ("step", 3, "MORE-01")]);
    let step = answer.grants[2].grant;
    assert_eq!(step.skill, Skills(0b11));
    assert_eq!(step.dirs, touchline_core::plugin::Dirs::Front);
    let zone = step.zone.unwrap();
    assert!(zone.own);
    assert_eq!(super::support::board().zone_name(zone.zone), "penalty_area");
}

#[test]
fn offers_that_all_defer_are_none() {
    let mut table = Table::new(&[source("skills", SKILLS)]);
    assert!(table.ask(ability(Moment::GoalMade)).unwrap().grants.is_empty());
    let mut table = Table::new(&[source("other", BASE)]);
    assert!(table.ask(ability(Moment::GoalMade)).unwrap().grants.is_empty());
}

fn allowance() -> Asked {
    asked(Hook::OnMoveAllowance, &[("phase", 2)])
}

const MOVES: &str = "function p.on_move_allowance(ev, m, may)
  may.walk = { who = 'others', cells = 3, count = 4, clause = 'MOVES-01' }
  may.keeper = { who = 'keeper', cells = 1, except = 5, clause = 'MOVES-02' }
end";

#[test]
fn grants_carry_their_own_clause_and_come_sorted_by_name() {
    let mut table = Table::new(&[source("moves", MOVES)]);
    let answer = table.ask(allowance()).unwrap();
    let clauses: Vec<_> = answer.grants.iter().map(|g| table.stack.clause(g.grant.ruling.clause)).collect();
    assert_eq!(clauses, ["MOVES-02", "MOVES-01"]);
    assert_eq!(answer.grants[0].grant.except.unwrap().index(), 4);
    assert_eq!(answer.grants[1].grant.count, 4);
}

#[test]
fn a_layer_changes_and_takes_away_grants_under_its_clause() {
    let tired = source(
        "tired",
        "function p.on_move_allowance(ev, m, may)
  may.walk.cells = 2
  may.keeper = nil
  return 'TIRED-01'
end",
    );
    let mut table = Table::new(&[source("moves", MOVES), tired]);
    let answer = table.ask(allowance()).unwrap();
    assert_eq!(answer.grants.len(), 1);
    assert_eq!(answer.grants[0].grant.cells, 2);
    assert_eq!(table.stack.clause(answer.grants[0].grant.ruling.clause), "TIRED-01");
    assert_eq!(answer.ruling.layer, 1);
}

#[test]
fn grants_are_checked() {
    for (grant, expected) in [
        ("{ cels = 3, clause = 'MOVES-01' }", "did you mean `cells`?"),
        ("{ cells = 300, clause = 'MOVES-01' }", "from 0 to 255"),
        ("{ cells = 1.5, clause = 'MOVES-01' }", "a whole number"),
        ("{ who = 'everybody', clause = 'MOVES-01' }", "expected one of all, others"),
        ("{ zone = 'penalty_are', clause = 'MOVES-01' }", "did you mean `penalty_area`?"),
        ("{ skill = 'blue yelow', clause = 'MOVES-01' }", "did you mean `yellow`?"),
        ("{ technique = 'low liftd', clause = 'MOVES-01' }", "did you mean `lifted`?"),
        ("{ except = 33, clause = 'MOVES-01' }", "from 1 to 32"),
        ("{ alone = 1, clause = 'MOVES-01' }", "true or false"),
        ("{ cells = 1 }", "names no clause"),
        ("{ cells = 1, clause = 'OTHER-01' }", "does not declare"),
        ("7", "expected a grant"),
    ] {
        let mut table =
            Table::new(&[source("moves", &format!("function p.on_move_allowance(ev, m, may) may.walk = {grant} end"))]);
        let error = table.ask(allowance()).unwrap_err().to_string();
        assert!(error.contains(expected), "{grant}: {error}");
    }
}

#[test]
fn the_same_complaint_about_several_players_keeps_each_of_them() {
    let twins = "function p.on_squad(ev, m, complaints)
  for _, token in ipairs({ 3, 4, 5 }) do
    complaints[#complaints + 1] = { text = 'is the same', token = token, clause = 'TWINS-01' }
  end
end";
    let above = "function p.on_squad(ev, m, complaints) complaints[#complaints + 1] = 'too few' return 'ABOVE-01' end";
    let mut table = Table::new(&[source("twins", twins), source("above", above)]);
    let answer = table.ask(asked(Hook::OnSquad, &[("size", 16)])).unwrap();
    let said: Vec<(&str, Option<usize>)> =
        answer.complaints.iter().map(|c| (c.text.as_str(), c.token.map(|t| t.index() + 1))).collect();
    let same = |token| ("is the same", Some(token));
    assert_eq!(said, [same(3), same(4), same(5), ("too few", None)]);
}

#[test]
fn complaints_are_texts_under_a_clause() {
    let squad = asked(Hook::OnSquad, &[("size", 15)]);
    let mut table = Table::new(&[source(
        "squad",
        "function p.on_squad(ev, m, complaints)
  if ev.size ~= 16 then complaints[#complaints + 1] = '16 players are needed, not ' .. ev.size end
  return 'SQUAD-01'
end",
    )]);
    let answer = table.ask(squad).unwrap();
    let texts: Vec<&str> = answer.complaints.iter().map(|c| c.text.as_str()).collect();
    assert_eq!(texts, ["16 players are needed, not 15"]);
    assert_eq!(table.clause(&answer), "SQUAD-01");
    let muted = Options { muted: Some("SQUAD-01"), ..Options::default() };
    let mut table =
        Table::with(&[source("squad", "function p.on_squad(ev, m, c) c[1] = 'no' return 'SQUAD-01' end")], muted);
    assert!(table.ask(squad).unwrap().complaints.is_empty());
}

#[test]
fn a_muted_answer_counts_as_next() {
    let top = source("top", "function p.on_cod_tie(ev, m, next) return 'toucher', 'TOP-01' end");
    let sources = [source("base", BASE), top];
    let muted = |clause| Options { muted: Some(clause), ..Options::default() };
    assert_eq!(Table::with(&sources, muted("TOP-01")).tie(3).unwrap().0, "attack");
    assert_eq!(Table::with(&sources, muted("BASE-02")).tie(3).unwrap().0, "toucher");
    let error = Table::with(&[source("base", BASE)], muted("BASE-02")).tie(3).unwrap_err();
    assert_eq!(error, HookError::Unanswered { hook: "on_cod_tie" });
}

#[test]
fn muted_facts_values_and_grants_are_dropped() {
    let muted = |clause| Options { muted: Some(clause), ..Options::default() };
    let top = source("top", "function p.on_cod_tie(ev, m, next) return next({ short_limit = 9 }, 'TOP-01') end");
    assert_eq!(Table::with(&[source("base", BASE), top], muted("TOP-01")).tie(6).unwrap().0, "defence");

    let mut table = Table::with(&[source("wind", WIND), source("rain", RAIN)], muted("WIND-01"));
    assert_eq!(table.ask(kick()).unwrap().value::<KickValue>().spread, 1.5);
    let mut table = Table::with(&[source("wind", WIND), source("rain", RAIN)], muted("RAIN-02"));
    let value: KickValue = table.ask(kick()).unwrap().value();
    assert_eq!((value.spread, value.reach), (2.5, 99.0));

    let mut table = Table::with(&[source("moves", MOVES)], muted("MOVES-02"));
    assert_eq!(table.ask(allowance()).unwrap().grants.len(), 1);
}

#[test]
fn a_muted_parameter_takes_its_off_value() {
    let text = "local p = { name = 'base', api = 1, clauses = { 'BASE-01', 'BASE-02' },
  params = { short_limit = { type = 'int', default = 4, min = 0, max = 9, clause = 'BASE-02', off = 0 } } }
function p.on_cod_tie(ev, m)
  if ev.travel > m:param('short_limit') then return 'defence', 'BASE-01' end
  return 'attack', 'BASE-01'
end
return p";
    let sources = [raw_source("base", text)];
    assert_eq!(Table::new(&sources).tie(4).unwrap().0, "attack");
    let muted = Options { muted: Some("BASE-02"), ..Options::default() };
    assert_eq!(Table::with(&sources, muted).tie(4).unwrap().0, "defence");
}

#[test]
fn pure_answers_are_remembered_and_equal() {
    let with = |memo| Table::with(&[source("base", BASE)], Options { memo, ..Options::default() });
    let (mut on, mut off) = (with(true), with(false));
    for _ in 0..3 {
        for travel in 0..9 {
            assert_eq!(on.tie(travel).unwrap(), off.tie(travel).unwrap());
        }
    }
    assert_eq!((on.host.remembered(), off.host.remembered()), (9, 0));
}

#[test]
fn an_answer_is_remembered_with_what_it_looked_at() {
    let base = source(
        "base",
        "function p.on_cod_tie(ev, m)
  if m:score('home') > 2 then return 'defence', 'BASE-01' end
  return m:keeper('attack') == 1 and 'attack' or 'toucher', 'BASE-02'
end",
    );
    let mut table = Table::new(&[base]);
    for _ in 0..3 {
        table.play.state.score[0] = 2;
        table.play.state.ball.side = touchline_core::Side::Home;
        assert_eq!(table.tie(1).unwrap().0, "attack");
        table.play.state.ball.side = touchline_core::Side::Away;
        assert_eq!(table.tie(1).unwrap().0, "toucher");
        table.play.state.score[0] = 3;
        assert_eq!(table.tie(1).unwrap().0, "defence");
    }
    assert_eq!(table.host.remembered(), 3);
}

#[test]
fn a_remembered_answer_rolls_anew() {
    let base = source(
        "base",
        "function p.on_duel(ev, m)
  return m:roll('tackle', 6) >= 4 and 'won' or 'lost', 'BASE-01'
end",
    );
    let mut table = Table::new(&[base]);
    for n in 1..=40 {
        table.play.state.face = 0;
        let answer = table.ask(duel()).unwrap();
        assert_eq!(table.play.state.dice, n);
        assert_eq!(answer.word, Some(if table.play.state.face >= 4 { 0 } else { 1 }));
    }
    assert_eq!(table.host.remembered(), 6);
    assert_eq!(table.play.recorder.as_ref().unwrap().events().count(), 40);
}

#[test]
fn an_unknown_branch_after_an_effect_starts_the_call_again() {
    let base = source(
        "base",
        "function p.on_duel(ev, m)
  m:note('a duel')
  if m:roll('tackle', 6) + m:roll('ball defence', 6) > 7 then m:lay(m:who('by')) return 'won', 'BASE-01' end
  return 'lost', 'BASE-02'
end",
    );
    let with = |memo| Table::with(std::slice::from_ref(&base), Options { memo, ..Options::default() });
    let (mut on, mut off) = (with(true), with(false));
    for n in 1..=60 {
        for table in [&mut on, &mut off] {
            table.play.state.pieces[4].pose = touchline_core::kick::Pose::Standing;
        }
        let (a, b) = (on.ask(duel()).unwrap(), off.ask(duel()).unwrap());
        assert_eq!((a.word, a.ruling), (b.word, b.ruling));
        assert!(on.play.state == off.play.state);
        assert_eq!(on.play.state.dice, 2 * n);
    }
    let log = |table: &Table| table.play.recorder.as_ref().unwrap().lines().to_vec();
    assert_eq!(log(&on), log(&off));
    assert!(on.host.remembered() > 10);
}

#[test]
fn who_is_named_by_role_is_remembered_for_everybody_alike() {
    let body = |by: &str, against: &str| {
        let answer = format!("m:lay({against}) return m:skill({by}, 'blue') > 9 and 'lost' or 'won', 'BASE-01'");
        Table::new(&[source("base", &format!("function p.on_duel(ev, m) {answer} end"))])
    };
    let (mut roles, mut numbers) = (body("'by'", "'against'"), body("m:who('by')", "m:who('against')"));
    for against in 17..22 {
        for table in [&mut roles, &mut numbers] {
            let (asked, who) = (duel(), [Token::from_index(4), Token::from_index(against)]);
            table.host.call(asked.hook, &asked.facts, &who, &mut table.play).unwrap();
            assert_eq!(table.play.state.pieces[against].pose, touchline_core::kick::Pose::Lying);
        }
    }
    assert_eq!((roles.host.remembered(), numbers.host.remembered()), (1, 5));
}

#[test]
fn a_call_that_looks_too_often_is_not_remembered() {
    let body = "function p.on_cod_tie(ev, m) for i = 1, 100 do m:score('home') end return 'attack', 'BASE-01' end";
    let mut table = Table::new(&[source("base", body)]);
    assert_eq!(table.tie(1).unwrap().0, "attack");
    assert_eq!(table.host.remembered(), 0);
}
