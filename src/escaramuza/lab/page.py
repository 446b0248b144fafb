"""An answer as one HTML file: nothing is loaded, plots are SVG within it, light and dark.

Plots are drawn here, by some forty lines, since all there is to draw is points with intervals: a plotting library would
bring fonts or scripts along, and its pages would be a hundred times as large.
"""

import math
from html import escape
from typing import Any

from escaramuza.lab.answers import Answer, Figure, Section, say
from escaramuza.words import FALLBACK

WIDTH, EDGE, ROW, MARGIN = 600, 34, 40, 34
LONGEST = 76
STYLE = """
:root { color-scheme: light dark; --ink: #23201b; --paper: #faf7f0; --soft: #6d665a; --line: #d8d0c0; --mark: #8c2f1b }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6da; --paper: #1d1b18; --soft: #a79f91; --line: #3d3932; --mark: #e8907a } }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.25 } h2 { font-size: 1.1rem; margin-top: 2rem }
.answer { font-size: 1.2rem; border-left: 4px solid var(--mark); padding-left: 1rem }
.warning { border: 1px solid var(--mark); padding: .5rem 1rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line) }
td:not(:first-child), th:not(:first-child) { text-align: right; white-space: nowrap }
@media (max-width: 30rem) { table { font-size: .8rem } }
.note, footer { color: var(--soft); font-size: .9rem } svg { width: 100%; height: auto }
svg { max-width: 40rem; margin-top: .5rem }
svg text { fill: var(--ink); font: 14px system-ui, sans-serif } svg .tick { fill: var(--soft); font-size: 12px }
svg .label { paint-order: stroke; stroke: var(--paper); stroke-width: 4px }
.wide { overflow-x: auto }
code { overflow-wrap: anywhere }
"""


def html(answer: Answer) -> str:
    """The whole page."""
    lang = answer.lang
    parts = [f"<h1>{escape(answer.question)}</h1>", f'<p class="answer">{escape(answer.sentence)}</p>']
    parts += [f'<p class="warning">{escape(text)}</p>' for text in answer.warnings]
    for section in answer.sections:
        parts.append(f"<h2>{escape(section.title)}</h2>")
        parts.append(plot(section, lang))
        parts.append(_table(section, lang))
        if section.note:
            parts.append(f'<p class="note">{escape(section.note)}</p>')
    parts.append(f"<h2>{escape(say('HOW', lang))}</h2><ul>")
    parts += [f"<li>{escape(line)}</li>" for line in answer.design]
    parts.append(f"</ul><p>{escape(say('REPEAT', lang))} <code>{escape(answer.repeat)}</code></p>")
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(answer.question)}</title>'
        f"<style>{STYLE}</style></head><body>\n<main>{body}</main>\n</body></html>\n"
    )


def _table(section: Section, lang: str) -> str:
    heads = [say("COLUMN_WHAT", lang), say("COLUMN_VALUE", lang), say("COLUMN_INTERVAL", lang)]
    beside = any(figure.beside is not None for figure in section.figures)
    if beside:
        heads.append(say("COLUMN_PUBLISHED", lang))
    rows = ["".join(f"<th>{escape(head)}</th>" for head in heads)]
    for figure in section.figures:
        found = figure.estimate
        cells = [figure.label, figure.text(found.value, lang), figure.interval(lang)]
        if beside:
            cells.append("" if figure.beside is None else figure.text(figure.beside, lang))
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    return '<div class="wide"><table>' + "".join(f"<tr>{row}</tr>" for row in rows) + "</table></div>"


def plot(section: Section, lang: str = FALLBACK) -> str:
    """Points with their intervals on one scale; labels stand above them, so that it is read on a phone as well."""
    figures = section.figures
    if not figures:
        return ""
    low, high, step = _scale(section)
    height = ROW * len(figures) + MARGIN

    def x(number: float) -> str:
        return f"{EDGE + (WIDTH - 2 * EDGE) * (number - low) / (high - low):.1f}"

    drawn = []
    for k in range(round((high - low) / step) + 1):
        at = x(low + k * step)
        drawn.append(_line(at, 0, at, height - MARGIN + 4, "var(--line)", 1))
        text = escape(figures[0].text(low + k * step, lang))
        drawn.append(f'<text class="tick" x="{at}" y="{height - 12}" text-anchor="middle">{text}</text>')
    if section.reference is not None:
        at = x(section.reference)
        drawn.append(_line(at, 0, at, height - MARGIN + 4, "var(--soft)", 2))
    for place, figure in enumerate(figures):
        drawn += _mark(figure, x, ROW * place)
    title = escape(section.title)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">' + "".join(drawn) + "</svg>"


def _mark(figure: Figure, x: Any, top: int) -> list[str]:
    found, y = figure.estimate, top + ROW - 12
    label = figure.label if len(figure.label) <= LONGEST else figure.label[: LONGEST - 1] + "…"
    drawn = [f'<text class="label" x="0" y="{top + 16}">{escape(label)}</text>']
    drawn.append(_line(x(found.low), y, x(found.high), y, "var(--mark)", 3))
    drawn.append(f'<circle cx="{x(found.value)}" cy="{y}" r="5" fill="var(--mark)"/>')
    if figure.beside is not None:
        drawn.append(f'<rect x="{float(x(figure.beside)) - 2}" y="{y - 8}" width="4" height="16" fill="var(--soft)"/>')
    return drawn


def _line(x1: str, y1: int, x2: str, y2: int, colour: str, width: int) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'


def _scale(section: Section) -> tuple[float, float, float]:
    """From where to where, and the step between marks: round numbers, of which there are four to eight."""
    numbers = [n for f in section.figures for n in (f.estimate.low, f.estimate.high, f.beside) if n is not None]
    if section.reference is not None:
        numbers.append(section.reference)
    low, high = min(numbers), max(numbers)
    least = 0.01 if section.figures[0].unit in ("share", "points") else 1.0
    rough = max(high - low, least) / 5
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return math.floor(low / step) * step, math.ceil(max(high, low + step) / step) * step, step
