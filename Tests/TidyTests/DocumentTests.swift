import Foundation
import Testing

@Suite struct `The documents` {
    static let files: [URL] = ["", "docs", "docs/decisions"].flatMap { folder in
        let all = try? FileManager.default.contentsOfDirectory(
            at: `The source tree`.root.appending(path: folder), includingPropertiesForKeys: nil)
        return (all ?? []).filter { $0.pathExtension == "md" }
    }

    @Test(arguments: files)
    func `have lines of at most 100 columns, except in tables and examples`(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        var isExample = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let words = line.drop { $0 == " " }
            if words.hasPrefix("```") { isExample.toggle() }
            if isExample || words.hasPrefix("|") || words.hasPrefix("<") { continue }
            #expect(
                line.count <= 100 || !words.contains(" "), "line \(index + 1) is over 100 columns")
        }
    }

    @Test func `are there to be looked at`() {
        #expect(Self.files.count > 30)
    }
}
