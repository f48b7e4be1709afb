import ArgumentParser
import Settings
import SettingsFile

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check or print the settings.",
        subcommands: [Check.self, Print.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all faults of the settings.",
            discussion: """
                Without --config or --data the settings are those of /etc/upford/upford.yaml, if \
                it exists. Files that they name, such as certificates, are read only when the \
                daemon starts.

                EXAMPLES
                  upford config check
                  upford config check --config new.yaml && systemctl reload upford

                EXIT CODES
                  0 valid, 64 wrong usage, 78 invalid
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
            abstract: "Print the effective settings, each with its source.",
            discussion: """
                The output is a settings file. Without --config or --data the settings are those \
                of /etc/upford/upford.yaml, if it exists.

                EXAMPLES
                  upford config print --changed
                  upford config print --config new.yaml
                  UPFORD_LOG_LEVEL=debug upford config print | grep -v '# default'

                EXIT CODES
                  0 done, 64 wrong usage, 78 invalid settings
                """)

        @OptionGroup var settings: SettingsOptions

        @Flag(help: "Leave out defaults.")
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
