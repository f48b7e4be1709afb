// swift-tools-version: 6.2
import PackageDescription

// Fuzzes everything that touches a peer's bytes. A package of its own, because it builds the
// modules under test again, with coverage and the address sanitizer: `make fuzz` says how.
// `Upfor` is a link to the sources: SwiftPM takes none from outside of a package.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let libraries: [String: Target.Dependency] = [
    "HTTPTypes": .product(name: "HTTPTypes", package: "swift-http-types"),
    "SwiftProtobuf": .product(name: "SwiftProtobuf", package: "swift-protobuf"),
]

func system(_ name: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Upfor/System/\(name)", pkgConfig: pkgConfig)
}

func module(_ name: String, in folder: String = "", needs: [String]) -> Target {
    .target(
        name: name, dependencies: needs.map { libraries[$0] ?? .byName(name: $0) },
        path: "Upfor/\(folder)\(name)", swiftSettings: settings)
}

let features = [
    "Accounts", "Friends", "Avatars", "Rooms", "Activities", "Circle", "Partners", "Places",
    "Sessions", "Devices", "Reports", "Teams", "Words", "OwnData",
]

let package = Package(
    name: "fuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        // As in ../Package.swift.
        system("COpenSSL", pkgConfig: "openssl"),
        system("CZlib", pkgConfig: "zlib"),
        system("CSodium", pkgConfig: "libsodium"),
        system("CCurl", pkgConfig: "libcurl"),
        system("CGD"),
        system("CSQLite", pkgConfig: "sqlite3"),
        system("CWorker"),
        module("SplitMix", needs: []),
        module("Lexicon", needs: ["CSQLite", "SplitMix"]),
        module("Speech", needs: ["CWorker"]),
        module("WebSocket", needs: ["COpenSSL", "CZlib", "HTTPTypes"]),
        module("HTTP", needs: ["HTTPTypes"]),
        module("Pictures", needs: ["CGD"]),
        module("Outbound", needs: ["CCurl"]),
        module("WebPush", needs: ["COpenSSL", "CSodium"]),
        module("Wire", needs: ["SwiftProtobuf"]),
        module("Kernel", needs: ["Wire", "SwiftProtobuf"]),
        module(
            "Accounts", in: "Features/",
            needs: ["Wire", "Kernel", "COpenSSL", "CSodium", "SwiftProtobuf"]),
        module("Friends", in: "Features/", needs: ["Wire", "Kernel", "Accounts"]),
        module(
            "Avatars", in: "Features/",
            needs: ["Wire", "Kernel", "Accounts", "Pictures", "CSodium"]),
        module("Rooms", in: "Features/", needs: ["Wire", "Kernel", "Accounts", "Friends"]),
        module(
            "Activities", in: "Features/",
            needs: ["Wire", "Kernel", "Accounts", "Friends", "Rooms"]),
        module(
            "Circle", in: "Features/",
            needs: ["Wire", "Kernel", "Accounts", "Friends", "Activities", "SwiftProtobuf"]),
        module(
            "Devices", in: "Features/",
            needs: ["Wire", "Kernel", "Accounts", "Outbound", "WebPush"]),
        module("Partners", in: "Features/", needs: ["Wire", "Kernel", "Accounts", "Friends"]),
        module(
            "Places", in: "Features/",
            needs: [
                "Wire", "Kernel", "Accounts", "Friends", "Activities", "Pictures", "SwiftProtobuf",
            ]),
        module("Sessions", in: "Features/", needs: ["Wire", "Kernel", "Accounts", "Friends"]),
        module(
            "Teams", in: "Features/",
            needs: [
                "Wire", "Kernel", "Accounts", "Friends", "Rooms", "Pictures", "CSodium",
                "SwiftProtobuf",
            ]),
        module(
            "Reports", in: "Features/",
            needs: ["Wire", "Kernel", "Accounts", "Friends", "Rooms", "Circle", "SwiftProtobuf"]),
        module(
            "Words", in: "Features/",
            needs: [
                "Wire", "Kernel", "Accounts", "Friends", "Activities", "Avatars", "Rooms",
                "Lexicon", "Speech", "SwiftProtobuf",
            ]),
        module(
            "OwnData", in: "Features/",
            needs: ["Wire", "Kernel", "Accounts", "Avatars", "Friends", "SwiftProtobuf"]),
        module("Features", in: "Features/", needs: ["Wire", "Kernel"] + features),

        // The fuzzer: one program, all targets. ../Package.swift has them, too, for FuzzTests.
        .systemLibrary(name: "CSanitizer"),
        .executableTarget(
            name: "Fuzz", dependencies: ["FuzzTargets"], swiftSettings: settings),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CSanitizer", "CZlib", "WebSocket", "HTTP", "Pictures", "Speech", "Wire", "Kernel",
                "Features",
            ].map { .byName(name: $0) } + features.map { .byName(name: $0) }
                + [libraries["HTTPTypes"], libraries["SwiftProtobuf"]].compactMap(\.self),
            swiftSettings: settings),
    ]
)
