/// The cost of an element against the size: a panel for each row. Shapes and labels tell the curves apart without
/// colour.
package struct GrowthPlot {
  private let panels: [GrowthPanel]

  /// - Parameter series: For each row its name, with its unit after a colon, and what was measured, by size.
  package init(_ series: [(name: String, rows: [(size: Int, row: Row)])]) {
    panels = series.filter { !$0.rows.isEmpty }.map(GrowthPanel.init)
  }

  private let columns = 2
  private let top = 92.0
  private let panelSize = (width: 485.0, height: 202.0)

  package var svg: String {
    let lines = (panels.count + columns - 1) / columns
    // One scale for all panels, so that they can be compared.
    let ceiling = max(10, panels.map(\.largest).max() ?? 1)
    let body = panels.enumerated().map { index, panel in
      panel.svg(
        x: panelSize.width * Double(index % columns), y: top + panelSize.height * Double(index / columns),
        width: panelSize.width, ceiling: ceiling)
    }
    return Drawing(
      width: panelSize.width * Double(columns), height: top + panelSize.height * Double(lines),
      title: "The cost of an element against the size",
      description: panels.map(\.description).joined(separator: "; "),
      heading: "What an element costs, from small sizes to large ones",
      note:
        "Nanoseconds per element, delivery, subscription or stage, beside OpenCombine 0.14.0. Logarithmic scales; one run.",
      body: ([legend] + body).joined(separator: "\n")
    ).svg
  }

  private var legend: String {
    var x = 16.0
    return GrowthPanel.Curve.allCases.map { curve in
      defer { x += 56 + 7.6 * Double(curve.label.count) }
      return """
        <path class="\(curve.strokeClass)" stroke-dasharray="\(curve.dashes)" d="M \(Drawing.text(x)) 66 h 24"/>
        \(curve.mark(x: x + 12, y: 66))
        <text x="\(Drawing.text(x + 30))" y="70">\(curve.label)</text>
        """
    }.joined(separator: "\n")
  }
}
