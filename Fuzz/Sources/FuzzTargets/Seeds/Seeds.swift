import Foundation

/// Writes the inputs that every corpus begins with: run it when a target gets new ones.
package enum Seeds {
    /// Steering bytes to begin with: each target's variants are chosen by the low bits.
    private static let choices: [UInt8] = [0, 1, 2, 7]

    /// Fills `folder`, one folder a target; what is there already stays.
    package static func write(to folder: String) throws {
        for target in Target.all {
            let place = URL(filePath: folder).appending(path: target.name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (index, seed) in target.seeds().enumerated() {
                for choice in choices {
                    let file = place.appending(path: "seed-\(index)-\(choice)")
                    try Data([choice, UInt8(truncatingIfNeeded: index)] + seed).write(to: file)
                }
            }
        }
    }
}
