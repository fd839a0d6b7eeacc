// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "CoffeeBar",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../Troupe")
  ],
  targets: [
    .executableTarget(
      name: "CoffeeBar",
      dependencies: [
        .product(name: "Troupe", package: "Troupe"),
        .product(name: "TroupeDurable", package: "Troupe"),
        .product(name: "TroupeFoundation", package: "Troupe"),
      ]
    ),
    .testTarget(
      name: "CoffeeBarTests",
      dependencies: ["CoffeeBar", .product(name: "TroupeTesting", package: "Troupe")]
    ),
  ]
)
