# Each target makes what it needs in .venv. Another interpreter: make PYTHON=/path/to/python3 test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: demo test check bench clean help

help: ## Say what the targets do
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY) ## Play every released task with baselines, print their scores, write a report
	rm -rf runs/demo
	$(BIN)/crm-gym evaluate --policy oracle,heuristic,random,refuse,transfer,noop --out runs/demo
	$(BIN)/crm-gym report runs/demo

test: $(READY) ## Run the tests
	$(BIN)/pytest -n auto

check: $(READY) ## Check style, types, import directions, spelling, and the tasks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/crm-gym check
	$(BIN)/crm-gym freeze --check
	$(BIN)/crm-gym pages --check
	$(BIN)/crm-gym audit --workers 2

bench: $(READY) ## Measure the speed figures, one JSON line each
	$(BIN)/python -m benchmarks

clean: ## Remove the virtual environment, caches and builds; runs/ stays
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || { \
	  echo "There is no '$(PYTHON)'. Name a Python of version 3.11 or later: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "crm-gym needs Python 3.11 or later; '$(PYTHON)' is $$("$(PYTHON)" -V 2>&1). Name another: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' has no venv module (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
