# Everything sets itself up: Python 3.11 or newer and make are enough.
VENV := .venv
BIN := $(VENV)/bin
PYTHON := python3 python3.14 python3.13 python3.12 python3.11
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade --strip-extras \
	--generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links --no-emit-options

LIGHTHOUSE_VERSION := 12.2.3
LIGHTHOUSE := .lighthouse/$(LIGHTHOUSE_VERSION)/node_modules/.bin/lighthouse

# Compile once and keep it, also where the machine's own setting says otherwise: it starts sooner.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run test audit format bench lighthouse screenshots translations lock clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 13

run: $(VENV)/run.stamp ## serve the app on $HOST (0.0.0.0) and $PORT (8000)
	@exec $(BIN)/python -m scripts.serve

test: $(VENV)/dev.stamp ## check the style, the types and every test
	@$(BIN)/python -m scripts.system_needs tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/pytest --numprocesses=2 --dist=worksteal

audit: $(VENV)/dev.stamp ## say which locked releases have a known weakness
	@$(BIN)/python -m scripts.audit

format: $(VENV)/dev.stamp ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/dev.stamp ## measure how fast it is
	$(BIN)/pytest --benchmark-only bench
	$(BIN)/python -m bench.serving
	$(BIN)/python -m bench.streams

lighthouse: $(VENV)/dev.stamp $(LIGHTHOUSE) ## measure the main pages as a phone sees them
	$(BIN)/python -m scripts.lighthouse $(LIGHTHOUSE)

screenshots: $(VENV)/dev.stamp ## draw the screens anew in docs/screens
	@$(BIN)/python -m scripts.system_needs tests
	$(BIN)/python -m scripts.screenshots

translations: $(VENV)/dev.stamp ## bring the catalogs of all languages up to date
	$(BIN)/python -m scripts.translations

lock: $(VENV)/dev.stamp ## choose the newest releases and lock them with their hashes
	$(LOCK) --output-file=requirements.txt pyproject.toml
	$(LOCK) --output-file=requirements-dev.txt --extra=dev --constraint=requirements.txt pyproject.toml

clean: ## take away all that was made, but not the scores
	rm -rf $(VENV) .lighthouse .pytest_cache .ruff_cache .hypothesis .benchmarks

$(VENV)/run.stamp: requirements.txt | $(BIN)/pip
	@echo "Installing what the app needs ..."
	@$(PIP_INSTALL) --no-compile -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt | $(BIN)/pip
	@echo "Installing what the app and its tests need ..."
	@$(PIP_INSTALL) -r requirements-dev.txt
	@touch $@ $(VENV)/run.stamp

$(LIGHTHOUSE): | $(VENV)/dev.stamp
	@$(BIN)/python -m scripts.system_needs lighthouse
	@echo "Installing Lighthouse $(LIGHTHOUSE_VERSION) ..."
	@npm install --no-save --no-audit --no-fund --loglevel=error \
	    --prefix .lighthouse/$(LIGHTHOUSE_VERSION) lighthouse@$(LIGHTHOUSE_VERSION)

$(BIN)/pip:
	@for python in $(PYTHON); do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    "$$python" -m scripts.system_needs venv && exec "$$python" -m venv $(VENV); \
	    exit 1; \
	done; \
	echo "Python 3.11 or newer is needed." >&2; exit 1
