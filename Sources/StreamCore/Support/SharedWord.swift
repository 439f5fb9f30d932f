public import Synchronization

// Shared state without a lock. With the trait `Explore`, each access is a point of an exploration; without it, this is
// a type alias of the standard library's atomic.
#if Explore
  /// Uses a lock of its own: the standard library's atomic has no generic operations.
  @usableFromInline
  package struct SharedWord<Value: AtomicRepresentable>: ~Copyable, Sendable {
    @usableFromInline let storage: Locked<Value>

    @usableFromInline
    package init(_ value: consuming Value) {
      storage = Locked(value)
    }

    @usableFromInline
    package borrowing func load(
      ordering: AtomicLoadOrdering,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Value {
      access("load", file, line, function) { $0 }
    }

    @usableFromInline
    package borrowing func store(
      _ value: consuming Value, ordering: AtomicStoreOrdering,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) {
      let value = value
      access("store", file, line, function) { $0 = value }
    }

    @usableFromInline
    @discardableResult
    package borrowing func exchange(
      _ value: consuming Value, ordering: AtomicUpdateOrdering,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Value {
      var value = value
      access("exchange", file, line, function) { swap(&$0, &value) }
      return value
    }

    borrowing func access<Result>(
      _ operation: StaticString, _ file: StaticString, _ line: UInt, _ function: StaticString,
      _ body: (inout Value) -> Result
    ) -> Result {
      let place = ExplorationPlace(file: file, line: line, function: function)
      ExplorationHook.reach(.access, operation, Value.self, number: storage.word.number, at: place)
      return storage.locked(body)
    }
  }

  extension SharedWord where Value: Equatable {
    @usableFromInline
    @discardableResult
    package borrowing func compareExchange(
      expected: Value, desired: Value, ordering: AtomicUpdateOrdering,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> (exchanged: Bool, original: Value) {
      access("compare and exchange", file, line, function) { value in
        defer { if value == expected { value = desired } }
        return (value == expected, value)
      }
    }
  }

  extension SharedWord where Value: FixedWidthInteger {
    @usableFromInline
    @discardableResult
    package borrowing func wrappingAdd(
      _ operand: Value, ordering: AtomicUpdateOrdering,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> (oldValue: Value, newValue: Value) {
      access("add", file, line, function) { value in
        defer { value &+= operand }
        return (value, value &+ operand)
      }
    }

    @usableFromInline
    @discardableResult
    package borrowing func wrappingSubtract(
      _ operand: Value, ordering: AtomicUpdateOrdering,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> (oldValue: Value, newValue: Value) {
      access("subtract", file, line, function) { value in
        defer { value &-= operand }
        return (value, value &- operand)
      }
    }

    @usableFromInline
    @discardableResult
    package borrowing func bitwiseOr(
      _ operand: Value, ordering: AtomicUpdateOrdering,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> (oldValue: Value, newValue: Value) {
      access("or", file, line, function) { value in
        defer { value |= operand }
        return (value, value | operand)
      }
    }
  }
#else
  @usableFromInline package typealias SharedWord<Value: AtomicRepresentable> = Atomic<Value>
#endif
