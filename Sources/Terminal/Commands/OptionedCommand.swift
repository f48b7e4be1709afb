import ArgumentParser

/// A command that takes the options that all of them take.
protocol OptionedCommand: AsyncParsableCommand {
    var options: Options { get }
}
