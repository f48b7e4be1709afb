import Foundation
import Testing

/// A target is small enough to be understood as a whole, or its folders are: each can be read with
/// those that it uses, and they do not use it. A folder uses another one when it names a type that
/// is declared at the top level of a file there. Files beside the folders count as one folder.
@Suite struct `The folders of a target` {
    /// Targets in which folders use one another. Take a name out when its target is free of that;
    /// none is added.
    static let entangled: Set<String> = [
        "Accounts", "Client", "EventLoop", "Load", "Simulation", "SQLite", "Terminal",
        "WebSocket", "upford",
    ]

    static let targets: [URL] =
        ["Sources", "Sources/Features"].flatMap { folder in
            let all = try? FileManager.default.contentsOfDirectory(
                at: `The source tree`.root.appending(path: folder), includingPropertiesForKeys: nil)
            return (all ?? []).filter { !["Features", "System"].contains($0.lastPathComponent) }
        } + [`The source tree`.root.appending(path: "Sources/Features/Features")]

    @Test(arguments: targets) func `do not use one another`(target: URL) throws {
        let graph = FolderGraph(try Self.files(of: target))
        let cycle = graph.cycle
        guard !Self.entangled.contains(target.lastPathComponent) else {
            #expect(cycle != nil, "no longer: take it out of the list")
            return
        }
        #expect(cycle == nil, "move what both use into a folder below: \(graph.story(of: cycle))")
    }

    @Test func `are found out when they do, directly or around`() {
        let a = SourceFile(folder: "A", text: "struct First {\n    let second: Second\n}")
        let b = SourceFile(folder: "B", text: "package final class Second {\n    let x: [Third]\n}")
        let c = SourceFile(folder: "C", text: "enum Third {\n    case one(First)\n}")
        #expect(FolderGraph([a, b, c]).cycle.map { Set($0) } == ["A", "B", "C"])
        #expect(FolderGraph([a, b]).cycle == nil)
        let direct = SourceFile(
            folder: "B", text: "struct Second: Sendable {\n    var x = First()\n}")
        #expect(FolderGraph([a, direct]).cycle.map { Set($0) } == ["A", "B"])
    }

    @Test func `use only what they name in their code`() {
        let a = SourceFile(folder: "A", text: "struct First {\n    let second: Second\n}")
        for text in [
            "struct Second {} // like First", "/// As `First`.\nstruct Second {}",
            "struct Second {\n    let text = \"First\"\n}",
            "struct Second {\n    let first: Other.First\n}",
            "struct Second {\n    struct First {}\n    let first: First\n}",
            "private struct First {}\nstruct Second {}",
        ] {
            #expect(FolderGraph([a, SourceFile(folder: "B", text: text)]).cycle == nil, "\(text)")
        }
    }

    private static func files(of target: URL) throws -> [SourceFile] {
        let path = target.resolvingSymlinksInPath().path + "/"
        let all = FileManager.default.enumerator(at: target, includingPropertiesForKeys: nil)
        return try (all?.compactMap { $0 as? URL } ?? []).compactMap { url in
            guard url.pathExtension == "swift", !url.path.contains("/Generated/") else {
                return nil
            }
            let parts = url.resolvingSymlinksInPath().path.dropFirst(path.count).split(
                separator: "/")
            return SourceFile(
                folder: parts.count > 1 ? String(parts[0]) : "(files beside the folders)",
                text: try String(contentsOf: url, encoding: .utf8))
        }
    }
}

/// What a file declares at its top level, and what its code names.
private struct SourceFile {
    let folder: String
    private(set) var declared: Set<String> = []
    private(set) var named: Set<String> = []

    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "actor", "protocol", "typealias",
    ]

    init(folder: String, text: String) {
        self.folder = folder
        var own: Set<String> = []
        for line in text.split(separator: "\n") {
            let code = Self.code(of: line)
            let words = code.split { !($0.isLetter || $0.isNumber || "_.@".contains($0)) }
            named.formUnion(words.lazy.filter(\.isTypeName).map { Self.first(of: $0) })
            guard let kind = words.firstIndex(where: Self.kinds.contains), kind + 1 < words.count,
                words[kind + 1].isTypeName
            else { continue }
            let isSeen = line.first != " " && !words[..<kind].contains { $0.hasSuffix("private") }
            if isSeen { declared.insert(String(words[kind + 1])) }
            if !isSeen { own.insert(String(words[kind + 1])) }
        }
        named.subtract(own)
    }

    /// A line without comment, and without text but for what is put into it.
    private static func code(of line: Substring) -> String {
        var (code, isText, depths, last) = ("", false, [Int](), Character(" "))
        for character in line {
            defer { last = last == "\\" && character == "\\" ? " " : character }
            switch character {
            case "\"" where last != "\\": isText.toggle()
            case "(" where isText && last == "\\":
                depths.append(0)
                isText = false
                code.append(" ")
            case "(" where !depths.isEmpty && !isText: depths[depths.count - 1] += 1
            case ")" where depths.last == 0 && !isText:
                depths.removeLast()
                isText = true
            case ")" where !depths.isEmpty && !isText: depths[depths.count - 1] -= 1
            case "/" where !isText && last == "/": return code
            default: if !isText { code.append(character) }
            }
        }
        return code
    }

    /// Of `Outer.Inner` only the first says where it comes from.
    private static func first(of word: Substring) -> String {
        String(word.split(separator: ".").first ?? "")
    }
}

extension Substring {
    fileprivate var isTypeName: Bool { first?.isUppercase == true }
}

/// Which folder uses which other one, and by what.
private struct FolderGraph {
    private var uses: [String: [String: Set<String>]] = [:]

    init(_ files: [SourceFile]) {
        var homes: [String: String] = [:]
        for file in files {
            for name in file.declared { homes[name] = file.folder }
        }
        for file in files {
            for name in file.named {
                guard let home = homes[name], home != file.folder else { continue }
                uses[file.folder, default: [:]][home, default: []].insert(name)
            }
        }
    }

    /// Folders of which each uses the next, and the last uses the first; nil when there are none.
    var cycle: [String]? {
        var done: Set<String> = []
        for start in uses.keys.sorted() {
            if let found = search([start], &done) { return found }
        }
        return nil
    }

    private func search(_ path: [String], _ done: inout Set<String>) -> [String]? {
        guard let last = path.last, !done.contains(last) else { return nil }
        for next in (uses[last] ?? [:]).keys.sorted() {
            if let place = path.firstIndex(of: next) { return Array(path[place...]) }
            if let found = search(path + [next], &done) { return found }
        }
        done.insert(last)
        return nil
    }

    /// Which file uses what of which other one.
    func story(of cycle: [String]?) -> String {
        guard let cycle, let first = cycle.first else { return "" }
        return zip(cycle, cycle.dropFirst() + [first]).map { user, used in
            let names = (uses[user]?[used] ?? []).sorted().prefix(5).joined(separator: ", ")
            return "\(user) uses \(names) of \(used)"
        }
        .joined(separator: "; ")
    }
}
