/// The running work of an effect, as passed to an ``Instrument``.
public struct EffectInfo: Sendable, Identifiable {
  /// The store that runs the effect.
  public let store: StoreInfo
  /// The work's number in its store, its name, location, scope and ids, and the action that started it. Its
  /// text shows payloads only if ``StoreConfiguration/showsPayloads`` is true.
  public let snapshot: EffectSnapshot
  /// The action that started the work, and the first action of the chain; nil if the state declares the
  /// effect and no action caused that.
  public let cause: Cause?
  /// The value that the instrument set in ``ActionInfo/instrumentContext`` of the action that started the
  /// effect.
  public let instrumentContext: (any Sendable)?

  /// The number of the work in its store.
  public var id: EffectID { snapshot.id }
  /// The effect's name, or the location at which it was created. It contains no payloads.
  public var label: String { snapshot.label }

  /// Returns the text of an error on one line. Long text is truncated.
  ///
  /// - Parameters:
  ///   - error: The error of an effect.
  ///   - showsPayloads: Whether the text contains the error's description, or only its type and its case. The
  ///     description may contain secrets.
  public static func text(of error: any Error, showsPayloads: Bool) -> String {
    IssueText.error(error, showsPayloads: showsPayloads)
  }
}
