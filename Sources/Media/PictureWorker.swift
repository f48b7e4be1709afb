import Confinement
import Glibc
import Pictures

/// The program that decodes one picture of a user in a process of its own: from its standard input
/// to its standard output.
///
/// It is the same program as the daemon, called by another name. So there is no second one to
/// install, and none of another version.
public enum PictureWorker {
    /// The name: the first word of its arguments.
    public static let name = "picture-worker"
    /// The most bytes of a picture that is decoded.
    public static let fileBytesMax = 32 << 20

    /// Ends the program with the work done, if it was started for that. Otherwise it returns.
    ///
    /// It comes first in `main`, before anything is started that a confined program may not have:
    /// threads that wait for events, and the log.
    public static func runIfAsked() {
        guard OwnProgram.isCalled(name) else { return }
        exit(write(results(of: read())) ? 0 : 1)
    }

    /// What is written for a file.
    static func results(of file: [UInt8]) -> [UInt8] {
        do throws(PictureFailure) {
            guard file.count <= fileBytesMax else { throw .broken }
            let pictures = try FittedPicture.all(
                of: file, within: .confined, fitting: PictureResults.bounds)
            return pictures.reduce(into: [PictureResults.Outcome.made.rawValue]) { all, picture in
                all += PictureResults.Head(picture).bytes + picture.bytes
            }
        } catch {
            return [PictureResults.Outcome(error).rawValue]
        }
    }

    /// All of the standard input, and at most a piece more than is taken.
    private static func read() -> [UInt8] {
        var (file, piece) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while file.count <= fileBytesMax {
            let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            file += piece[..<count]
        }
        return file
    }

    private static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
