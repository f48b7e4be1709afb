internal import Glibc
import Settings
internal import Yams

extension ConfigurationReader {
    /// Sets what the file says; a file that cannot be read or parsed is one problem.
    mutating func read(file path: String) {
        let whole = ConfigurationOrigin.file(path, line: 0)
        switch Self.text(of: path) {
        case .failure(let problem): refuse("", problem.text, from: whole)
        case .success(let text): read(yaml: text, path: path)
        }
    }

    /// Sets what `text` says, as if it stood in the file at `path`.
    mutating func read(yaml text: String, path: String) {
        do {
            guard let root = try compose(yaml: text) else { return }
            read(root, path: path)
        } catch let error as YamlError {
            let (line, problem) = Self.place(of: error)
            refuse("", problem, from: .file(path, line: line))
        } catch {
            refuse("", "not YAML", from: .file(path, line: 0))
        }
    }

    private static func place(of error: YamlError) -> (line: Int, problem: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            (mark.line, problem)
        case .duplicatedKeysInMapping(let duplicates, let context):
            (context.mark.line, "given twice: \(duplicates.joined(separator: ", "))")
        default:
            (0, "not YAML")
        }
    }

    private struct Unreadable: Error {
        let text: String
    }

    private static func text(of path: String) -> Result<String, Unreadable> {
        guard let file = fopen(path, "re") else {
            return .failure(Unreadable(text: String(cString: strerror(errno))))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        let most = 1_048_576
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= most {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { break }
            bytes.append(contentsOf: piece.prefix(count))
        }
        guard ferror(file) == 0 else {
            return .failure(Unreadable(text: String(cString: strerror(errno))))
        }
        guard bytes.count <= most else { return .failure(Unreadable(text: "over 1 MiB")) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(Unreadable(text: "not UTF-8"))
        }
        return .success(text)
    }
}
