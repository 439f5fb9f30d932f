public import StreamParts

/// Tells the keys of values by numbers, as long as there are values of them. It belongs to upstream's thread: how keys
/// are compared is a client's code, and needs no lock. Its closures hide the type of the key.
@usableFromInline
struct ClosureKeys<Input> {
  /// The number of a value's key; `nil` if upstream sends the value while it compares keys, against rule 3.
  @usableFromInline let number: (Input) -> Int?

  /// Forgets keys of which there are no values any more.
  @usableFromInline let forget: (Set<Int>) -> Void

  @inlinable init<Key: Hashable>(by key: @escaping (Input) -> Key) {
    let numbers = SerialState<KeyNumbers<Key>?>(KeyNumbers())
    number = { input in
      let key = key(input)
      return numbers.lend { $0.number(of: key) }
    }
    forget = { unused in _ = numbers.lend { $0.forget(unused) } }
  }
}

/// The numbers of keys.
@usableFromInline
struct KeyNumbers<Key: Hashable> {
  @usableFromInline var numbers: [Key: Int] = [:]
  @usableFromInline var keys: [Int: Key] = [:]
  @usableFromInline var lastNumber = 0

  @inlinable init() {}

  /// The number of a key; a new one, if it has none.
  @inlinable mutating func number(of key: Key) -> Int {
    if let number = numbers[key] { return number }
    lastNumber += 1
    numbers[key] = lastNumber
    keys[lastNumber] = key
    return lastNumber
  }

  /// - Returns: The keys, to be released when nothing is being compared: their end may come back here.
  @inlinable mutating func forget(_ unused: Set<Int>) -> [Key] {
    let forgotten = unused.compactMap { keys.removeValue(forKey: $0) }
    for key in forgotten { numbers[key] = nil }
    return forgotten
  }
}

/// Makes the keys of a subscription. A method instead of a closure, which would capture the generic type.
@usableFromInline
struct KeyReader<Input, Key: Hashable>: Sendable {
  @usableFromInline let key: @Sendable (Input) -> Key

  @inlinable init(_ key: @escaping @Sendable (Input) -> Key) {
    self.key = key
  }

  @inlinable
  @Sendable
  func makeKeys() -> ClosureKeys<Input> { ClosureKeys(by: key) }
}
