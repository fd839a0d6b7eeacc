// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors where everything is checked.
let settings: [SwiftSetting] =
  Context.environment["TROUPE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "ScannerOracle",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1"),
  ],
  targets: [
    // A link to the sources of the root: declarations with `package` access are visible here as well, and
    // nothing is public.
    .target(name: "TroupeMacroScanner", swiftSettings: settings),
    .executableTarget(
      name: "ScannerOracle",
      dependencies: [
        "TroupeMacroScanner",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
