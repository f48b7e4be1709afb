# Of what `swift test` has printed: each failure with what it says of it; where there is none, the
# tests that were running when it ended. usage: awk -f Tests/failures.awk LOG

function tell(line) { if (++told <= 60) print line }

/^(◇|✔|✘) / { of_failure = /" recorded an issue / }
of_failure { tell($0) }

/^(◇|✔|✘) Test "/ {
    name = $0
    sub(/^(◇|✔|✘) Test /, "", name)
    sub(/" (started\.|with [0-9]+ test cases? |passed after |failed after |recorded an issue ).*$/, "\"", name)
    if (/ started\.$/) running[name] = 1
    else if (/ (passed|failed) after /) delete running[name]
}

END {
    if (!told) for (name in running) tell("it was running: " name)
    if (told > 60) print "and " told - 60 " lines more"
}
