import StreamCombining
package import StreamCore
import StreamMapping
package import StreamSchedulers
package import StreamSubjects
import StreamTiming

/// The loads of some machines: values to read at any time, and a line at most once in a period.
package struct Dashboard: Sendable {
  /// The names of the machines.
  package let machines: [String]

  private let loads: [CurrentValueRelay<Double>]
  private let limit: CurrentValueRelay<Double>

  /// - Parameters:
  ///   - machines: The names of the machines, which are idle at first.
  ///   - limit: The load from which on a machine is overloaded, from 0 to 1.
  package init(machines: [String], limit: Double = 0.8) {
    self.machines = machines
    self.limit = CurrentValueRelay(limit)
    loads = machines.map { _ in CurrentValueRelay(0) }
  }

  /// Takes a measurement.
  ///
  /// - Parameters:
  ///   - load: The load, from 0 to 1.
  ///   - machine: The index of the machine.
  package func measure(_ load: Double, of machine: Int) {
    loads[machine].accept(load)
  }

  /// Moves the limit of overload.
  package func setLimit(_ load: Double) {
    limit.accept(load)
  }

  /// The caption of a machine, which is made when it is read, or when one of its loads is told to a subscriber.
  package func caption(of machine: Int) -> Property<String> {
    let name = machines[machine]
    return loads[machine].property.map { "\(name) \(percent($0))" }
  }

  // On the page:
  /// Whether a machine is overloaded.
  package func isOverloaded(_ machine: Int) -> Property<Bool> {
    loads[machine].property.combined(with: limit.property).map { $0.0 >= $0.1 }.removingDuplicates()
  }
  // Up to here.

  /// The mean and the highest load of all machines, at most once in an interval, and only if there is something new.
  ///
  /// - Parameters:
  ///   - interval: The least time between two lines.
  ///   - scheduler: The scheduler that measures it.
  /// - Returns: A publisher of lines.
  // On the page:
  package func summaries<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S
  ) -> AnyPublisher<String, Never> {
    loads.map(\.property).combineLatest()
      .sample(every: interval, scheduler: scheduler)
      .map { [machines] loads in
        let mean = loads.reduce(0, +) / Double(loads.count)
        let busiest = loads.indices.max { loads[$0] < loads[$1] } ?? 0
        return "mean \(percent(mean)), busiest \(machines[busiest]) with \(percent(loads[busiest]))"
      }
      .eraseToAnyPublisher()
  }
  // Up to here.
}

private func percent(_ load: Double) -> String { "\(Int((load * 100).rounded())) %" }
