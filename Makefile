# Two commands do everything: `make play` and `make test`. Both install what they need the first time.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help play test compiling lint explore bench turns load attack kills docs types lock package clean

# Kept even where the shell says otherwise: the tests start hundreds of processes, and each would compile again all that
# it imports.
export PYTHONDONTWRITEBYTECODE :=

PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
# uv takes seconds where pip takes half a minute; pip knows of mirrors that only its own settings name.
install = .venv/bin/uv pip install --quiet --python $(PY) $(1) || $(PIP) install $(1)
PORT ?= 8000
# Two more than there are cores: many tests wait for something other than a core.
PYTEST := $(PY) -m pytest -q -n $$(($$(nproc) + 2)) --dist worksteal
PREPARE := .venv/bin/escaramuza prepare --everything
RULES_TESTS := tests/conformance tests/games tests/kernel
# Whoever downloads leaves the cores to whoever compiles.
ASIDE := $(MAKE) --no-print-directory --jobs=3 --output-sync=target
WEB_SOURCES := $(shell find web/src web/public web/build -type f 2>/dev/null) web/index.html web/vite.config.js

help: ## what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: .venv/.ready web/dist/index.html ## play in the browser: installs what it needs, starts the app, prints the address
	@.venv/bin/escaramuza serve --port $(PORT) --browser

test: ## everything that a change must pass: linters, tests in compiled and plain Python, the web app in a browser
	@$(ASIDE) compiling .venv/.ready-system web/dist/index.html lint
	@$(PYTEST)
	@ESCARAMUZA_RULES=plain $(PYTEST) $(RULES_TESTS)
	@cd web && npm run --silent test
	@cd web && npm run --silent browser

# Every game's rules into the cache that all tests read.
compiling: .venv/.ready
	@$(PREPARE)

lint: .venv/.ready-dev web/node_modules/.ready ## style, types, layers, generated pages
	@.venv/bin/ruff check --quiet .
	@.venv/bin/ruff format --quiet --check .
	@.venv/bin/mypy --no-error-summary
	@.venv/bin/lint-imports --no-logo > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }
	@$(PY) -m docs.coverage --check
	@$(PY) -m docs.openapi --check
	@cd web && npm run --silent check && npm run --silent lint

# What fails says how to play it again: its example, or its lot.
explore: .venv/.ready-dev .venv/.ready-cluster ## look further than `make test`: rules with bounds checks, long series, tournaments, examples at random
	@$(PREPARE)
	@ESCARAMUZA_RULES=checked $(PREPARE)
	@ESCARAMUZA_RULES=checked $(PYTEST) --long $(RULES_TESTS)
	@export ESCARAMUZA_FORGLORY_GAMES=20 ESCARAMUZA_CAFE_GAMES=40; \
	export ESCARAMUZA_FORGLORY_FROM=$$((1000 + RANDOM)) ESCARAMUZA_CAFE_FROM=$$((1000 + RANDOM)); \
	$(PYTEST) --long --hypothesis-profile=explore \
	  $(RULES_TESTS) tests/agents tests/squads tests/press tests/lab tests/naive tests/server

bench: .venv/.ready-bench .venv/.ready-dev ## speed of rules, search and the lab, as figures and ratios of one run
	@$(PY) -m bench
	@$(PY) -m bench.lab

turns: .venv/.ready-dev ## how long each level thinks, in every game and in the largest battle
	@$(PY) -m bench.turns

load: .venv/.ready-dev .venv/.ready-system ## many matches at once on servers of their own
	@$(PY) -m bench.load

attack: .venv/.ready-dev .venv/.ready-system ## what people at the tables feel while others misuse a server; every attack that was tried
	@$(PYTEST) tests/attacks
	@$(PY) -m bench.attacks

kills: .venv/.ready-dev .venv/.ready-system ## servers, workers and PostgreSQL killed under play, a thousand times
	@$(PY) -m bench.kills

docs: .venv/.ready-dev web/node_modules/.ready ## write the generated pages and types again
	@$(PY) -m docs.coverage
	@$(PY) -m docs.openapi

package: .venv/.ready web/dist/index.html ## build the package to install with pip, web app included, into dist/
	@rm -rf dist
	@$(PY) -m hatchling build > .venv/package.log 2>&1 || { cat .venv/package.log; exit 1; }
	@ls dist/*

LOCK := .venv/bin/uv pip compile --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links \
  --quiet --python-version 3.11

# A cluster is tried in the same environment as everything else: nothing may have two versions.
lock: .venv/.ready-uv ## pin every dependency again
	@echo uv | $(LOCK) - --no-annotate --output-file requirements/uv.txt
	@for set in base dev bench cluster; do \
	  extra=$$([ $$set = base ] && echo build || echo $$set); \
	  same=$$([ $$set = cluster ] && echo --constraint requirements/dev.txt); \
	  $(LOCK) pyproject.toml --extra $$extra $$same --output-file requirements/$$set.txt || exit 1; done

clean: ## remove everything that was installed or built
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist web/node_modules web/dist

.venv/bin/python:
	@echo "setting up .venv …"
	@python3 -m venv .venv

.venv/.ready-uv: .venv/bin/python requirements/uv.txt
	@$(PIP) install --require-hashes -r requirements/uv.txt
	@touch $@

.venv/.ready: .venv/.ready-uv requirements/base.txt pyproject.toml
	@echo "installing what the games need …"
	@$(call install,--require-hashes -r requirements/base.txt)
	@$(call install,--no-build-isolation --no-deps --editable .)
	@touch $@

.venv/.ready-dev: .venv/.ready requirements/dev.txt
	@echo "installing what the tests need …"
	@$(call install,--require-hashes -r requirements/dev.txt)
	@touch $@

.venv/.ready-bench: .venv/.ready requirements/bench.txt
	@echo "installing what the benchmark compares with …"
	@$(call install,--require-hashes -r requirements/bench.txt)
	@touch $@

.venv/.ready-cluster: .venv/.ready requirements/cluster.txt
	@echo "installing what a cluster needs …"
	@$(call install,--require-hashes -r requirements/cluster.txt)
	@touch $@

.venv/.ready-system: tools/system.sh | .venv/bin/python
	@tools/system.sh
	@touch $@

web/node_modules/.ready: web/package.json web/package-lock.json
	@echo "installing what the web app is built with …"
	@# Not `npm ci`: it refuses a lock file that lacks the builds of other platforms, which some registries do not have.
	@cd web && npm install --no-save --no-audit --no-fund --silent
	@touch $@

web/dist/index.html: web/node_modules/.ready $(WEB_SOURCES)
	@echo "building the web app …"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@
