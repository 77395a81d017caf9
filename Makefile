# Verbatim: what one does with it. `make` lists the targets.
SHELL := /bin/bash
SWIFT ?= swift
# `make check API=itunes`, `make record API=itunes SCENARIO=search-music ORIGIN=sandbox`
API ?=
SCENARIO ?=
ORIGIN ?= live
VERBATIM = $(SWIFT) run --quiet verbatim

.DEFAULT_GOAL := help
.PHONY: help build test check record status lint format clean ci

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build everything, debug
	$(SWIFT) build

test: ## run all tests, offline
	$(SWIFT) test --parallel

check: ## check the committed recordings against contracts and models (API= narrows)
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) check $(API)

record: ## record anew from the providers (API=, SCENARIO= narrow; ORIGIN=sandbox asks the stand-ins)
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) record --origin $(ORIGIN) $(if $(SCENARIO),--scenario $(SCENARIO)) $(API)

status: ## show what is recorded, when, and from where
	@$(SWIFT) build --quiet --product verbatim
	@$(VERBATIM) status $(API)

lint: ## check the format and that no module imports another undeclared
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

format: ## format the sources in place
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

ci: test check ## what CI runs

clean: ## remove what was built
	$(SWIFT) package clean
