# Verbatim: everything one does with it. `make` lists the targets.
SHELL := /bin/bash
SWIFT ?= swift
# Makes warnings errors, see Package.swift.
export VERBATIM_STRICT := 1
# Narrowing: `make check API=itunes`, `make record API=itunes SCENARIO=search-music ORIGIN=fake`.
API ?=
SCENARIO ?=
ORIGIN ?=
# Further arguments of the program: `make record ARGUMENTS="--only-stale 30d --report drift.md"`.
ARGUMENTS ?=
# Folders of the public test suites and of the data of some benchmarks; neither is part of the project.
SUITES ?=
DATA ?=
# Seconds to fuzz each job (60) or to soak (600), and the seed of what is random.
SECONDS ?=
SEED ?=
# The steps of `make adoption` and `make apple-probe`, and whether each of the latter has to fail on a copy that is
# broken on purpose.
STEPS ?=
SELF_TEST ?=
FUZZ_JOBS ?= parser yaml compiler validator pattern archive contract request source stream

# The tool of the example app, built only when a source is newer than the last build: asking SwiftPM takes more time than a check.
SOURCES := Package.swift $(shell find Sources -type f -not -path 'Sources/Development/*')
DEBUG := .build/make-debug
RELEASE := .build/make-release
VERBATIM = .build/debug/verbatim-app

.DEFAULT_GOAL := help
.PHONY: help build tool test exhaustive docs check diff diff-differential changes review infer mutate \
	record models status open lint format hooks another-day live-rehearsal adoption apple-probe clean ci offline conformance bench serving differential \
	pull-request-test release-test agents openapi reports html-report distributed fuzz soak

# What one does every day; the list begins with these.
FIRST := check test record review diff open

help: ## list the targets
	@awk -F ':.*## ' -v first="$(FIRST)" ' \
	  function line(name) { printf "make %-18s %s\n", name, text[name] } \
	  /^[a-z-]+:.*## / { text[$$1] = $$2; if (index(" " first " ", " " $$1 " ") == 0) rest[++count] = $$1 } \
	  END { \
	    n = split(first, names, " "); for (i = 1; i <= n; i++) line(names[i]); \
	    print "\nothers:"; for (i = 1; i <= count; i++) line(rest[i]) \
	  }' $(MAKEFILE_LIST)

build: ## build everything, debug
	$(SWIFT) build

tool: $(DEBUG) ## build the tool of the example app alone, debug

$(DEBUG): $(SOURCES)
	@echo "building verbatim-app, which takes some minutes the first time" >&2
	@$(SWIFT) build --quiet --product verbatim-app
	@touch $@

$(RELEASE): $(SOURCES)
	@echo "building verbatim-app with optimization, which takes some minutes the first time" >&2
	@$(SWIFT) build --quiet -c release --product verbatim-app
	@touch $@

# Otherwise all tests begin at once: 2,800 threads wait for two processors, and sockets that no one reads keep
# one of them busy.
test another-day offline: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 8
test: ## run all tests, offline
	$(SWIFT) test --parallel --quiet

# One by one: a test that computes for minutes would keep others from the threads that they share.
exhaustive: ## run all tests with everything they can try; takes half an hour
	VERBATIM_EXHAUSTIVE=1 $(SWIFT) test --no-parallel --quiet

check: $(DEBUG) ## check the committed recordings against contracts and models (API= narrows)
	@$(VERBATIM) check --strict $(API) $(ARGUMENTS)

# Without OLD=, the contracts of the commit at which this branch left the main branch.
diff: $(DEBUG) ## compare the contracts of the main branch with those here (OLD=, NEW=: files, folders, revisions)
	@$(VERBATIM) diff $(if $(NEW),$(or $(OLD),HEAD) $(NEW),$(OLD)) $(ARGUMENTS)

changes: $(DEBUG) ## report what a branch changes in contracts and recordings since BASE= (POST=1: as a comment)
	@python3 Tests/tools/pull_request.py changes $(if $(POST),--post) $(VERBATIM) $(BASE)

review: $(DEBUG) ## decide, cause by cause, about what recordings contradict in the contracts (API= narrows)
	@$(VERBATIM) review $(API) $(ARGUMENTS)

infer: $(DEBUG) ## bring the contract of API= up to its recordings, keeping what people wrote
	@test -n "$(API)" || { echo "make infer: name the API: make infer API=itunes" >&2; exit 2; }
	@$(VERBATIM) infer $(API) $(ARGUMENTS)

mutate: $(RELEASE) ## measure how strong the contracts are (API= narrows; SEED=)
	@.build/release/verbatim-app mutate $(if $(SEED),--seed $(SEED)) $(API) $(ARGUMENTS)

record: $(DEBUG) ## record from the providers again (API=, SCENARIO= narrow; ORIGIN=fake uses the fake providers)
	@$(VERBATIM) record $(if $(ORIGIN),--origin $(ORIGIN)) $(if $(SCENARIO),--scenario $(SCENARIO)) $(API) $(ARGUMENTS)

models: $(DEBUG) ## compare what the models read with the contracts and the recordings (API= narrows)
	@$(VERBATIM) models $(API) $(ARGUMENTS)

status: $(DEBUG) ## show the recordings of each API: age, origin, coverage, verdict
	@$(VERBATIM) status $(API) $(ARGUMENTS)

open: $(DEBUG) ## open the recordings in a browser: requests, bodies, images, changes (API= narrows)
	@$(VERBATIM) open $(API) $(ARGUMENTS)

lint: ## check format, names, wording, and that no module imports another undeclared
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	python3 Tests/tools/lint.py
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

format: ## format the sources in place
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

docs: $(DEBUG) ## test the blocks of README and articles: run commands, compare output (UPDATE=1 writes it)
	@python3 Tests/tools/docs.py $(if $(UPDATE),--update) $(VERBATIM)
	@python3 Tests/live/rehearsal.py --names

pull-request-test: $(DEBUG) ## test what the workflows post and open, in scratch repositories
	@python3 Tests/tools/pull_request_test.py $(VERBATIM)

release-test: ## test the workflow of a release, its artifact bundle and the action, in scratch folders
	$(SWIFT) build --quiet --product verbatim
	@SWIFT="$(SWIFT)" python3 Tests/tools/release_test.py .build/debug/verbatim

hooks: ## check commit messages in this clone
	git config core.hooksPath .githooks

live-rehearsal: $(DEBUG) ## record live from local copies of the providers, and show each failure (Linux; unshare, openssl; UPDATE=1)
	@python3 Tests/live/rehearsal.py $(VERBATIM) $(if $(UPDATE),--update)

adoption: ## adopt this package in others: a tool of one line, the plugin, init, XCTest, the articles (STEPS= narrows)
	@SWIFT="$(SWIFT)" python3 Tests/tools/adoption.py $(STEPS)

apple-probe: ## prove on Linux what can be proven about Apple's platforms (STEPS= narrows; SELF_TEST=1 breaks copies)
	@python3 Tests/apple/probe.py $(if $(SELF_TEST),--self-test) $(STEPS)

# Recordings of the providers will have other data than the committed ones, and properties that no one knows.
another-day: $(DEBUG) ## run all tests on recordings of another day, with other data (Linux; unshare)
	$(SWIFT) build --build-tests
	@rm -rf .build/another-day && mkdir -p .build/another-day
	@VERBATIM_FAKE="google-books=new-key,itunes=new-key,flickr=new-key,reqres=new-key" \
	VERBATIM_FAKE_CATALOGUE=Tests/Tool/VerbatimCommandsTests/AnotherDay \
	$(VERBATIM) record --origin fake --recordings .build/another-day/Recordings
	unshare --map-root-user --mount bash -c \
	  'mount --bind .build/another-day/Recordings Recordings && $(SWIFT) test --skip-build --parallel --quiet'

offline: ## run the tests where only 127.0.0.1 can be reached (Linux; unshare, iproute2)
	$(SWIFT) build --build-tests
	unshare --map-root-user --net bash -c 'ip link set lo up && $(SWIFT) test --skip-build'

conformance: ## run the public JSON, YAML and JSON Schema test suites in SUITES=
	@test -n "$(SUITES)" || { echo "make conformance: name the folder of the suites: SUITES=folder" >&2; exit 2; }
	$(SWIFT) run --quiet -c release verbatim-conformance $(SUITES)

bench: ## run the benchmarks, release, figures as FIG lines; with DATA= also its files (books, itunes, har-*)
	@if command -v wrk > /dev/null && command -v nginx > /dev/null; then $(MAKE) serving; fi
	$(SWIFT) build -c release --product verbatim-bench
	@bench=$$($(SWIFT) build -c release --show-bin-path)/verbatim-bench; set -e; \
	for job in replay lookup record first-reply diff; do $$bench $$job; done; \
	$$bench mutate Contracts/itunes.json Recordings/itunes/search-all.har; \
	test -n "$(DATA)" || exit 0; \
	$$bench parse $(DATA)/books.json $(DATA)/itunes.json $(DATA)/har-10000.har; \
	for file in $$(ls -S -r $(DATA)/har-*.har); do $$bench open $$file; done; \
	$$bench write $(DATA)/books.json $(DATA)/itunes.json; \
	for name in books itunes; do $$bench schema $(DATA) $$name; $$bench check $(DATA) $$name; done; \
	$$bench decode $(DATA)/itunes.json; \
	if test -d $(DATA)/corpus-books; then $$bench infer $(DATA)/corpus-books $(DATA)/corpus-itunes; fi

serving: ## measure verbatim serve beside nginx, release, figures as FIG lines (Linux; python3, wrk, nginx)
	$(SWIFT) build -c release --product verbatim
	@python3 Tests/tools/serving.py $$($(SWIFT) build -c release --show-bin-path)/verbatim

differential: ## compare with independent validators, h11 and nginx on generated input (python3, pip; node, nginx if installed)
	$(SWIFT) build -c release --product verbatim-conformance
	@test -x .build/differential/bin/python || python3 -m venv .build/differential
	@.build/differential/bin/pip install --quiet jsonschema jsonschema-rs h11
	@program=$$($(SWIFT) build -c release --show-bin-path)/verbatim-conformance; set -e; \
	.build/differential/bin/python Tests/differential/schemas.py $$program; \
	.build/differential/bin/python Tests/differential/requests.py $$program; \
	if command -v node > /dev/null; then node Tests/differential/patterns.mjs $$program; fi

openapi: $(DEBUG) ## hold the contracts that the tool writes to another validator of OpenAPI (python3, pip)
	@test -x .build/openapi/bin/python || python3 -m venv .build/openapi
	@.build/openapi/bin/pip install --quiet 'openapi-spec-validator>=0.9,<1'
	@.build/openapi/bin/python Tests/tools/openapi.py $(VERBATIM)

reports: $(DEBUG) ## validate reports against the official schemas of their formats in SUITES= (python3, pip)
	@test -n "$(SUITES)" || { echo "make reports: name the folder of the suites: SUITES=folder" >&2; exit 2; }
	@test -x .build/reports/bin/python || python3 -m venv .build/reports
	@.build/reports/bin/pip install --quiet jsonschema xmlschema
	@.build/reports/bin/python Tests/tools/reports.py $(VERBATIM) $(SUITES)

html-report: $(DEBUG) ## open HTML reports in headless Chromium: console, requests, sections, accessibility (python3, pip)
	@test -x .build/html-report/venv/bin/python || python3 -m venv .build/html-report/venv
	@.build/html-report/venv/bin/pip install --quiet playwright axe-playwright-python
	@.build/html-report/venv/bin/python Tests/tools/html_report.py $(VERBATIM)

agents: $(DEBUG) ## drive the server for agents with the client of the protocol's own SDK (python3, pip)
	@test -x .build/agents/bin/python || python3 -m venv .build/agents
	@.build/agents/bin/pip install --quiet 'mcp>=2.3,<3'
	@.build/agents/bin/python Tests/tools/mcp_client.py $(VERBATIM)

distributed: $(DEBUG) ## divide a check by xargs, a workflow, Dask and Spark, as the article Scaling does (python3, pip, java)
	@test -x .build/distributed/bin/python || python3 -m venv .build/distributed
	@.build/distributed/bin/pip install --quiet 'dask[distributed]' pyyaml
	@-.build/distributed/bin/pip install --quiet pyspark
	@.build/distributed/bin/python Tests/tools/distributed.py $(VERBATIM)

diff-differential: ## compare the comparison of contracts with the validator on PAIRS= (10,000) random pairs of schemas
	$(SWIFT) build --build-tests
	VERBATIM_DIFF_PAIRS=$(or $(PAIRS),10000) $(if $(SEED),VERBATIM_DIFF_SEED=$(SEED)) \
	$(SWIFT) test --skip-build --filter DifferentialTests

fuzz: ## fuzz each parser of foreign bytes for SECONDS=, with libFuzzer
	$(SWIFT) build -c release --sanitize fuzzer -Xswiftc -DFUZZING --product verbatim-fuzz --scratch-path .build/fuzz
	@export SWIFT_BACKTRACE=enable=no; for job in $(FUZZ_JOBS); do \
	  mkdir -p .build/fuzz/corpus/$$job; \
	  VERBATIM_FUZZ=$$job .build/fuzz/release/verbatim-fuzz \
	    -dict=Tests/fuzz/$$job.dict -timeout=10 -max_total_time=$(or $(SECONDS),60) \
	    .build/fuzz/corpus/$$job Tests/fuzz/$$job || exit 1; \
	done

soak: ## replay, record and cancel in parallel for SECONDS= (SEED= repeats a run), release
	$(SWIFT) build -c release --product verbatim-soak
	@$$($(SWIFT) build -c release --show-bin-path)/verbatim-soak $(or $(SECONDS),600) $(SEED)

ci: test check ## what CI runs

clean: ## remove all build products
	$(SWIFT) package clean
	@rm -f $(DEBUG) $(RELEASE)
