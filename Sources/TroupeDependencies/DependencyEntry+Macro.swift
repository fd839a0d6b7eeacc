/// Declares a dependency with its value in tests.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry var pageSize: Int = 10
/// }
/// ```
///
/// The macro writes the dependency's key and the property's accessors. The initial value is the value in
/// tests and in previews, and is created when it is first read. An optional property without an initial value
/// is nil. The dependency has no live value, so a program has to set it; reading it there without a set value
/// is an issue. To give the dependency a live value, use ``DependencyEntry(liveValue:)``.
///
/// The key is private. If another module provides the live value, write the ``TestDependencyKey`` by hand.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry() = #externalMacro(module: "TroupeMacros", type: "DependencyEntryMacro")

/// Declares a dependency with its live value and its value in tests.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: 50) var rowCount: Int = 3
/// }
/// ```
///
/// The macro writes the dependency's key and the property's accessors. Each value is created when it is first
/// read. In previews, the dependency has its live value. The attribute has no type to infer, so write
/// `Mail.live` instead of `.live`.
///
/// - Parameter liveValue: The dependency's value in programs.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(liveValue: @autoclosure () -> Value) =
  #externalMacro(module: "TroupeMacros", type: "DependencyEntryMacro")

/// Declares a dependency with its value in previews and its value in tests.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(previewValue: 5) var columnCount: Int = 2
/// }
/// ```
///
/// Otherwise, the macro behaves like ``DependencyEntry()``.
///
/// - Parameter previewValue: The dependency's value in previews.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(previewValue: @autoclosure () -> Value) =
  #externalMacro(module: "TroupeMacros", type: "DependencyEntryMacro")

/// Declares a dependency with its live value, its value in previews and its value in tests.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: 400, previewValue: 40) var characterLimit: Int = 4
/// }
/// ```
///
/// Otherwise, the macro behaves like ``DependencyEntry(liveValue:)``.
///
/// - Parameters:
///   - liveValue: The dependency's value in programs.
///   - previewValue: The dependency's value in previews.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(
  liveValue: @autoclosure () -> Value,
  previewValue: @autoclosure () -> Value
) = #externalMacro(module: "TroupeMacros", type: "DependencyEntryMacro")
