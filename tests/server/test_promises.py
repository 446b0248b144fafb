"""The page on what the server promises names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_is_there() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 50
    assert not [name for name in named if f"def {name}(" not in written]
    files = set(re.findall(r"`(tests/[\w/]+\.py)`", PAGE))
    assert not [name for name in files if not (ROOT / name).is_file()]
    pages = set(re.findall(r"`([\w-]+\.test\.ts)`", PAGE))
    assert not [name for name in pages if not (ROOT / "web" / "browser" / name).is_file()]


def test_every_defect_has_its_row() -> None:
    rows = re.findall(r"^\| (\d+) \| .*`test_", PAGE, re.MULTILINE)
    assert rows == [str(number) for number in range(1, 17)]
