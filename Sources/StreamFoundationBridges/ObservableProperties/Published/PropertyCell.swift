public import StreamCore

/// The storage of a `@Published` property. The object with the property owns it; subscriptions retain only the subject
/// of the values, and so do not keep the pipelines assigned to the property alive.
@usableFromInline
final class PropertyCell<Value>: Sendable {
  @usableFromInline let values: Broadcaster<Value, Never>

  /// The object's `objectWillChange`, set at its first access.
  @usableFromInline let willChange = OnceSet<ObservableObjectPublisher>()

  /// The key-path observers of the property, set with the first of them.
  @usableFromInline let changes = OnceSet<KeyPathObservers>()

  @usableFromInline let probe = KeyPathProbe()

  /// The pipelines assigned to the property, by number.
  private let feeds = Locked<(last: Int, present: [Int: any Cancellable])>((0, [:]))

  @usableFromInline
  init(_ value: Value) {
    values = Broadcaster("PublishedSubject", current: value)
  }

  deinit {
    changes.object?.removeAll()
    for feed in feeds.value.present.values { feed.cancel() }
  }

  /// Notifies observers, then stores the value (`willSet` order).
  @inlinable
  func set(_ value: Value) {
    willChange.object?.send()
    if let observers = changes.object {
      set(value, telling: observers)
    } else {
      values.announce(value)
      // The first observer may have registered since the check, and have read the former value.
      if let observers = changes.object { tellOfChange(observers) }
    }
  }

  @usableFromInline
  func tellOfChange(_ observers: KeyPathObservers) {
    observers.tellOfChange(foretold: 0)
  }

  @usableFromInline
  func set(_ value: Value, telling observers: KeyPathObservers) {
    let foretold = observers.foretellChange()
    values.announce(value)
    observers.tellOfChange(foretold: foretold)
  }

  /// Assigns a publisher's values to the property, for the lifetime of the property's object.
  @usableFromInline
  func attach<Upstream: Publisher<Value, Never>>(_ upstream: Upstream) {
    let number = feeds.withLock { feeds in
      feeds.last += 1
      return feeds.last
    }
    let sink = Subscribers.Sink<Value, Never>(
      receiveCompletion: { [weak self] _ in self?.detach(number) },
      receiveValue: { [weak self] value in self?.set(value) })
    // Stored before it is attached: it may have ended when `subscribe` returns.
    feeds.withLock { $0.present[number] = sink }
    upstream.subscribe(sink)
  }

  /// The number of pipelines assigned to the property.
  var feedCount: Int { feeds.value.present.count }

  private func detach(_ number: Int) {
    let feed = feeds.withLock { $0.present.removeValue(forKey: number) }
    withExtendedLifetime(feed) {}
  }
}

/// A type-erased cell.
protocol AnyPropertyCell: AnyObject, Sendable {
  var linked: ObservableObjectPublisher? { get }

  /// Connects the cell to `publisher`, unless it is connected already.
  func link(_ publisher: ObservableObjectPublisher)

  /// The observers of changes.
  var observers: KeyPathObservers { get }

  /// Records reads of the property until ``closeProbe()``.
  func openProbe()
  func closeProbe()
}

extension PropertyCell: AnyPropertyCell {
  var linked: ObservableObjectPublisher? { willChange.object }

  @usableFromInline
  func link(_ publisher: ObservableObjectPublisher) {
    willChange.set(publisher)
  }

  var observers: KeyPathObservers { changes.object ?? changes.set(KeyPathObservers()) }

  func openProbe() { probe.open() }

  func closeProbe() { probe.close() }
}
