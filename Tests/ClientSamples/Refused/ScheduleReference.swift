import Streams

// A method of a scheduler as a value of a type that takes any closure: the method takes a `@Sendable` one.

struct Wrapped<Context: Scheduler> {
  let schedule: (Context.SchedulerOptions?, @escaping () -> Void) -> Void

  init(_ scheduler: Context) {
    // fails: converting non-Sendable function value to '@Sendable () -> Void' may introduce data races
    schedule = scheduler.schedule(options:_:)
  }
}
