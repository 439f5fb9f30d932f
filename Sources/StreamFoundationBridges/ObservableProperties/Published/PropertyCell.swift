public import StreamCore

/// What stands behind a property marked `@Published`. The object that has the property owns it; subscriptions hold only
/// the values, and so do not keep alive what is assigned to the property.
@usableFromInline
final class PropertyCell<Value>: Sendable {
  @usableFromInline let values: Broadcaster<Value, Never>

  /// The object's `objectWillChange`, from when somebody has asked for it.
  @usableFromInline let willChange = OnceSet<ObservableObjectPublisher>()

  /// Those who observe the property by its key path, from when there is one.
  @usableFromInline let changes = OnceSet<KeyPathObservers>()

  @usableFromInline let probe = KeyPathProbe()

  /// The pipelines that are assigned to the property, by number.
  private let feeds = Locked<(last: Int, present: [Int: any Cancellable])>((0, [:]))

  @usableFromInline
  init(_ value: Value) {
    values = Broadcaster("PublishedSubject", current: value)
  }

  deinit {
    changes.object?.removeAll()
    for feed in feeds.value.present.values { feed.cancel() }
  }

  /// Tells all who listen, then takes the value on.
  @inlinable
  func set(_ value: Value) {
    willChange.object?.send()
    if let observers = changes.object {
      set(value, telling: observers)
    } else {
      values.announce(value)
      // The first observer may have come meanwhile, and have seen the value before.
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

  /// Feeds the property with what a publisher delivers, for as long as the property's object lives.
  @usableFromInline
  func attach<Upstream: Publisher<Value, Never>>(_ upstream: Upstream) {
    let number = feeds.withLock { feeds in
      feeds.last += 1
      return feeds.last
    }
    let sink = Subscribers.Sink<Value, Never>(
      receiveCompletion: { [weak self] _ in self?.detach(number) },
      receiveValue: { [weak self] value in self?.set(value) })
    // Kept before it is attached: it may be over by the time that it is.
    feeds.withLock { $0.present[number] = sink }
    upstream.subscribe(sink)
  }

  /// How many pipelines are assigned to the property.
  var feedCount: Int { feeds.value.present.count }

  private func detach(_ number: Int) {
    let feed = feeds.withLock { $0.present.removeValue(forKey: number) }
    withExtendedLifetime(feed) {}
  }
}

/// A cell whose type is not known.
protocol AnyPropertyCell: AnyObject, Sendable {
  var linked: ObservableObjectPublisher? { get }

  /// Lets each change be told to `publisher`, unless the cell has one already.
  func link(_ publisher: ObservableObjectPublisher)

  /// Those who are told of each change, before and after.
  var observers: KeyPathObservers { get }

  /// Whether the property is read while the probe is open.
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
