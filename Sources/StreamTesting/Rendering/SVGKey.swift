/// The legend of a picture: a line below the streams that explains the symbols in use.
struct SVGKey {
  enum Symbol: Hashable {
    case subscribed, finished, failed, cancelled, open
    case missed(Int)

    var meaning: String {
      switch self {
      case .subscribed: "subscribed"
      case .finished: "finished"
      case .failed: "failed"
      case .cancelled: "cancelled"
      case .open: "goes on"
      case .missed: "before the subscription"
      }
    }

    private var rank: Int {
      switch self {
      case .missed: 0
      case .subscribed: 1
      case .finished: 2
      case .failed: 3
      case .cancelled: 4
      case .open: 5
      }
    }

    static func isOrdered(_ one: Symbol, _ other: Symbol) -> Bool { one.rank < other.rank }

    func draw(in document: inout SVGDocument, _ x: Double, _ y: Double) {
      switch self {
      case .subscribed:
        document.path([(x - 13, y - 8), (x - 13, y + 8), (x - 1, y)], class: "hollow")
      case .finished: document.line(x, y - 11, x, y + 11, class: "bar")
      case .failed:
        document.line(x - 9, y - 9, x + 9, y + 9, class: "cross")
        document.line(x - 9, y + 9, x + 9, y - 9, class: "cross")
      case .cancelled:
        document.path([(x, y - 14), (x + 14, y), (x, y + 14), (x - 14, y)], class: "hollow")
        document.text("!", x, y + 5, class: "middle")
      case .open:
        document.line(x - 10, y, x + 10, y, class: "line")
        document.path([(x + 11, y), (x + 2, y - 5), (x + 2, y + 5)], class: "arrow")
      case .missed(let shape):
        document.marble(x, y, halfWidth: 16, shape: shape, isMissed: true)
      }
    }
  }

  private var symbols: Set<Symbol> = []

  mutating func add(_ symbol: Symbol) {
    // One entry covers missed values of all shapes.
    if case .missed = symbol, symbols.contains(where: { $0.meaning == symbol.meaning }) { return }
    symbols.insert(symbol)
  }

  /// Draws the legend, on as many lines as needed.
  ///
  /// - Returns: The bottom of the last line.
  func draw(in document: inout SVGDocument, from top: Double, left: Double, width: Double) -> Double {
    guard !symbols.isEmpty else { return top - 24 }
    var (x, y) = (left, top)
    for symbol in symbols.sorted(by: Symbol.isOrdered) {
      let needed = 40 + SVGText.width(symbol.meaning, small: true) + 20
      if x > left, x + needed > left + width { (x, y) = (left, y + 38) }
      symbol.draw(in: &document, x + (symbol == .subscribed ? 23 : 16), y)
      document.text(symbol.meaning, x + 38, y + 4, class: "small")
      x += needed
    }
    return y + 18
  }
}
