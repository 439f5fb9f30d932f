#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The name of the calling thread.
func nameOfThread() -> String {
  var name = [CChar](repeating: 0, count: 64)
  #if canImport(Darwin)
    pthread_getname_np(pthread_self(), &name, name.count)
  #else
    // By its name: Swift's Glibc module leaves it out.
    guard let function = dlsym(nil, "pthread_getname_np") else { return "" }
    typealias GetName = @convention(c) (pthread_t, UnsafeMutablePointer<CChar>, Int) -> Int32
    _ = unsafeBitCast(function, to: GetName.self)(pthread_self(), &name, name.count)
  #endif
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
