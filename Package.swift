// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Troupe",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Troupe", targets: ["Troupe"]),
    .library(name: "TroupeTesting", targets: ["TroupeTesting"]),
  ],
  targets: [
    .target(name: "TroupeDiagnostics", swiftSettings: settings),
    .target(name: "Troupe", dependencies: ["TroupeDiagnostics"], swiftSettings: settings),
    .target(name: "TroupeTesting", dependencies: ["Troupe"], swiftSettings: settings),
    .testTarget(name: "TroupeDiagnosticsTests", dependencies: ["TroupeDiagnostics"], swiftSettings: settings),
    .testTarget(name: "TroupeTests", dependencies: ["Troupe", "TroupeTesting"], swiftSettings: settings),
    .testTarget(name: "TroupeTestingTests", dependencies: ["Troupe", "TroupeTesting"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
