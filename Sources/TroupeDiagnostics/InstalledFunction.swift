/// A function that another module provides for the whole process.
///
/// The function is stored in a structure. The value of a ``Locked`` is generic, so each access to a bare
/// function would convert the function and store the conversion: the thousandth call would pass through a
/// thousand conversions.
package final class InstalledFunction<Result>: Sendable {
  private struct Content: Sendable {
    let function: @Sendable () -> Result
  }

  private let content = Locked<Content?>(nil)

  package init() {}

  /// Installs the function, in place of any function that was installed before.
  package func install(_ function: @escaping @Sendable () -> Result) {
    content.withLock { $0 = Content(function: function) }
  }

  /// Calls the installed function; returns nil if none is installed.
  package func callAsFunction() -> Result? {
    content.withLock(\.self)?.function()
  }
}
