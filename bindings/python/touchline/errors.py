"""What can go wrong, and who is to blame.

Every error carries, where it is known, the file, line and column, the rule clause, the plugin and the hook it is about.
Mistakes of the caller are also `ValueError`s; failures while a match is played are also `RuntimeError`s.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "TouchlineError",
    "RulesetError",
    "ParameterError",
    "PluginError",
    "SquadError",
    "IllegalAction",
    "SaveError",
    "ReplayError",
    "UnknownBotError",
    "MatchError",
    "MatchOverError",
    "HookError",
    "BotError",
]


class TouchlineError(Exception):
    """The base of every error of this package."""

    #: The file that is wrong, where one is.
    file: str | None
    #: Its line, from 1.
    line: int | None
    #: Its column, from 1.
    column: int | None
    #: The clause of the rules that stands behind it.
    clause: str | None
    #: The plugin to blame.
    plugin: str | None
    #: The hook that was asked.
    hook: str | None

    def __init__(
        self,
        message: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        clause: str | None = None,
        plugin: str | None = None,
        hook: str | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.clause = clause
        self.plugin = plugin
        self.hook = hook

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.args[0] if self.args else "", dict(self.__dict__)))


def _rebuild(cls: type[TouchlineError], message: str, fields: dict[str, Any]) -> TouchlineError:
    error = cls(message)
    error.__dict__.update(fields)
    return error


class RulesetError(TouchlineError, ValueError):
    """A ruleset that does not exist or cannot be loaded."""


class ParameterError(RulesetError):
    """A parameter that no plugin declares, or a value out of its bounds."""


class PluginError(RulesetError):
    """A plugin file that is wrong; found before any match is played."""


class SquadError(TouchlineError, ValueError):
    """A squad that is malformed or that the rules refuse."""


class IllegalAction(TouchlineError, ValueError):
    """An action that is not legal now. The match is as it was."""


class SaveError(TouchlineError, ValueError):
    """Bytes that are no saved match, or one of other rules."""


class ReplayError(TouchlineError, ValueError):
    """A replay that cannot be read or written."""


class UnknownBotError(TouchlineError, ValueError):
    """No bot has this name."""


class MatchError(TouchlineError, RuntimeError):
    """A match that cannot go on."""


class MatchOverError(MatchError):
    """The match has ended: nothing more can be decided."""


class HookError(MatchError):
    """A plugin failed while a match was played. The match is as it was before the action."""


class BotError(MatchError):
    """A bot raised an exception (then its cause) or chose something that is no legal action."""
