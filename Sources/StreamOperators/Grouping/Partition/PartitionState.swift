public import StreamCore
public import StreamParts

/// What a partition keeps under its lock. Pure: it calls nothing.
@usableFromInline
struct PartitionState<Element, Failure: Error> {
  @usableFromInline typealias Child = Inlet<Element, Failure>

  @usableFromInline
  struct Half {
    @usableFromInline let inlet: Child
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var isSubscribed = false

    @inlinable
    init(_ inlet: Child) {
      self.inlet = inlet
    }
  }

  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var isConnected = false

  /// The halves that may still get elements, by whether these match.
  @usableFromInline var halves: [Bool: Half] = [:]

  /// The demand that has been requested from upstream and not been met.
  @usableFromInline var asked = Subscribers.Demand.none

  /// The half for which an element waits.
  @usableFromInline var waiting: Bool?

  /// Whether an element belongs to the first half, until the end. Upstream may keep its subscriber, which therefore has
  /// no closure of its own.
  @usableFromInline var isMatch: ((Element) -> Bool)?

  @inlinable
  init(isMatch: @escaping (Element) -> Bool) {
    self.isMatch = isMatch
  }

  /// - Returns: Whether upstream is to be subscribed to now.
  @inlinable
  mutating func connect(_ connection: StreamPartitionConnection) -> Bool {
    let isDue =
      switch connection {
      case .whenBoth: halves.values.allSatisfy(\.isSubscribed)
      case .whenFirst: halves.values.contains(where: \.isSubscribed)
      }
    guard isDue, !isConnected, !halves.isEmpty else { return false }
    isConnected = true
    return true
  }

  /// The demand to request from upstream: as much as both halves allow, or one element, which may wait for its half.
  @inlinable
  mutating func takeDemand() -> Subscribers.Demand {
    guard upstream.isActive, waiting == nil, asked != .unlimited else { return .none }
    let demands = halves.values.map(\.demand)
    guard demands.contains(where: { $0 != .none }) else { return .none }
    let allowed = demands.reduce(.unlimited) { $1 < $0 ? $1 : $0 }
    let wanted = allowed == .none ? .max(1) : allowed
    guard wanted > asked else { return .none }
    defer { asked = wanted }
    return wanted == .unlimited ? .unlimited : wanted - asked
  }

  @usableFromInline
  enum Offer {
    case deliver(InletDelivery<Element, Failure>)

    /// The half takes everything.
    case leaveOut

    /// An element waits already, and this one has not been requested.
    case drop
  }

  /// Counts an element for a half.
  @inlinable
  mutating func add(matching: Bool) -> Offer {
    if asked != .none { asked -= 1 }
    guard let half = halves[matching], let delivery = half.inlet.delivery else { return .leaveOut }
    if half.demand != .none {
      halves[matching]?.demand -= 1
    } else if waiting == nil {
      waiting = matching
    } else {
      return .drop
    }
    return .deliver(delivery)
  }

  @inlinable
  mutating func request(_ demand: Subscribers.Demand, by inlet: Child) {
    guard let key = key(of: inlet) else { return }
    halves[key]?.demand += demand
    if waiting == key {
      waiting = nil
      halves[key]?.demand -= 1
    }
  }

  /// Removes a half that has ended. The result is to be released outside the lock.
  @inlinable
  mutating func remove(_ inlet: Child) -> InletDelivery<Element, Failure>? {
    guard let key = key(of: inlet) else { return nil }
    halves[key] = nil
    if waiting == key { waiting = nil }
    return inlet.delivery.take()
  }

  @inlinable
  func key(of inlet: Child) -> Bool? { halves.first { $0.value.inlet === inlet }?.key }
}
