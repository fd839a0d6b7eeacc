// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Warnings are errors where everything is checked; a later compiler's new warnings don't break anyone's
// build.
if Context.environment["TROUPE_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

let package = Package(
  name: "Troupe",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Troupe", targets: ["Troupe"]),
    .library(name: "TroupeClassic", targets: ["TroupeClassic"]),
    .library(name: "TroupeComposable", targets: ["TroupeComposable"]),
    .library(name: "TroupeDurable", targets: ["TroupeDurable"]),
    .library(name: "TroupeFoundation", targets: ["TroupeFoundation"]),
    .library(name: "TroupeInstruments", targets: ["TroupeInstruments"]),
    .library(name: "TroupeRecording", targets: ["TroupeRecording"]),
    .library(name: "TroupeSharing", targets: ["TroupeSharing"]),
    .library(name: "TroupeSimulation", targets: ["TroupeSimulation"]),
    .library(name: "TroupeTesting", targets: ["TroupeTesting"]),
    .library(name: "TroupeUI", targets: ["TroupeUI"]),
  ],
  targets: [
    .target(name: "TroupeDiagnostics", swiftSettings: settings),
    .target(name: "TroupeMacroScanner", swiftSettings: settings),
    .macro(name: "TroupeMacros", dependencies: ["TroupeMacroScanner"], swiftSettings: settings),
    .target(
      name: "TroupeCasePaths",
      dependencies: ["TroupeDiagnostics", "TroupeMacros"],
      swiftSettings: settings
    ),
    .target(name: "TroupeCollections", dependencies: ["TroupeDiagnostics"], swiftSettings: settings),
    .target(
      name: "TroupeDependencies",
      dependencies: ["TroupeDiagnostics", "TroupeMacros"],
      swiftSettings: settings
    ),
    .target(
      name: "Troupe",
      dependencies: [
        "TroupeCasePaths", "TroupeCollections", "TroupeDependencies", "TroupeDiagnostics", "TroupeMacros",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeClassic",
      dependencies: ["Troupe", "TroupeInstruments", "TroupeStoreViews"],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeComposable",
      dependencies: [
        "TroupeDependencies", "TroupeDiagnostics", "TroupeFoundation", "TroupeMacros", "TroupeSharing",
        "TroupeStoreViews",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeDurable",
      dependencies: ["Troupe", "TroupeDiagnostics", "TroupeSharing"],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeFoundation",
      dependencies: [
        "Troupe", "TroupeDependencies", "TroupeDiagnostics", "TroupeDurable", "TroupeSharing",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeInstruments",
      dependencies: ["Troupe", "TroupeDiagnostics"],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeRecording",
      dependencies: ["Troupe", "TroupeDependencies", "TroupeDiagnostics"],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeSharing",
      dependencies: ["Troupe", "TroupeCollections", "TroupeDependencies", "TroupeDiagnostics"],
      swiftSettings: settings
    ),
    .target(
      name: "TroupeSimulation",
      dependencies: ["Troupe", "TroupeDiagnostics", "TroupeDurable", "TroupeTesting"],
      swiftSettings: settings
    ),
    .target(name: "TroupeStoreViews", dependencies: ["Troupe", "TroupeUI"], swiftSettings: settings),
    .target(
      name: "TroupeTesting",
      dependencies: ["Troupe", "TroupeInstruments", "TroupeRecording", "TroupeTestingHooks"],
      swiftSettings: settings
    ),
    // The hooks of the concurrency runtime, with which a scheduler takes all tasks.
    .target(name: "TroupeTestingHooks"),
    .target(name: "TroupeUI", dependencies: ["Troupe"], swiftSettings: settings),
    .executableTarget(
      name: "FolderDigest",
      dependencies: ["Troupe", "TroupeInstruments", "TroupeRecording"],
      path: "Examples/FolderDigest",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeMacroScannerTests",
      dependencies: ["TroupeMacroScanner", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeMacrosTests",
      dependencies: ["Troupe", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeDiagnosticsTests",
      dependencies: ["Troupe", "TroupeDiagnostics", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeCollectionsTests",
      dependencies: ["TestSupport", "TroupeCollections", "TroupeDiagnostics", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeCasePathsTests",
      dependencies: ["CasePathsFixtures", "TestSupport", "TroupeCasePaths", "TroupeDiagnostics"],
      swiftSettings: settings
    ),
    // Enums of another module, for the tests of case paths.
    .target(
      name: "CasePathsFixtures",
      dependencies: ["TroupeCasePaths"],
      path: "Tests/CasePathsFixtures",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeDependenciesTests",
      dependencies: ["TestSupport", "Troupe", "TroupeDependencies", "TroupeDiagnostics"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeFoundationTests",
      dependencies: ["Troupe", "TroupeDependencies", "TroupeDiagnostics", "TroupeFoundation"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeDurableTests",
      dependencies: [
        "StorageWriter", "StoreProcess", "TestSupport", "Troupe", "TroupeDurable", "TroupeFoundation",
        "TroupeSharing", "TroupeTesting",
      ],
      swiftSettings: settings
    ),
    // A program that writes to a folder, for the tests of what several processes do.
    .executableTarget(
      name: "StorageWriter",
      dependencies: ["TroupeDurable"],
      path: "Tests/StorageWriter",
      swiftSettings: settings
    ),
    // A program with a store in a folder, for the same.
    .executableTarget(
      name: "StoreProcess",
      dependencies: ["Troupe", "TroupeDurable", "TroupeFoundation"],
      path: "Tests/StoreProcess",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeRecordingTests",
      dependencies: [
        "RecordingProcess", "TestSupport", "Troupe", "TroupeDependencies", "TroupeDiagnostics",
        "TroupeFoundation", "TroupeRecording", "TroupeTesting",
      ],
      swiftSettings: settings
    ),
    // A program that records stores and runs recordings again, for the tests of what differs between
    // processes.
    .executableTarget(
      name: "RecordingProcess",
      dependencies: ["Troupe", "TroupeFoundation", "TroupeRecording"],
      path: "Tests/RecordingProcess",
      swiftSettings: settings
    ),
    // What the tests of several modules share.
    .target(
      name: "TestSupport",
      dependencies: ["Troupe", "TroupeDiagnostics", "TroupeTesting"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    // A toolkit of user interfaces that renders to text, for the tests of views.
    .target(
      name: "ToyToolkit",
      dependencies: ["TroupeUI"],
      path: "Tests/ToyToolkit",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeTests",
      dependencies: [
        "TestSupport", "TraceChecking", "Troupe", "TroupeDurable", "TroupeClassic",
        "TroupeComposable", "TroupeFoundation", "TroupeInstruments", "TroupeRecording", "TroupeSharing",
        "TroupeSimulation", "TroupeTesting", "TroupeUI",
      ],
      exclude: ["Guides/Recordings"],
      swiftSettings: settings
    ),
    // What has a model beside it. `.ci/run` tests it in a release build, too; `TroupeTests` takes minutes to
    // build there.
    .testTarget(
      name: "TroupeModelTests",
      dependencies: ["TestSupport", "TraceChecking", "Troupe", "TroupeInstruments", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeClassicTests",
      dependencies: [
        "TestSupport", "ToyToolkit", "TraceChecking", "TroupeClassic", "TroupeTesting", "TroupeUI",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeComposableTests",
      dependencies: ["TestSupport", "TroupeComposable", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwiftTestingTests",
      dependencies: [
        "Troupe", "TroupeComposable", "TroupeDiagnostics", "TroupeInstruments", "TroupeRecording",
        "TroupeSharing", "TroupeTesting",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeInstrumentsTests",
      dependencies: [
        "TestSupport", "TraceChecking", "Troupe", "TroupeDurable", "TroupeFoundation", "TroupeInstruments",
        "TroupeTesting",
      ],
      swiftSettings: settings
    ),
    // Reads traces, checks them and draws them, for the tests of several modules.
    .target(name: "TraceChecking", path: "Tests/TraceChecking", swiftSettings: settings),
    .testTarget(
      name: "TroupeTestingTests",
      dependencies: ["TestSupport", "TraceChecking", "Troupe", "TroupeFoundation", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeSharingTests",
      dependencies: [
        "TestSupport", "Troupe", "TroupeCollections", "TroupeDependencies", "TroupeDiagnostics",
        "TroupeDurable",
        "TroupeFoundation", "TroupeRecording", "TroupeSharing", "TroupeTesting",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeSimulationTests",
      dependencies: [
        "TestSupport", "Troupe", "TroupeDurable", "TroupeFoundation", "TroupeSharing", "TroupeSimulation",
        "TroupeTesting",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TroupeUITests",
      dependencies: ["TestSupport", "ToyToolkit", "Troupe", "TroupeTesting", "TroupeUI"],
      swiftSettings: settings
    ),
    // The program of the tutorial as it is after the last chapter, and all of its tests.
    .executableTarget(
      name: "CoffeeBar",
      dependencies: ["Troupe", "TroupeDurable", "TroupeFoundation"],
      path: "Tests/CoffeeBar",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CoffeeBarTests",
      dependencies: ["CoffeeBar", "Troupe", "TroupeDurable", "TroupeFoundation", "TroupeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FolderDigestTests",
      dependencies: ["FolderDigest", "TraceChecking", "Troupe", "TroupeRecording", "TroupeTesting"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The other tests aren't built where only a few run, as in steps of `.ci/run`.
if let names = Context.environment["TROUPE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
