import Testing

@testable import Outbound

@Suite struct `Network addresses` {
    @Test(
        arguments: [
            [8, 8, 8, 8], [172, 15, 0, 1], [172, 32, 0, 1], [100, 63, 0, 1], [100, 128, 0, 1],
            [169, 253, 1, 1], [192, 167, 1, 1], [223, 255, 255, 1],
        ] as [[UInt8]])
    func `of the public internet are public`(bytes: [UInt8]) throws {
        #expect(try #require(NetworkAddress(bytes)).isPublic)
        #expect(try #require(NetworkAddress(mapped + bytes)).isPublic)
        #expect(try #require(NetworkAddress(translated + bytes)).isPublic)
    }

    @Test(
        arguments: [
            [0, 0, 0, 0], [10, 1, 2, 3], [100, 64, 0, 1], [100, 127, 255, 255], [127, 0, 0, 1],
            [127, 255, 0, 9], [169, 254, 169, 254], [172, 16, 0, 1], [172, 31, 255, 255],
            [192, 168, 0, 1], [192, 0, 2, 1], [198, 18, 0, 1], [198, 19, 0, 1], [224, 0, 0, 1],
            [240, 0, 0, 1], [255, 255, 255, 255],
        ] as [[UInt8]])
    func `of anything else are not, in whatever clothes`(bytes: [UInt8]) throws {
        #expect(try !#require(NetworkAddress(bytes)).isPublic)
        #expect(try !#require(NetworkAddress(mapped + bytes)).isPublic)
        #expect(try !#require(NetworkAddress(translated + bytes)).isPublic)
    }

    @Test(
        arguments: [
            ([0x20, 0x01, 0x48, 0x60], true), ([0x2A, 0x00], true),
            ([0x20, 0x01, 0x0D, 0xB8], false),
            ([0x20, 0x02, 0x7F], false), ([0xFE, 0x80], false), ([0xFC], false), ([0xFD], false),
            ([0xFF, 0x02], false), ([0x20, 0x01, 0x00, 0x00], false), ([0x3F, 0xFF, 0x01], false),
            ([], false),
        ] as [([UInt8], Bool)])
    func `of 128 bits are public where such are given out`(
        prefix: [UInt8], isPublic: Bool
    ) throws {
        let bytes = prefix + [UInt8](repeating: 0, count: 15 - prefix.count) + [1]
        #expect(try #require(NetworkAddress(bytes)).isPublic == isPublic)
    }

    private let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    private let translated = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
}

@Suite struct `Host patterns` {
    @Test(arguments: [
        ("push.example.org", "push.example.org", true),
        ("push.example.org", "PUSH.example.org.", true),
        ("push.example.org", "a.push.example.org", false),
        ("*.example.org", "a.example.org", true),
        ("*.example.org", "a.b.example.org", true),
        ("*.example.org", "example.org", false),
        ("*.example.org", ".example.org", false),
        ("*.example.org", "badexample.org", false),
        ("*.example.org", "a.example.org.evil.net", false),
    ])
    func `mean one host, or all below one`(pattern: String, host: String, matches: Bool) {
        #expect(HostPattern(pattern).matches(host) == matches)
    }
}
