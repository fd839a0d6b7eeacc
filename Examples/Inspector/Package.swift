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
  name: "Inspector",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "TroupeInspector", targets: ["TroupeInspector"]),
    .executable(name: "inspect", targets: ["inspect"]),
  ],
  dependencies: [
    .package(name: "Troupe", path: "../.."),
    .package(path: "../BrowserTesting"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.9.0"),
  ],
  targets: [
    .target(
      name: "TroupeInspector",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        troupe("Troupe"), troupe("TroupeRecording"),
      ],
      resources: [.embedInCode("Resources")],
      swiftSettings: settings
    ),
    .executableTarget(name: "inspect", dependencies: ["TroupeInspector"], swiftSettings: settings),
    // Measures what the instrument costs a store.
    .executableTarget(
      name: "InspectorCost",
      dependencies: ["TroupeInspector", troupe("Troupe"), troupe("TroupeInstruments")],
      swiftSettings: settings
    ),
    // A feature for the tests.
    .target(name: "Shop", dependencies: [troupe("Troupe")], path: "Tests/Shop", swiftSettings: settings),
    .testTarget(
      name: "TroupeInspectorTests",
      dependencies: [
        "Shop", "TroupeInspector",
        .product(name: "BrowserTesting", package: "BrowserTesting"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        troupe("Troupe"), troupe("TroupeDurable"), troupe("TroupeInstruments"), troupe("TroupeRecording"),
        troupe("TroupeTesting"),
      ],
      exclude: ["Generated/shop.jsonl"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
