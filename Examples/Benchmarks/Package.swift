// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors where everything is checked.
let settings: [SwiftSetting] =
  Context.environment["TROUPE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Troupe", path: "../..")],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["AllocationCounter", .product(name: "Troupe", package: "Troupe")],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
