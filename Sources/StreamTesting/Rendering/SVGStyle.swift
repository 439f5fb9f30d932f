/// The colour scheme of a marble picture.
public enum MarbleAppearance: Hashable, Sendable {
  /// Light or dark, following the reader's system setting.
  case automatic

  /// Dark on light.
  case light

  /// Light on dark.
  case dark
}

extension MarbleAppearance {
  /// The style sheet. Shapes and texts, not colours alone, distinguish streams.
  var styleSheet: String {
    switch self {
    case .automatic:
      "\(Self.shapes)\n\(Self.colours(.light))\n@media (prefers-color-scheme: dark) {\n\(Self.colours(.dark))\n}"
    case .light, .dark: "\(Self.shapes)\n\(Self.colours(self))"
    }
  }

  private static let shapes = """
    .sm text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    .sm .middle { text-anchor: middle; }
    .sm .end { text-anchor: end; }
    .sm .title { font-size: 16px; font-weight: 600; }
    .sm .small { font-size: 12px; }
    .sm path { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
    .sm .grid { stroke-width: 1; }
    .sm .bar { stroke-width: 4; stroke-linecap: butt; }
    .sm .cross { stroke-width: 4; }
    .sm .missed { stroke-dasharray: 3 4; }
    .sm rect, .sm path.v0, .sm path.v1, .sm path.v2 { stroke-width: 2; }
    """

  private static func colours(_ appearance: MarbleAppearance) -> String {
    let isDark = appearance == .dark
    let (page, ink, faint, grid) =
      isDark ? ("#0d1117", "#e6edf3", "#9aa4b2", "#30363d") : ("#ffffff", "#1f2328", "#57606a", "#d8dee4")
    let (fill0, edge0) = isDark ? ("#0c2d6b", "#58a6ff") : ("#ddf4ff", "#0969da")
    let (fill1, edge1) = isDark ? ("#4b2900", "#d29922") : ("#fff8c5", "#9a6700")
    let (fill2, edge2) = isDark ? ("#3c1e70", "#bc8cff") : ("#fbefff", "#8250df")
    let (box, red) = isDark ? ("#161b22", "#ff7b72") : ("#f6f8fa", "#cf222e")
    return """
      .sm .page { fill: \(page); stroke: none; }
      .sm text { fill: \(ink); }
      .sm .faint { fill: \(faint); }
      .sm .line, .sm .stop { stroke: \(ink); }
      .sm .bar { stroke: \(ink); }
      .sm .arrow { fill: \(ink); stroke: \(ink); }
      .sm .grid { stroke: \(grid); }
      .sm .leader { stroke: \(faint); stroke-width: 1; }
      .sm .hollow { fill: \(page); stroke: \(ink); }
      .sm .cross { stroke: \(red); }
      .sm .box { fill: \(box); stroke: \(faint); }
      .sm .v0 { fill: \(fill0); stroke: \(edge0); }
      .sm .v1 { fill: \(fill1); stroke: \(edge1); }
      .sm .v2 { fill: \(fill2); stroke: \(edge2); }
      """
  }
}
