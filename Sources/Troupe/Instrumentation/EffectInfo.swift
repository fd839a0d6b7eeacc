/// A piece of work as an ``Instrument`` sees it.
public struct EffectInfo: Sendable, Identifiable {
  /// The store that runs it.
  public let store: StoreInfo
  /// The number of the work in its store, its name, its location, its scope, its ids, and the action that
  /// started it. The text of it shows payloads only if ``StoreConfiguration/showsPayloads`` is true.
  public let snapshot: EffectSnapshot
  /// The action that started it and the first one of the chain; nil if the state declares the effect, and no
  /// action led to that.
  public let cause: Cause?
  /// What the instrument has set in ``ActionInfo/context`` of the action that started it.
  public let context: (any Sendable)?

  /// The number of the work in its store.
  public var id: EffectID { snapshot.id }
  /// The name of the effect, or the location where it was made. It has no payloads.
  public var label: String { snapshot.label }

  /// Returns the text of an error on one line. Long text is truncated.
  ///
  /// - Parameters:
  ///   - error: An error that work has thrown.
  ///   - showsPayloads: Whether it shows the description of the error, or only its type and its case. The
  ///     description may contain secrets.
  public static func text(of error: any Error, showsPayloads: Bool) -> String {
    IssueText.error(error, showsPayloads: showsPayloads)
  }
}
