# Two commands do everything: `make play` and `make test`. Both install what they need into .venv the first time.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help play test lint bench docs lock clean

PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet

help: ## what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: .venv/.ready ## play: installs what it needs and starts a game
	@.venv/bin/escaramuza play tactics

test: .venv/.ready-dev lint ## the whole suite
	@.venv/bin/python -m pytest -n auto --dist worksteal
	@ESCARAMUZA_RULES=checked .venv/bin/python -m pytest -q -n auto tests/conformance tests/games tests/kernel
	@ESCARAMUZA_RULES=plain .venv/bin/python -m pytest -q -n auto tests/conformance tests/games tests/kernel

lint: .venv/.ready-dev ## style, types, layers, generated pages
	@.venv/bin/ruff check --quiet .
	@.venv/bin/ruff format --quiet --check .
	@.venv/bin/mypy --no-error-summary
	@.venv/bin/lint-imports --no-logo > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }
	@$(PY) -m docs.coverage --check

bench: .venv/.ready-bench ## speed, as figures and ratios of one run
	@$(PY) -m bench

docs: .venv/.ready-dev ## write the generated pages anew
	@$(PY) -m docs.coverage

lock: .venv/.ready-dev ## pin every dependency anew (needs uv)
	@for set in base dev bench; do \
	  extra=$$([ $$set = base ] && echo build || echo $$set); \
	  uv pip compile pyproject.toml --extra $$extra --universal --generate-hashes --no-header --no-emit-index-url \
	    --no-emit-find-links --quiet --python-version 3.11 --output-file requirements/$$set.txt || exit 1; done

clean: ## remove the virtual environment and caches
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@echo "setting up .venv …"
	@python3 -m venv .venv

.venv/.ready: .venv/bin/python requirements/base.txt pyproject.toml
	@echo "installing what the game needs …"
	@$(PIP) install --require-hashes -r requirements/base.txt
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

.venv/.ready-dev: .venv/.ready requirements/dev.txt
	@echo "installing what the tests need …"
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

.venv/.ready-bench: .venv/.ready requirements/bench.txt
	@echo "installing what the benchmark compares with …"
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@
