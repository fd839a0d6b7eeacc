/// The running work of an effect, as passed to an ``Instrument``.
public struct EffectInfo: Sendable, Identifiable {
  /// The store that runs the effect.
  public let store: StoreInfo
  /// A description of the work, with the work's number in the store, name, location, scope and ids, and the
  /// action that started the work. The description shows payloads only if
  /// ``StoreConfiguration/showsPayloads`` is true.
  public let snapshot: EffectSnapshot
  /// The action that started the work, and the first action in the chain of causes; nil if the state declares
  /// the effect and no action caused the declaration.
  public let cause: Cause?
  /// The value of ``ActionInfo/instrumentContext`` that the instrument set for the action that started the
  /// effect.
  public let instrumentContext: (any Sendable)?

  /// The work's number in the store.
  public var id: EffectID { snapshot.id }
  /// The effect's name, or the effect's location if the effect has no name. The label contains no payloads.
  public var label: String { snapshot.label }

  /// Returns the text of an error on one line. Long text is truncated.
  ///
  /// - Parameters:
  ///   - error: The error of an effect.
  ///   - showsPayloads: Whether the text contains the error's description, or only the error's type and case.
  ///     The description may contain secrets.
  public static func text(of error: any Error, showsPayloads: Bool) -> String {
    IssueText.error(error, showsPayloads: showsPayloads)
  }
}
