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

let package = Package(
  name: "Countdowns",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Troupe", path: "../.."),
    .package(path: "../Inspector"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.9.0"),
  ],
  targets: [
    .executableTarget(
      name: "Countdowns",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
        .product(name: "TroupeInspector", package: "Inspector"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CountdownsTests",
      dependencies: [
        "Countdowns",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
        .product(name: "TroupeSimulation", package: "Troupe"),
        .product(name: "TroupeTesting", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
