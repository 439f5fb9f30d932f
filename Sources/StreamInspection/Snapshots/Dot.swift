extension StreamSnapshot {
  /// The pipelines as a graph in Graphviz's language: `dot -Tsvg`.
  ///
  /// Each pipeline has a frame with its line and its verdict; an arrow has the numbers of elements delivered and
  /// requested. A subject, or what else is shared, stands once, with an arrow to each subscriber.
  ///
  /// - Returns: The text of a file.
  public func dot() -> String {
    var text = "digraph streams {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n"
    for pipeline in pipelines {
      text += "  subgraph cluster_\(pipeline.id) {\n"
      let title = "#\(pipeline.id) \(pipeline.line ?? "")"
      text += "    label=\"\(escaped(title))\\n\(escaped(pipeline.verdict.description))\";\n"
      text += "    end_\(pipeline.id) [label=\"\(escaped(pipeline.end))\", shape=oval];\n"
      for stage in pipeline.stages where stage.object == nil {
        text += "    \(node(stage)) [label=\"\(escaped(stage.name))\"];\n"
      }
      text += "  }\n"
      let stages = Dictionary(uniqueKeysWithValues: pipeline.stages.map { ($0.id, $0) })
      for stage in pipeline.stages {
        if stage.object != nil { text += "  \(node(stage)) [label=\"\(escaped(stage.name))\"];\n" }
        let below = stage.below.flatMap { stages[$0] }.map(node) ?? "end_\(pipeline.id)"
        let counts = "\(stage.delivered) of \(stage.requested.map { "\($0)" } ?? "∞")"
        text += "  \(node(stage)) -> \(below) [label=\"\(counts)\"\(stage.isInner ? ", style=dashed" : "")];\n"
      }
    }
    return text + "}\n"
  }

  private func node(_ stage: Stage) -> String {
    stage.object.map { "shared_\(UInt(bitPattern: $0))" } ?? "stage_\(stage.id)"
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result.append("\\") }
      if character != "\n" { result.append(character) }
    }
  }
}
