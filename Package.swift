// swift-tools-version: 6.2
import PackageDescription

// The manifest is the map: read it top to bottom and you have read the dependency graph.
// A target may only name targets written above it.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// What a target is built on that is not ours, by a short name.
let libraries: [String: Target.Dependency] = [
    "ArgumentParser": .product(name: "ArgumentParser", package: "swift-argument-parser"),
    "GRDB": .product(name: "GRDB", package: "GRDB.swift"),
    "GRDBSQLite": .product(name: "GRDBSQLite", package: "GRDB.swift"),
    "Histogram": .product(name: "Histogram", package: "hdrhistogram-swift"),
    "HTTPTypes": .product(name: "HTTPTypes", package: "swift-http-types"),
    "SwiftProtobuf": .product(name: "SwiftProtobuf", package: "swift-protobuf"),
    "Yams": .product(name: "Yams", package: "Yams"),
]

/// What `Features` puts together. A new feature is one line here and one below.
let features = [
    "Accounts", "Files", "Friends", "Invitations", "Avatars", "Rooms", "Activities", "Circle",
    "Plans", "Partners", "Places", "Sessions", "Devices", "Reports", "Teams", "Words", "OwnData",
]

/// What `Server` puts together.
let parts = [
    "Settings", "SettingsFile", "Observability", "Hub", "Bus", "Gateway", "Notifications",
    "Administration",
]

/// Whether the fuzzer is built, whose `main` is libFuzzer's: `make fuzz` says how.
let fuzzes = Context.environment["UPFOR_FUZZ"] != nil

let fuzzer: [Target] = [
    .systemLibrary(name: "CSanitizer", path: "Fuzz/Sources/CSanitizer"),
    .executableTarget(
        name: "Fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Sources/Fuzz",
        swiftSettings: settings),
]

func dependencies(_ names: [String]) -> [Target.Dependency] {
    names.map { libraries[$0] ?? .byName(name: $0) }
}

/// A C library of Debian's: `Sources/System/<name>`.
func system(_ name: String, pkgConfig: String? = nil, package: String) -> [Target] {
    [
        .systemLibrary(
            name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
            providers: [.apt([package])])
    ]
}

/// A library target and its test target: `Sources/<name>`, `Tests/<name>Tests`.
func module(_ name: String, needs: [String] = [], testsNeed: [String] = []) -> [Target] {
    targets(name, folder: "", needs: needs) + tests(name, needs: [name] + needs + testsNeed)
}

/// One product feature: `Sources/Features/<name>`; its rules are tested in `Tests/FeatureTests`.
func feature(_ name: String, needs: [String] = []) -> [Target] {
    targets(name, folder: "Features/", needs: ["Wire", "Kernel"] + needs)
}

func targets(_ name: String, folder: String, needs: [String]) -> [Target] {
    [
        .target(
            name: name, dependencies: dependencies(needs), path: "Sources/\(folder)\(name)",
            swiftSettings: settings)
    ]
}

func tests(_ name: String, needs: [String]) -> [Target] {
    [
        .testTarget(
            name: "\(name)Tests", dependencies: dependencies(["TestSupport"] + needs),
            swiftSettings: settings)
    ]
}

/// An executable parses arguments and calls a library: `Sources/<name>`.
func tool(_ name: String, needs: [String]) -> [Target] {
    [
        .executableTarget(
            name: name, dependencies: dependencies(needs),
            swiftSettings: settings + [.unsafeFlags(["-Onone"])])
    ]
}

let package = Package(
    name: "upfor",
    products: [
        .executable(name: "upford", targets: ["upford"]),
        .executable(name: "upfor", targets: ["upfor"]),
        .executable(name: "upfor-load", targets: ["upfor-load"]),
        .library(name: "UpforClient", targets: ["Client", "Wire"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        // Neither streams of delimited messages nor field masks.
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // 1. Debian's libraries.
        system("CLinux", package: "libc6-dev"),
        system("CWorker", package: "libc6-dev"),
        system("COpenSSL", pkgConfig: "openssl", package: "libssl-dev"),
        system("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        system("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
        system("CJOSE", package: "libcjose-dev"),
        system("CCBOR", pkgConfig: "libcbor", package: "libcbor-dev"),
        system("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        system("CEdit", pkgConfig: "libedit", package: "libedit-dev"),
        system("CGD", package: "libgd-dev"),
        system("CQRencode", pkgConfig: "libqrencode", package: "libqrencode-dev"),
        system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        system("CPostgreSQL", pkgConfig: "libpq", package: "libpq-dev"),
        system("CHiredis", pkgConfig: "hiredis", package: "libhiredis-dev"),

        // Chance by a seed, for whatever plays or tests.
        targets("SplitMix", folder: "", needs: []),

        // What every test target may use: chance by seed, folders and certificates of a test's own.
        [
            .target(
                name: "TestSupport", dependencies: ["CGD", "COpenSSL", "CPostgreSQL", "SplitMix"],
                path: "Tests/TestSupport",
                swiftSettings: settings)
        ],

        // A disk in memory that fails on demand.
        [
            .target(
                name: "FaultyDisk", dependencies: dependencies(["GRDBSQLite", "TestSupport"]),
                path: "Tests/FaultyDisk", swiftSettings: settings)
        ],

        // An issuer of ID tokens, with keys of a test's own.
        [
            .target(
                name: "TestIssuer", dependencies: ["COpenSSL", "TestSupport"],
                path: "Tests/TestIssuer", swiftSettings: settings)
        ],

        // A passkey in software, with keys of a test's own.
        [
            .target(
                name: "TestAuthenticator", dependencies: ["COpenSSL"],
                path: "Tests/TestAuthenticator", swiftSettings: settings)
        ],

        // 2. Bytes, sockets and numbers. They know nothing of the product.
        module("Metering"),
        module("Queues"),
        module("WebSocket", needs: ["COpenSSL", "CZlib", "HTTPTypes"]),
        module("HTTP", needs: ["HTTPTypes"]),
        module("EventLoop", needs: ["CLinux", "COpenSSL", "Metering"]),
        module("Outbound", needs: ["CCurl"]),
        module("WebPush", needs: ["COpenSSL", "CSodium"]),
        // Answers of authenticators (docs/decisions/0065).
        module(
            "WebAuthn", needs: ["CCBOR", "COpenSSL", "SwiftProtobuf"],
            testsNeed: ["TestAuthenticator"]),
        module("Pictures", needs: ["CGD", "CZlib"]),
        // Words in a file, and programs that speak and listen.
        targets("Lexicon", folder: "", needs: ["CSQLite", "SplitMix"]),
        // Programs that have little: no network, no files to write, bounded time and memory.
        module("Confinement", needs: ["CWorker"]),
        module("Speech", needs: ["Confinement", "Queues"]),
        [
            .target(
                name: "TestLexicon", dependencies: ["Lexicon", "TestSupport"],
                path: "Tests/TestLexicon", swiftSettings: settings)
        ],
        tests("Lexicon", needs: ["Lexicon", "TestLexicon"]),

        // 3. The language of the product: its messages, its transactions, its refusals.
        module("Wire", needs: ["SwiftProtobuf"]),
        module("Kernel", needs: ["Wire", "HTTPTypes", "SwiftProtobuf"]),

        // 4. The product, one line per feature.
        feature("Accounts", needs: ["COpenSSL", "CSodium", "SwiftProtobuf", "WebAuthn"]),
        feature("Files", needs: ["COpenSSL", "Pictures"]),
        // Files of users, made anew in confined processes (docs/decisions/0067).
        module(
            "Media",
            needs: ["Confinement", "Files", "Kernel", "Outbound", "Pictures", "Queues"],
            testsNeed: ["Wire"]),
        feature("Friends", needs: ["Accounts"]),
        feature("Invitations", needs: ["Accounts", "Friends", "SwiftProtobuf"]),
        feature("Avatars", needs: ["Accounts", "Files", "Pictures"]),
        feature(
            "Rooms",
            needs: ["Accounts", "Files", "Friends", "Media", "Pictures", "SwiftProtobuf"]),
        feature("Activities", needs: ["Accounts", "Friends", "Rooms", "SwiftProtobuf"]),
        feature("Circle", needs: ["Accounts", "Friends", "Activities", "SwiftProtobuf"]),
        feature(
            "Plans",
            needs: ["Accounts", "Friends", "Rooms", "Activities", "Circle", "SwiftProtobuf"]),
        feature("Partners", needs: ["Accounts", "Friends", "SwiftProtobuf"]),
        feature(
            "Places",
            needs: ["Accounts", "Files", "Friends", "Activities", "Pictures", "SwiftProtobuf"]),
        feature("Sessions", needs: ["Accounts", "Friends"]),
        feature(
            "Teams",
            needs: ["Accounts", "Files", "Friends", "Rooms", "Pictures", "SwiftProtobuf"]),
        feature(
            "Words",
            needs: [
                "Accounts", "Friends", "Activities", "Avatars", "Rooms", "Lexicon", "Speech",
                "SwiftProtobuf",
            ]),
        feature("Devices", needs: ["Accounts", "Outbound", "WebPush"]),
        feature("Reports", needs: ["Accounts", "Friends", "Rooms", "Circle", "SwiftProtobuf"]),
        feature("OwnData", needs: ["Accounts", "Avatars", "Friends", "SwiftProtobuf"]),
        feature("Features", needs: ["Media"] + features),

        // ID tokens of outside issuers (docs/decisions/0011).
        module(
            "OpenID", needs: ["Accounts", "Kernel", "Wire", "CJOSE"], testsNeed: ["TestIssuer"]),

        // The commands, described for programs: OpenAPI and AsyncAPI.
        module("APIDescription", needs: ["Kernel", "Wire", "SwiftProtobuf"]),

        // 5. The rim: disk and network.
        // The store, which knows no database; then its drivers, of which neither knows the other
        // (docs/decisions/0032).
        targets("Storage", folder: "", needs: ["Kernel", "Queues", "Wire"]),
        targets(
            "SQLite", folder: "",
            needs: ["Storage", "Kernel", "Wire", "CLinux", "COpenSSL", "GRDB", "GRDBSQLite"]),
        targets("PostgreSQL", folder: "", needs: ["Storage", "Kernel", "CPostgreSQL"]),
        targets("S3", folder: "", needs: ["Kernel", "Outbound"]),
        // The smallest feature, and stores for it.
        [
            .target(
                name: "TestLedger",
                dependencies: dependencies([
                    "Storage", "Kernel", "Wire", "SwiftProtobuf", "TestSupport",
                ]),
                path: "Tests/TestLedger", swiftSettings: settings)
        ],
        tests(
            "Storage",
            needs: [
                "Storage", "SQLite", "PostgreSQL", "S3", "Outbound", "Kernel", "Wire",
                "SwiftProtobuf", "TestLedger",
            ]),
        tests(
            "SQLite",
            needs: [
                "SQLite", "Storage", "Kernel", "Wire", "CLinux", "FaultyDisk", "TestLedger",
            ]),
        // 6. The daemon. First what config/upford.yaml says, checked.
        targets(
            "Settings", folder: "",
            needs: ["EventLoop", "Outbound", "Wire", "Kernel", "Accounts", "HTTPTypes"]),
        // The file itself. It knows what the features have declared, and the daemon's parts do not.
        targets(
            "SettingsFile", folder: "",
            needs: ["Settings", "EventLoop", "Outbound", "Kernel", "Features", "Yams"]),
        tests(
            "Settings",
            needs: [
                "Settings", "SettingsFile", "EventLoop", "Outbound", "Wire", "Kernel", "Accounts",
                "Features", "HTTPTypes", "Yams",
            ]),
        // The event log, the metrics, and the process.
        targets(
            "Observability", folder: "",
            needs: ["Settings", "EventLoop", "Metering", "Wire", "Kernel", "HTTPTypes"]),
        // For tests of these: all features, and an event log to look at.
        [
            .target(
                name: "TestProduct",
                dependencies: dependencies([
                    "Observability", "Kernel", "Wire", "Features", "Accounts", "Activities",
                    "Devices", "Words", "TestLexicon",
                ]),
                path: "Tests/TestProduct", swiftSettings: settings)
        ],
        tests(
            "Observability",
            needs: [
                "Observability", "Settings", "TestProduct", "EventLoop", "Metering", "Wire",
                "Kernel",
            ]),
        // The connected devices, and the events for each of them.
        module(
            "Hub",
            needs: [
                "Settings", "Observability", "WebSocket", "EventLoop", "Metering", "Wire", "Kernel",
            ],
            testsNeed: ["TestProduct", "Accounts", "Friends"]),
        // What carries messages between the hubs of nodes.
        module(
            "Bus", needs: ["Hub", "EventLoop", "Wire", "Kernel", "CHiredis", "CLinux"],
            testsNeed: ["SwiftProtobuf"]),
        // Sockets, sessions, HTTP.
        module(
            "Gateway",
            needs: [
                "Settings", "Observability", "Hub", "WebSocket", "HTTP", "EventLoop", "Metering",
                "Queues", "Wire", "Kernel", "Accounts", "Sessions", "HTTPTypes", "SwiftProtobuf",
            ],
            testsNeed: [
                "TestProduct", "SettingsFile", "Activities", "Avatars", "Friends", "Invitations",
                "OwnData", "Rooms", "Features",
            ]),
        // Mail, Web Push, webhooks.
        module(
            "Notifications",
            needs: [
                "Settings", "Observability", "Hub", "Outbound", "WebPush", "Metering", "Storage",
                "Wire", "Kernel", "Accounts", "Devices", "Friends", "Rooms",
            ],
            testsNeed: ["TestProduct"]),
        // The port for monitors, and the socket for orders.
        module(
            "Administration",
            needs: [
                "Settings", "Observability", "Hub", "Gateway", "WebSocket", "HTTP", "EventLoop",
                "Metering", "Wire", "Kernel", "Accounts", "HTTPTypes", "SwiftProtobuf",
            ]),
        // The whole: the only one that knows all the others.
        module(
            "Server",
            needs: parts + [
                "WebSocket", "HTTP", "EventLoop", "Metering", "Wire", "Kernel", "Features",
                "Outbound", "WebPush", "Storage", "SQLite", "PostgreSQL", "S3", "HTTPTypes",
                "SwiftProtobuf", "APIDescription", "CLinux", "CSQLite", "Lexicon", "Media",
                "Speech",
            ] + features, testsNeed: ["TestProduct", "TestLexicon"]),
        // Clients of the daemon.
        module(
            "Client",
            needs: ["WebSocket", "HTTP", "EventLoop", "Wire", "HTTPTypes", "SwiftProtobuf"]),
        module(
            "Terminal",
            needs: [
                "Client", "EventLoop", "Outbound", "Wire", "CEdit", "CQRencode", "ArgumentParser",
                "SwiftProtobuf",
            ]),
        // The product's promises, and breaches of them: for programs that act as users.
        module("Promises", needs: ["Kernel", "Wire", "SwiftProtobuf", "Lexicon"]),
        module(
            "Load",
            needs: [
                "SplitMix", "Client", "EventLoop", "HTTP", "WebSocket", "Wire", "Promises",
                "HTTPTypes", "Histogram", "ArgumentParser", "SwiftProtobuf", "CLinux", "GRDBSQLite",
                "Lexicon",
            ],
            testsNeed: ["Server", "Gateway", "Settings", "Observability", "Kernel", "TestLexicon"]),

        // Whole worlds in one thread: daemons, clients, network and faults by seed.
        module(
            "Simulation",
            needs: [
                "SplitMix", "Settings", "SettingsFile", "Observability", "Hub", "Gateway", "Server",
                "Client",
                "Storage", "SQLite", "Kernel", "Wire", "Promises",
                "WebSocket", "EventLoop", "Accounts", "Sessions", "GRDBSQLite", "SwiftProtobuf",
                "Lexicon", "Words",
            ]),

        // 7. The programs.
        tool(
            "upford",
            needs: parts + [
                "Server", "OpenID", "Outbound", "WebSocket", "Storage", "SQLite", "Kernel", "Wire",
                "Lexicon", "Media", "Speech", "ArgumentParser", "SwiftProtobuf",
            ]),
        tool("upfor", needs: ["Terminal", "ArgumentParser"]),
        tool("upfor-load", needs: ["Load", "ArgumentParser"]),
        tool("upfor-sim", needs: ["Simulation", "ArgumentParser"]),

        // 8. Checks that cut across targets.
        // What the fuzzer runs, and what FuzzTests plays without it.
        [
            .target(
                name: "FuzzTargets",
                dependencies: dependencies(
                    [
                        "CZlib", "WebSocket", "HTTP", "Pictures", "Media", "Speech", "Wire",
                        "Kernel", "Features", "HTTPTypes", "SwiftProtobuf", "WebAuthn",
                    ] + features + (fuzzes ? ["CSanitizer"] : [])),
                path: "Fuzz/Sources/FuzzTargets", swiftSettings: settings)
        ],
        fuzzes ? fuzzer : [],
        tests("Fuzz", needs: ["FuzzTargets", "Wire", "SwiftProtobuf"]),
        tests(
            "Feature",
            needs: [
                "Kernel", "Wire", "Storage", "SQLite", "Features", "Outbound", "WebPush",
                "SwiftProtobuf", "PostgreSQL", "GRDB", "Promises", "Lexicon", "Speech",
                "TestLexicon", "TestAuthenticator",
            ] + features),
        tests(
            "Scenario",
            needs: [
                "Server", "Client", "EventLoop", "WebSocket", "WebPush", "Wire", "COpenSSL",
                "SwiftProtobuf", "TestIssuer", "OpenID", "Storage", "SQLite", "Speech", "Kernel",
                "TestAuthenticator",
                "TestLexicon", "Lexicon",
            ] + parts),
        tests("Tidy", needs: []),
    ].flatMap { $0 }
)
