internal import StreamCore

// Connects the engine to the toolkit's hooks, which exist only with the trait `Explore`.
extension RunThread {
  #if Explore
    /// Whether the toolkit was built for exploration.
    static var isExplorable: Bool { true }

    /// The calling thread, if it belongs to a schedule.
    static var current: RunThread? { ExplorationHook.thread?.owner as? RunThread }

    /// Runs a body as a thread of a schedule.
    static func withCurrent(_ thread: RunThread, _ body: () -> Void) {
      let run = thread.run
      let explored = ExploredThread(owner: thread, makeNumber: run.makeNumber) { access in
        run.reach(ExplorationStep(access), by: thread)
      }
      ExplorationHook.thread = explored
      body()
      ExplorationHook.thread = nil
      withExtendedLifetime(explored) {}
    }

    /// Runs a body before or after the threads of a schedule: objects it creates are numbered, but it has no preemption
    /// points.
    static func withRun<Result>(_ run: ScheduleRun, _ body: () -> Result) -> Result {
      let former = ExplorationHook.thread
      let explored = ExploredThread(owner: run, makeNumber: run.makeNumber) { _ in }
      ExplorationHook.thread = explored
      defer {
        ExplorationHook.thread = former
        withExtendedLifetime(explored) {}
      }
      return body()
    }
  #else
    static var isExplorable: Bool { false }

    static var current: RunThread? { nil }

    static func withCurrent(_ thread: RunThread, _ body: () -> Void) { body() }

    static func withRun<Result>(_ run: ScheduleRun, _ body: () -> Result) -> Result { body() }
  #endif
}

extension ScheduleRun {
  /// The run to whose threads or set-up the calling thread belongs.
  static var ofThread: ScheduleRun? {
    #if Explore
      guard let owner = ExplorationHook.thread?.owner else { return nil }
      return (owner as? RunThread)?.run ?? owner as? ScheduleRun
    #else
      nil
    #endif
  }
}

#if Explore
  extension ExplorationStep {
    init(_ access: ExplorationAccess) {
      switch access.kind {
      case .access: kind = .access
      case .entry: kind = .entry
      case .exit: kind = .exit
      }
      operation = access.operation
      (number, type, address) = (access.number, access.type, access.address)
      (file, line, function) = (access.place.file, access.place.line, access.place.function)
    }
  }
#endif
