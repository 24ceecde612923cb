# For people: one word per thing to do. Scripts and CI call build/release/schedlab itself, because make turns every failure
# into exit code 2. Written for GNU make 3.81 too, which macOS has.
SHELL := /bin/bash
# What somebody gives, such as FILTER, comes to the commands by the environment, which needs no quoting.
.DEFAULT_GOAL := help
.PHONY: help setup build test bench verify mutants package tidy clean test_all test_elsewhere configure_tests

# Where it is built: build/, or where that can't be written, a folder below ~/.cache/schedlab.
ifndef SCHEDLAB_BUILD_ROOT
SCHEDLAB_BUILD_ROOT := $(shell harness/setup/build_root)
endif
export SCHEDLAB_BUILD_ROOT
root := $(SCHEDLAB_BUILD_ROOT)
# Another compiler than the system's c++ has a tree of its own.
release := $(root)/release$(if $(COMPILER),-$(subst /,.,$(COMPILER)))
export COMPILER
# Where make was called, also by make -C: there lies what WITH names by half a path.
ifndef CALLED_FROM
CALLED_FROM := $(PWD)
endif
export CALLED_FROM
# The program, which WITH=folder makes another one. From a checkout that can't be written it runs where make was called, for
# its results lie there.
elsewhere := "$(CURDIR)/harness/setup/elsewhere"
schedlab = $(if $(filter build,$(root)),,cd "$$CALLED_FROM" && )$(if $(WITH),"$$($(elsewhere) folder $(release))",$(release))/schedlab
jobs := $(shell getconf _NPROCESSORS_ONLN)
export NINJA_STATUS = [%f/%t]$() #

# A terminal shows ninja's single line; a log shows only what went wrong.
ninja := cmake --build $(release) --parallel $(jobs)
quietly := $$([ -t 1 ] || echo "-- --quiet")

help: ## lists the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 16
	@echo
	@echo '  make bench FILTER=queue/vyukov_ring   only the cells whose names match'
	@echo '             SUITE=quick|full           which suite (default: quick; full with a FILTER)'
	@echo '             THREADS=1,2,4              these thread counts'
	@echo '             OUT=folder                 where the results go (default: results/runs/<time>-<commit>)'
	@echo '             BUDGET=5                   at most so many minutes of measuring'
	@echo '  make verify FILTER=vyukov_ring        one design, a row per scenario'
	@echo '             SUITE=quick|full           seconds per design, or what "clean" stands for'
	@echo '  make test FILTER=queue_tests           only the test programs whose names match'
	@echo '  make test COMPILER=clang++            another compiler, in its own build/release-clang++; likewise build, bench, verify'
	@echo '  make bench WITH=folder                beside the lab'"'"'s designs those of a folder of yours (several: one,two);'
	@echo '                                        likewise test, verify, build. docs/adding.md begins from an empty folder'

setup: ## installs what is missing, from the system's packages
	@harness/setup/setup

build: ## builds build/release/schedlab
	@$(up_to_date) || harness/setup/configure release -B $(release)
	@echo "building $(release)/schedlab"
	@$(ninja) --target all $(quietly)
	@$(if $(WITH),$(elsewhere) build $(release))

test: ## installs what is missing, builds, and runs every test
	@harness/setup/setup bench test
	@$(MAKE) --no-print-directory $(if $(WITH),test_elsewhere,test_all)

bench: ## installs what is missing, builds, measures, and prints the tables
	@harness/setup/setup bench
	@$(MAKE) --no-print-directory build
	@$(schedlab) run $(if $(FILTER),"$$FILTER") $(if $(SUITE),--suite "$$SUITE") \
	  $(if $(THREADS),--threads "$$THREADS") $(if $(OUT),--out "$$OUT") $(if $(BUDGET),--budget "$$BUDGET")

verify: ## explores every own design, or those of WITH: no fault within bounds, or how it breaks
	@harness/setup/setup bench
	@$(MAKE) --no-print-directory build
	@$(schedlab) verify $(if $(FILTER),"$$FILTER") $(if $(SUITE),--suite "$$SUITE")

mutants: build ## breaks the designs on purpose: what share the checker finds (a quarter of an hour)
	@harness/verify/mutants/mutants.py $(release) $(if $(FILTER),--filter "$$FILTER")

package: build ## makes a Debian package of the program and the headers, in build/
	@harness/setup/setup package
	@cpack --config $(release)/CPackConfig.cmake -B build

tidy: ## checks format, clang-tidy and the house rules
	@harness/setup/setup bench test tidy
	@harness/tidy/tidy

clean: ## removes build/; results stay
	@rm -rf build $(wildcard $(root)/release*)

# Configured after the last installation, or what it brought would not be found; and here, not where the checkout once was.
configured_in = $$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' $(release)/CMakeCache.txt 2>/dev/null)
up_to_date = [ $(release)/build.ninja -nt $(root)/setup.log ] && [ "$(configured_in)" -ef . ]

test_all: configure_tests
	@echo "building schedlab and its tests"
	@$(ninja) --target all tests $(quietly)
	@harness/setup/run_tests $(release) $(if $(FILTER),"$$FILTER")

test_elsewhere:
	@$(MAKE) --no-print-directory build WITH=
	@$(elsewhere) test $(release)

configure_tests:
	@grep -qs '^SCHEDLAB_TESTS:BOOL=ON' $(release)/CMakeCache.txt && $(up_to_date) || \
	  harness/setup/configure release -B $(release) -D SCHEDLAB_TESTS=ON
