// swift-tools-version: 6.2

import PackageDescription

// The line to change: where Troupe is, seen from this folder.
let troupe = "../.."

let package = Package(
  name: "Starter",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Troupe", path: troupe)
  ],
  targets: [
    .executableTarget(
      name: "Starter",
      dependencies: [
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
      ]
    ),
    .testTarget(
      name: "StarterTests",
      dependencies: [
        "Starter",
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeTesting", package: "Troupe"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
