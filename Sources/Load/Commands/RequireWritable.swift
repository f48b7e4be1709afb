import ArgumentParser
import Glibc

/// Refuses a file that could not be written, naming its option.
///
/// Nothing is opened or made for that: what is there stays as it is, and a pipe hears nothing.
func requireWritable(_ path: String, _ option: String) throws {
    guard let obstacle = obstacle(toWriting: path) else { return }
    throw ValidationError(
        "\(option): cannot write \"\(path)\": \(String(cString: strerror(obstacle)))")
}

/// - Returns: the `errno` that writing would meet.
private func obstacle(toWriting path: String) -> Int32? {
    var status = stat()
    if stat(path, &status) == 0 {
        guard status.st_mode & S_IFMT != S_IFDIR else { return EISDIR }
        return refusal(of: path, W_OK)
    }
    guard errno == ENOENT, !path.isEmpty else { return errno }
    guard !path.hasSuffix("/") else { return EISDIR }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return refusal(of: folder, W_OK | X_OK)
}

private func refusal(of path: String, _ mode: Int32) -> Int32? {
    faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 ? nil : errno
}
