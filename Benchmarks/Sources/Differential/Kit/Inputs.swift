import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

/// A source driven by the timeline.
protocol Input: AnyObject {
  func emit(_ signal: Signal)
  func close()
}

final class SubjectInput<S: Subject>: Input where S.Output == Int, S.Failure == Fault {
  private let subject: S

  init(subject: S) {
    self.subject = subject
  }

  func emit(_ signal: Signal) {
    if case .value(let value) = signal { subject.send(value) } else { subject.send(completion: completion(signal)) }
  }

  func close() {
    subject.send(completion: .finished)
  }
}

/// A publisher that keeps the contract, and records requests.
struct Scripted: Publisher {
  typealias Output = Int
  typealias Failure = Fault

  let input: ScriptedInput

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Fault {
    input.attach(subscriber)
  }
}

// Sendable: a scenario runs on one thread.
final class ScriptedInput: Input, @unchecked Sendable {
  private let index: Int
  private let lists: [[Signal]]
  private let run: Run
  private var count = 0
  private var subscriptions: [any ScriptedSubscriptionProtocol] = []

  init(_ index: Int, _ lists: [[Signal]], run: Run) {
    self.index = index
    self.lists = lists
    self.run = run
  }

  func attach<Downstream: Subscriber>(_ downstream: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Fault {
    let number = count
    count += 1
    run.record(.subscribed(source: index, number))
    let script = lists.isEmpty ? [] : lists[min(number, lists.count - 1)]
    let subscription = ScriptedSubscription(downstream, script) { [index, run] sign in
      switch sign {
      case .request(let amount): run.record(.requested(source: index, number, amount))
      case .cancel: run.record(.cancelled(source: index, number))
      case .end: run.record(.ended(source: index, number))
      }
    }
    subscriptions.append(subscription)
    downstream.receive(subscription: subscription)
    subscription.send()  // an end needs no demand
  }

  func emit(_ signal: Signal) {
    for subscription in subscriptions { subscription.add(signal) }
  }

  func close() {
    for subscription in subscriptions { subscription.close() }
    subscriptions = []
  }
}

protocol ScriptedSubscriptionProtocol: AnyObject {
  func add(_ signal: Signal)
  func close()
}

/// Sends its script as far as demand permits.
// Sendable: a scenario runs on one thread.
final class ScriptedSubscription<Downstream: Subscriber>: Subscription, ScriptedSubscriptionProtocol,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input == Int, Downstream.Failure == Fault {
  /// An event to record.
  enum Sign {
    case request(Amount)
    case cancel
    case end
  }

  private var downstream: Downstream?
  private var script: [Signal]
  private var next = 0
  private var demand = Subscribers.Demand.none
  private var isSending = false
  private let record: (Sign) -> Void

  init(_ downstream: Downstream, _ script: [Signal], record: @escaping (Sign) -> Void) {
    self.downstream = downstream
    self.script = script
    self.record = record
  }

  var description: String { "Scripted" }

  func request(_ demand: Subscribers.Demand) {
    record(.request(Amount(demand)))
    self.demand += demand
    send()
  }

  func cancel() {
    record(.cancel)
    downstream = nil
  }

  func add(_ signal: Signal) {
    guard script.last?.isEnd != true else { return }
    script.append(signal)
    send()
  }

  func close() {
    downstream = nil
  }

  func send() {
    guard !isSending else { return }
    isSending = true
    while let downstream, next < script.count {
      let signal = script[next]
      if case .value(let value) = signal {
        guard demand > .none else { break }
        demand -= 1
        next += 1
        let more = downstream.receive(value)
        if more > .none { record(.request(Amount(more))) }
        demand += more
      } else {
        record(.end)
        self.downstream = nil
        downstream.receive(completion: completion(signal))
      }
    }
    isSending = false
  }
}
