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
  name: "BrowserTesting",
  platforms: [.macOS(.v15)],
  products: [.library(name: "BrowserTesting", targets: ["BrowserTesting"])],
  targets: [.target(name: "BrowserTesting", swiftSettings: settings)],
  swiftLanguageModes: [.v6]
)
