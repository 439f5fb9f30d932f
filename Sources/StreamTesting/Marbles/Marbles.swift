/// A marble diagram: a stream as a line of text, one character per tick.
///
///     --a-b-(cd)-|
///
/// | character | means |
/// | --- | --- |
/// | `-` | a tick in which nothing happens |
/// | a letter or a digit | an element |
/// | `\|` | finished |
/// | `#` | a failure |
/// | `!` | cancelled by downstream |
/// | `^` | the subscription; ticks count from it, and events before it happened earlier |
/// | `(ab)` | several signals in one tick: that of the opening bracket, which with its brackets takes one place |
/// | a blank | ignored; takes no tick |
///
/// A malformed literal traps with the column and the reason; use ``init(parsing:)`` for text from elsewhere.
public struct Marbles: Hashable, Sendable {
  /// An event in a tick.
  public enum Symbol: Hashable, Sendable {
    /// An element, by its letter or digit.
    case element(Character)

    /// The stream finishes.
    case finished

    /// The stream fails.
    case failure

    /// Downstream cancels.
    case cancel

    /// The subscription.
    case subscription
  }

  /// A symbol with its tick.
  public struct Event: Hashable, Sendable {
    /// The tick, counted from the subscription if the diagram shows one, otherwise from the start of the line.
    public var tick: Int

    /// The event.
    public var symbol: Symbol

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - tick: The tick.
    ///   - symbol: The event.
    public init(tick: Int, symbol: Symbol) {
      self.tick = tick
      self.symbol = symbol
    }
  }

  /// The events, in order.
  public private(set) var events: [Event]

  /// Creates a diagram from events.
  ///
  /// - Parameter events: The events, in any order; they are sorted by tick.
  public init(events: [Event]) {
    self.events = events.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
      .map(\.element)
  }

  /// Parses a diagram.
  ///
  /// - Parameter text: The diagram.
  /// - Throws: The column and the reason, if the text is malformed.
  public init(parsing text: String) throws(MarbleError) {
    var parser = MarbleParser()
    for (offset, character) in text.enumerated() { try parser.read(character, column: offset + 1) }
    events = try parser.finish(column: text.count)
  }
}

extension Marbles: ExpressibleByStringLiteral {
  /// Parses a diagram literal; malformed text traps.
  ///
  /// - Parameter value: The diagram.
  public init(stringLiteral value: String) {
    do throws(MarbleError) {
      try self.init(parsing: value)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// A syntax error in a marble diagram.
public struct MarbleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the error, counted from one.
  public let column: Int

  /// The description of the error.
  public let reason: String

  /// The column and the reason.
  public var description: String { "Column \(column): \(reason)" }
}

/// Parses a diagram, character by character.
struct MarbleParser {
  private var events: [Marbles.Event] = []
  private var tick = 0
  private var groupColumn: Int?
  private var groupIsEmpty = true
  private var subscriptionTick: Int?
  private var endColumn: Int?

  mutating func read(_ character: Character, column: Int) throws(MarbleError) {
    switch character {
    case " ": return
    case "-": try pass(column)
    case "(": try open(column)
    case ")": try close(column)
    case "^": try subscribe(column)
    case "|": try end(.finished, column)
    case "#": try end(.failure, column)
    case "!": try end(.cancel, column)
    case _ where character.isMarble: try add(.element(character), column)
    default: throw MarbleError(column: column, reason: "\(character.quoted) is no marble.")
    }
  }

  func finish(column: Int) throws(MarbleError) -> [Marbles.Event] {
    if let groupColumn { throw MarbleError(column: groupColumn, reason: "the bracket is not closed.") }
    guard let subscriptionTick else { return events }
    return events.map { Marbles.Event(tick: $0.tick - subscriptionTick, symbol: $0.symbol) }
  }

  private mutating func pass(_ column: Int) throws(MarbleError) {
    if groupColumn != nil { throw MarbleError(column: column, reason: "no time passes between brackets.") }
    tick += 1
  }

  private mutating func open(_ column: Int) throws(MarbleError) {
    if groupColumn != nil { throw MarbleError(column: column, reason: "brackets do not nest.") }
    groupColumn = column
    groupIsEmpty = true
  }

  private mutating func close(_ column: Int) throws(MarbleError) {
    guard groupColumn != nil else { throw MarbleError(column: column, reason: "no bracket is open.") }
    if groupIsEmpty { throw MarbleError(column: column, reason: "nothing stands between the brackets.") }
    groupColumn = nil
    tick += 1
  }

  private mutating func subscribe(_ column: Int) throws(MarbleError) {
    if subscriptionTick != nil { throw MarbleError(column: column, reason: "there is one subscription already.") }
    subscriptionTick = tick
    try add(.subscription, column)
  }

  private mutating func end(_ symbol: Marbles.Symbol, _ column: Int) throws(MarbleError) {
    try add(symbol, column)
    endColumn = column
  }

  private mutating func add(_ symbol: Marbles.Symbol, _ column: Int) throws(MarbleError) {
    if let endColumn { throw MarbleError(column: column, reason: "the stream has ended at column \(endColumn).") }
    events.append(Marbles.Event(tick: tick, symbol: symbol))
    groupIsEmpty = false
    if groupColumn == nil { tick += 1 }
  }
}

extension Character {
  /// Whether the character can be an element: a letter or digit that does not combine with its neighbours, as those of
  /// some scripts do.
  var isMarble: Bool {
    guard isLetter || isNumber else { return false }
    return isASCII || ("-\(self)-".count == 3 && unicodeScalars.dropFirst().allSatisfy { !$0.isASCII })
  }

  /// The character in quotation marks, escaped as in a literal if it is invisible or a line break.
  fileprivate var quoted: String {
    guard isWhitespace || unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      return "'\(self)'"
    }
    return "'\(unicodeScalars.map { $0.escaped(asASCII: true) }.joined())'"
  }
}
