import ArgumentParser

/// Whom a server is compared with.
struct YardstickOptions: ParsableArguments {
    @Option(help: "A program to compare with: Tests/Yardstick/echo.c, compiled.")
    var yardstick: String?

    @Option(help: "A program to compare with: nio-echo of Benchmarks.")
    var nio: String?

    var yardsticks: Yardsticks { Yardsticks(c: yardstick, nio: nio) }
}
