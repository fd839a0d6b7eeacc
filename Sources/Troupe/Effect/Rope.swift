/// A tree of effects that one operator joins in order. Reading the tree flattens the tree to a list.
///
/// Without the tree, joining many effects one by one, as `reduce` does, would copy all previous effects in
/// each step.
///
/// - Note: `@unchecked Sendable` is safe because a rope is changed only during its release, by the owner of
///   the last reference. `JoiningTests` under the thread sanitizer would detect any other change.
final class Rope: @unchecked Sendable {
  enum Kind {
    case merge, concatenate

    /// The number of members of a program of this kind; nil for a program of another kind.
    func memberCount(of program: UnresolvedEffect) -> Int? {
      switch (self, program) {
      case (.merge, .own(.merge(let members))), (.concatenate, .own(.concatenate(let members))): members.count
      case (.merge, .merge(let members)), (.concatenate, .concatenate(let members)): members.count
      default: nil
      }
    }
  }

  enum Part: Sendable {
    /// A list of the rope's kind, or a single member.
    case program(UnresolvedEffect)
    /// A rope of the same kind.
    case rope(Rope)
  }

  let kind: Kind
  private var parts: [Part]

  init(_ kind: Kind, _ parts: [Part]) {
    self.kind = kind
    self.parts = parts
  }

  deinit {
    // The default release is recursive and uses a stack frame for each rope.
    var released = Swift.exchange(&parts, with: [])
    while let last = released.popLast() {
      guard case .rope(var rope) = consume last, isKnownUniquelyReferenced(&rope) else { continue }
      released += Swift.exchange(&rope.parts, with: [])
    }
  }

  /// The rope's effects as a list.
  var flattened: UnresolvedEffect {
    var list = ProgramList(kind)
    var pending = Array(parts.reversed())
    while let next = pending.popLast() {
      switch next {
      case .rope(let rope): pending += rope.parts.reversed()
      case .program(let part): list.append(part)
      }
    }
    return list.program
  }
}
