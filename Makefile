# Everything runs in .venv, which is made from pyproject.toml when that has changed.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest

.PHONY: help run test test-slow lint format bench bench-slow texts gallery lock audit clean
.DEFAULT_GOAL := help

help:
	@echo "make run      set up and start: on Discord with DISCORD_TOKEN, else in an offline Discord in the browser"
	@echo "make test     set up and run the tests          make test-slow   the long ones"
	@echo "make lint     style, types, imports             make format      put the style right"
	@echo "make bench    print the figures                 make bench-slow  those that take long"
	@echo "make texts    update the translations and list what is missing"
	@echo "make gallery  draw every game in every theme, on a page"
	@echo "make lock     write requirements.lock anew      make audit       known vulnerabilities in what is locked"
	@echo "make clean    remove .venv and what was built"

.venv/run.stamp: pyproject.toml
	@echo "Setting up .venv – about a minute the first time …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[sandbox]'
	@touch $@

.venv/dev.stamp: pyproject.toml
	@echo "Setting up .venv – about a minute the first time …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/run.stamp

run: .venv/run.stamp
	@$(BIN)/python -m bot

test: .venv/dev.stamp
	@$(PYTEST) -n auto --dist worksteal

test-slow: .venv/dev.stamp
	@$(PYTEST) -n auto --dist worksteal --durations 8 -m "slow and not bench"

lint: .venv/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: .venv/dev.stamp
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: .venv/dev.stamp
	@$(PYTEST) -m "bench and not slow" -s tests/benchmarks

bench-slow: .venv/dev.stamp
	@$(PYTEST) -m "bench and slow" -s tests/benchmarks

texts: .venv/dev.stamp
	@$(BIN)/python -m bot.locale

gallery: .venv/dev.stamp
	@$(BIN)/python -m render.gallery build/gallery
	@echo "build/gallery/index.html"

.venv/tools.stamp:
	@$(PYTHON) -m venv .venv/tools
	@.venv/tools/bin/pip install --quiet --disable-pip-version-check --retries 1 --timeout 10 'uv>=0.5' 'pip-audit>=2.7'
	@touch $@

# Versions that are locked already stay, unless pyproject.toml forbids them; UPGRADE=1 takes the newest of all.
lock: .venv/tools.stamp
	@.venv/tools/bin/uv pip compile --quiet --universal --python-version 3.11 --extra postgres --generate-hashes \
		--no-emit-index-url --no-annotate --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade) \
		--output-file requirements.lock pyproject.toml

# Where the tools cannot be fetched, the audit says that it learned nothing, as it does without the advisories.
audit:
	@$(MAKE) --silent --no-print-directory .venv/tools.stamp || true
	@$(PYTHON) deploy/audit.py .venv/tools/bin/pip-audit

clean:
	rm -rf .venv build *.egg-info
