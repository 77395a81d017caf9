# Verbatim: what one does with it. `make` lists the targets.
SHELL := /bin/bash
SWIFT ?= swift
# `make check API=itunes`, `make record API=itunes SCENARIO=search-music ORIGIN=fake`
API ?=
SCENARIO ?=
ORIGIN ?= live
# Folders of the public suites and of the data of some benchmarks; neither is part of the project.
SUITES ?=
DATA ?=
# How long to fuzz each job (60) or to soak (600).
SECONDS ?=
SEED ?=
# What `make mutate` passes on.
ARGUMENTS ?=
FUZZ_JOBS ?= parser compiler validator pattern archive contract request
VERBATIM = $(SWIFT) run --quiet verbatim

.DEFAULT_GOAL := help
.PHONY: help build test check diff diff-differential infer mutate record models status lint format clean ci offline conformance bench differential fuzz soak

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build everything, debug
	$(SWIFT) build

test: ## run all tests, offline
	$(SWIFT) test --parallel

check: ## check the committed recordings against contracts and models (API= narrows)
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) check $(API)

diff: ## compare contracts, those of HEAD with those here (OLD=, NEW=: files, folders, HEAD~1, HEAD~1:Contracts/itunes.json)
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) diff $(or $(OLD),HEAD) $(or $(NEW),Contracts)

diff-differential: ## compare the comparison with the validator on PAIRS= (10,000) random pairs of schemas
	$(SWIFT) build --build-tests
	VERBATIM_DIFF_PAIRS=$(or $(PAIRS),10000) $(if $(SEED),VERBATIM_DIFF_SEED=$(SEED)) \
	$(SWIFT) test --skip-build --filter DifferentialTests

infer: ## bring the contract of API= up to its recordings, keeping what people wrote
	@test -n "$(API)" || { echo "make infer: say which one, API=name" >&2; exit 2; }
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) infer $(API)

mutate: ## measure how strong the contracts are, release (API= narrows; SEED=; ARGUMENTS= for others, as --write)
	@$(SWIFT) build --quiet -c release --product verbatim
	@$$($(SWIFT) build -c release --show-bin-path)/verbatim mutate $(if $(SEED),--seed $(SEED)) $(ARGUMENTS) $(API)

record: ## record anew from the providers (API=, SCENARIO= narrow; ORIGIN=fake asks the fake providers)
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) record --origin $(ORIGIN) $(if $(SCENARIO),--scenario $(SCENARIO)) $(API)

models: ## compare what the models read with what is promised and what was seen (API= narrows)
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) models $(API)

status: ## show what is recorded, when, and from where
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) status $(API)

lint: ## check the format and that no module imports another undeclared
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

format: ## format the sources in place
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

offline: ## run the tests where nothing but 127.0.0.1 can be reached (Linux; unshare, iproute2)
	$(SWIFT) build --build-tests
	unshare --map-root-user --net bash -c 'ip link set lo up && $(SWIFT) test --skip-build'

conformance: ## run the public JSON and JSON Schema suites in SUITES=
	@test -n "$(SUITES)" || { echo "make conformance: say where the suites are, SUITES=folder" >&2; exit 2; }
	$(SWIFT) run --quiet -c release verbatim-conformance $(SUITES)

bench: ## measure replays, release, figures as FIG lines; with DATA= also its files (books, itunes, har-*)
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

differential: ## compare verdicts with independent validators on generated pairs (python3, pip; node for patterns)
	$(SWIFT) build -c release --product verbatim-conformance
	@test -x .build/differential/bin/python || python3 -m venv .build/differential
	@.build/differential/bin/pip install --quiet jsonschema jsonschema-rs
	@program=$$($(SWIFT) build -c release --show-bin-path)/verbatim-conformance; set -e; \
	.build/differential/bin/python Tests/differential/schemas.py $$program; \
	if command -v node > /dev/null; then node Tests/differential/patterns.mjs $$program; fi

fuzz: ## fuzz for SECONDS= each what reads foreign bytes, with libFuzzer
	$(SWIFT) build -c release --sanitize fuzzer -Xswiftc -DFUZZING --product verbatim-fuzz --scratch-path .build/fuzz
	@export SWIFT_BACKTRACE=enable=no; for job in $(FUZZ_JOBS); do \
	  mkdir -p .build/fuzz/corpus/$$job; \
	  VERBATIM_FUZZ=$$job .build/fuzz/release/verbatim-fuzz \
	    -dict=Tests/fuzz/$$job.dict -timeout=10 -max_total_time=$(or $(SECONDS),60) \
	    .build/fuzz/corpus/$$job Tests/fuzz/$$job || exit 1; \
	done

soak: ## replay, record and cancel in parallel for SECONDS= (SEED= repeats one), release
	$(SWIFT) build -c release --product verbatim-soak
	@$$($(SWIFT) build -c release --show-bin-path)/verbatim-soak $(or $(SECONDS),600) $(SEED)

ci: test check ## what CI runs

clean: ## remove what was built
	$(SWIFT) package clean
