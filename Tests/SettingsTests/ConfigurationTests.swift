import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import SettingsFile

@Suite struct `A configuration` {
    /// What loading `yaml` gives; the file is called `upford.yaml` in the problems.
    static func load(
        yaml: String, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws -> Configuration {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(yaml.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try Configuration.load(
            file: url.path, environment: environment, flags: flags)
    }

    /// The problems of `yaml`, one line each.
    static func problems(
        yaml: String, environment: [String: String] = [:], flags: [String: String] = [:]
    ) -> [String] {
        do {
            _ = try load(yaml: yaml, environment: environment, flags: flags)
            return []
        } catch let errors as ConfigurationErrors {
            return errors.problems.map { problem in
                guard case .file(_, let line) = problem.origin else { return "\(problem)" }
                let origin = ConfigurationOrigin.file("upford.yaml", line: line)
                let prefix = "\(problem.origin)".count
                return "\(origin)\("\(problem)".dropFirst(prefix))"
            }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `can be printed as a file that gives it, with where each was set`() throws {
        let folder = try TemporaryFolder()
        let (first, second) = ("\(folder.path)/first.yaml", "\(folder.path)/second.yaml")
        let yaml = """
            log:
              level: debug
              file: "it's a \\"b\\" \\\\ # c"
            activities:
              - name: tea
                title: "It's tea: # really"
                icon: "\u{1F468}\u{200D}\u{1F373}"

            """
        try Data(yaml.utf8).write(to: URL(filePath: first))
        let sources = (environment: ["UPFORD_LISTEN_PORT": "9000"], flags: ["data.folder": "x"])
        let text = try Configuration.text(
            file: first, environment: sources.environment, flags: sources.flags, isWhole: true)
        try Data(text.utf8).write(to: URL(filePath: second))
        let settings = try Configuration.load(
            file: first, environment: sources.environment, flags: sources.flags)
        #expect(try Configuration.load(file: second) == settings)
        #expect(text.contains("  level: debug  # \(first):2\n"))
        #expect(text.contains("  port: 9000  # environment: UPFORD_LISTEN_PORT\n"))
        #expect(text.contains("  folder: 'x'  # command line\n"))
        #expect(text.contains("  host: '127.0.0.1'  # default\n"))
        let changed = try Configuration.text(file: first, isWhole: false)
        #expect(!changed.contains("default") && changed.contains("name: 'tea'"))
        #expect(try Configuration.text(file: nil, isWhole: false) == "")
    }

    @Test func `is the defaults when nothing is set`() throws {
        #expect(try Configuration.load(file: nil) == Configuration())
        #expect(try Self.load(yaml: "") == Configuration())
        #expect(try Self.load(yaml: "# nothing\n") == Configuration())
        #expect(try Self.load(yaml: "listen:\n  # port: 1\n") == Configuration())
        #expect(Configuration().problems.isEmpty)
    }

    @Test func `has the activities of the first circle of friends`() {
        #expect(
            Configuration().activities.map(\.title)
                == ["Gym", "Coffee", "Eat", "Study", "Movie", "Shopping", "Anything"])
        #expect(Configuration().activities[1] == .init(name: "coffee", title: "Coffee", icon: "☕"))
    }

    @Test func `is described by its example file, which changes nothing`() throws {
        try GeneratedFile(path: "config/upford.yaml").check(against: Configuration.example)
        #expect(try Self.load(yaml: Configuration.example) == Configuration())
    }

    @Test func `sets every key by its variable as by its flag`() throws {
        var variables: [String: String] = [:]
        var flags: [String: String] = [:]
        for key in ConfigurationKeys.all {
            let value =
                switch key.setting {
                case .integer(_, let range): "\(range.upperBound)"
                case .text: key.sampleText
                case .boolean: key.text(in: Configuration()) == "true" ? "false" : "true"
                case .choice(let choice): choice.names.last ?? ""
                }
            (variables[key.environmentName], flags[key.name]) = (value, value)
        }
        #expect(variables.count == ConfigurationKeys.all.count)
        let changed = try Configuration.load(file: nil, environment: variables)
        #expect(try Configuration.load(file: nil, flags: flags) == changed)
        #expect(changed.limits.commandsInFlight == 65_535)
        #expect(changed.log.file == "log.file")
        for key in ConfigurationKeys.all {
            let others = variables.filter { $0.key != key.environmentName }
            let without = try? Configuration.load(file: nil, environment: others)
            #expect(without != changed, "\(key.name) sets nothing")
        }
    }

    @Test func `names its variables after its keys`() {
        let names = Set(ConfigurationKeys.all.map(\.environmentName))
        #expect(names.count == ConfigurationKeys.all.count)
        for name in ["LISTEN_PORT", "LIMITS_COMMANDS_IN_FLIGHT", "PASSWORDS_MEMORY_KIB", "LOOPS"] {
            #expect(names.contains("UPFORD_" + name))
        }
    }

    @Test func `goes by flags, then environment, then file`() throws {
        let yaml = "listen:\n  port: 1\n  host: a\nloops: 1\nlimits: {fragments: 1}\n"
        let configuration = try Self.load(
            yaml: yaml,
            environment: ["UPFORD_LISTEN_PORT": "2", "UPFORD_LOOPS": "2", "HOME": "/root"],
            flags: ["listen.port": "3"])
        #expect(configuration.listen.port == 3)
        #expect(configuration.loops == 2)
        #expect(configuration.limits.fragments == 1)
        #expect(configuration.listen.host == "a")
    }

    @Test func `reads the log level and the activities`() throws {
        let yaml = """
            log: {level: debug, file: "/tmp/a b"}
            activities:
              - {name: tea, title: "Tea, now"}
              - name: any
                title: Any
                expiryMinutes: 5
                wildcard: true
            """
        let configuration = try Self.load(yaml: yaml)
        #expect(configuration.log.level == .debug)
        #expect(configuration.log.file == "/tmp/a b")
        #expect(
            configuration.activities == [
                .init(name: "tea", title: "Tea, now"),
                .init(name: "any", title: "Any", expiryMinutes: 5, wildcard: true),
            ])
    }

    @Test func `reports every broken rule, each with its place`() {
        let yaml = """
            listen:
              port: 70000
              prot: 1
            limits:
              messageBytes: "many"
            heartbeat: {pingSeconds: 45}
            speed: 3
            """
        let environment = ["UPFORD_LISTEN_PROT": "1", "UPFORD_LOOPS": "-1"]
        #expect(
            Self.problems(yaml: yaml, environment: environment, flags: ["loop": "1"]) == [
                "upford.yaml:3: listen.prot: unknown key; there are host, port, "
                    + "plain, origins, kernelSendBytes, unacknowledgedSeconds, pauseMilliseconds",
                "upford.yaml:5: limits.messageBytes: "
                    + "expected a whole number of bytes in 125...16777216, got \"many\"",
                "upford.yaml:7: speed: unknown key; there are "
                    + ConfigurationKeys.sections.joined(separator: ", "),
                "environment: UPFORD_LISTEN_PROT: unknown variable",
                "environment: UPFORD_LOOPS: loops: "
                    + "expected a whole number of event loops in 0...256, got \"-1\"",
                "command line: loop: unknown key",
                "upford.yaml:2: listen.port: expected a whole number in 0...65535, got 70000",
                "configuration: heartbeat.deadSeconds: "
                    + "expected more than heartbeat.pingSeconds (45), got 45",
            ])
    }

    @Test func `says that a file cannot be read`() {
        let errors = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(file: "/nowhere/upford.yaml")
        }
        #expect(errors?.description == "/nowhere/upford.yaml: No such file or directory")
        let folder = #expect(throws: ConfigurationErrors.self) { try Configuration.load(file: "/") }
        #expect(folder?.description == "/: Is a directory")
    }
}
