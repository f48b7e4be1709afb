# `make` is the door: every way in and out of this project is a target here.

SWIFT ?= swift
JOBS ?= $(shell nproc)
BUILD_FLAGS ?=
BUILD := $(SWIFT) build -j $(JOBS) $(BUILD_FLAGS)
RELEASE := .build/release
PYTHON := .build/venv/bin/python
NIO := Benchmarks/.build/release/nio-echo

# Which build of the daemon foreign clients and rude peers meet: debug or release.
CONFIG ?= debug
UPFORD := .build/$(CONFIG)/upford

# Debian's packages that the build and the tests need, by name.
PACKAGES := libssl-dev zlib1g-dev libsodium-dev libsqlite3-dev libedit-dev libcurl4-openssl-dev \
  libgd-dev libpq-dev libhiredis-dev pkg-config

# Passwords that nobody gets, where a program in .build/release looks for them.
REFUSED := .build/share/upford/refused-passwords
# The page that browsers get, there, too.
PAGE := .build/share/upford/page/index.html
# The dictionary, there, too.
WORDS := .build/share/upford/words/words-en.db

.PHONY: help programs page page-figures lint-page serve build bench-backup bench-commit bench-ejabberd test played unit interop mail watch screen tour postgresql postgresql-tour standby cluster nodes conformance abuse described canary foreign foreign-all fuzz \
  fuzz-merge bench bench-quick lint format proto deps clean

help:
	@grep -E '^## ' $(MAKEFILE_LIST) | sed 's/^## //'

## make serve     build, and run the daemon on 127.0.0.1:8080 with its data in ./data
serve: deps $(REFUSED) $(PAGE)
	$(BUILD) -c release --product upford
	@$(MAKE) --no-print-directory words
	$(BUILD) -c release --product upfor
	$(RELEASE)/upford serve --config config/upford.yaml

## make build     the three programs, optimized, in .build/release
build: deps $(REFUSED) $(PAGE)
	$(BUILD) -c release --product upford
	@$(MAKE) --no-print-directory words
	$(BUILD) -c release --product upfor
	$(BUILD) -c release --product upfor-load

## make test      everything: rules, vectors, scenarios, foreign clients, abuse
test: unit played

# All that is played to programs, built at once: afterwards several targets can be played beside one
# another, and none waits for a build.
programs: deps
	for name in upford upfor upfor-load upfor-sim; do \
	  $(BUILD) -c $(CONFIG) --product $$name || exit; \
	done
	@$(MAKE) --no-print-directory words WORDS_CONFIG=$(CONFIG)
	@$(MAKE) --no-print-directory $(PYTHON) $(PAGE) $(REFUSED) $(PROMTOOL) .build/wallclock.so

# What is played to the programs themselves.
played: interop mail watch screen tour page postgresql-tour standby nodes abuse described canary foreign
	$(PYTHON) Tests/Interop/conformance.py --short $(UPFORD)

# What each run of tests has found.
RESULTS := .build/results
RUN := Tests/run.sh $(RESULTS)
# Where stores of tests lie that are not about disks: they sync each commit, as they must, at no cost.
MEMORY := $(shell [ $$(df --output=avail /dev/shm 2>/dev/null | tail -1) -gt 2097152 ] 2>/dev/null \
  && echo /dev/shm || echo /tmp)
# Features whose tests are played on PostgreSQL, too; `make postgresql` plays all.
ON_SERVER ?= A.search|Erasure|Circle
unit: deps
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql redis-server openssl wordnet-base $(SPEAKERS)"
	# By product: building "all tests" would compile protoc, which nothing here uses (8 minutes).
	$(BUILD) --product upforPackageTests
	# What waits for daemons first; what keeps every thread busy would let it wait too long.
	rm -rf $(RESULTS)
	TMPDIR=$(MEMORY) $(RUN)/1 300 --filter ScenarioTests
	Tests/redis.sh $(RUN)/2 600 --skip 'Too many connections' --skip ScenarioTests --skip FeatureTests \
	  --skip StorageTests --skip SQLiteTests --skip SimulationTests --skip PicturesTests
	TMPDIR=$(MEMORY) $(RUN)/3 600 --filter 'FeatureTests|SimulationTests|PicturesTests' $(addprefix --skip ,$(SKIP))
	Tests/postgresql.sh $(RUN)/4 400 --filter 'StorageTests|SQLiteTests|$(ON_SERVER)'
	# These lower a limit of the whole process.
	$(RUN)/5 120 --filter 'Too many connections'
	python3 Tests/features.py docs/FEATURES.md $(RESULTS)/*-swift-testing.xml

## make interop   the main scenario, by PyPI's websockets against a real daemon; log-in by an issuer
interop: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="openssl"
	$(BUILD) -c $(CONFIG) --product upford
	$(BUILD) -c $(CONFIG) --product upfor
	$(PYTHON) Tests/Interop/two_friends.py $(UPFORD)
	$(PYTHON) Tests/Interop/wordup.py $(UPFORD)
	$(PYTHON) Tests/Interop/resumes.py $(UPFORD)
	$(PYTHON) Tests/Interop/life.py $(UPFORD)
	@$(MAKE) --no-print-directory words WORDS_CONFIG=$(CONFIG)
	$(PYTHON) Tests/Interop/words.py $(UPFORD) $(dir $(WORDS))
	$(PYTHON) Tests/Interop/copies.py $(UPFORD)
	$(PYTHON) Tests/Interop/orders.py $(UPFORD)
	$(PYTHON) Tests/Interop/issuer.py $(UPFORD) .build/$(CONFIG)/upfor

## make mail      codes and letters by a real mail server (PyPI's aiosmtpd): verify, forget, recover
mail: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="openssl oathtool"
	$(BUILD) -c $(CONFIG) --product upford
	$(BUILD) -c $(CONFIG) --product upfor
	$(PYTHON) Tests/Interop/mail.py $(UPFORD) .build/$(CONFIG)/upfor

## make postgresql  stores and features on a PostgreSQL server, and docs/TOUR.md on a daemon with one
postgresql: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql"
	$(BUILD) --product upforPackageTests
	Tests/postgresql.sh $(RUN)/postgresql 900 --filter 'StorageTests|FeatureTests'
	@$(MAKE) --no-print-directory nodes-features
	@$(MAKE) --no-print-directory postgresql-tour

## make nodes-features  the features with their users spread over NODES=2 nodes of one database
NODES ?= 2
nodes-features: deps
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql"
	$(BUILD) --product upforPackageTests
	UPFOR_NODES=$(NODES) Tests/postgresql.sh $(RUN)/nodes-features 900 --filter FeatureTests

## make nodes-scenarios  what people do over sockets, each of them at another of NODES=2 nodes (7 minutes)
SCENARIOS ?= TwoFriends|Session|Ban|Call|EventStream|Hinder|IdentityScenario|Link|Map|Notifier|ReportScenario|Trace|Upload|Wordbuzz
nodes-scenarios: deps
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql redis-server openssl"
	$(BUILD) --product upforPackageTests
	# One after the other: each has two daemons, and those wait for one another.
	UPFOR_NODES=$(NODES) TMPDIR=$(MEMORY) Tests/redis.sh Tests/postgresql.sh $(RUN)/nodes-scenarios 900 \
	  --no-parallel --filter 'ScenarioTests.*($(SCENARIOS))Tests'

postgresql-tour: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql oathtool"
	$(BUILD) -c $(CONFIG) --product upford
	$(BUILD) -c $(CONFIG) --product upfor
	Tests/postgresql.sh sh -c 'UPFORD_DATA_POSTGRESQL=$$UPFOR_POSTGRESQL \
	  $(PYTHON) Tests/Interop/tour.py $(UPFORD) .build/$(CONFIG)/upfor docs/TOUR.md'

## make standby   two nodes and one PostgreSQL: one serves and is killed, the other takes over
standby: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql openssl"
	$(BUILD) -c $(CONFIG) --product upford
	$(BUILD) -c $(CONFIG) --product upfor
	Tests/postgresql.sh $(PYTHON) Tests/Interop/standby.py $(UPFORD) .build/$(CONFIG)/upfor

## make cluster   three nodes serve one PostgreSQL at once, with a Redis, while things break (CHAPTERS=killed)
cluster: nodes
nodes: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql redis-server"
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/nodes.py $(UPFORD) $(CHAPTERS)
	$(PYTHON) Tests/Interop/failover.py $(UPFORD)

## make watch     what monitors are told: metrics, alert rules, dashboard, a log that cannot be written
PROMTOOL := .build/prometheus/usr/bin/promtool
watch: deps $(PYTHON) $(PROMTOOL)
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/watch.py $(UPFORD) $(PROMTOOL) config

# One program of a package that would install, and start, a whole server.
$(PROMTOOL):
	@mkdir -p .build/prometheus
	cd .build/prometheus && (apt-get download -qq prometheus || { \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); $$sudo apt-get update -qq && \
	  apt-get download -qq prometheus; }) && dpkg-deb -x prometheus_*.deb .
	@touch $@

## make screen    the live screen of upfor in terminals of tmux, two people and a daemon that dies
screen: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="tmux"
	$(BUILD) -c $(CONFIG) --product upford
	$(BUILD) -c $(CONFIG) --product upfor
	$(PYTHON) Tests/Interop/screen.py $(UPFORD) .build/$(CONFIG)/upfor README.md

## make tour      the commands of docs/TOUR.md, run as they stand there: the output has to match
tour: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="oathtool"
	$(BUILD) -c $(CONFIG) --product upford
	$(BUILD) -c $(CONFIG) --product upfor
	$(PYTHON) Tests/Interop/tour.py $(UPFORD) .build/$(CONFIG)/upfor docs/TOUR.md

## make conformance  RFC 6455 and RFC 7692, case by case, against `upford echo`
conformance: deps $(PYTHON)
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/conformance.py $(UPFORD)

## make abuse     everything rude that a peer can do, and the one clean answer to each
abuse: deps $(PYTHON)
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/abuse.py $(UPFORD)

## make described  valid and invalid requests of every kind, by the OpenAPI document (EXAMPLES=3)
EXAMPLES ?= 3
described: deps $(PYTHON)
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/described.py $(UPFORD) --examples $(EXAMPLES)

## make page      the web page: its modules in Deno and Node, then what people do, in Chromium (STORIES=tour)
BROWSER := chromium fonts-noto-core fonts-noto-color-emoji nodejs node-ws
page: deps $(PYTHON) $(PAGE)
	@$(MAKE) --no-print-directory apt PACKAGES="$(BROWSER) $(SPEAKERS)"
	$(BUILD) -c $(CONFIG) --product upford
	@$(MAKE) --no-print-directory words WORDS_CONFIG=$(CONFIG)
	UPFORD=$(UPFORD) $(DENO) test --quiet --allow-all Tests/Page
	UPFORD=$(UPFORD) node --test Tests/Page/*.test.mjs
	$(PYTHON) Tests/Browser/stories.py $(UPFORD) $(STORIES)

## make page-figures  what the page costs: load, a match, 10,000 messages (ARGUMENTS=--quick)
page-figures: build $(PYTHON) $(PAGE)
	@$(MAKE) --no-print-directory apt PACKAGES="$(BROWSER)"
	$(PYTHON) Tests/Browser/figures.py $(RELEASE)/upford $(ARGUMENTS)

## make canary    no byte reaches the wrong peer, while connections come and go at random
canary: deps $(PYTHON)
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/canary.py $(UPFORD)

## make foreign   five WebSocket libraries of Python, over ws and wss
foreign: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="openssl"
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/foreign.py python $(UPFORD)

## make foreign-all  those, Node's ws, two libraries of Go, and a browser (0.5 GB of packages)
NODE := nodejs node-ws
GO := golang-go golang-github-gorilla-websocket-dev golang-nhooyr-websocket-dev
foreign-all: deps $(PYTHON)
	@$(MAKE) --no-print-directory apt PACKAGES="openssl $(NODE) $(GO) chromium"
	$(BUILD) -c $(CONFIG) --product upford
	$(PYTHON) Tests/Interop/foreign.py python node go chromium $(UPFORD)

$(PYTHON): Tests/Interop/requirements.txt
	@$(MAKE) --no-print-directory apt PACKAGES="python3-venv"
	python3 -m venv .build/venv
	$(PYTHON) -m pip install --quiet --requirement $<
	@touch $@

## make sim       simulated worlds by seed, SEEDS=2000 of them, and every deliberate bug found
SEEDS ?= 2000
FROM ?= 1
sim: sim-seeds sim-mutants

sim-seeds: build-sim
	.build/$(SIM_CONFIG)/upfor-sim --from $(FROM) --seeds $(SEEDS) --jobs $(JOBS)

# What sim-seeds has built. EVERY=8: a sample of them, another one every day.
EVERY ?= 1
sim-mutants:
	.build/$(SIM_CONFIG)/upfor-sim --mutants --every $(EVERY) \
	  --first $$(($$(date +%s) / 86400 % $(EVERY))) --jobs $(JOBS)

## make sim-forever  worlds without end, from FROM on; ends when a promise is broken
sim-forever: build-sim
	.build/$(SIM_CONFIG)/upfor-sim --from $(FROM) --endless --jobs $(JOBS)

.PHONY: build-sim sim sim-seeds sim-mutants sim-forever
# debug: the tests have built all of it but the program, which plays at a quarter of the speed.
SIM_CONFIG ?= release
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
	# No editor looks here: a sixth of the CPU (292 s, 244 without the index). The tests need theirs.
	$(BUILD) -c $(FUZZ_CONFIG) --package-path Fuzz --scratch-path .build/fuzz --product Fuzz \
	  --disable-index-store --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address

## make bench     everything we are held against, beside plain C and SwiftNIO: docs/performance
bench: build .build/yardstick $(NIO)
	@mkdir -p docs/performance
	$(RELEASE)/upfor-load figures --yardstick .build/yardstick --nio $(NIO) \
	  --folder docs/performance --revision $$(git describe --always --dirty)

## make bench-quick  seconds: whether every measurement works, not how fast anything is
bench-quick: build .build/yardstick
	$(RELEASE)/upfor-load figures --quick --yardstick .build/yardstick

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

.build/commit: Tests/Yardstick/commit.c Tests/Yardstick/store.h
	@mkdir -p .build
	cc -O2 -Wall -o $@ $< -lsqlite3

.build/statements: Tests/Yardstick/statements.c Tests/Yardstick/store.h
	@mkdir -p .build
	cc -O2 -Wall -o $@ $< -lsqlite3

.build/yardstick: Tests/Yardstick/echo.c
	@mkdir -p .build
	cc -O2 -Wall -o $@ $<

## make verify    break everything around a daemon, and see that nothing is lost (some 10 minutes)
VERIFY_CONFIG ?= release
VERIFY := .build/$(VERIFY_CONFIG)/upfor-load verify --clock-library .build/wallclock.so
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
verify: build-verify .build/wallclock.so
	$(VERIFY) --fault all --rounds 100 --clients 200 --seed $(SEED)

## make verify-quick  the same in small, in two minutes
verify-quick: build-verify .build/wallclock.so
	$(VERIFY) --fault all --quick --seed $(SEED)

## make verify-disk  a disk that fails, heals and loses its power, 50 times (root only; it mounts loop devices)
DISK_ROUNDS ?= 50
verify-disk: deps
	@$(MAKE) --no-print-directory apt PACKAGES="e2fsprogs util-linux"
	$(BUILD) -c $(CONFIG) --product upford
	unshare --mount python3 Tests/Interop/disk.py $(UPFORD) $(DISK_ROUNDS)

## make crowd     guessers from 60 networks beside people who log in
crowd: deps
	$(BUILD) -c $(CONFIG) --product upford
	python3 Tests/Interop/crowd.py $(UPFORD)

## make container  the container's settings in a network of their own, behind its gateway (root only)
container: deps
	@$(MAKE) --no-print-directory apt PACKAGES="iproute2"
	$(BUILD) -c $(CONFIG) --product upford
	python3 Tests/Interop/container.py $(UPFORD)

## make timing    what the times of answers tell: pairs of worlds, by Welch's t (8 minutes; QUICK=--quick)
QUICK ?=
timing: deps $(PYTHON)
	$(BUILD) -c release --product upford
	$(PYTHON) Tests/Interop/timing.py $(RELEASE)/upford $(QUICK)

.build/wallclock.so: Tests/WallClock/wallclock.c
	@mkdir -p .build
	cc -O2 -Wall -shared -fPIC -o $@ $<

.PHONY: verify verify-quick verify-disk container crowd timing build-verify
build-verify: deps
	$(BUILD) -c $(VERIFY_CONFIG) --product upford
	$(BUILD) -c $(VERIFY_CONFIG) --product upfor-load

include Packaging/packaging.mk

# What people wrote; generated files are not judged.
SOURCES := Package.swift Fuzz/Package.swift \
  $(shell find Sources Tests Fuzz/Sources Benchmarks/Package.swift Benchmarks/Sources -name '*.swift' -not -path '*/Generated/*' 2>/dev/null)

## make lint      the formatter's rules, on everything that people wrote
lint: lint-page
	@$(SWIFT) format lint --strict $(SOURCES) && echo "lint: clean"

# The page's modules, and their types, which are those of proto/.
DENO := NO_COLOR=1 .build/venv/bin/deno
lint-page: $(PYTHON)
	@$(DENO) fmt --check --quiet
	@$(DENO) lint --quiet
	@$(DENO) check --quiet Sources/Page/main.js Sources/Page/worker.js Tests/Page/*.test.mjs
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
	for name in lists lengths; do \
	  awk -f proto/names.awk -f proto/$$name.awk proto/upfor/v1/*.proto \
	    > Sources/Wire/Generated/$$name.swift || exit; \
	done
	Packaging/page/wire.py

$(PLUGIN):
	$(SWIFT) package resolve
	$(BUILD) --package-path .build/checkouts/swift-protobuf --scratch-path .build/protoc \
	  -c release --product protoc-gen-swift

## make deps      install the Debian packages that are missing, by name
deps:
	@$(MAKE) --no-print-directory apt

# One at a time: targets that are played beside one another wait for who installs.
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
SPEAKERS := espeak-ng opus-tools pocketsphinx pocketsphinx-en-us
SOUNDS := /usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict
# Which build of the daemon makes it: debug or release.
WORDS_CONFIG ?= release
WORDS_BY = .build/$(WORDS_CONFIG)/upford
.PHONY: words
words: $(WORDS)
$(WORDS): Packaging/words.py $(shell find Sources/Lexicon -name '*.swift')
	@$(MAKE) --no-print-directory apt PACKAGES="python3-venv wordnet-base $(SPEAKERS)"
	@[ -x $(WORDS_BY) ] || $(BUILD) -c $(WORDS_CONFIG) --product upford
	python3 -m venv .build/words/venv
	.build/words/venv/bin/pip install --quiet --no-deps wordfreq==3.1.1 msgpack==1.1.2
	.build/words/venv/bin/python $< /usr/share/wordnet .build/words
	@mkdir -p $(@D)
	$(WORDS_BY) words build --wordnet /usr/share/wordnet --sounds $(SOUNDS) \
	  --frequencies .build/words/frequencies.tsv --pronunciations .build/words/ipa.tsv --output $@

# Debian's own bundler, too: nothing is fetched but packages, by name.
$(PAGE): Packaging/page/build $(shell find Sources/Page -type f 2>/dev/null)
	@$(MAKE) --no-print-directory apt PACKAGES="brotli esbuild libjs-leaflet"
	Packaging/page/build $(@D)

## make clean     forget everything that was built (never data)
clean:
	rm -rf .build
