internal import StreamCore

/// Those who observe a property by key paths.
///
/// They look where and when the property changes, since later there may be another value: even while one of them is
/// delivering. What they have seen they deliver when all have looked, so that they tell of changes in one order.
@usableFromInline
final class KeyPathObservers: Sendable {
  private let state = Locked(State())

  /// The observers in the order in which they came. One that leaves makes its entry empty, which is found by its number; when
  /// more than half of the entries are empty, the others move together: so it costs each the same to leave, however many
  /// there are.
  private struct State {
    var last = 0
    var entries: [Entry] = []
    var emptyCount = 0

    mutating func add(_ observer: any KeyPathObserver) -> Int {
      last += 1
      entries.append(Entry(number: last, observer: observer))
      return last
    }

    mutating func remove(_ number: Int) -> (any KeyPathObserver)? {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].number < number { low = middle + 1 } else { high = middle }
      }
      guard low < entries.count, entries[low].number == number, let observer = entries[low].observer.take() else {
        return nil
      }
      emptyCount += 1
      if emptyCount > entries.count / 2 {
        entries.removeAll { $0.observer == nil }
        emptyCount = 0
      }
      return observer
    }
  }

  private struct Entry {
    let number: Int
    var observer: (any KeyPathObserver)?
  }

  /// What an observer leaves by.
  struct Place: Sendable {
    fileprivate let observers: KeyPathObservers
    fileprivate let number: Int

    func leave() {
      let observer = observers.state.withLock { $0.remove(number) }
      withExtendedLifetime(observer) {}
    }
  }

  init() {}

  /// Adds an observer, which is kept until it leaves.
  func add(_ observer: any KeyPathObserver) -> Place {
    Place(observers: self, number: state.withLock { $0.add(observer) })
  }

  /// Removes all observers, of a property that goes.
  func removeAll() {
    let entries = state.withLock { state in
      let entries = state.entries
      state.entries = []
      state.emptyCount = 0
      return entries
    }
    for entry in entries { entry.observer?.propertyGoes() }
  }

  /// Tells that the property is about to change.
  ///
  /// - Returns: Whom that was told, for ``tellOfChange(foretold:)``.
  func foretellChange() -> Int {
    let (last, entries) = state.withLock { ($0.last, $0.entries) }
    for entry in entries { entry.observer?.willChange() }
    for entry in entries { entry.observer?.deliver() }
    return last
  }

  /// Tells that the property has changed.
  ///
  /// - Parameter foretold: What ``foretellChange()`` has returned.
  func tellOfChange(foretold: Int) {
    let entries = state.withLock { $0.entries }
    for entry in entries { entry.observer?.didChange(wasForetold: entry.number <= foretold) }
    for entry in entries { entry.observer?.deliver() }
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
