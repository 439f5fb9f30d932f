import Foundation
import StreamCore
import StreamSubjects
import StreamTesting

// Recipes with operators that Combine lacks.
extension Recipe {
  static let dashboard = Recipe("dashboard", "Values to read at any time, and a line each second, if there is news.") {
    report in
    let scheduler = TestScheduler()
    let dashboard = Dashboard(machines: ["web", "mail", "search"])
    let subscriptions = [
      dashboard.summaries(every: 1, scheduler: scheduler).sink { report("\(scheduler.now) s: \($0)") },
      dashboard.isOverloaded(1).sink { report("mail is \($0 ? "overloaded" : "fine")") },
    ]
    for load in [0.2, 0.5, 0.9] {
      dashboard.measure(load, of: 1)
      scheduler.advance(by: .milliseconds(250))
    }
    scheduler.advance(by: 2)
    dashboard.measure(0.6, of: 2)
    report("read: \(dashboard.caption(of: 2).value)")
    scheduler.advance(by: 1)
    dashboard.setLimit(0.95)
    for subscription in subscriptions { subscription.cancel() }
  }

  static let logProcessor = Recipe("log-processor", "A log of 200 MB, service by service, in little memory.") {
    report in
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try LogProcessor.write(megabytes: 200, to: file, services: ["cart", "search", "payment"])
    } catch {
      return report("The log cannot be written: \(error)")
    }
    let memory = MemoryWatch()
    var processing: AnyCancellable?
    await withCheckedContinuation { continuation in
      processing = LogProcessor.summaries(of: file, windowsOf: 20_000)
        .sink { completion in
          if case .failure(let error) = completion { report("the log cannot be read: \(error)") }
          continuation.resume()
        } receiveValue: {
          memory.look()
          report("\($0.service): \($0.errors) of \($0.lines) lines are errors, the slowest took \($0.slowest) ms")
        }
    }
    processing?.cancel()
    report(memory.growth < 64 ? "memory stayed flat" : "memory grew by \(memory.growth) MB")
  }
}
