/// A field of a form with its label, its hint and its error.
struct Field {
  private let name: String
  private let label: String
  private let hint: String?
  private let mistake: String?

  init(_ name: String, label: String, hint: String? = nil, mistake: String? = nil) {
    (self.name, self.label, self.hint, self.mistake) = (name, label, hint, mistake)
  }

  /// The field as HTML.
  ///
  /// - Parameter attributes: The other attributes of the input, as HTML.
  func html(_ attributes: String) -> String {
    let id = "field-\(name)"
    var described: [String] = []
    var texts = ""
    if let hint {
      described.append("\(id)-hint")
      texts += "<p class=\"hint\" id=\"\(id)-hint\">\(hint.html)</p>"
    }
    if let mistake {
      described.append("\(id)-mistake")
      texts += "<p class=\"mistake\" id=\"\(id)-mistake\">\(mistake.html)</p>"
    }
    let description = described.isEmpty ? "" : " aria-describedby=\"\(described.joined(separator: " "))\""
    let state = mistake == nil ? "" : " aria-invalid=\"true\" autofocus"
    return """
      <div class="field"><label for="\(id)">\(label.html)</label>
      <input id="\(id)" name="\(name)"\(state)\(description) \(attributes)>\(texts)</div>
      """
  }
}
