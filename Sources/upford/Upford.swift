import ArgumentParser
import Observability

@main
struct Upford: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upford",
        abstract:
            "The daemon of Upfor, a chat and presence server.",
        version: Version.text,
        subcommands: [
            Serve.self, Config.self, Log.self, Ctl.self, Healthy.self, Backup.self, Check.self,
            Restore.self, RotatePushKey.self, Export.self, Erase.self, Words.self, Describe.self,
            Measure.self, Echo.self,
        ],
        defaultSubcommand: Serve.self)
}
