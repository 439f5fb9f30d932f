public import StreamCore

/// Keeps subscriptions, and cancels them together.
///
///     upstream      -1-|
///     bag.count     1--0
///
/// ```swift
/// let bag = CancellableBag()
/// prices.sink(in: bag) { price in show(price) }
/// ```
///
/// A subscription that `sink(in:)` or `assign(to:on:in:)` adds leaves the bag when its stream ends, so that the bag
/// does not grow with ended streams. A cancellable that ``insert(_:)`` adds stays. A cancellable that is added after
/// the cancel is cancelled at once. Releasing this object cancels, too.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubscribing.CancellableBag`.
///
/// - **Threads**: all members may be called on any thread. The cancellables in the bag are cancelled and released on
///   the thread of the call, never under a lock, in the order in which they were added.
public final class CancellableBag: Cancellable, Sendable {
  @usableFromInline let members = CompositeCancellable()

  /// Creates an empty bag.
  public init() {}

  deinit {
    cancel()
  }

  /// Adds a cancellable, or cancels it at once if the bag has been cancelled.
  ///
  /// - Parameter cancellable: Retained until the bag is cancelled or released.
  public func insert(_ cancellable: any Cancellable) {
    members.insert(cancellable)
  }

  /// The number of cancellables in the bag.
  public var count: Int { members.count }

  /// Cancels and releases what is in the bag, the newest last. Only the first call has an effect.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of cancellables.
  public func cancel() {
    members.cancel()
  }
}

extension AnyCancellable {
  /// Adds this cancellable to a bag, where it stays until that is cancelled or released.
  ///
  /// - Parameter bag: The bag that retains it.
  @_disfavoredOverload
  public func store(in bag: CancellableBag) {
    bag.insert(self)
  }

  /// The same as ``store(in:)``.
  ///
  /// - Parameter bag: The bag that retains it.
  @_disfavoredOverload
  public func cancelled(by bag: CancellableBag) {
    bag.insert(self)
  }
}

/// The place of a stream's subscription in a bag. The pipeline retains this place, and this place retains the members
/// of the bag, but not the bag: releasing the bag cancels them.
@usableFromInline
final class BagPlace: Sendable {
  private enum State {
    case notEntered, entered(CompositeCancellable.Token), left
  }

  private let members: CompositeCancellable
  private let state = Locked(State.notEntered)

  @usableFromInline
  init(in bag: CancellableBag) {
    members = bag.members
  }

  /// Puts a subscription into the bag, unless its stream has ended.
  @usableFromInline
  func enter(_ cancellable: AnyCancellable) {
    if case .left = state.value { return }
    let token = members.insert(cancellable)
    let hasLeft = state.withLock {
      if case .left = $0 { return true }
      $0 = .entered(token)
      return false
    }
    if hasLeft { members.remove(token) }
  }

  /// Takes the subscription out of the bag: its stream has ended.
  @usableFromInline
  @Sendable
  func leave() {
    if case .entered(let token) = state.exchange(.left) { members.remove(token) }
  }
}
