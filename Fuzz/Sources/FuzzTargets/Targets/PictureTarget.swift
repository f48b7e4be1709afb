import Pictures

extension Target {
    /// What is read of a stranger's picture before anything of it is decoded.
    static let picture = Target(name: "picture", seeds: { PictureSeeds.all }) { input in
        guard let head = try? PictureHead(input.bytes) else { return }
        let sides = 1...PictureHead.sideMax
        Oracle.require(
            sides.contains(head.width) && sides.contains(head.height),
            "\(head.width) by \(head.height)")
        // A picture ends where it says; bytes behind it are ignored.
        let again = try? PictureHead(input.bytes + [input.seed, 0xFF, 0xD8])
        Oracle.require(again == head, "\(head), and with more behind it: \(again as Any)")
    }
}
