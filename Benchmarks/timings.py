#!/usr/bin/env python3
"""Where the time of a first build goes: each module, what it waited for, and the critical path.

usage: timings.py [--debug] [--keep] [PRODUCT]

Builds PRODUCT (upford; with --debug upforPackageTests) from nothing in .build/timings, optimized
unless --debug is given, and prints a table:

    began, ended  seconds since the first compiler began
    wall, cpu     seconds, cpu of all processes of that compiler
    waited for    the module whose end let it begin, or "a core" where all that it imports was there

Below it stands the critical path: from the end of the build back to its start, each step with the
step that it waited for. --keep reads the log of the build before instead. If `make test` has run,
the times of its stages follow.
"""

import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
SCRATCH = ROOT / ".build/timings"
LOG = SCRATCH / "compilers.tsv"
STAGES = ROOT / ".build/stages/times.tsv"
# A module that starts within this time after the end of another one waited for it, in seconds.
CLOSE = 1.0


def compiler(tool):
    """SwiftPM calls it as swiftc or clang: it runs the tool, and records the time."""
    words = sys.argv[1:]
    begun = time.time()
    status = subprocess.call([os.environ[f"TIMED_{tool.upper()}"], *words])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    if tool == "clang":
        name = pathlib.Path(words[words.index("-c") + 1]).name if "-c" in words else None
    else:
        name = words[words.index("-module-name") + 1] if "-module-name" in words else None
        if name and "-emit-executable" in words:
            name += " (link)"
        elif name and "-c" not in words:
            name = None
    if name:
        with open(LOG, "a", encoding="utf-8") as log:
            print(begun, time.time(), usage.ru_utime + usage.ru_stime, name, sep="\t", file=log)
    sys.exit(status)


def build(product, configuration):
    shutil.rmtree(SCRATCH, ignore_errors=True)
    (SCRATCH / "bin").mkdir(parents=True)
    environment = dict(os.environ)
    for tool in "swiftc", "clang":
        real = shutil.which(tool)
        if not real:
            sys.exit(f"timings.py: no {tool} on the PATH")
        environment[f"TIMED_{tool.upper()}"] = real
        (SCRATCH / "bin" / tool).symlink_to(__file__)
    # SwiftPM looks for libraries beside the compiler.
    (SCRATCH / "lib").symlink_to(pathlib.Path(shutil.which("swiftc")).resolve().parents[1] / "lib")
    environment |= {"SWIFT_EXEC": str(SCRATCH / "bin/swiftc"), "CC": str(SCRATCH / "bin/clang")}
    begun = time.time()
    subprocess.run(["swift", "build", "-c", configuration, "--scratch-path", str(SCRATCH),
                    "--product", product], cwd=ROOT, env=environment, check=True,
                   stdout=sys.stderr)
    return time.time() - begun


def imports(configuration):
    """By module, the modules that its compiler waits for, from SwiftPM's plan."""
    plan = (SCRATCH / f"{configuration}.yaml").read_text(encoding="utf-8")
    needs = {}
    for name, inputs in re.findall(
            r'^  "C\.([^"]+?)-[^"-]+-unknown-[^"]*\.module":\n(?:    .*\n)*?    inputs: \[(.*)\]',
            plan, re.MULTILINE):
        needs[name] = re.findall(r'/Modules/([^/"]+)\.swiftmodule"', inputs)
    return needs


def read():
    steps = {}
    for line in LOG.read_text(encoding="utf-8").splitlines():
        begun, ended, cpu, name = line.split("\t")
        steps[name] = (float(begun), float(ended), float(cpu))
    return steps


def waited(name, steps, needs):
    """The step for whose end it waited, and whether it imports that module."""
    begun = steps[name][0]
    wanted = needs.get(name, []) if "(link)" not in name else list(steps)
    ended = {other: steps[other][1] for other in wanted
             if other in steps and steps[other][1] <= begun}
    last = max(ended, key=ended.get, default=None)
    if last and begun - ended[last] < CLOSE:
        return last, True
    before = {other: step[1] for other, step in steps.items() if step[1] <= begun}
    freed = max(before, key=before.get, default=None)
    return freed, False


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    options = set(sys.argv[1:]) - set(words)
    if options & {"-h", "--help"} or options - {"--debug", "--keep"} or len(words) > 1:
        print(__doc__.strip())
        sys.exit(0 if options & {"-h", "--help"} else 64)
    configuration = "debug" if "--debug" in options else "release"
    product = words[0] if words else "upforPackageTests" if "--debug" in options else "upford"
    if "--keep" not in options:
        wall = build(product, configuration)
        (SCRATCH / "wall").write_text(f"{wall:.1f}")
    steps, needs = read(), imports(configuration)
    first = min(begun for begun, _, _ in steps.values())
    print(f"{'began':>6} {'ended':>6} {'wall':>6} {'cpu':>6}  {'module':<28} waited for")
    for name, (begun, ended, cpu) in sorted(steps.items(), key=lambda step: step[1]):
        last, is_import = waited(name, steps, needs)
        print(f"{begun - first:6.1f} {ended - first:6.1f} {ended - begun:6.1f} {cpu:6.1f}  "
              f"{name:<28} {'-' if not last else last if is_import else 'a core'}")
    cpu = sum(step[2] for step in steps.values())
    print(f"\n{product}, {configuration}: {(SCRATCH / 'wall').read_text()} s, compilers "
          f"{max(ended for _, ended, _ in steps.values()) - first:.1f} s, {cpu:.1f} s of processor "
          f"time, {os.cpu_count()} cores")
    print("\ncritical path, from its end:")
    name = max(steps, key=lambda step: steps[step][1])
    while name:
        last, is_import = waited(name, steps, needs)
        begun, ended, _ = steps[name]
        print(f"{ended - first:6.1f}  {ended - begun:5.1f} s  {name}"
              f"{'' if is_import or not last else '  (waited for a core)'}")
        name = last
    if STAGES.exists():
        print(f"\nthe stages of the last `make test`:\n\n{STAGES.read_text(encoding='utf-8')}", end="")


called = pathlib.Path(sys.argv[0]).name
if called in ("swiftc", "clang"):
    compiler(called)
main()
