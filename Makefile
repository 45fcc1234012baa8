# The short commands; `make help` lists them. Everything is built in build/ by
# CMake presets, which work without this file too.
PORT ?= 8080
export JOBS

SECONDS ?= 60
.PHONY: help demo fuzz sanitize site single test test-all bench native goldens pictures clean install-demo install-test

help:
	@echo 'make demo [PORT=8080]   builds the page, serves it on this machine and opens a browser'
	@echo 'make test [FRESH=1]     builds everything and runs every test but the long ones (FRESH: those too that passed with the same inputs)'
	@echo 'make test-all           and the long ones: Firefox and WebKit at length, every scene on an emulated ARM, some on five more processors'
	@echo 'make bench              benchmarks, natively and as WebAssembly'
	@echo 'make fuzz [SECONDS=60]  fuzzes every reader, so many seconds each'
	@echo 'make sanitize           the native tests with the address and undefined behaviour sanitizers'
	@echo 'make native             build/native/ringlet, the command line'
	@echo 'make site               build/site, the page as files for any web server'
	@echo 'make single             build/ringlet.html, the page as one file that runs by double click'
	@echo 'make goldens            computes the hashes and bounds of tests/golden anew'
	@echo 'make pictures           draws the pictures of every style anew: docs/pictures, the gallery, README'
	@echo 'make clean              removes build/'
	@echo 'What is missing is installed with apt-get. JOBS=N limits the compilers that run at a time.'

demo: install-demo
	@node tools/demo.mjs $(PORT)

# FRESH=1: tests that passed before with the same inputs run again too.
test: install-test
	@tools/run-tests $(if $(FRESH),--fresh)

test-all: install-test
	@tools/run-tests --all $(if $(FRESH),--fresh)

site: install-demo
	@tools/build web -DRINGLET_TESTS=OFF ringlet_page ringlet_page_threads
	@tools/build-site
	@echo 'The page is in build/site'

single: site
	@node tools/make-single.mjs build/site build/ringlet.html

native: install-test
	@tools/build native

fuzz: install-test
	@tools/fuzz $(SECONDS)

sanitize: install-test
	@tools/sanitize

bench: install-test
	@tools/build native ringlet
	@tools/build web ringlet
	@echo 'Native:' && build/native/ringlet bench layouts
	@echo 'WebAssembly, one thread:' && node build/web/ringlet.js bench layouts

goldens: install-test
	@tools/build native ringlet
	@tools/update-goldens build/native/ringlet

pictures: install-test site
	@tools/install-browser-driver
	@node tools/make-gallery.mjs build/site site
	@tools/build-site
	@node tools/make-pictures.mjs build/site docs/pictures

install-demo:
	@tools/install-packages demo
	@tools/fetch-imgui

install-test:
	@tools/install-packages test
	@tools/fetch-imgui

clean:
	rm -rf build
