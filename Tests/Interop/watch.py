"""The metrics of a running daemon, read by Prometheus' own tools.

The text of /metrics by PyPI `prometheus-client`, and by `promtool`, which also checks the alert
rules; every metric, event and label that rules and dashboard name must exist. Then the log has no
disk or no reader, and only the metrics show it.

usage: watch.py PATH-OF-UPFORD PROMTOOL CONFIG-FOLDER
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from daemon import Daemon
from peer import Peer
from prometheus_client.parser import text_string_to_metric_families
from until import HANG, promised, until


class Watched(Daemon):
    """A daemon, and the answers of its admin port."""

    def start(self):
        super().start()
        line = self.process.stderr.readline()
        self.admin = re.search(r"http://\S+", line).group(0)

    def get(self, path):
        with urllib.request.urlopen(self.admin + path, timeout=HANG) as answer:
            return answer.headers["Content-Type"], answer.read().decode()

    def metrics(self):
        """Each value by its name and labels."""
        numbers = {}
        for family in text_string_to_metric_families(self.get("/metrics")[1]):
            for sample in family.samples:
                key = (sample.name, *sorted(sample.labels.items()))
                assert key not in numbers, f"twice: {key}"
                numbers[key] = sample.value
        return numbers

    def value(self, name, **labels):
        return self.metrics()[(name, *sorted(labels.items()))]


def talk(daemon, count=20):
    """Two friends send messages to one another; returns the time of the slowest answer."""
    ana, ben = Peer(daemon.port), Peer(daemon.port)
    name = f"ana{os.urandom(4).hex()}"
    for peer, own in ((ana, name), (ben, f"{name}_b")):
        token = peer.register(own)
        assert peer.call(2, "sessionOpen", token=token, device="x")["session"]
    ana.call(3, "friendRequest", to=f"{name}_b")
    ben.call(3, "friendAccept", **{"from": name})
    slowest = 0.0
    for number in range(count):
        begun = time.monotonic()
        sent = ana.call(10 + number, "roomSend", to=f"{name}_b", text="x", cid=str(number))
        slowest = max(slowest, time.monotonic() - begun)
        assert sent["roomSent"]["seq"] == number + 1, sent
    refused = ana.call(9, "roomSend", to="nobody", text="x", cid="y")
    assert refused["error"]["code"], refused
    return slowest


def text_is_what_prometheus_reads(daemon, promtool):
    talk(daemon)
    kind, text = daemon.get("/metrics")
    assert kind == "text/plain; version=0.0.4; charset=utf-8", kind
    families = list(text_string_to_metric_families(text))
    assert len(families) > 30
    for family in families:
        assert family.documentation and family.type in ("counter", "gauge", "histogram"), family
        # No device is notified here.
        assert family.samples or family.name == "upfor_notifications", family.name
        if family.type != "histogram":
            continue
        rows = {}
        for sample in family.samples:
            labels = tuple(sorted(item for item in sample.labels.items() if item[0] != "le"))
            rows.setdefault(labels, []).append(sample)
        for samples in rows.values():
            buckets = [one.value for one in samples if one.name.endswith("_bucket")]
            assert buckets == sorted(buckets) and len(buckets) == 16, buckets
            (count,) = [one.value for one in samples if one.name.endswith("_count")]
            assert buckets[-1] == count
    # Counters never decrease, and gauges describe the present.
    before = daemon.metrics()
    talk(daemon, 5)
    after = daemon.metrics()
    assert before.keys() == after.keys()
    for key, value in before.items():
        if key[0].endswith(("_total", "_bucket", "_count", "_sum")):
            assert after[key] >= value, key
    send = ("upfor_commands_total", ("command", "roomSend"))
    assert after[(*send, ("outcome", "done"))] == 25
    assert after[(*send, ("outcome", "refused"))] == 2
    subprocess.run([promtool, "check", "metrics"], input=text, text=True, check=True)


def what_rules_and_dashboard_name_is_there(daemon, promtool, config):
    rules = os.path.join(config, "prometheus", "alerts.yaml")
    subprocess.run([promtool, "check", "rules", rules], check=True)
    examples = os.path.join(os.path.dirname(__file__), "alerts.yaml")
    subprocess.run([promtool, "test", "rules", examples], check=True)
    numbers = daemon.metrics()
    names = {key[0] for key in numbers}
    labels = {}
    for key in numbers:
        for label, value in key[1:]:
            labels.setdefault((key[0], label), set()).add(value)
    with open(rules) as file:
        sources = [file.read()]
    with open(os.path.join(config, "grafana", "upfor.json")) as file:
        board = json.load(file)
    places = [tuple(panel["gridPos"].values()) for panel in board["panels"]]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in board["panels"]})
    sources += [
        target["expr"] for panel in board["panels"] for target in panel["targets"]]
    sources += [one["query"]["query"] for one in board["templating"]["list"][1:]]
    # Labels that the scraper adds.
    given = {"instance", "job", "upfor_cluster"}
    used = set()
    for source in sources:
        used |= set(re.findall(r"\b(?:upfor|process)_[a-z_]+", source))
        for name, selector in re.findall(r"\b((?:upfor|process)_[a-z_]+)\{([^}]*)\}", source):
            for label, test, value in re.findall(r'(\w+)(=~|!~|=|!=)"([^"]*)"', selector):
                if label in given:
                    continue
                # Each alternative names something.
                for part in value.split("|"):
                    pattern = part if "~" in test else re.escape(part)
                    assert any(
                        re.fullmatch(pattern.replace("\\\\", "\\"), one)
                        for one in labels[(name, label)]), (name, label, part)
    assert used <= names | given, used - names
    assert len(used) > 20, used


def health_is_told(daemon):
    ask = [daemon.binary, "healthy"]
    assert subprocess.run([*ask, "--url", f"{daemon.admin}/readyz"]).returncode == 0
    port = daemon.admin.rsplit(":", 1)[1]
    variables = {**os.environ, "UPFORD_ADMIN_PORT": port}
    assert subprocess.run(ask, env=variables).returncode == 0
    for wrong in (["--url", f"{daemon.admin}/nothing"], ["--url", "http://127.0.0.1:1/readyz"],
                  ["--config", "/nowhere.yaml"]):
        said = subprocess.run([*ask, *wrong], stderr=subprocess.PIPE, text=True)
        assert said.returncode == 1 and said.stderr.startswith("upford: "), said


def an_upgrade_keeps_the_port(binary, folder):
    """SIGUSR2: the port always answers, from the old process or the new one."""
    program = os.path.join(folder, "upford")
    shutil.copy(binary, program)
    daemon = Watched(program, folder)
    daemon.start()
    begun = daemon.value("process_start_time_seconds")
    daemon.process.send_signal(signal.SIGUSR2)
    until("successor", lambda: daemon.value("process_start_time_seconds") != begun)
    until("successor that is ready", lambda: daemon.value("upfor_ready") == 1)
    assert daemon.process.wait(timeout=HANG) == 0
    with open(os.path.join(folder, "events.jsonl")) as log:
        (successor,) = [
            event["pid"] for event in map(json.loads, (line for line in log if line.endswith("\n")))
            if event["ev"] == "upgrade.started"]
    os.kill(successor, signal.SIGTERM)

    def is_gone():
        try:
            daemon.get("/healthz")
        except urllib.error.URLError:
            return True
        return False

    until("end of the successor", is_gone)


def a_log_without_a_disk_harms_nobody(binary, folder):
    daemon = Watched(binary, folder, log_level="debug", log_file="/dev/full")
    daemon.start()
    slowest = talk(daemon)
    until("event that was dropped", lambda: daemon.value("upfor_log_dropped_total") > 0)
    assert slowest < promised(2), slowest
    assert daemon.value("upfor_log_events_total", event="account.registered") == 2
    assert daemon.stop() == 0


def a_log_without_a_reader_harms_nobody(binary, folder):
    """A full pipe without a reader: lines that do not fit are dropped and counted."""
    path = os.path.join(folder, "pipe")
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    daemon = Watched(binary, folder, log_level="debug", log_file=path, log_ring="64")
    daemon.start()

    def are_dropped():
        talk(daemon, 50)
        return daemon.value("upfor_log_dropped_total") > 100

    until("events that were dropped", are_dropped)
    slowest = talk(daemon)
    assert slowest < promised(2), slowest
    begun = time.monotonic()
    assert daemon.stop() == 0
    assert time.monotonic() - begun < promised(10)
    os.close(reading)


def main(binary, promtool, config):
    with tempfile.TemporaryDirectory() as folder:
        # Nothing is sent, but the metrics of mail exist.
        daemon = Watched(
            os.path.abspath(binary), folder, mail_server="smtp://127.0.0.1:9",
            mail_from="upfor@example.org")
        daemon.start()
        try:
            text_is_what_prometheus_reads(daemon, promtool)
            what_rules_and_dashboard_name_is_there(daemon, promtool, config)
            health_is_told(daemon)
        finally:
            code = daemon.stop()
        assert code == 0, code
    for chapter in (an_upgrade_keeps_the_port, a_log_without_a_disk_harms_nobody,
                    a_log_without_a_reader_harms_nobody):
        with tempfile.TemporaryDirectory() as folder:
            chapter(os.path.abspath(binary), folder)
            print(f"ok  {chapter.__name__.replace('_', ' ')}")
    print("watched: everything is reported")


if __name__ == "__main__":
    main(*sys.argv[1:])
