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
  name: "Scheduled",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Troupe", path: "../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms.git", from: "1.1.0"),
  ],
  targets: [
    .target(
      name: "Scheduled",
      dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ScheduledTests",
      dependencies: [
        "Scheduled",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "TroupeTesting", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
