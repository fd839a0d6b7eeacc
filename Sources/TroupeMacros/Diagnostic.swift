/// A message about the use of a macro, which the compiler shows.
struct Diagnostic {
  enum Severity: String {
    case error
  }

  /// A range of bytes in a file.
  struct Place {
    var fileName: String
    var range: Range<Int>
  }

  /// A change to the source that fixes the mistake.
  struct FixIt {
    var message: String
    var place: Place
    var replacement: String
  }

  var message: String
  var severity = Severity.error
  var place: Place
  var fixIts: [FixIt] = []

  var json: JSON {
    .object([
      "message": .string(message),
      "severity": .string(severity.rawValue),
      "position": .object([
        "fileName": .string(place.fileName), "offset": .number(place.range.lowerBound),
      ]),
      "highlights": .array(place.range.isEmpty ? [] : [place.json]),
      "notes": .array([]),
      "fixIts": .array(fixIts.map(\.json)),
    ])
  }
}

extension Diagnostic.Place {
  /// An empty range at the start of this range.
  var start: Self { Self(fileName: fileName, range: range.lowerBound..<range.lowerBound) }

  fileprivate var json: JSON {
    .object([
      "fileName": .string(fileName), "startOffset": .number(range.lowerBound),
      "endOffset": .number(range.upperBound),
    ])
  }
}

extension Diagnostic.FixIt {
  fileprivate var json: JSON {
    .object([
      "message": .string(message),
      "changes": .array([.object(["range": place.json, "newText": .string(replacement)])]),
    ])
  }
}
