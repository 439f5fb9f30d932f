public import StreamCore

/// Cancels any number of cancellables together.
///
///     cancel()      ---x
///     a             ---!
///     b              ^-!
///
/// A cancellable that is added after the cancel is cancelled at once. Releasing this object cancels, too.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubscribing.CompositeCancellable`.
///
/// - **Threads**: all members may be called on any thread. Members are cancelled and released on the thread of the
///   call, never under a lock, in the order in which they came in.
public final class CompositeCancellable: Cancellable, Sendable {
  /// A member's place in a composite.
  public struct Token: Hashable, Sendable {
    /// Identifies the composite, so that a token of another composite has no effect.
    let owner: CombineIdentifier
    let number: Int
  }

  private let identifier = CombineIdentifier()
  private let state: Locked<State>

  /// What belongs together, and whether it has been cancelled.
  private struct State {
    var members: [Int: any Cancellable] = [:]
    var lastNumber = 0
    var isCancelled = false

    /// Adds a member, unless the composite has been cancelled.
    ///
    /// - Returns: Its number, and whether it was added.
    mutating func insert(_ member: any Cancellable) -> (number: Int, isMember: Bool) {
      lastNumber += 1
      if !isCancelled { members[lastNumber] = member }
      return (lastNumber, !isCancelled)
    }

    /// Ends the state.
    ///
    /// - Returns: The members, to be cancelled outside the lock.
    mutating func cancel() -> [Int: any Cancellable] {
      isCancelled = true
      defer { members = [:] }
      return members
    }
  }

  /// Creates a composite.
  ///
  /// - Parameter members: The first members, in the order in which they are to be cancelled.
  public init(_ members: any Cancellable...) {
    var state = State()
    for member in members { _ = state.insert(member) }
    self.state = Locked(state)
  }

  deinit {
    cancel()
  }

  /// Adds a member, or cancels it at once if the composite has been cancelled.
  ///
  /// - Parameter member: Retained until it is removed or cancelled.
  /// - Returns: The member's place, for ``remove(_:)``.
  @discardableResult
  public func insert(_ member: any Cancellable) -> Token {
    let (number, isMember) = state.withLock { $0.insert(member) }
    if !isMember { member.cancel() }
    return Token(owner: identifier, number: number)
  }

  /// Releases a member without cancelling it. An `AnyCancellable` that nobody else keeps cancels itself at its release.
  ///
  /// - Parameter token: The place that ``insert(_:)`` has returned. A token whose member is gone, or that belongs to
  ///   another composite, has no effect.
  public func remove(_ token: Token) {
    guard token.owner == identifier else { return }
    // Released outside the lock: that may run client code.
    let released = state.withLock { $0.members.removeValue(forKey: token.number) }
    withExtendedLifetime(released) {}
  }

  /// The number of members.
  var count: Int { state.withLock { $0.members.count } }

  /// Cancels and releases all members, the newest last. Only the first call has an effect.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of members.
  public func cancel() {
    let members = state.withLock { $0.cancel() }
    for (_, member) in members.sorted(by: { $0.key < $1.key }) { member.cancel() }
  }
}
