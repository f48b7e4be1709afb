/// The command line, as far as libFuzzer leaves it to us.
enum Options {
    /// The value of `--name=value`.
    static func value(of name: String) -> String? {
        let prefix = "--\(name)="
        return CommandLine.arguments.first { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }
}
