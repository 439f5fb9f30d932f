#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Whether the current thread is one of those that the library has for a subscription. Such a thread may be blocked:
/// what is sent from there needs no other thread.
enum DeliveryThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let error = pthread_key_create(&key, nil)
    precondition(error == 0, "The system keeps no value for a thread: error \(error).")
    return key
  }()

  static var isCurrent: Bool { pthread_getspecific(key) != nil }

  /// Says it of the current thread, until that ends.
  static func mark() {
    if !isCurrent { pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1)) }
  }
}
