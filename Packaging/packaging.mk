# Installation: the programs with all their files, and Debian's packages.

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
UNITDIR ?= $(PREFIX)/lib/systemd/system
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
BASHDIR := $(PREFIX)/share/bash-completion/completions
FISHDIR := $(PREFIX)/share/fish/vendor_completions.d
DOCDIR := $(PREFIX)/share/doc/upford
# The documents, with the paths of the sources, so that their links work.
PAGES = $(shell find README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE Docker config docs proto -type f -not -path 'config/load/*')
MANDIR := $(PREFIX)/share/man

PROGRAMS := upford upfor upfor-load
VERSION := $(shell sed -n 's/.*text = "\(.*\)"/\1/p' Sources/Observability/Process/System.swift)
# Date of the last change: the same sources give the same pages.
DATE ?= $(or $(shell git log -1 --format=%cs 2>/dev/null),$(shell date +%F))

# The programs to install, without debug information. Programs of any build describe themselves
# equally.
PROGRAMS_FROM ?= .build/static/release
STRIP ?= --strip
# Their manual pages and completions.
SAID := .build/said

.PHONY: static manual install uninstall packaging deb deb-check image-check nginx release \
  release-check tarball

# Programs of another build are used unchanged.
STATIC := $(if $(filter .build/static/release,$(PROGRAMS_FROM)),static)

## make static    the three programs, optimized, with Swift's libraries inside: .build/static
static: deps
	set -e; for name in $(PROGRAMS); do \
	  $(BUILD) -c release -debug-info-format dwarf --static-swift-stdlib --scratch-path .build/static --product $$name; \
	done

## make manual    manual pages and completions, from the programs' own help
manual:
	@mkdir -p $(SAID)
	@set -e; for page in upford.8 upfor.1 upfor-load.1; do \
	  name=$${page%.*}; program=$(PROGRAMS_FROM)/$$name; \
	  python3 Packaging/manual.py $$program $${page#*.} $(VERSION) $(DATE) >$(SAID)/$$page; \
	  $$program --generate-completion-script bash | sed 1d >$(SAID)/$$name; \
	  $$program --generate-completion-script zsh >$(SAID)/_$$name; \
	  $$program --generate-completion-script fish >$(SAID)/$$name.fish; \
	done

## make install   the build of `make static`, under PREFIX=/usr/local
UNITS := upford.service upford.socket upford-tls.socket
SETTINGS := $(DESTDIR)$(SYSCONFDIR)/upford/upford.yaml
COPY := install -D -m 644
install: WORDS_BY = $(PROGRAMS_FROM)/upford
install: manual $(REFUSED) $(PAGE) $(WORDS)
	install -D $(STRIP) -t $(DESTDIR)$(PREFIX)/bin $(PROGRAMS:%=$(PROGRAMS_FROM)/%)
	$(COPY) -t $(DESTDIR)$(MANDIR)/man8 $(SAID)/upford.8
	$(COPY) -t $(DESTDIR)$(MANDIR)/man1 $(SAID)/upfor.1 $(SAID)/upfor-load.1
	$(COPY) -t $(DESTDIR)$(BASHDIR) $(PROGRAMS:%=$(SAID)/%)
	$(COPY) -t $(DESTDIR)$(ZSHDIR) $(PROGRAMS:%=$(SAID)/_%)
	$(COPY) -t $(DESTDIR)$(FISHDIR) $(PROGRAMS:%=$(SAID)/%.fish)
	$(COPY) -t $(DESTDIR)$(UNITDIR) $(UNITS:%=config/%)
	sed -i 's,/usr/local/bin,$(PREFIX)/bin,; s,/etc/upford,$(SYSCONFDIR)/upford,' \
	  $(DESTDIR)$(UNITDIR)/upford.service
	$(COPY) config/upford.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/upford.conf
	$(COPY) config/logrotate $(DESTDIR)$(SYSCONFDIR)/logrotate.d/upford
	$(COPY) -t $(DESTDIR)$(PREFIX)/share/upford $(REFUSED) Packaging/refused-passwords.copyright
	$(COPY) -t $(DESTDIR)$(PREFIX)/share/upford/words $(WORDS) Packaging/words.copyright
	cd .build/share/upford && find page -type f -exec \
	  $(COPY) '{}' '$(DESTDIR)$(PREFIX)/share/upford/{}' ';'
	for page in $(PAGES); do $(COPY) $$page $(DESTDIR)$(DOCDIR)/$$page || exit; done
	# Existing settings are the administrator's own.
	[ -e $(SETTINGS) ] || $(COPY) config/examples/behind-nginx.yaml $(SETTINGS)

## make uninstall  all of that but settings, data and logs
INSTALLED = $(PROGRAMS:%=$(PREFIX)/bin/%) \
  $(MANDIR)/man8/upford.8 $(MANDIR)/man1/upfor.1 $(MANDIR)/man1/upfor-load.1 \
  $(PROGRAMS:%=$(BASHDIR)/%) $(PROGRAMS:%=$(ZSHDIR)/_%) $(PROGRAMS:%=$(FISHDIR)/%.fish) \
  $(UNITS:%=$(UNITDIR)/%) $(PREFIX)/lib/sysusers.d/upford.conf \
  $(SYSCONFDIR)/logrotate.d/upford $(PREFIX)/share/upford $(DOCDIR)
uninstall:
	rm -rf $(INSTALLED:%=$(DESTDIR)%)

## make packaging  every packaging file by its own linter; then install and uninstall
ROOT := $(CURDIR)/.build/root
THERE := STRIP= PREFIX=$(ROOT) SYSCONFDIR=$(ROOT)/etc
packaging: $(PYTHON)
	@$(MAKE) --no-print-directory apt \
	  PACKAGES="brotli esbuild fish libjs-leaflet node-qrcode-generator logrotate man-db mandoc shellcheck systemd zsh"
	Tests/Packaging/page
	rm -rf $(ROOT)
	$(MAKE) --no-print-directory install $(THERE)
	Tests/Packaging/lint $(ROOT)
	$(MAKE) --no-print-directory uninstall $(THERE)
	test "$$(cd $(ROOT) && find . -type f)" = ./etc/upford/upford.yaml

## make deb       Debian's packages upford and upfor, in .build/deb
deb: $(STATIC)
	@$(MAKE) --no-print-directory apt PACKAGES="debhelper"
	rm -rf .build/deb
	mkdir -p .build/deb
	cp -r Packaging/debian .build/deb
	cd .build/deb && ROOT=$(CURDIR) debian/rules binary

## make deb-check  installs the packages in a copy of this system, uses them, purges them
DEBS = $(foreach name,upford upfor,$(wildcard .build/deb/$(name)_*.deb))
deb-check:
	@$(MAKE) --no-print-directory apt \
	  PACKAGES="dbus iproute2 lintian logrotate man-db openssl procps systemd"
	lintian --allow-root --fail-on error,warning $(DEBS)
	Tests/Packaging/machine python3 Tests/Packaging/installed.py $(DEBS)
	Tests/Packaging/machine --boot python3 Tests/Packaging/installed.py $(DEBS)

## make image-check  the container's image with that package, built by buildah and run
image-check:
	@$(MAKE) --no-print-directory apt PACKAGES="buildah iproute2 mmdebstrap"
	Tests/Packaging/image $(firstword $(DEBS))

## make release   tarball, Debian's packages and SHA256SUMS, in .build/dist
DIST := .build/dist
NAME := upfor-$(VERSION)-linux-$(shell uname -m)
# The same sources give the same archive: names in order, and one time for all, that of the last
# change.
SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),$(shell date +%s))
ARCHIVE := tar --format=gnu --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 \
  --numeric-owner --mode=u+rwX,go+rX,go-w,a-s
release: deb
	@$(MAKE) --no-print-directory tarball
	cp $(DEBS) $(DIST)
	cd $(DIST) && sha256sum -- *.deb *.tar.xz >SHA256SUMS

# The contents of /usr/local, with the documents at the top, so that README's links work.
STAGE := $(CURDIR)/.build/stage
tarball: $(STATIC)
	@$(MAKE) --no-print-directory apt PACKAGES="xz-utils"
	rm -rf $(STAGE) $(DIST)
	mkdir -p $(DIST)
	$(MAKE) --no-print-directory install DESTDIR=$(STAGE) PREFIX=/usr/local DOCDIR=/usr/local
	$(ARCHIVE) --transform 's,^[.],$(NAME),' -C $(STAGE)/usr/local -cf - . | \
	  xz --threads=2 >$(DIST)/$(NAME).tar.xz
	rm -rf $(STAGE)
	cd $(DIST) && sha256sum -- *.tar.xz >SHA256SUMS

## make release-check  everything that a release has to pass, on a quiet machine: some hours;
##                     RESUME=1 goes on with an interrupted run of the same commit
release-check:
	UPFOR_TIMED=1 UNREAD_CONNECTIONS=1000 CONFIG=release EXAMPLES=3 \
	  Tests/stages.py --release $(if $(RESUME),--resume)

# Builds the tarball twice, compares both, and runs its contents.
.PHONY: tarball-check
tarball-check:
	$(MAKE) --no-print-directory tarball
	Tests/Packaging/tarball $(DIST)/$(NAME).tar.xz .build/unpacked
	cp $(DIST)/SHA256SUMS .build/SHA256SUMS.first
	$(MAKE) --no-print-directory tarball
	cmp $(DIST)/SHA256SUMS .build/SHA256SUMS.first

## make nginx      the daemon behind nginx, by config/nginx.conf
nginx: $(PYTHON) $(PAGE)
	@$(MAKE) --no-print-directory apt PACKAGES="haproxy nginx-light openssl"
	$(PYTHON) Tests/Interop/nginx.py $(UPFORD) .build/$(CONFIG)/upfor
	$(PYTHON) Tests/Interop/haproxy.py $(UPFORD)
	@$(MAKE) --no-print-directory apt PACKAGES="postgresql redis-server"
	$(PYTHON) Tests/Interop/proxied_nodes.py $(UPFORD)
