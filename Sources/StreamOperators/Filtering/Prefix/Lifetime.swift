public import StreamCore
package import StreamParts

/// A lifetime that ends once, when its token ends it: `prefix(during:)` then finishes streams.
///
///     final class Screen {
///       private let (lifetime, token) = Lifetime.make()
///       func show(_ names: some Publisher<String, Never>) {
///         names.prefix(during: lifetime).sink { … }.store(in: &streams)
///       }
///     }
///
/// Several objects and any number of streams may share a lifetime. It retains each stream only until that stream ends.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamFiltering.Lifetime`.
public final class Lifetime: Sendable {
  @usableFromInline let state = Locked(State())

  private init() {}

  /// Creates a lifetime, and the token that ends it.
  ///
  /// - Returns: The lifetime, and the token for the object whose lifetime it is.
  public static func make() -> (lifetime: Lifetime, token: Token) {
    let lifetime = Lifetime()
    return (lifetime, Token(lifetime))
  }

  /// Whether it has ended.
  public var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Ends a lifetime, when ``end()`` is called or when it is released.
  public final class Token: Sendable {
    private let lifetime: Lifetime

    init(_ lifetime: Lifetime) {
      self.lifetime = lifetime
    }

    deinit {
      lifetime.end()
    }

    /// Ends the lifetime: before it returns, it finishes the streams that are bound to it and cancels their upstreams.
    /// A stream that is delivering on another thread at that moment finishes after that delivery. Later calls have no
    /// effect.
    public func end() {
      lifetime.end()
    }
  }

  // MARK: Streams

  /// The number of streams that have not ended.
  var count: Int { state.withLock { $0.streams.count } }

  /// Binds a stream, whose trigger receives a value at the end.
  @usableFromInline
  func add<Trigger: TriggerInner>(_ trigger: Trigger) where Trigger.Input == Void {
    let id = state.withLock { $0.reserve() }
    // First its subscription: without that a trigger has no effect. The stream may end inside this call, or before the
    // next.
    trigger.receive(subscription: LifetimeSubscription(lifetime: self, id: id))
    let isDue = state.withLock { $0.bind(id) { _ = trigger.receive(()) } }
    if isDue { remove(id)?() }
  }

  /// - Returns: The closure that ends the stream, to be called or released outside the lock.
  @discardableResult
  func remove(_ id: Int) -> (() -> Void)? {
    state.withLock { $0.streams.removeValue(forKey: id) ?? nil }
  }

  private func end() {
    // In the order in which they were bound.
    let streams = state.withLock { $0.end() }
    for (_, finish) in streams.sorted(by: { $0.key < $1.key }) { finish?() }
  }
}

extension Lifetime {
  @usableFromInline
  struct State {
    var hasEnded = false
    var lastID = 0

    /// The closure that ends each stream; `nil` until the stream is bound.
    var streams: [Int: (() -> Void)?] = [:]

    @usableFromInline
    init() {}

    mutating func reserve() -> Int {
      lastID += 1
      streams.updateValue(nil, forKey: lastID)
      return lastID
    }

    /// Binds a stream, unless it has ended since.
    ///
    /// - Returns: Whether the lifetime has ended, so that the caller must end the stream.
    mutating func bind(_ id: Int, _ finish: @escaping () -> Void) -> Bool {
      guard streams[id] != nil else { return false }
      streams.updateValue(finish, forKey: id)
      return hasEnded
    }

    /// - Returns: The streams that are bound. A stream that is not bound yet is left to ``bind(_:_:)``.
    mutating func end() -> [Int: (() -> Void)?] {
      hasEnded = true
      let bound = streams.filter { $0.value != nil }
      streams = streams.filter { $0.value == nil }
      return bound
    }
  }
}

/// The subscription of a stream's trigger. A stream that has ended cancels it, and thereby leaves the lifetime.
private final class LifetimeSubscription: StageSubscription {
  private let lifetime: Lifetime
  private let id: Int

  init(lifetime: Lifetime, id: Int) {
    (self.lifetime, self.id) = (lifetime, id)
  }

  var description: String { "Lifetime" }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    let finish = lifetime.remove(id)
    withExtendedLifetime(finish) {}
  }
}
