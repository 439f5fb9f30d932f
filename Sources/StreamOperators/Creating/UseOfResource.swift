internal import StreamCore
internal import StreamParts

/// The subscription of `using`: the source's, and the resource.
// Sendable: the closure is under a lock, and called once, by the thread that takes it out.
@usableFromInline
final class UseOfResource: StageSubscription, @unchecked Sendable {
  @usableFromInline let upstream = UpstreamSubscription("Using")

  private let releasing: Locked<(() -> Void)?>

  /// - Parameter release: Releases the resource. Called once.
  @usableFromInline
  init(release: @escaping () -> Void) {
    releasing = Locked(release)
  }

  /// A subscription that has been dropped: its source has released it without an end.
  deinit {
    release()
  }

  @usableFromInline var description: String { upstream.description }

  @usableFromInline
  func release() {
    releasing.exchange(nil)?()
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard let source = upstream.terminate() else { return }
    source.cancel()
    release()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }
}
