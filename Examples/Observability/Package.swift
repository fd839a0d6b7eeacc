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

let troupe: Target.Dependency = .product(name: "Troupe", package: "Troupe")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")

let package = Package(
  name: "Observability",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TroupeLogging", targets: ["TroupeLogging"]),
    .library(name: "TroupeMetrics", targets: ["TroupeMetrics"]),
    .library(name: "TroupeTracing", targets: ["TroupeTracing"]),
  ],
  dependencies: [
    .package(name: "Troupe", path: "../.."),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
  ],
  targets: [
    .target(name: "TroupeLogging", dependencies: [logging, troupe], swiftSettings: settings),
    .target(name: "TroupeMetrics", dependencies: [metrics, troupe], swiftSettings: settings),
    .target(name: "TroupeTracing", dependencies: [tracing, troupe], swiftSettings: settings),
    .testTarget(
      name: "ObservabilityTests",
      dependencies: [
        "TroupeLogging", "TroupeMetrics", "TroupeTracing", logging, tracing, troupe,
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
        .product(name: "TroupeTesting", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
