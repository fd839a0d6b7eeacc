// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors where everything is checked.
let settings: [SwiftSetting] =
  Context.environment["TROUPE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Troupe", path: "../.."),
    // The package's own counting of allocations, which the trait enables, puts a header in front of each
    // block.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "AllocationCounter"),
    .target(name: "Cores"),
    .target(name: "OneThread"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AllocationCounter", "Cores",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
        .product(name: "TroupeInstruments", package: "Troupe"),
        .product(name: "TroupeRecording", package: "Troupe"),
        .product(name: "TroupeSharing", package: "Troupe"),
        .product(name: "TroupeSimulation", package: "Troupe"),
        .product(name: "TroupeTesting", package: "Troupe"),
        .product(name: "TroupeUI", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
    // Makes the operations whose instructions `.ci/count` counts, with the features of the benchmarks. It is
    // without Foundation, which would take most of the time to load.
    .executableTarget(
      name: "Counted",
      dependencies: [
        "AllocationCounter", "OneThread",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeInstruments", package: "Troupe"),
        .product(name: "TroupeSharing", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
    // Uses Troupe and nothing else: for a look at what is linked with it.
    .executableTarget(
      name: "Alone",
      dependencies: [.product(name: "Troupe", package: "Troupe")],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
