public import StreamCore

/// A log of requests, each with its time.
public struct DemandLog: Sendable {
  /// A request with its time.
  public typealias Element = (time: VirtualTime, demand: Subscribers.Demand)

  private var elements: [Element]

  /// Creates a log of requests.
  ///
  /// - Parameter elements: The requests with their times, in order.
  public init(_ elements: [(VirtualTime, Subscribers.Demand)] = []) {
    self.elements = elements.map { (time: $0, demand: $1) }
  }

  mutating func append(_ demand: Subscribers.Demand, at time: VirtualTime) {
    elements.append((time: time, demand: demand))
  }
}

extension DemandLog: RandomAccessCollection {
  /// The index of the first request.
  public var startIndex: Int { elements.startIndex }

  /// The index after the last request.
  public var endIndex: Int { elements.endIndex }

  /// A request with its time.
  ///
  /// - Parameter position: Its index, from zero.
  public subscript(position: Int) -> Element { elements[position] }
}

extension DemandLog: ExpressibleByArrayLiteral {
  /// Creates a log of requests.
  ///
  /// - Parameter elements: The requests with their times, in order.
  public init(arrayLiteral elements: (VirtualTime, Subscribers.Demand)...) {
    self.init(elements)
  }
}

extension DemandLog: Equatable {
  /// Whether both hold the same requests at the same times.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elementsEqual(rhs) { $0.time == $1.time && $0.demand == $1.demand }
  }
}

extension DemandLog: CustomStringConvertible {
  /// One line per request: its time and demand.
  public var description: String {
    map { "\($0.time) \($0.demand)" }.joined(separator: "\n")
  }
}
