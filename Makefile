# Everything runs from a virtual environment of its own; `make demo` and `make test` need only Python >= 3.11.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: demo test check fast typing clean

demo: $(VENV)/.installed
	$(BIN)/yakume demo

# Lint, types, then every test: the fast ones first, the slow ones last, on up to four cores. The engine is held to full branch
# coverage; its census is covered by listing every hand.
PYTEST := $(BIN)/pytest -q -n logical --maxprocesses 4
COVER := --cov=engine --cov-branch --cov-append
test: check
	$(PYTEST) --dist loadfile -m "not slow" --ignore=tests/engine
	$(BIN)/coverage erase
	$(PYTEST) --dist loadfile -m "not slow" tests/engine tests/test_docs.py $(COVER) --cov-report=
	$(PYTEST) -m slow tests/engine/test_census.py $(COVER) --cov-report=term-missing:skip-covered --cov-fail-under=100
	$(PYTEST) -m slow --ignore=tests/engine/test_census.py

# What to run while working: seconds, not minutes.
fast: $(VENV)/.installed-dev
	$(PYTEST) --dist loadfile -m "not slow and not browser"

check: $(VENV)/.installed-dev typing
	$(BIN)/ruff check .
	$(BIN)/mypy

# mypy cannot follow the editable import hook: links with the import names help it.
typing:
	@mkdir -p .typing/yakume
	@for p in engine vision models datasets webui; do ln -sfn ../../$$p .typing/yakume/$$p; done

$(VENV)/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -e ".[dev,train]"
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .typing build dist *.egg-info
