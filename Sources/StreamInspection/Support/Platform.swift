internal import StreamCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Nanoseconds of a clock that only advances. On Linux the coarse one has steps of a few milliseconds, and is read in a
/// few instructions.
func now(isCoarse: Bool = true) -> Int {
  #if os(Linux) || os(Android)
    let clock = isCoarse ? CLOCK_MONOTONIC_COARSE : CLOCK_MONOTONIC
  #else
    let clock = CLOCK_MONOTONIC
  #endif
  var time = timespec()
  clock_gettime(clock, &time)
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// An object of each thread, which is made when it is first read, and released when the thread ends.
struct ThreadLocalObject<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    #if canImport(Darwin)
      pthread_key_create(&key) { Unmanaged<AnyObject>.fromOpaque($0).release() }
    #else
      pthread_key_create(&key) { if let object = $0 { Unmanaged<AnyObject>.fromOpaque(object).release() } }
    #endif
    self.key = key
  }

  func value(_ make: () -> Object) -> Object {
    if let object = pthread_getspecific(key) { return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue() }
    let object = make()
    pthread_setspecific(key, UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()))
    return object
  }
}

/// The 16 innermost return addresses of the calling thread; none where the C library does not know them.
///
/// The standard library's own `capture` looks through all images that are mapped, each time: it stops a program in
/// which another thread unmaps a file at that moment (Swift 6.3).
func returnAddresses() -> [UInt] {
  guard let backtrace else { return [] }
  let limit = 16
  return withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: limit) { addresses in
    let count = backtrace(addresses.baseAddress, Int32(limit))
    return addresses.prefix(Int(count)).map { UInt(bitPattern: $0) }
  }
}

// By its name: Swift's Glibc module leaves it out.
private let backtrace = dlsym(nil, "backtrace").map {
  unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?, Int32) -> Int32).self)
}

/// Runs a closure on a thread of its own, which ends with it. Nothing waits for the end.
func runInBackground(_ body: @escaping @Sendable () -> Void) {
  pthread_detach(start(body))
}

/// Runs a closure on a thread of its own, and waits for the end of both.
func onThreadOfItsOwn<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let result = Locked<Result?>(nil)
  let thread = start { _ = result.exchange(body()) }
  pthread_join(thread, nil)
  guard let result = result.exchange(nil) else { preconditionFailure("A thread has ended without its result.") }
  return result
}

private func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  let start = Unmanaged.passRetained(Start(body))
  #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let error = pthread_create(&thread, nil, { run($0) }, start.toOpaque())
  precondition(error == 0, "The system has no thread left: error \(error).")
  #if canImport(Darwin) || canImport(Musl)
    guard let thread else { preconditionFailure("The system has made a thread without a name.") }
  #endif
  return thread
}

private final class Start: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

#if canImport(Darwin)
  private func run(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
    return nil
  }
#else
  private func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
    return nil
  }
#endif

/// Keeps the calling thread waiting.
func wait(_ duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  nanosleep(&time, nil)
}

/// Writes a file.
///
/// - Returns: The error number of the system; 0 if it is written.
func write(_ text: String, to path: String) -> Int32 {
  guard let file = fopen(path, "w") else { return errno }
  let writing = fputs(text, file) < 0 ? errno : 0
  let closing = fclose(file) == 0 ? 0 : errno
  return writing == 0 ? closing : writing
}

/// What an error number means.
func message(ofError number: Int32) -> String { String(cString: strerror(number)) }
