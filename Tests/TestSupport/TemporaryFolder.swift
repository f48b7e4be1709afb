import FoundationEssentials

/// A folder of a test's own, gone with it.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let path: String

    /// Makes it, empty.
    public init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "upfor-test-\(UUID().uuidString)")
        path = url.path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names of everything in it, sorted.
    public var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The bytes of a file in it.
    public func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    /// Makes a file in it.
    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }
}
