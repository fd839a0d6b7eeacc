/// Effects that were joined by one operator, in order, as they were joined: a tree, which becomes a list when
/// the whole is looked at.
///
/// Who joins many one by one, as `reduce` does, would copy all that went before in each step otherwise.
///
/// - Note: `@unchecked Sendable`: it is changed at the end of its life only, by who has the last reference to
///   it. `JoiningTests` under the thread sanitizer would catch another.
final class Rope: @unchecked Sendable {
  enum Kind {
    case merge, concatenate

    /// How many members a program of this kind has; nil where it is another.
    func memberCount(of program: Program) -> Int? {
      switch (self, program) {
      case (.merge, .own(.merge(let members))), (.concatenate, .own(.concatenate(let members))): members.count
      case (.merge, .merge(let members)), (.concatenate, .concatenate(let members)): members.count
      default: nil
      }
    }
  }

  enum Part: Sendable {
    /// A list of the rope's kind, or a member.
    case program(Program)
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
    // By themselves they would be released one inside of the other, which takes a stack frame for each.
    var released = Swift.exchange(&parts, with: [])
    while let last = released.popLast() {
      guard case .rope(var rope) = consume last, isKnownUniquelyReferenced(&rope) else { continue }
      released += Swift.exchange(&rope.parts, with: [])
    }
  }

  /// The same as a list.
  var flattened: Program {
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
