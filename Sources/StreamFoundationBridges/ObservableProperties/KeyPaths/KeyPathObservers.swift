internal import StreamCore

/// Those who observe a property by key paths.
///
/// They look where and when the property changes, since later there may be another value: even while one of them is
/// delivering. What they have seen they deliver when all have looked, so that they tell of changes in one order.
@usableFromInline
final class KeyPathObservers: Sendable {
  private let state = Locked<(last: Int, entries: [Entry])>((0, []))

  private struct Entry {
    let number: Int
    let observer: any KeyPathObserver
  }

  init() {}

  /// Adds an observer, which is kept until it is removed.
  func add(_ observer: any KeyPathObserver) {
    state.withLock { state in
      state.last += 1
      state.entries.append(Entry(number: state.last, observer: observer))
    }
  }

  func remove(_ observer: any KeyPathObserver) {
    let entries = state.withLock { state in
      let entries = state.entries
      state.entries = entries.filter { $0.observer !== observer }
      return entries
    }
    withExtendedLifetime(entries) {}
  }

  /// Removes all observers, of a property that goes.
  func removeAll() {
    let entries = state.withLock { state in
      let entries = state.entries
      state.entries = []
      return entries
    }
    for entry in entries { entry.observer.propertyGoes() }
  }

  /// Tells that the property is about to change.
  ///
  /// - Returns: Whom that was told, for ``tellOfChange(foretold:)``.
  func foretellChange() -> Int {
    let (last, entries) = state.value
    for entry in entries { entry.observer.willChange() }
    for entry in entries { entry.observer.deliver() }
    return last
  }

  /// Tells that the property has changed.
  ///
  /// - Parameter foretold: What ``foretellChange()`` has returned.
  func tellOfChange(foretold: Int) {
    let entries = state.value.entries
    for entry in entries { entry.observer.didChange(wasForetold: entry.number <= foretold) }
    for entry in entries { entry.observer.deliver() }
  }
}

/// One who looks at a property when it changes, of whatever type.
protocol KeyPathObserver: AnyObject, Sendable {
  func willChange()

  /// - Parameter wasForetold: Whether the observer has been there when the change began.
  func didChange(wasForetold: Bool)

  /// Delivers what has been seen, unless that is being done.
  func deliver()

  /// A property on the way goes, perhaps with the object that is observed.
  func propertyGoes()
}
