extension MarbleDiagram {
  /// The diagram as a picture that needs nothing else: a document of SVG.
  ///
  /// It follows the reader's choice of light or dark, tells things apart by shapes and texts as well as by colours, and
  /// holds a title and a description in words for those who do not see it.
  ///
  /// - Parameter appearance: Light, dark, or as the reader has set the machine.
  /// - Returns: The text of the document.
  public func svg(appearance: MarbleAppearance = .automatic) -> String {
    var picture = SVGPicture(self)
    return picture.draw(appearance)
  }

  /// What the picture shows, in words.
  var narration: String {
    let labels = TimeLabels(timeRange)
    return parts.map { part in
      switch part {
      case .operation(let code): return "Then: \(code)."
      case .row(let row):
        let shown = row.marks.prefix(40).map { "\($0.kind.words) at \(labels.text($0.time)) \(labels.unit)" }
        let others = row.marks.count > 40 ? ["and \(row.marks.count - 40) more"] : []
        let words = (shown + others).joined(separator: ", ")
        return "\(row.label)\(row.typeTag.isEmpty ? "" : " \(row.typeTag)"): \(words.isEmpty ? "nothing" : words)."
      }
    }.joined(separator: " ")
  }
}

extension MarbleRow.Mark.Kind {
  fileprivate var words: String {
    switch self {
    case .subscription: "subscribed"
    case .value(let text): text
    case .finished: "finished"
    case .failure(let text): text == "#" ? "failed" : "failed with \(text)"
    case .cancel: "cancelled"
    }
  }
}
