"""Writes docs/openapi.json from the server, the client's types from that, and its constants. `--check` fails where they
are old."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from docs import constants

from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "docs" / "openapi.json"
TYPES = ROOT / "web" / "src" / "lib" / "openapi.d.ts"
CONSTANTS = TYPES.with_name("constants.ts")
TOOL = ROOT / "web" / "node_modules" / ".bin" / "openapi-typescript"


def schema() -> str:
    app = create_app(Settings(database="sqlite://"))
    return json.dumps(app.openapi(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def types(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "openapi.d.ts"
        source.write_text(text, encoding="utf-8")
        subprocess.run(
            [str(TOOL), str(source), "--output", str(target), "--default-non-nullable=false"],
            check=True,
            capture_output=True,
        )
        return target.read_text(encoding="utf-8")


def main(check: bool) -> int:
    text = schema()
    pages = {SCHEMA: text, TYPES: types(text), CONSTANTS: constants.page()}
    old = [path for path, page in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != page]
    for path in old:
        if check:
            print(f"{path.relative_to(ROOT)} is out of date: run `make docs`", file=sys.stderr)
        else:
            path.write_text(pages[path], encoding="utf-8")
    return 1 if check and old else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
