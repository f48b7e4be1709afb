import ArgumentParser
import Server

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look at the settings: whether they are good, and what they come to.",
        subcommands: [Check.self, Print.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is wrong with the settings, all of it at once.",
            discussion: """
                Without --config or --data they are those in /etc/upford/upford.yaml, if that is \
                there. What files in them hold, as certificates and keys, is looked at when the \
                daemon starts.

                EXAMPLES
                  upford config check
                  upford config check --config new.yaml && systemctl reload upford

                EXIT CODES
                  0 they are good, 64 wrong usage, 78 they are not
                """)

        @OptionGroup var settings: SettingsOptions

        func run() throws {
            let flags = try settings.flags()
            try reportingErrors { () throws(ConfigurationErrors) in
                _ = try Configuration.load(
                    file: settings.file, environment: Talk.environment, flags: flags)
            }
            Talk.say("upford: the settings\(settings.file.map { " in \($0)" } ?? "") are good")
        }
    }

    struct Print: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the settings in effect, and where each was set.",
            discussion: """
                The output is a file that --config takes. Without --config or --data they are \
                those in /etc/upford/upford.yaml, if that is there.

                EXAMPLES
                  upford config print --changed
                  upford config print --config new.yaml
                  UPFORD_LOG_LEVEL=debug upford config print | grep -v '# default'

                EXIT CODES
                  0 done, 64 wrong usage, 78 the settings are wrong
                """)

        @OptionGroup var settings: SettingsOptions

        @Flag(help: "Leave out what was set nowhere.")
        var changed = false

        func run() throws {
            let flags = try settings.flags()
            let text = try reportingErrors { () throws(ConfigurationErrors) in
                try Configuration.text(
                    file: settings.file, environment: Talk.environment, flags: flags,
                    isWhole: !changed)
            }
            print(text, terminator: "")
            Talk.flush()
        }
    }
}

/// Says what is wrong with the settings, and ends the program.
func reportingErrors<Result>(
    _ load: () throws(ConfigurationErrors) -> Result
) throws -> Result {
    do throws(ConfigurationErrors) {
        return try load()
    } catch {
        Talk.sayLast("\(error)")
        throw ExitCode(78)
    }
}
