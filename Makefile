# Everything is installed in the virtual environment .venv, nothing elsewhere.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt $(shell find src cpp -name '*.py' -o -name '*.pyi' -o -name '*.[chi]pp' -o -name '*.inl')
CPP := $(shell find cpp -name '*.[ch]pp' -o -name '*.inl')

# $(call install,FOLDER) installs into a virtual environment: with uv, which takes a tenth of the time, or with pip.
UV ?= $(shell command -v uv 2>/dev/null)
export UV
install = $(if $(UV),$(UV) pip install --compile-bytecode --python $(1)/bin/python,$(1)/bin/python -m pip install) --quiet
environment = $(or $(2),$(PYTHON)) -m venv $(1) $(if $(UV),,&& $(1)/bin/python -m pip install --quiet --upgrade pip)

.PHONY: demo test check format docs page bench bench-corpus bench-paper bench-versus bench-defaults sanitize warnings types test-newest test-oldest wheel image clean

demo: $(VENV)/installed  ## topics of texts that exist on every machine
	$(BIN)/thalweg demo

test: $(VENV)/dev  ## all tests
	$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile

check: $(VENV)/dev  ## style, types, import layers, plain English
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests/contract/typed_use.py
	$(BIN)/clang-format --dry-run -Werror $(CPP)
	$(BIN)/lint-imports
	$(BIN)/python tools/check_prose.py

format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

docs: $(VENV)/dev  ## the documentation site: command line page, terminal examples, site/
	$(BIN)/python docs/reference/make_cli.py
	$(BIN)/python docs/reference/make_public_names.py
	$(BIN)/python tools/terminal_examples.py --write
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

page: ## the explorer's page: types, tests, and whether the committed build is that of web/
	cd web && npm ci --no-audit && npx tsc --noEmit && npx vitest run
	$(PYTHON) tools/check_page.py

bench: $(VENV)/dev  ## the kernel compared with the limits of this machine; a pass over a corpus on disk
	$(BIN)/python -m benchmarks.kernel
	$(BIN)/python -m benchmarks.paper.one_pass --fraction 0.01 --out benchmarks/paper/results/one_percent.json

bench-corpus: $(VENV)/dev  ## time and memory of reading files; needs 8 GB of disk
	$(BIN)/python -m benchmarks.corpus

bench-paper: $(VENV)/dev  ## the paper's experiments in small, 15 minutes; OPTIONS=--fresh starts over
	$(BIN)/python -m benchmarks.paper.readings $(OPTIONS)
	$(BIN)/python -m benchmarks.paper.curves $(OPTIONS)
	$(BIN)/python -m benchmarks.paper.five_seconds $(OPTIONS)
	$(BIN)/python -m benchmarks.paper.sixty_seconds $(OPTIONS)
	$(BIN)/python -m benchmarks.paper.report

bench-versus: $(VENV)/dev  ## comparison with other programs, 2 hours; OPTIONS="--task nips-20 --budget 10" for less
	$(PYTHON) -m venv .venv-rivals
	-sed 's/ *#.*//' benchmarks/versus/requirements-rivals.txt | xargs -n 1 .venv-rivals/bin/pip install --quiet
	$(BIN)/python -m benchmarks.versus --python .venv-rivals/bin/python $(OPTIONS)
	$(BIN)/python -m benchmarks.versus.report

bench-defaults: $(VENV)/dev  ## the value of each default, and a search for better ones, 15 minutes
	$(BIN)/python -m benchmarks.defaults $(OPTIONS)
	$(BIN)/python -m benchmarks.defaults.search $(OPTIONS)
	$(BIN)/python -m benchmarks.defaults.report

sanitize: $(VENV)/dev  ## C++ tests under the address, undefined-behaviour and thread sanitizers
	sh cpp/tests/sanitize.sh $(abspath $(BIN))

# What touches Python and other packages: the scikit-learn API, tables, files, plots, processes, the command line.
# The rest computes the same on every version.
COMPATIBILITY := tests/contract $(wildcard tests/test_*.py) tests/persistence tests/export tests/system \
  tests/plots/test_plots.py tests/golden/test_model_files.py tests/corpus/sources/test_frames.py \
  tests/corpus/sources/test_parquet.py tests/cli/test_choose_k.py tests/cli/test_demo_and_info.py \
  tests/cli/test_failures.py tests/cli/test_model_commands.py

# `make test` has one Python, this has the newest; those in between get the smoke test of `make wheel`.
NEWEST := .venv-newest
test-newest: dist/built  ## tests of the wheel with the newest Python on this machine
	@this=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	for version in 3.14 3.13 3.12 3.11; do \
	  if python$$version -c '' 2>/dev/null; then break; fi; \
	done; \
	if [ $$version = $$this ]; then echo "Python $$this is the newest on this machine, skipped"; exit 0; fi; \
	echo "== Python $$version"; set -e; \
	$(call environment,$(NEWEST),python$$version); \
	$(call install,$(NEWEST)) --no-index --no-deps --find-links dist thalweg; \
	$(call install,$(NEWEST)) thalweg --group dev; \
	$(NEWEST)/bin/python -m pytest --numprocesses=auto --dist=loadfile $(COMPATIBILITY)

# The same without what needs packages that are not among the oldest ones.
OLDEST := .venv-oldest
WITH_OLDEST := tests/contract tests/test_estimator.py tests/test_results.py tests/test_package.py \
  tests/persistence tests/plots tests/export tests/corpus/sources/test_frames.py \
  tests/corpus/sources/test_parquet.py tests/corpus/sources/test_workbook.py \
  tests/corpus/sources/test_text_file.py tests/corpus/text/test_stop_words.py \
  tests/explore/test_session.py tests/explore/test_requests.py tests/explore/test_notebook.py \
  tests/cli/test_choose_k.py tests/golden/test_model_files.py

test-oldest: dist/built  ## tests of the wheel with the oldest version of every dependency that pyproject.toml allows
	$(call environment,$(OLDEST))
	$(PYTHON) tools/oldest_versions.py > $(OLDEST)/oldest.txt
	$(call install,$(OLDEST)) --no-index --no-deps --find-links dist thalweg
	$(call install,$(OLDEST)) thalweg --requirement $(OLDEST)/oldest.txt
	$(call install,$(OLDEST)) --constraint $(OLDEST)/oldest.txt \
	  pytest pytest-xdist hypothesis sybil "pandas<3" pyarrow==17 httpx xlsxwriter nbclient ipykernel
	$(OLDEST)/bin/python -m pytest --numprocesses=auto --dist=loadfile $(WITH_OLDEST)

types: $(VENV)/dev  ## completeness of public types, where pyright can be installed
	$(call install,$(VENV)) pyright
	$(BIN)/python tools/check_types.py

warnings: $(VENV)/dev  ## the C++ with GCC and Clang, any warning is an error
	sh cpp/tests/warnings.sh $(abspath $(BIN))

image: $(VENV)/dev  ## the Dockerfile is linted, and built where a Docker engine runs
	$(BIN)/hadolint docker/Dockerfile
	@if docker info >/dev/null 2>&1; then docker build --file docker/Dockerfile --tag thalweg . && \
	  docker run --rm --network none thalweg demo >/dev/null; \
	else echo 'no Docker engine on this machine, not built'; fi

wheel: dist/built  ## sdist and manylinux wheels, each tried in an environment without a compiler

dist/built: $(VENV)/dev
	$(BIN)/python tools/wheels.py --out dist
	touch $@

clean:
	rm -rf build dist site .venv .venv-newest .venv-oldest .venv-rivals

$(VENV)/pip:
	$(call environment,$(VENV))
	touch $@

$(VENV)/installed: $(VENV)/pip $(SOURCES)
	$(call install,$(VENV)) $(if $(UV),--reinstall-package thalweg) .
	touch $@

$(VENV)/dev: $(VENV)/installed
	$(call install,$(VENV)) --group dev --group docs
	touch $@
