# Thin: each target names the script or preset that does the work. Every target sets up what it needs.
.PHONY: help demo test test-torch test-spark test-engines test-pythons check bench docs format lint \
        clean

help:
	@echo "make demo    install what is missing, build, run the main job on demo data"
	@echo "make test    the same set-up, then every test (half an hour the first time)"
	@echo "make test-torch  the Python tests beside torch and torchmetrics (downloads gigabytes)"
	@echo "make test-spark  those on Apache Spark alone, in separate executor processes (Java 17)"
	@echo "make test-pythons  a wheel and its tests for each Python from 3.10 to 3.13 that is found"
	@echo "make test-engines  those on Dask and Ray"
	@echo "make check   the quick tests: unit, laws, command line (about a minute once built)"
	@echo "make bench   time the kernels and the command line, beside its peers"
	@echo "make docs    rewrite docs/measures.md and the outputs shown in the documentation"
	@echo "make format  lay out the sources; make lint checks that and more"

demo:
	@tools/setup.sh demo
	@tools/demo.sh

test:
	@tools/setup.sh test
	@python3 tools/run_tests.py

test-torch:
	@tools/setup.sh test
	@python3 tools/run_tests.py torch

test-spark:
	@tools/setup.sh test
	@python3 tools/run_tests.py spark

test-pythons:
	@tools/setup.sh test
	@python3 tools/run_tests.py pythons

test-engines:
	@tools/setup.sh test
	@python3 tools/run_tests.py engines

check:
	@tools/setup.sh test
	@python3 tools/run_tests.py --check

bench:
	@tools/setup.sh bench
	@benchmarks/run.sh

docs:
	@tools/setup.sh demo
	@cmake --preset demo > /dev/null && cmake --build --preset demo > /dev/null
	@python3 tools/docs_test.py --update --binary build/demo/apps/tallystick/tallystick

format:
	@tools/lint.sh --fix

lint:
	@tools/setup.sh test
	@tools/lint.sh

clean:
	rm -rf build
