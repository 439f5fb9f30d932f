#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The hooks of Swift's runtime through which tasks that become ready on a thread come to what runs the tasks of that
/// thread: a pump, turns, or an exploration.
///
/// `swift_task_enqueueGlobal_hook` is called with each job for the concurrency pool, among them those of default
/// actors; `swift_task_getMainExecutor_hook` whenever code looks up the executor of the main actor, to go there. Other
/// threads pass both on, so other tasks of the process are not touched.
enum RuntimeHooks {
  /// Installs the hooks, once in the process.
  ///
  /// - Returns: Whether the runtime has them. One that is linked statically does not export them.
  static func install() -> Bool { isInstalled }

  private static let isInstalled: Bool = {
    guard
      let enqueue = variable("swift_task_enqueueGlobal_hook", of: EnqueueHook.self),
      let getMain = variable("swift_task_getMainExecutor_hook", of: GetMainHook.self)
    else { return false }
    formerEnqueue = enqueue.pointee
    formerGetMain = getMain.pointee
    enqueue.pointee = { job, original in
      if let turns = TaskTurns.ofThread {
        turns.append(job)
      } else if let pump = TaskPump.ofThread {
        pump.append(.shared(job))
      } else if let pool = ScheduleRun.ofThread?.taskPool {
        pool.append(job)
      } else if let former = RuntimeHooks.formerEnqueue {
        former(job, original)
      } else {
        original(job)
      }
    }
    getMain.pointee = { original in
      if TaskPump.ofThread != nil { return PumpedMainExecutor.reference }
      return RuntimeHooks.formerGetMain.map { $0(original) } ?? original()
    }
    return true
  }()

  // Both are written before the hooks that read them are installed, and never again.
  private nonisolated(unsafe) static var formerEnqueue: EnqueueHook?
  private nonisolated(unsafe) static var formerGetMain: GetMainHook?

  // The runtime's functions have Swift's calling convention and no context.
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
  private typealias GetMainHook = @convention(thin) (GetMain) -> UnownedSerialExecutor

  private static func variable<Hook>(_ name: String, of type: Hook.Type) -> UnsafeMutablePointer<Hook?>? {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)  // RTLD_DEFAULT, which is not imported
    #else
      let everywhere: UnsafeMutableRawPointer? = nil  // RTLD_DEFAULT
    #endif
    return dlsym(everywhere, name)?.assumingMemoryBound(to: Hook?.self)
  }
}
