// The hooks of `StreamTesting`'s explorations: compiled only with the trait `Explore`.
#if Explore
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #endif

  /// The source location of an operation.
  package struct ExplorationPlace: Sendable {
    package let file: StaticString
    package let line: UInt
    package let function: StaticString

    package init(file: StaticString, line: UInt, function: StaticString) {
      (self.file, self.line, self.function) = (file, line, function)
    }
  }

  /// One access to shared state. Another thread may run before it, or after it if it leaves a lock.
  package struct ExplorationAccess {
    package enum Kind: Sendable {
      case access, entry, exit
    }

    package let kind: Kind
    package let operation: StaticString
    package let type: Any.Type
    package let number: UInt
    package let address: UInt
    package let place: ExplorationPlace
  }

  /// A thread of an exploration.
  package final class ExploredThread {
    package let owner: AnyObject
    let makeNumber: () -> UInt
    let reach: (ExplorationAccess) -> Void

    package init(owner: AnyObject, makeNumber: @escaping () -> UInt, reach: @escaping (ExplorationAccess) -> Void) {
      (self.owner, self.makeNumber, self.reach) = (owner, makeNumber, reach)
    }
  }

  package enum ExplorationHook {
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    /// The running thread, if it belongs to an exploration. The setter must keep it alive.
    package static var thread: ExploredThread? {
      get { pthread_getspecific(key).map { Unmanaged<ExploredThread>.fromOpaque($0).takeUnretainedValue() } }
      set { pthread_setspecific(key, newValue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }) }
    }

    /// Numbers a lock or a word, identically in each run of a schedule; zero outside an exploration.
    static func makeNumber() -> UInt { thread?.makeNumber() ?? 0 }

    static func reach(
      _ kind: ExplorationAccess.Kind, _ operation: StaticString, _ type: Any.Type, number: UInt, address: UInt = 0,
      at place: ExplorationPlace
    ) {
      guard let thread else { return }
      thread.reach(
        ExplorationAccess(
          kind: kind, operation: operation, type: type, number: number, address: address, place: place))
    }
  }

  extension Locked {
    borrowing func locked<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      word.lock()
      defer { word.unlock() }
      let address = address
      return try body(&address.pointee)
    }

    @usableFromInline
    package borrowing func withLock<Result, Failure: Error>(
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let place = ExplorationPlace(file: file, line: line, function: function)
      let address = UInt(bitPattern: UnsafeRawPointer(address))
      ExplorationHook.reach(.entry, "lock", Value.self, number: word.number, address: address, at: place)
      defer { ExplorationHook.reach(.exit, "unlock", Value.self, number: word.number, address: address, at: place) }
      let result = try locked(body)
      withExtendedLifetime(result) {}
      return result
    }

    @usableFromInline
    package borrowing func exchange(
      _ value: consuming Value,
      file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Value {
      var value = value
      withLock(file: file, line: line, function: function) { swap(&value, &$0) }
      return value
    }
  }
#endif
