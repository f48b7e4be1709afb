/// What authenticators answer to "upfor.example", with the first point of P-256 as a key.
enum PasskeySeeds {
    static let origin = "https://upfor.example"

    static let all: [[UInt8]] =
        [attestation] + more + [clientData("webauthn.create"), clientData("webauthn.get"), []]

    /// `clientDataJSON`.
    static func clientData(_ type: String) -> [UInt8] {
        let head = #"{"type":"\#(type)","challenge":"c","origin":"\#(origin)""#
        return Array("\(head),\"crossOrigin\":false}".utf8)
    }

    /// `attestationObject`.
    static let attestation = bytes(
        """
        a363666d74646e6f6e656761747453746d74a06861757468446174615888226cd9483a9066e06697a541
        763418f1cad16da5d144ea9e4def4e8514276bc945000000010000000000000000000000000000000000
        0401020304a50102032620012158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a139
        45d898c2962258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5
        """)

    /// Another, of a maker, with extensions; and `authenticatorData`, without and with them.
    private static let more = [
        bytes(
            """
            a363666d74667061636b65646761747453746d74a263616c672663736967430102036861757468446174
            615873226cd9483a9066e06697a541763418f1cad16da5d144ea9e4def4e8514276bc9c5000000010000
            0000000000000000000000000000000401020304a40101032720062158206b17d1f2e12c4247f8bce6e5
            63a440f277037d812deb33a0f4a13945d898c296a16b6372656450726f7465637402
            """),
        bytes(
            """
            226cd9483a9066e06697a541763418f1cad16da5d144ea9e4def4e8514276bc90500000002
            """),
        bytes(
            """
            226cd9483a9066e06697a541763418f1cad16da5d144ea9e4def4e8514276bc98500000002a16375766d
            8183020402
            """),
    ]

    /// - Parameter text: hexadecimal digits, in lines.
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.filter { $0 != "\n" }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
