import Troupe

/// A value on one line, as a part of a message.
func excerpt<Value>(_ value: Value) -> String {
  var text = ""
  for line in valueText(of: value).split(separator: "\n") {
    let line = line.drop { $0 == " " }
    let isTight = text.isEmpty || "([".contains(text.last ?? "(") || ")]".contains(line.first ?? ")")
    text += isTight ? "\(line)" : " \(line)"
    if text.count > 200 { return "\(text.prefix(200))…" }
  }
  return text
}
