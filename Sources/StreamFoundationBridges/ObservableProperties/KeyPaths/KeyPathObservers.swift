internal import StreamCore

/// The key-path observers of a property.
///
/// They read the value synchronously with the change, even while one of them is delivering, because the value may
/// change again. They deliver after all have read, so that all report changes in the same order.
@usableFromInline
final class KeyPathObservers: Sendable {
  private let state = Locked(State())

  /// The observers in order of registration. Removal clears an entry, found by binary search for its number; once more
  /// than half of the entries are empty, they are compacted: amortised logarithmic cost per removal.
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

  /// The registration of an observer.
  struct Place: Sendable {
    fileprivate let observers: KeyPathObservers
    fileprivate let number: Int

    func leave() {
      let observer = observers.state.withLock { $0.remove(number) }
      withExtendedLifetime(observer) {}
    }
  }

  init() {}

  /// Registers an observer, which is retained until it leaves.
  func add(_ observer: any KeyPathObserver) -> Place {
    Place(observers: self, number: state.withLock { $0.add(observer) })
  }

  /// Removes all observers, because the property is deinitialized.
  func removeAll() {
    let entries = state.withLock { state in
      let entries = state.entries
      state.entries = []
      state.emptyCount = 0
      return entries
    }
    for entry in entries { entry.observer?.propertyGoes() }
  }

  /// Announces a change of the property.
  ///
  /// - Returns: The number of the last observer told, for ``tellOfChange(foretold:)``.
  func foretellChange() -> Int {
    let (last, entries) = state.withLock { ($0.last, $0.entries) }
    for entry in entries { entry.observer?.willChange() }
    for entry in entries { entry.observer?.deliver() }
    return last
  }

  /// Reports a change of the property.
  ///
  /// - Parameter foretold: The result of ``foretellChange()``.
  func tellOfChange(foretold: Int) {
    let entries = state.withLock { $0.entries }
    for entry in entries { entry.observer?.didChange(wasForetold: entry.number <= foretold) }
    for entry in entries { entry.observer?.deliver() }
  }
}

/// A type-erased key-path observer.
protocol KeyPathObserver: AnyObject, Sendable {
  func willChange()

  /// - Parameter wasForetold: Whether the observer was registered when the change was announced.
  func didChange(wasForetold: Bool)

  /// Delivers recorded values, unless a delivery is running.
  func deliver()

  /// A property on the key path is deinitialized, possibly with the observed object.
  func propertyGoes()
}
