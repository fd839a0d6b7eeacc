// swift-tools-version: 6.2

import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Warnings are errors where everything is checked.
if Context.environment["TROUPE_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

func troupe(_ product: String) -> Target.Dependency {
  .product(name: product, package: "Troupe")
}

let package = Package(
  name: "Warehouse",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "Warehouse", targets: ["Warehouse"]),
    .executable(name: "WarehousePeers", targets: ["WarehousePeers"]),
  ],
  dependencies: [
    .package(name: "Troupe", path: "../.."),
    .package(path: "../BrowserTesting"),
    .package(path: "../Cluster"),
    .package(path: "../Inspector"),
    .package(path: "../Observability"),
    .package(path: "../TroupeHummingbird"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.9.0"),
  ],
  targets: [
    .target(
      name: "WarehouseFeature",
      dependencies: [troupe("Troupe"), troupe("TroupeDurable"), troupe("TroupeFoundation")],
      swiftSettings: settings
    ),
    .target(
      name: "WarehouseStorage",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        troupe("Troupe"), troupe("TroupeDurable"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "WarehouseServer",
      dependencies: [
        "WarehouseFeature",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "TroupeHummingbird", package: "TroupeHummingbird"),
        .product(name: "TroupeLogging", package: "Observability"),
        .product(name: "TroupeMetrics", package: "Observability"),
        .product(name: "TroupePostgres", package: "Cluster"),
        .product(name: "TroupeTracing", package: "Observability"),
        troupe("Troupe"), troupe("TroupeDurable"), troupe("TroupeFoundation"),
      ],
      resources: [.embedInCode("Resources")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Warehouse",
      dependencies: [
        "WarehouseFeature", "WarehouseServer", "WarehouseStorage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "TroupeInspector", package: "Inspector"),
        .product(name: "TroupePostgres", package: "Cluster"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        troupe("Troupe"), troupe("TroupeDurable"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "WarehousePeers",
      dependencies: [
        "WarehouseFeature", "WarehouseServer", "WarehouseStorage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        troupe("Troupe"), troupe("TroupeDurable"), troupe("TroupeFoundation"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WarehouseTests",
      dependencies: [
        "Warehouse", "WarehouseFeature", "WarehouseServer", "WarehouseStorage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "BrowserTesting", package: "BrowserTesting"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "PostgresTesting", package: "Cluster"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "TroupeHummingbird", package: "TroupeHummingbird"),
        .product(name: "TroupePostgres", package: "Cluster"),
        troupe("Troupe"), troupe("TroupeDurable"), troupe("TroupeFoundation"), troupe("TroupeRecording"),
        troupe("TroupeSimulation"), troupe("TroupeTesting"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  // It reads its figures from /proc and the C library.
  package.targets += [
    .target(name: "LinuxCalls"),
    .executableTarget(
      name: "WarehouseLoad",
      dependencies: [
        "LinuxCalls", "WarehouseFeature", "WarehouseStorage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "StoreLoad", package: "Cluster"),
        troupe("Troupe"), troupe("TroupeDurable"), troupe("TroupeFoundation"),
      ],
      swiftSettings: settings
    ),
  ]
#endif
