"""Runs every notebook of a folder from top to bottom, each in a folder of its own; with mypy on its code.

``python notebooks.py FOLDER`` fails when a cell fails; ``--write`` keeps the new outputs.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import nbformat
from mypy import api
from nbclient import NotebookClient


def code_of(notebook: nbformat.NotebookNode) -> str:
    """The code of a notebook as a program."""
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return "\n\n".join(cells) + "\n"


def main(folder: Path, write: bool) -> int:
    files = sorted(folder.glob("*.ipynb"))
    if not files:
        print(f"no notebook in {folder}")
        return 1
    for file in files:
        notebook = nbformat.read(file, as_version=4)
        with tempfile.TemporaryDirectory() as place:
            program = Path(place) / "program.py"
            program.write_text(code_of(notebook))
            said, _, status = api.run(["--ignore-missing-imports", str(program)])
            if status != 0:
                print(f"{file.name}\n{said}")
                return 1
            NotebookClient(notebook, timeout=600, resources={"metadata": {"path": place}}).execute()
        if write:
            nbformat.write(notebook, file)
        print(f"{file.name}: runs")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), "--write" in sys.argv))
