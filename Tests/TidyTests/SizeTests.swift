import Foundation
import Testing

/// How many lines of code types and functions may have: blank lines and comments do not count. A
/// type counts with all its extensions in its target.
@Suite struct `The size` {
    private static let typeLinesMax = 450
    private static let functionLinesMax = 60
    /// Types that are larger, and how large they may be. Each has a reason (docs/decisions/0037).
    private static let large = [
        // Tables: one row for each key, event, message or verb, and nothing that decides.
        "Terminal.Wording": 1_400, "Observability.EventName": 580,
        "SettingsFile.ConfigurationKeys": 490, "Kernel.Catalog": 700, "Rooms.Query": 730,
        // One state that each of its commands changes, a file for each subject. What has a state
        // of its own is a type of its own: `Slot`, `TimerWheel`, `HandshakeQueue`, `OutboxPool`;
        // `FriendInquiry`, `PresenceChanges`, `DepartureQueue`, `PassedEvents`.
        "EventLoop.EventLoop": 1_010, "Hub.HubCore": 970,
        // What a loop calls, and frames of WebSockets; other subjects are `LoopPart`s.
        "Gateway.ClientHandler": 620,
        // The rules of all features once more, for the simulator: a function for each command.
        "Promises.Rules": 3_200, "Promises.Checker": 960, "Simulation.Oracle": 540,
        "Simulation.Rules": 500,
        // One script for each fault, and one function for each line that a user may type.
        "Load.Scene": 580, "Terminal.Dialogue": 500, "Load.Player": 540,
    ]

    private static let sources = `The source tree`.files.filter { $0.path.contains("/Sources/") }

    @Test func `of a type is at most 450 lines of code`() throws {
        var sizes: [String: Int] = [:]
        for file in Self.sources {
            let parts = file.path.components(separatedBy: "/Sources/").last?.split(separator: "/")
            guard let parts, parts.count > 1 else { continue }
            let target = parts[0] == "Features" && parts.count > 2 ? parts[1] : parts[0]
            for block in try Self.types(in: file) {
                sizes["\(target).\(block.name)", default: 0] += block.lineCount
            }
        }
        #expect(sizes.count > 500)
        for (name, size) in sizes where size > Self.typeLinesMax {
            #expect(size <= Self.large[name] ?? Self.typeLinesMax, "\(name): give it fewer tasks")
        }
        for name in Self.large.keys {
            #expect(sizes[name] ?? 0 > Self.typeLinesMax, "\(name): take it out of the list")
        }
    }

    @Test func `of a function is at most 60 lines of code`() throws {
        for file in Self.sources {
            for function in try Self.functions(in: file) {
                #expect(
                    function.lineCount <= Self.functionLinesMax,
                    "\(file.lastPathComponent): \(function.name.drop { $0 == " " })")
            }
        }
    }

    private typealias Block = (name: String, lineCount: Int)

    private static func lines(of file: URL) throws -> [Substring] {
        try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Lines that are neither blank nor a comment.
    private static func codeCount(_ lines: ArraySlice<Substring>) -> Int {
        lines.count { line in
            let code = line.drop { $0 == " " }
            return !code.isEmpty && !code.hasPrefix("//")
        }
    }

    /// The declarations at the top level: each ends with a brace at the beginning of a line.
    private static func types(in file: URL) throws -> [Block] {
        let pattern =
            /(?:[a-z]+ )*(?:struct|class|enum|actor|extension) ([A-Za-z_]+)(?:\.[A-Za-z_.]+)?.*/
        var blocks: [Block] = []
        let lines = try lines(of: file)
        for (start, line) in lines.enumerated() {
            guard let found = line.wholeMatch(of: pattern) else { continue }
            let end = line.hasSuffix("}") ? start : lines[start...].firstIndex(of: "}") ?? start
            blocks.append((String(found.1), codeCount(lines[start...end])))
        }
        return blocks
    }

    /// The functions with a body: each ends with a brace where its declaration begins.
    private static func functions(in file: URL) throws -> [Block] {
        let pattern = /( *)(?:@[A-Za-z]+ )*(?:[a-z]+ )*(?:func |init[?(<]).*/
        var blocks: [Block] = []
        let lines = try lines(of: file)
        for (start, line) in lines.enumerated() {
            guard let found = line.wholeMatch(of: pattern),
                let head = lines[start...].prefix(16).firstIndex(where: {
                    $0.hasSuffix("{") || $0.isEmpty
                }), lines[head].hasSuffix("{"),
                let end = lines[head...].firstIndex(of: found.1 + "}")
            else { continue }
            blocks.append((String(line), codeCount(lines[start...end])))
        }
        return blocks
    }
}
