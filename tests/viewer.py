"""The viewer end to end; started by tests/viewer. Waits for what it expects with a limit, never for a fixed time."""

import fcntl
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

VIEWER, TOUCHLINE = os.environ["VIEWER"], os.environ["TOUCHLINE"]
LIMIT = 60.0
skipped = []
# A game of each kind of board, and the one with the most rules: what only the file decides needs no more.
FEW = ("tournament", "seven", "tomy")


def until(what, test):
    """Waits until `test` gives something true."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        found = test()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {LIMIT:.0f} s: {what}")


def run(*args, code=0, display=None):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    if display:
        env["DISPLAY"] = display
    done = subprocess.run([str(a) for a in args], capture_output=True, text=True, env=env, timeout=600)
    assert done.returncode == code, f"{args}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done


class Window:
    """A viewer on a virtual screen, and what it says it shows."""

    def __init__(self, display, *args, program=VIEWER):
        env = dict(os.environ, DISPLAY=display)
        self.env, self.lines, self.errors = env, [], []
        self.begun = time.monotonic()
        self.process = subprocess.Popen([program, *map(str, args), "--report"], env=env, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for stream, into in ((self.process.stdout, self.lines), (self.process.stderr, self.errors)):
            threading.Thread(target=lambda s, i: [i.append(line.rstrip()) for line in s], args=(stream, into),
                             daemon=True).start()
        until("READY", lambda: "READY" in self.lines or self.process.poll() is not None)
        self.ready = time.monotonic() - self.begun
        assert "READY" in self.lines, self.errors

    def do(self, *command):
        subprocess.run(["xdotool", *map(str, command)], env=self.env, check=True, timeout=30)

    def click(self, x, y):
        """Presses and lets go slowly enough for a window that draws few frames."""
        self.do("mousemove", x, y)
        self.do("mousedown", 1)
        time.sleep(0.2)
        self.do("mouseup", 1)

    def state(self):
        """The latest line as words."""
        line = self.lines[-1]
        words = dict(pair.split("=") for pair in line.split(":")[0].split() if "=" in pair)
        return {"playing": line.startswith("playing"), "event": int(words.get("event", -1)), "of": int(words.get("of", 0)),
                **{k: v for k, v in words.items() if k not in ("event", "of")}, "line": line}

    def becomes(self, what, test):
        return until(f"{what}; it says: {self.lines[-1]}", lambda: test(self.state()) and self.state())

    def key(self, name, what, test):
        self.do("key", name)
        return self.becomes(f"{name}: {what}", test)

    def memory(self):
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text).group(1))

    def close(self):
        self.do("key", "q")
        return self.process.wait(timeout=LIMIT)


def exports(folder, replays):
    for ruleset, replay in replays.items():
        out = folder / f"{ruleset}.png"
        run(VIEWER, replay, "--export", out, "--size", "900x600")
        size = struct.unpack(">II", out.read_bytes()[16:24])
        assert size == (900, 600), size
        run(VIEWER, replay, "--export", folder / f"{ruleset}.html")
    for ruleset in FEW:
        gif = folder / f"{ruleset}.gif"
        run(VIEWER, replays[ruleset], "--export", gif, "--from", "20s", "--to", "21s", "--size", "640x400")
        assert gif.read_bytes()[:6] == b"GIF89a"
    replay = replays["base"]
    run(VIEWER, replay, "--export", folder / "goal.html", "--from", "goal1", "--speed", 2)
    run(VIEWER, replay, "--export", folder / "twice.png", "--size", "900x600@2")
    assert struct.unpack(">II", (folder / "twice.png").read_bytes()[16:24]) == (1800, 1200)
    film = folder / "base.mp4"
    if shutil.which("ffmpeg"):
        run(VIEWER, replay, "--export", film, "--from", "20s", "--to", "24s", "--speed", "4", "--size", "641x401")
        assert film.read_bytes()[4:8] == b"ftyp"
        probe = ["ffprobe", "-v", "error", "-show_entries", "stream=width,height,nb_frames", "-of", "csv=p=0", film]
        if shutil.which("ffprobe"):
            # Four seconds four times as fast are one second, and a last picture; sides are made even.
            assert run(*probe).stdout.strip() == "640,400,31", run(*probe).stdout
    else:
        said = run(VIEWER, replay, "--export", film, "--from", "20s", "--to", "21s", code=1).stderr
        assert "needs ffmpeg" in said and not film.exists(), said
        skipped.append("mp4: no ffmpeg here (its message was checked)")
    said = run(VIEWER, replay, "--export", folder / "x.bmp", code=1).stderr
    assert ".png, .gif, .mp4 or .html" in said
    assert "no display" in run(VIEWER, replay, code=1).stderr
    run(TOUCHLINE, "watch", replay, "--export", folder / "watch.png")
    assert (folder / "watch.png").stat().st_size > 10_000


def damaged(folder, replay):
    """Bad files: said on the terminal, and the sound part is shown."""
    whole = replay.read_bytes()
    half = folder / "half.jsonl"
    half.write_bytes(whole[: len(whole) // 2])
    said = run(VIEWER, half, "--export", folder / "half.png").stderr
    assert "cut off" in said, said
    changed = folder / "changed.jsonl"
    changed.write_bytes(whole.replace(b'"type":"possession"', b'"type":"posession"', 1))
    assert "is wrong" in run(VIEWER, changed, "--export", folder / "changed.png").stderr
    foreign = folder / "foreign.jsonl"
    foreign.write_bytes(b"\x89PNG\r\n\x1a\n not a replay")
    assert "no Touchline replay" in run(VIEWER, foreign, "--export", folder / "f.png", code=1).stderr
    house = folder / "martian.lua"
    house.write_text('return { name = "martian", api = 1, requires = { "base/cod" }, clauses = {} }\n')
    strange = folder / "strange.jsonl"
    run(TOUCHLINE, "play", "--seed", 1, "--plugin", house, "--out", strange, "--json")
    assert "the plugin `martian`" in run(VIEWER, strange, "--export", folder / "strange.png").stderr
    # Rules of another name are a folder away: the viewer does not have it.
    rules = folder / "house" / "rulesets"
    rules.mkdir(parents=True)
    text = Path("rulesets/base.yaml").read_text()
    (rules / "moon.yaml").write_text(text.replace("ruleset: base", "ruleset: moon", 1))
    moon = folder / "moon.jsonl"
    run(TOUCHLINE, "--path", folder / "house", "play", "--ruleset", "moon", "--seed", 1, "--out", moon, "--json")
    for name in ("moon.png", "moon.html"):
        said = run(VIEWER, moon, "--export", folder / name).stderr
        assert "the ruleset `moon`" in said and "error" not in said, said
    packed = folder / "packed.jsonl.zst"
    run(TOUCHLINE, "play", "--seed", 1, "--out", packed, "--json")
    packed.write_bytes(packed.read_bytes()[:-9000])
    assert "cut off" in run(VIEWER, packed, "--export", folder / "packed.png").stderr
    said = run(VIEWER, half, "--export", folder / "half.html").stderr
    assert "cut off" in said, said
    newer = folder / "newer.jsonl"
    newer.write_bytes(re.sub(rb'"format":(\d+)', rb'"format":9\1', whole, count=1))
    assert "newer Touchline" in run(VIEWER, newer, "--export", folder / "n.png", code=1).stderr
    return {"half": half, "changed": changed, "foreign": foreign, "newer": newer, "strange": strange, "moon": moon}


def window(display, folder, replay, short, bad):
    view = Window(display, replay)
    print(f"  first frames after {view.ready:.2f} s")
    view.becomes("it plays", lambda s: s["playing"] and s["event"] > 0)
    view.key("space", "pauses", lambda s: not s["playing"])
    before = view.state()["event"]
    view.key("Right", "steps on", lambda s: s["event"] > before)
    view.key("Left", "steps back", lambda s: s["event"] <= before)
    view.key("g", "a goal", lambda s: s["event"] > before + 5)
    view.key("Up", "faster", lambda s: s["speed"] == "2")
    view.key("l", "loops", lambda s: s["loop"] == "true")
    view.key("x", "changes sides", lambda s: s["flip"] == "true")
    view.key("t", "statistics", lambda s: s["stats"] == "true")
    view.key("t", "no statistics", lambda s: s["stats"] == "false")
    view.key("question", "help", lambda s: s["help"] == "true")
    view.key("Escape", "no help", lambda s: s["help"] == "false")
    # What plays goes on playing when the scrubber is let go; standing still, a click can be told from the passing of time.
    if view.state()["playing"]:
        view.key("space", "pauses", lambda s: not s["playing"])
    # The scrubber: pressed at a quarter, dragged to three quarters, let go.
    view.do("mousemove", 16 + 312, 741)
    view.do("mousedown", 1)
    quarter = view.becomes("a quarter", lambda s: 0.1 < s["event"] / s["of"] < 0.4)
    view.do("mousemove", 600, 741)
    view.do("mousemove", 16 + 936, 741)
    view.becomes("three quarters", lambda s: 0.6 < s["event"] / s["of"] < 0.9)
    view.do("mouseup", 1)
    # A slow frame must see the button up before the mouse moves on, or the next press would look like the same one.
    time.sleep(1)
    view.do("mousemove", 600, 400)
    time.sleep(1)
    stays = lambda s: 0.6 < s["event"] / s["of"] < 0.9 and s["event"] > quarter["event"] and not s["playing"]
    now = view.becomes("it stays", stays)["event"]
    # A line of the story above the lit one.
    view.click(1090, 100)
    view.becomes("an earlier line", lambda s: s["event"] < now and not s["playing"])
    # The play button.
    view.click(176, 774)
    view.becomes("it plays", lambda s: s["playing"])
    view.key("Home", "the start", lambda s: s["event"] < 60)
    assert view.close() == 0

    # A short match in a fast loop: memory stays where it is.
    view = Window(display, short, "--loop", "--speed", "16")
    view.becomes("well on its way", lambda s: s["event"] > s["of"] / 2)
    first = view.memory()
    view.becomes("the start again", lambda s: s["event"] < s["of"] / 4)
    view.becomes("well on its way again", lambda s: s["event"] > s["of"] / 2)
    print(f"  memory {first // 1024} MB, after a round {view.memory() // 1024} MB")
    assert view.memory() < first * 1.15 + 4096
    assert view.close() == 0

    # A file that grows, as one that is being written.
    growing = folder / "growing.jsonl"
    growing.write_bytes(bad["half"].read_bytes())
    view = Window(display, growing)
    of = view.becomes("live", lambda s: s["live"] == "true")["of"]
    growing.write_bytes(replay.read_bytes())
    view.becomes("the whole match", lambda s: s["of"] > of and s["live"] == "false")
    assert view.close() == 0

    # A fresh match, and a file that is none.
    view = Window(display, "--seed", "3")
    view.becomes("it plays", lambda s: s["event"] > 0 and s["of"] > 100)
    assert view.close() == 0
    for name, word in (("foreign", "no Touchline replay"), ("newer", "newer Touchline")):
        view = Window(display, bad[name])
        assert word in view.lines[-1] and word in " ".join(view.errors), view.lines
        assert view.close() == 1
    # One that is damaged is shown as far as it is sound; of an unknown ruleset, whole.
    view = Window(display, bad["changed"])
    shown = view.becomes("the sound part", lambda s: s["of"] > 0)
    assert "is wrong" in " ".join(view.errors) and view.close() == 0, view.errors
    for name, word in (("strange", "the plugin `martian`"), ("moon", "the ruleset `moon`")):
        view = Window(display, bad[name])
        assert view.becomes("all of it", lambda s: s["of"] > shown["of"] and word in s["line"])
        assert word in " ".join(view.errors) and view.close() == 0, view.errors
    # The command line starts it too.
    view = Window(display, "watch", replay, "--paused", program=TOUCHLINE)
    view.becomes("it is paused", lambda s: not s["playing"] and s["of"] > 0)
    assert view.close() == 0


class Browser:
    """Headless Chromium, spoken to through a pipe."""

    def __init__(self, folder):
        # Chromium reads from 3 and writes to 4: our own ends must not be either.
        ours, theirs = ([fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in os.pipe()] for _ in range(2))

        def plumb():
            os.dup2(ours[0], 3)
            os.dup2(theirs[1], 4)

        flags = ["--headless", "--no-sandbox", "--remote-debugging-pipe", "--use-gl=angle", "--use-angle=swiftshader",
                 "--enable-unsafe-swiftshader", "--disable-background-networking", "--window-size=1280,800",
                 f"--user-data-dir={folder / 'chromium'}"]
        self.process = subprocess.Popen(["chromium", *flags], preexec_fn=plumb, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(ours[0])
        os.close(theirs[1])
        self.out, self.input = os.fdopen(ours[1], "wb"), os.fdopen(theirs[0], "rb")
        self.number, self.answers, self.events, self.session = 0, {}, [], None
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        text = b""
        while chunk := self.input.read1(65536):
            text += chunk
            *messages, text = text.split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self.answers[message["id"]] = message
                else:
                    self.events.append(message)

    def ask(self, method, **params):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        self.out.flush()
        answer = until(method, lambda: self.answers.pop(number, None))
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, page):
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.events.clear()
        for domain in ("Runtime", "Log", "Page"):
            self.ask(f"{domain}.enable")
        self.ask("Page.navigate", url=page.as_uri())

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def label(self):
        return self.value("document.getElementById('glcanvas')?.getAttribute('aria-label')") or ""

    def errors(self):
        bad = [e for e in self.events if e["method"] == "Runtime.exceptionThrown"]
        bad += [e for e in self.events if e["method"] == "Runtime.consoleAPICalled" and e["params"]["type"] == "error"]
        bad += [e for e in self.events if e["method"] == "Log.entryAdded" and e["params"]["entry"]["level"] == "error"]
        return bad

    def key(self, key, code, number):
        for kind in ("rawKeyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number)

    def click(self, x, y):
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
            time.sleep(0.2)


def web(folder, replays):
    """The kept player plays what the present engine writes, of every ruleset."""
    browser = Browser(folder)
    try:
        for ruleset, replay in replays.items():
            events = sum(line.startswith(b'{"e":') for line in replay.read_bytes().splitlines())
            browser.open(folder / f"{ruleset}.html")
            until(f"{ruleset} plays", lambda: f"of={events} " in browser.label())
            browser.click(640, 300)
            browser.key(" ", "Space", 32)
            until("space pauses", lambda: browser.label().startswith("paused"))
            at = lambda: int(re.search(r"event=(-?\d+)", browser.label()).group(1))
            before = at()
            browser.key("ArrowRight", "ArrowRight", 39)
            until("an arrow steps on", lambda: at() > before)
            height = browser.value("innerHeight")
            width = browser.value("innerWidth")
            browser.click(width * 0.75, height - 59 * max(0.82, min(width / 1280, height / 800)))
            until("a click on the scrubber", lambda: at() > events * 0.6)
            shot = browser.ask("Page.captureScreenshot", format="png")["data"]
            assert len(shot) > 40_000, "the page is blank"
            assert not browser.errors(), browser.errors()
            if ruleset == "base":
                strange(browser, folder)
            print(f"  {ruleset}: {(folder / f'{ruleset}.html').stat().st_size // 1024} KB, {events} events")
    finally:
        browser.process.terminate()
        browser.process.wait(timeout=30)


def strange(browser, folder):
    """A page says what the window says: what nobody knows, what is missing; and begins where it was told to."""
    for page, word in (("moon", "not known here: the ruleset `moon`"), ("half", "cut off after line")):
        browser.open(folder / f"{page}.html")
        until(f"{page}: {word}", lambda: word in browser.label())
        browser.click(browser.value("innerWidth") * 0.3, 64)
        until("a click takes it away", lambda: word not in browser.label())
        assert not browser.errors(), browser.errors()
    browser.open(folder / "goal.html")
    until("it begins with the goal", lambda: "event=3" in browser.label() and "speed=2" in browser.label())


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        listed = json.loads(run(TOUCHLINE, "rules", "--json").stdout)
        rulesets = [r["name"] if isinstance(r, dict) else r for r in (listed if isinstance(listed, list) else listed["rulesets"])]
        replays = {}
        for ruleset in rulesets:
            replays[ruleset] = folder / f"{ruleset}.jsonl"
            run(TOUCHLINE, "play", "--ruleset", ruleset, "--seed", 1, "--out", replays[ruleset], "--json")
        print("exports without a display")
        exports(folder, replays)
        bad = damaged(folder, replays["base"])
        if shutil.which("Xvfb") and shutil.which("xdotool"):
            print("the window")
            reading, writing = os.pipe()
            screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24"],
                                      pass_fds=(writing,), stderr=subprocess.DEVNULL)
            try:
                display = ":" + os.read(reading, 20).decode().strip()
                window(display, folder, replays["base"], replays["tomy"], bad)
            finally:
                screen.terminate()
                screen.wait(timeout=30)
        else:
            skipped.append("the window: no Xvfb and xdotool here (Debian: apt-get install xvfb xdotool libgl1-mesa-dri)")
        if shutil.which("chromium"):
            print("the web player")
            web(folder, replays)
        else:
            skipped.append("the web player: no chromium here (Debian: apt-get install chromium)")
    for what in skipped:
        print(f"skipped: {what}")
    if len(skipped) >= 2 and not shutil.which("Xvfb") and not shutil.which("chromium"):
        return 77
    print("The viewer holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
