extension MarbleDiagram {
  /// The diagram as a self-contained SVG document.
  ///
  /// It follows the reader's choice of light or dark, distinguishes streams by shapes and texts as well as by colours,
  /// and has a title and a text description for screen readers.
  ///
  /// - Parameter appearance: Light, dark, or the reader's system setting.
  /// - Returns: The SVG document.
  public func svg(appearance: MarbleAppearance = .automatic) -> String {
    var picture = SVGPicture(self)
    return picture.draw(appearance)
  }

  /// The text description of the picture.
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
