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
  name: "Cluster",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "TroupePostgres", targets: ["TroupePostgres"]),
    .library(name: "ClusterSimulation", targets: ["ClusterSimulation"]),
    .library(name: "StorageHistory", targets: ["StorageHistory"]),
    .library(name: "PostgresTesting", targets: ["PostgresTesting"]),
    .library(name: "StoreLoad", targets: ["StoreLoad"]),
  ],
  dependencies: [
    .package(name: "Troupe", path: "../..")
  ],
  targets: [
    .systemLibrary(
      name: "CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(name: "Locks", swiftSettings: settings),
    .target(
      name: "TroupePostgres",
      dependencies: [
        "CPostgres", "Locks",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ClusterSimulation",
      dependencies: [
        "Locks", "TroupePostgres",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
        .product(name: "TroupeSimulation", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "PostgresLoad",
      dependencies: ["TroupePostgres", .product(name: "TroupeDurable", package: "Troupe")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ClusterSoak",
      dependencies: [
        "Locks", "PostgresPrograms", "StorageHistory", "StoreLoad", "TroupePostgres",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "StorageHistory",
      dependencies: ["Locks", .product(name: "TroupeDurable", package: "Troupe")],
      swiftSettings: settings
    ),
    .target(
      name: "StoreLoad",
      dependencies: [
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
    .target(name: "PostgresPrograms", swiftSettings: settings),
    .target(name: "PostgresTesting", dependencies: ["PostgresPrograms"], swiftSettings: settings),
    .testTarget(
      name: "ClusterSimulationTests",
      dependencies: [
        "ClusterSimulation", "Locks", "TroupePostgres",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
        .product(name: "TroupeSimulation", package: "Troupe"),
        .product(name: "TroupeTesting", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ClusterSoakTests",
      dependencies: ["ClusterSoak"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StorageHistoryTests",
      dependencies: ["StorageHistory", .product(name: "TroupeDurable", package: "Troupe")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupePostgresTests",
      dependencies: [
        "ClusterSimulation", "CPostgres", "PostgresTesting", "StorageHistory", "TroupePostgres",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
        .product(name: "TroupeTesting", package: "Troupe"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
