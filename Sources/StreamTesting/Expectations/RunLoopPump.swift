#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs the main thread's run loop, which also drains the main queue, while that thread waits.
///
/// Foundation is not imported. If the process has loaded it, as every test process has, its C functions are looked up
/// by name.
struct RunLoopPump {
  private typealias Run = @convention(c) (UnsafeRawPointer, Double, UInt8) -> Int32
  private typealias Block = @convention(block) () -> Void
  private typealias Perform = @convention(c) (UnsafeRawPointer, UnsafeRawPointer, @escaping Block) -> Void
  private typealias WithLoop = @convention(c) (UnsafeRawPointer) -> Void
  private typealias GetLoop = @convention(c) () -> UnsafeRawPointer

  private let loop: UnsafeRawPointer
  private let mode: UnsafeRawPointer
  private let runInMode: Run
  private let perform: Perform
  private let wakeUp: WithLoop
  private let stop: WithLoop

  /// Finds the main run loop; `nil` on another thread or without Foundation.
  init?() {
    #if canImport(Darwin)
      guard pthread_main_np() != 0 else { return nil }
    #else
      // Declared only with GNU extensions, but always exported.
      let threadID = TestFrameworks.function("gettid", as: (@convention(c) () -> pid_t).self)
      guard threadID?() == getpid() else { return nil }
    #endif
    guard
      let main = TestFrameworks.function("CFRunLoopGetMain", as: GetLoop.self),
      let runInMode = TestFrameworks.function("CFRunLoopRunInMode", as: Run.self),
      let perform = TestFrameworks.function("CFRunLoopPerformBlock", as: Perform.self),
      let wakeUp = TestFrameworks.function("CFRunLoopWakeUp", as: WithLoop.self),
      let stop = TestFrameworks.function("CFRunLoopStop", as: WithLoop.self),
      let mode = TestFrameworks.function("kCFRunLoopDefaultMode", as: UnsafePointer<UnsafeRawPointer>.self)
    else { return nil }
    loop = main()
    self.mode = mode.pointee
    self.runInMode = runInMode
    self.perform = perform
    self.wakeUp = wakeUp
    self.stop = stop
  }

  /// Runs the loop, on its thread.
  ///
  /// - Parameter seconds: The longest time to run.
  /// - Returns: Whether there was anything to run; if not, it returns immediately.
  func run(seconds: Double) -> Bool {
    runInMode(mode, seconds, 0) != 1  // kCFRunLoopRunFinished
  }

  /// Ends ``run(seconds:)`` from any thread, unless `isStillRunning`, called on the loop's thread, returns `false`.
  ///
  /// - Parameter isStillRunning: Whether the run still has to be ended.
  func end(if isStillRunning: @escaping @Sendable () -> Bool) {
    // A plain stop would be lost if it arrived just before the run.
    perform(loop, mode) { [loop, stop] in if isStillRunning() { stop(loop) } }
    wakeUp(loop)
  }
}
