# `make` is the door: every way in and out of this project is a target here.

SWIFT ?= swift
JOBS ?= $(shell nproc)
# An index for editors takes a third of the time of a debug build, what debuggers need a tenth; with
# jemalloc the compiler takes a seventh less (docs/performance/build.md).
BUILD_FLAGS ?=
BUILD = LD_PRELOAD=$(wildcard /usr/lib/*/libjemalloc.so.2) $(SWIFT) build -j $(JOBS) --disable-index-store -debug-info-format none $(BUILD_FLAGS)
RELEASE := .build/release
PYTHON := .build/venv/bin/python
NIO := Benchmarks/.build/release/nio-echo

# Which build of the programs is played to: debug or release.
CONFIG ?= debug
export CONFIG BUILD_FLAGS

# Debian's packages, by name: what the build needs; what makes the page, the list of refused passwords
# and the dictionary; what the tests need besides.
PACKAGES := libssl-dev zlib1g-dev libsodium-dev libsqlite3-dev libedit-dev libcurl4-openssl-dev \
  libgd-dev libpq-dev libhiredis-dev libcjose-dev libcbor-dev libqrencode-dev pkg-config \
  libjemalloc2
SPEAKERS := espeak-ng opus-tools pocketsphinx pocketsphinx-en-us
# What makes voice messages of recordings.
RECORDERS := ffmpeg
MAKERS := brotli esbuild libjs-leaflet node-qrcode-generator python3-zxcvbn python3-venv wordnet-base \
  unicode-data $(SPEAKERS)
TESTERS := postgresql redis-server openssl oathtool tmux haproxy nginx-light iproute2 e2fsprogs \
  util-linux nodejs node-ws
# A browser, and what makes voice messages, which shares its libraries.
BROWSER := chromium $(RECORDERS) fonts-noto-core fonts-noto-color-emoji

# Passwords that are refused, where a program in .build/release looks for them.
REFUSED := .build/share/upford/refused-passwords
# The page for browsers, there, too.
PAGE := .build/share/upford/page/index.html
# The names of emoji in it, of Unicode's CLDR.
CLDR := .build/cldr/complete
# The dictionary, there, too.
WORDS := .build/share/upford/words/words-en.db
# What both are made of, which no program of ours is needed for.
LISTS := .build/words/frequencies.tsv

STAGES := Tests/stages.py

.PHONY: help serve build files test unit lint format proto deps apt words clean

help:
	@grep -hE '^## ' $(MAKEFILE_LIST) | sed 's/^## //'

## make serve     build, and run the daemon on 127.0.0.1:8080 with its data in ./data
serve:
	@$(MAKE) --no-print-directory apt PACKAGES="$(PACKAGES) $(MAKERS)"
	@$(MAKE) --no-print-directory -j 2 release-upford files
	@$(MAKE) --no-print-directory words
	@# The daemon does not wait for its client.
	@{ $(BUILD) -c release --product upfor >.build/upfor.log 2>&1 && \
	  echo "the client is built: $(RELEASE)/upfor" || cat .build/upfor.log; } >&2 & \
	exec $(RELEASE)/upford serve --config config/upford.yaml

.PHONY: release-upford
release-upford:
	$(BUILD) -c release --product upford

# The files that a daemon serves, as far as no daemon is needed to make them.
files: $(REFUSED) $(PAGE) $(LISTS)

## make build     the three programs, optimized, in .build/release
build:
	@$(MAKE) --no-print-directory apt PACKAGES="$(PACKAGES) $(MAKERS)"
	@$(MAKE) --no-print-directory -j 2 release-upford files
	@$(MAKE) --no-print-directory words
	$(BUILD) -c release --product upfor
	$(BUILD) -c release --product upfor-load

# The tests, and all that they are played to.
.PHONY: tests programs python
tests:
	$(BUILD) --product upforPackageTests

programs:
	@for name in upford upfor upfor-load upfor-sim; do \
	  $(BUILD) -c $(CONFIG) --product $$name || exit; \
	done
	@$(MAKE) --no-print-directory .build/wallclock.so

python: $(PYTHON) .build/prometheus/usr/bin/promtool

.PHONY: packages
packages:
	@$(MAKE) --no-print-directory apt PACKAGES="$(PACKAGES) $(MAKERS) $(TESTERS)"

## make test      everything that a change has to pass; with nothing built 8 to 15 minutes
test:
	@$(STAGES)

## make unit      the tests in Swift alone (SUITE=ActivityTests: one suite)
SUITE ?=
unit:
	@$(if $(SUITE),$(MAKE) --no-print-directory tests && \
	  Tests/run.sh .build/results/suite 600 --filter '$(SUITE)',$(STAGES) --only unit)

## make interop    stages of Tests/stages.txt by their names: interop, unit-rules, page, nodes, daily ...
PLAYED := interop privacy worst mail watch screen tour foreign abuse conformance page page-stories \
  page-modules nodes crowd timing simulation verify features-postgresql features-nodes \
  scenarios-nodes daily
.PHONY: $(PLAYED)
$(PLAYED):
	@$(STAGES) --only $@

# Each stage alone, with more than CI has time for.
abuse: export UNREAD_CONNECTIONS ?= 1000

.PHONY: surroundings browser
# The container's settings, where there can be another network; a real disk that fails, where loop
# devices can be had.
surroundings:
	@if [ "$$(id -u)" = 0 ] && ip netns list >/dev/null; then $(MAKE) container; fi
	@if [ "$$(id -u)" = 0 ] && [ -e /dev/loop-control ]; then $(MAKE) verify-disk DISK_ROUNDS=1; fi

browser:
	@$(MAKE) --no-print-directory apt PACKAGES="$(BROWSER)"

## make foreign-all  the WebSocket libraries of Python, Node's ws, two of Go, and a browser
GO := golang-go golang-github-gorilla-websocket-dev golang-nhooyr-websocket-dev
foreign-all: browser $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="openssl nodejs node-ws $(GO)"
	$(PYTHON) Tests/Interop/foreign.py python node go chromium $(UPFORD)

## make page-figures  what the page costs: load, a match, 10,000 messages (ARGUMENTS=--quick)
page-figures: build browser $(PYTHON)
	$(PYTHON) Tests/Browser/figures.py $(RELEASE)/upford $(ARGUMENTS)

PROMTOOL := .build/prometheus/usr/bin/promtool
# One program of a package that would install, and start, a whole server.
$(PROMTOOL):
	@mkdir -p .build/prometheus
	cd .build/prometheus && (apt-get download -qq prometheus || { \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); $$sudo apt-get update -qq && \
	  apt-get download -qq prometheus; }) && dpkg-deb -x prometheus_*.deb .
	@touch $@

$(PYTHON): Tests/Interop/requirements.txt
	@$(MAKE) --no-print-directory apt PACKAGES="python3-venv"
	python3 -m venv .build/venv
	$(PYTHON) -m pip install --quiet --requirement $<
	@touch $@

# A server of S3's for tests, apart from the other programs in Python: it is large.
.PHONY: s3-server
s3-server: .build/s3/bin/moto_server
.build/s3/bin/moto_server:
	@$(MAKE) --no-print-directory apt PACKAGES="python3-venv"
	python3 -m venv .build/s3
	.build/s3/bin/pip install --quiet "moto[s3,server]==5.2.5"
	@touch $@

## make sim       simulated worlds by seed, SEEDS=2000 of them, and every deliberate bug found
SEEDS ?= 2000
FROM ?= 1
SIM_CONFIG ?= release
SIM := .build/$(SIM_CONFIG)/upfor-sim
sim: build-sim
	$(SIM) --from $(FROM) --seeds $(SEEDS) --jobs $(JOBS)
	@$(MAKE) --no-print-directory sim-mutants

# EVERY=8: a sample of them, another one every day.
EVERY ?= 1
sim-mutants:
	$(SIM) --mutants --every $(EVERY) --first $$(($$(date +%s) / 86400 % $(EVERY))) --jobs $(JOBS)

## make sim-forever  worlds without end, from FROM on; ends when a promise is broken
sim-forever: build-sim
	$(SIM) --from $(FROM) --endless --jobs $(JOBS)

.PHONY: build-sim sim sim-mutants sim-forever
build-sim: deps
	$(BUILD) -c $(SIM_CONFIG) --product upfor-sim

## make fuzz      everything that touches a peer's bytes, SECONDS=60 for each target (TARGETS=...)
SECONDS ?= 60
# debug: is built in half the time, and finds less in a second.
FUZZ_CONFIG ?= release
export FUZZ_CONFIG
fuzz: build-fuzz
	Fuzz/run fuzz $(SECONDS) $(TARGETS)

## make fuzz-merge  add to Fuzz/Corpus what `make fuzz` has found
fuzz-merge: build-fuzz
	Fuzz/run merge $(TARGETS)

.PHONY: build-fuzz
build-fuzz: deps
	# Both in one flag: of two --sanitize SwiftPM chooses the order, and swiftc heeds the last.
	# The first is for SwiftPM, so that the program may have libFuzzer's main.
	UPFOR_FUZZ=1 $(BUILD) -c $(FUZZ_CONFIG) --scratch-path .build/fuzz --product Fuzz \
	  --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address

## make bench     everything we are held against, beside plain C and SwiftNIO: docs/performance
bench: build .build/yardstick $(NIO)
	@mkdir -p docs/performance
	$(RELEASE)/upfor-load figures --yardstick .build/yardstick --nio $(NIO) \
	  --folder docs/performance --revision $$(git describe --always --dirty)

## make timings   where the time of a first build goes, module by module (ARGUMENTS=--debug)
.PHONY: timings
timings: deps
	LD_PRELOAD=$(wildcard /usr/lib/*/libjemalloc.so.2) Benchmarks/timings.py $(ARGUMENTS)

## make paths     the source files that a message, a match and a REST call pass through
.PHONY: paths
paths: deps python
	LD_PRELOAD=$(wildcard /usr/lib/*/libjemalloc.so.2) swift build --scratch-path .build/paths \
	  --disable-index-store -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping \
	  --product upford
	$(PYTHON) Tests/paths.py .build/paths/debug/upford

## make bench-quick  seconds: whether every measurement works, not how fast anything is
bench-quick: build .build/yardstick
	$(RELEASE)/upfor-load figures --quick --yardstick .build/yardstick

## make compare   what work costs in this build, against BEFORE=FOLDER, rounds alternating (ARGUMENTS=--help)
.PHONY: compare
compare: build
	Benchmarks/compare.py $(ARGUMENTS) $(BEFORE) $(RELEASE)

$(NIO): $(wildcard Benchmarks/Sources/*/*.swift) Benchmarks/Package.swift
	$(BUILD) -c release --package-path Benchmarks
	@touch $@

## make bench-backup  what a copy of 512 MiB costs those who talk meanwhile
bench-backup: build $(PYTHON)
	$(PYTHON) Benchmarks/backup.py $(RELEASE)/upford $(RELEASE)/upfor-load 512 3

## make bench-nodes  SQLite, and 1, 2 and 3 nodes: what a message costs, how soon it is on another node (ARGUMENTS=--quick)
bench-nodes: build $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql redis-server haproxy"
	$(PYTHON) Benchmarks/nodes.py $(ARGUMENTS)

## make bench-ejabberd  chat, presence, a room, sign-ins and memory, beside Debian's ejabberd (ARGUMENTS=--quick)
bench-ejabberd: build
	Benchmarks/beside/install.sh
	Benchmarks/rivals.py $(ARGUMENTS)

## make bench-commit  what plain C and SQLite pay for a commit alone, a message, a sign-in's reads
bench-commit: .build/commit .build/statements
	cd .build && for pages in 0 1 11; do ./commit $$pages && ./commit $$pages hub; done
	cd .build && for count in 2 100 400; do ./statements messages $$count; done
	cd .build && for count in 20 150; do ./statements snapshots $$count; done

## make bench-files  what a file of a message costs, beside plain C's copy and sync
bench-files: build python .build/copy
	$(PYTHON) Benchmarks/files.py $(RELEASE)/upford .build/copy

.build/copy: Tests/Yardstick/copy.c
	@mkdir -p .build
	cc -O2 -Wall -o $@ $<

.build/commit: Tests/Yardstick/commit.c Tests/Yardstick/store.h
	@mkdir -p .build
	cc -O2 -Wall -o $@ $< -lsqlite3

.build/statements: Tests/Yardstick/statements.c Tests/Yardstick/store.h
	@mkdir -p .build
	cc -O2 -Wall -o $@ $< -lsqlite3

.build/yardstick: Tests/Yardstick/echo.c
	@mkdir -p .build
	cc -O2 -Wall -o $@ $<

## make verify-disk  a disk that fails, heals and loses its power, 50 times (root only; it mounts loop devices)
DISK_ROUNDS ?= 50
verify-disk: deps
	@$(MAKE) --no-print-directory apt PACKAGES="e2fsprogs util-linux"
	$(BUILD) -c $(CONFIG) --product upford
	unshare --mount python3 Tests/Interop/disk.py $(UPFORD) $(DISK_ROUNDS)

## make container  the container's settings in a network of their own, behind its gateway (root only)
container: deps
	@$(MAKE) --no-print-directory apt PACKAGES="iproute2"
	$(BUILD) -c $(CONFIG) --product upford
	python3 Tests/Interop/container.py $(UPFORD)

.build/wallclock.so: Tests/WallClock/wallclock.c
	@mkdir -p .build
	cc -O2 -Wall -shared -fPIC -o $@ $<

.PHONY: verify-disk container

include Packaging/packaging.mk

# What people wrote; generated files are not judged.
SOURCES := Package.swift \
  $(shell find Sources Tests Fuzz/Sources Benchmarks/Package.swift Benchmarks/Sources -name '*.swift' -not -path '*/Generated/*' 2>/dev/null)

## make lint      the formatter's rules, on everything that people wrote
lint: lint-page
	@python3 Tests/Packaging/links.py . $(PAGES)
	@$(SWIFT) format lint --strict $(SOURCES) && echo "lint: clean"

# The page's modules, and their types, which are those of proto/.
DENO := NO_COLOR=1 .build/venv/bin/deno
lint-page: $(PYTHON)
	@$(DENO) fmt --check --quiet
	@$(DENO) lint --quiet
	@$(DENO) check --quiet Sources/Page/main.js Sources/Page/worker.js Tests/Page/*.test.mjs
	@$(DENO) info --json Sources/Page/main.js | Packaging/page/cycles.py
	@Packaging/page/wire.py --check

## make format    apply them
format: $(PYTHON)
	@$(SWIFT) format format --in-place $(SOURCES)
	@$(DENO) fmt --quiet

## make proto     generate Sources/Wire/Generated from proto/
PLUGIN := .build/protoc/release/protoc-gen-swift
proto: $(PLUGIN)
	@$(MAKE) --no-print-directory apt PACKAGES="protobuf-compiler libprotobuf-dev"
	protoc -I proto --plugin=$(PLUGIN) \
	  --swift_out=Visibility=Public,UseAccessLevelOnImports=true,FileNaming=DropPath:Sources/Wire/Generated \
	  proto/upfor/v1/*.proto
	protoc -I proto --include_source_info --descriptor_set_out=.build/schema.bin \
	  $(filter-out %/admin.proto %/envelope.proto,$(wildcard proto/upfor/v1/*.proto)) proto/upfor/v1/envelope.proto
	(echo '// Generated from proto/ by make proto. DO NOT EDIT.'; \
	  echo; echo '/// A google.protobuf.FileDescriptorSet with comments, in base64.'; \
	  echo 'let schemaText = """'; base64 -w 96 .build/schema.bin | sed 's/^/    /'; \
	  echo '    """') > Sources/APIDescription/Generated/SchemaText.swift
	for name in lists lengths texts shapes; do \
	  awk -f proto/names.awk -f proto/$$name.awk proto/upfor/v1/*.proto \
	    > Sources/Wire/Generated/$$name.swift || exit; \
	done
	Packaging/page/wire.py

$(PLUGIN):
	$(SWIFT) package resolve
	$(BUILD) --package-path .build/checkouts/swift-protobuf --scratch-path .build/protoc \
	  -c release --product protoc-gen-swift

## make emoji     generate the emoji of several code points from Unicode's data
.PHONY: emoji
emoji:
	@$(MAKE) --no-print-directory apt PACKAGES="unicode-data"
	Packaging/emoji/sequences.py

## make deps      install the Debian packages that are missing, by name
deps:
	@$(MAKE) --no-print-directory apt

# One at a time: targets that run beside one another wait for the one that installs.
.PHONY: apt
apt:
	@mkdir -p .build
	@flock -o .build/apt.lock Packaging/apt.sh $(PACKAGES)

# Debian's own Python has the package.
$(REFUSED): Packaging/refused.py
	@$(MAKE) --no-print-directory apt PACKAGES="python3-zxcvbn"
	@mkdir -p $(@D)
	/usr/bin/python3 $< >$@.new
	mv $@.new $@

## make words     the dictionary: WordNet, frequencies and pronunciations in one file
SOUNDS := /usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict
# Which build of the daemon makes it: debug or release.
WORDS_CONFIG ?= release
WORDS_BY = .build/$(WORDS_CONFIG)/upford
words: $(WORDS)
$(WORDS): $(LISTS) $(shell find Sources/Lexicon -name '*.swift')
	@[ -x $(WORDS_BY) ] || $(BUILD) -c $(WORDS_CONFIG) --product upford
	@mkdir -p $(@D)
	$(WORDS_BY) words build --wordnet /usr/share/wordnet --sounds $(SOUNDS) \
	  --frequencies $(LISTS) --pronunciations .build/words/ipa.tsv \
	  --insults .build/words/insults.txt --output $@

$(LISTS): Packaging/words.py
	@$(MAKE) --no-print-directory apt PACKAGES="python3-venv wordnet-base $(SPEAKERS)"
	python3 -m venv .build/words/venv
	.build/words/venv/bin/pip install --quiet --no-deps wordfreq==3.1.1 msgpack==1.1.2 \
	  better-profanity==0.7.0
	.build/words/venv/bin/python $< /usr/share/wordnet .build/words
	@touch $@

# Debian's own bundler, too: nothing is fetched but packages, by name.
$(PAGE): Packaging/page/build Packaging/emoji/names.py $(CLDR) \
    $(shell find Sources/Page -type f 2>/dev/null)
	@$(MAKE) --no-print-directory apt \
	  PACKAGES="brotli esbuild libjs-leaflet node-qrcode-generator unicode-data"
	Packaging/page/build $(@D)

# Four files of a package that would take 230 MB.
CLDR_FILES := $(foreach folder,annotations annotationsDerived,$(folder)/en.xml $(folder)/de.xml)
$(CLDR):
	@rm -rf $(@D) && mkdir -p $(@D)
	cd $(@D) && (apt-get download -qq unicode-cldr-core || { \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); $$sudo apt-get update -qq && \
	  apt-get download -qq unicode-cldr-core; })
	cd $(@D) && dpkg-deb --fsys-tarfile unicode-cldr-core_*.deb | tar -x --strip-components=6 \
	  $(CLDR_FILES:%=./usr/share/unicode/cldr/common/%) && rm unicode-cldr-core_*.deb
	@touch $@

## make clean     forget everything that was built (never data)
clean:
	rm -rf .build
