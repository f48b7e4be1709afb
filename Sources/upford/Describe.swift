import ArgumentParser
import Gateway
import Server
import Settings
import SettingsFile

struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the description of the API, for programs.",
        discussion: """
            What a daemon with these settings serves: with the commands of words if a dictionary
            is installed. No daemon is needed, and none is touched.

            EXAMPLES
              upford describe > openapi.json
              upford describe asyncapi > asyncapi.json

            EXIT CODES
              0 done, 64 wrong usage, 78 the settings are wrong
            """)

    enum Document: String, CaseIterable, ExpressibleByArgument {
        case openapi, asyncapi, markdown
    }

    @Argument(help: "openapi (HTTP), asyncapi (WebSocket) or markdown (docs/API.md).")
    var document = Document.openapi

    @OptionGroup var settings: SettingsOptions

    func run() throws {
        let flags = try settings.flags()
        let configuration = try reportingErrors { () throws(ConfigurationErrors) in
            try Configuration.load(
                file: settings.file, environment: Talk.environment, flags: flags)
        }
        let description = try ServerDescription(
            configuration,
            InstalledWords(configuration).dictionaries { path, failure in
                Talk.say("upford: \(path) is left out: \(failure)")
            })
        let text =
            switch document {
            case .openapi: String(decoding: description.openAPI, as: UTF8.self)
            case .asyncapi: String(decoding: description.asyncAPI, as: UTF8.self)
            case .markdown: description.page
            }
        print(text, terminator: "")
    }
}
