// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors where everything is checked.
let settings: [SwiftSetting] =
  Context.environment["TROUPE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Migration",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1"),
  ],
  targets: [
    .target(
      name: "MigrationRules",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "migrate",
      dependencies: [
        "MigrationRules",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .testTarget(name: "MigrationRulesTests", dependencies: ["MigrationRules"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
