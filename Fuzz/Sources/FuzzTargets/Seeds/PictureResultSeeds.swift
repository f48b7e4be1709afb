/// What processes write that decode pictures: an outcome, and two pictures.
enum PictureResultSeeds {
    static let all: [[UInt8]] =
        [[], [0] + picture(1, 640, 480, 5) + picture(1, 480, 360, 3)]
        + (1...6).map { [$0] }
        + [
            [0] + picture(2, 2_560, 1, 2) + picture(1, 480, 1, 1) + [0],
            [0] + picture(3, 1, 1, 1), [0] + picture(1, 0, 1, 1), [0] + picture(1, 2_561, 1, 1),
            [0] + picture(1, 2, 2, 2).dropLast(), [0] + picture(1, 1, 1, 0xFFFF),
        ]

    private static func picture(
        _ form: UInt8, _ width: Int, _ height: Int, _ count: Int
    ) -> [UInt8] {
        [form]
            + [width, height, count].flatMap { number in
                (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            } + [UInt8](repeating: 0xAB, count: count)
    }
}
