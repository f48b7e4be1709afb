"""The figures, as one table in Markdown."""

import statistics
from collections import namedtuple

# A row: its work, the compared variant of ejabberd; its name; the shown value, the compared figure,
# and the goal, as (figure, words); whether less is better.
Row = namedtuple("Row", "work side name show figure goal less")


def _least(found, key):
    return min(one[key] for one in found)


def _middle(found, key):
    return statistics.median(one[key] for one in found)


def digits(number):
    """Three significant digits, with commas."""
    if abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"


def _cost(key, each, speed, of):
    def show(found):
        return f"{digits(_least(found, key))} µs {each}, {digits(_middle(found, speed))} {of}"
    return show, lambda found: _least(found, key)


def _shown_cost(found):
    """Includes the presences that visitors receive, which Upfor sends in a snapshot only."""
    return min(one.get("cpuMicrosecondsPerStanza", one["cpuMicrosecondsPerTold"]) for one in found)


def _shown(found):
    return f"{digits(_shown_cost(found))} µs a presence"


def _ack(found):
    return statistics.median(one["acks"]["p50Microseconds"] for one in found) / 1e3


def _login_speed(found):
    return _middle(found, "signInsPerSecond")


def _bytes(found):
    return _least(found, "bytesPerUser")


def rows(sizes):
    """The rows of the table, in order."""
    chat, alone, presence = sizes["chat"], sizes["alone"], sizes["presence"]
    room, login, idle = sizes["room"], sizes["login"], sizes["idle"]
    said = _cost("cpuMicrosecondsPerMessage", "a message", "messagesPerSecond", "a second")
    told = _cost("cpuMicrosecondsPerTold", "a friend told", "toldPerSecond", "a second")
    heard = _cost("cpuMicrosecondsPerDelivery", "a delivery", "messagesPerSecond", "messages/s")
    came = _cost("cpuMicrosecondsPerSignIn", "a sign-in", "signInsPerSecond", "a second")
    crowd = f"{chat['senders']} senders × {chat['in_flight']}"
    return [
        Row("chat", "ejabberd", f"1:1 chat, {crowd}; archive in SQLite, on the disk", *said,
            (40, "≤ 40 µs"), True),
        Row("chat", "mnesia", "the same; archive in Mnesia, not flushed", *said, None, True),
        Row("chat", "none", "the same; no archive", *said, None, True),
        Row("alone", "ejabberd", f"1:1 chat, {alone['senders']} senders × {alone['in_flight']}",
            *said, None, True),
        Row("alone", "ejabberd", "its acknowledgement, p50",
            lambda found: f"{digits(_ack(found))} ms", _ack, (1, "≤ 1 ms"), True),
        Row("presence", "ejabberd",
            f"presence, {presence['users']:,} users × {presence['friends']} friends,"
            f" {presence['rate']} visits/s", *told, (8, "≤ 8 µs"), True),
        Row("presence", "ejabberd", "the same, with ejabberd's to visitors counted, too",
            _shown, _shown_cost, None, True),
        Row("room", "ejabberd", f"a room of {room['devices']}", *heard, (8, "≤ 8 µs"), True),
        Row("login", "ejabberd", f"sign-in, {login['friends']} friends, cost", *came, None, True),
        Row("login", "ejabberd", f"sign-in, {login['at_once']} at a time, speed",
            lambda found: f"{digits(_login_speed(found))} a second", _login_speed,
            (5000, "≥ 5,000"), False),
        Row("idle", "ejabberd", f"memory of an idle user, of {idle['users']:,}",
            lambda found: f"{digits(_bytes(found) / 1024)} KiB", _bytes, (2048, "≤ 2 KiB"), True),
    ]


def lines(sizes, results, has_goals):
    """The table; `results` has all results: by work and by side, a list."""
    yield "| Work | Upfor | ejabberd | ejabberd is | Upfor's goal | |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for row in rows(sizes):
        ours = results.get(row.work, {}).get("upfor")
        theirs = results.get(row.work, {}).get(row.side)
        if not ours or not theirs:
            continue
        goal, verdict = "", ""
        if row.goal and has_goals:
            limit, goal = row.goal
            figure = row.figure(ours)
            verdict = "reached" if (figure <= limit) == row.less else "missed"
        yield (
            f"| {row.name} | {row.show(ours)} | {row.show(theirs)} |"
            f" {_compared(row, ours, theirs)} | {goal} | {verdict} |")


def _compared(row, ours, theirs):
    """The result of ejabberd in comparison, in words."""
    one, other = row.figure(ours), row.figure(theirs)
    if one <= 0 or other <= 0:
        # A few users fit into memory that the server had anyway.
        return "–"
    times = digits(max(one, other) / min(one, other))
    if (one <= other) == row.less:
        return f"{times} × {'as much' if row.less else 'slower'}"
    return f"{times} × {'less' if row.less else 'faster'}"
