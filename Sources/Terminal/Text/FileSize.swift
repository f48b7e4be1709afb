/// The size of a file for people: "312 bytes", "48 KB", "2.1 MB".
enum FileSize {
    static func text(_ bytes: UInt32) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) bytes"
        case ..<999_500: "\((bytes + 500) / 1_000) KB"
        default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
        }
    }
}
