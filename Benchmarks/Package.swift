// swift-tools-version: 6.2
import PackageDescription

// Yardsticks in Swift, apart from the product: nothing of theirs is built with it.
let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "nio-echo",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // The cost of swift-metrics: docs/decisions/0015. `Upfor` is a link to the sources.
        .target(
            name: "Metering", path: "Upfor/Metering",
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
        .executableTarget(
            name: "metrics-facade",
            dependencies: [
                "Metering", .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
