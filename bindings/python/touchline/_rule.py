"""House rules in Python: the Lua header that stands for an object in the stack."""

from __future__ import annotations

import hashlib
import inspect
import re
from typing import Any

from . import _core
from .errors import PluginError

_HOOKS: dict[str, str] = {name: mode for name, mode, _ in _core.hooks()}
_BODIES = {
    "rule": "(ev, m, next) return next() end",
    "modify": "(ev, m, value) end",
    "notify": "(ev, m) end",
}
_FIELDS = ("requires", "clauses", "params", "state", "carry")


def bot(name: str, seed: int) -> _core.Bot:
    """Unpickles a bot."""
    return _core.bot(name, seed=seed)


def _lua(value: Any) -> str:
    """Plain data as a Lua expression."""
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
        return f'"{quoted}"'
    if isinstance(value, dict):
        fields = []
        for key, item in value.items():
            if not isinstance(key, str) or not re.fullmatch(r"[A-Za-z_]\w*", key):
                raise TypeError(f"a name is made of letters, digits and `_`, not {key!r}")
            fields.append(f"{key} = {_lua(item)}")
        return "{ " + ", ".join(fields) + " }"
    if isinstance(value, (list, tuple)):
        return "{ " + ", ".join(_lua(item) for item in value) + " }"
    raise TypeError(f"a {type(value).__name__} cannot stand in the header of a house rule")


def header(rule: Any) -> tuple[Any, str, str, str]:
    """The object, its name, its file and the Lua header made of its attributes. A class is called first."""
    if inspect.isclass(rule):
        rule = rule()
    cls = type(rule)
    hooks = [name for name in dir(cls) if name.startswith("on_") or name in _HOOKS]
    hooks += [name for name in vars(rule) if name.startswith("on_")] if hasattr(rule, "__dict__") else []
    if not hooks:
        raise PluginError(
            f"{rule!r} is no plugin: expected a path, the name of a built-in plugin, or an object with methods named after"
            f" hooks ({', '.join(list(_HOOKS)[:4])}, …)"
        )
    name = getattr(rule, "name", None) or re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
    try:
        file = inspect.getsourcefile(cls) or f"<{cls.__name__}>"
        source = inspect.getsource(cls)
    except (OSError, TypeError):
        file, source = f"<{cls.__name__}>", ""
    lines = [f"-- Python: {cls.__qualname__} {hashlib.sha256(source.encode()).hexdigest()}"]
    lines.append(f"local rule = {{ name = {_lua(name)}, api = 1")
    doc = getattr(rule, "doc", None) or (cls.__doc__ or "").strip().split("\n")[0]
    if doc:
        lines.append(f"  , doc = {_lua(doc)}")
    for field in _FIELDS:
        value = getattr(rule, field, None)
        if value:
            try:
                lines.append(f"  , {field} = {_lua(value)}")
            except TypeError as error:
                raise PluginError(f"`{field}` of {cls.__name__}: {error}", file=file, plugin=name) from error
    lines.append("}")
    for hook in dict.fromkeys(hooks):
        mode = _HOOKS.get(hook)
        lines.append(f"function rule.{hook}{_BODIES[mode or 'rule']}")
    lines.append("return rule")
    return rule, name, file, "\n".join(lines) + "\n"
