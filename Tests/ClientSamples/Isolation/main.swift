// Runs the samples, and checks on which executor their closures ran.
import Dispatch
import Foundation
import Streams

var failures = 0

@MainActor
func check(_ usage: String, _ log: Log, _ expected: Place) {
  guard log.all != [expected] else { return print("\(usage): \(expected.rawValue)") }
  print("\(usage): \(log.all.map(\.rawValue).sorted()), not \(expected.rawValue)")
  failures += 1
}

@MainActor
func checkViewModels() async {
  var model = SearchModel()
  model.observeQuery()
  model.query = "a"
  await wait(for: 1, in: model.log)
  check("1 debounce, [weak self]", model.log, .main)

  model = SearchModel()
  model.observeSubject()
  check("8 subjects of the class, at once", model.log, .main)

  let usages: [(String, (SearchModel) -> (PassthroughSubject<Int, Never>) -> Void)] = [
    ("10 assign(to:on:)", { model in { model.assign($0) } }),
    ("sink { @MainActor in }", { model in { model.explicit($0) } }),
    ("sink(receiveValue: method)", { model in { model.method($0) } }),
    ("map(MainActor.assuming { })", { model in { model.mapped($0) } }),
    ("pure map and filter", { model in { model.pure($0) } }),
    ("sink(maxDemand:), sink(fixedDemand:), sinkReportingFailure", { model in { model.limited($0) } }),
  ]
  for (name, attach) in usages {
    let (model, subject) = (SearchModel(), PassthroughSubject<Int, Never>())
    attach(model)(subject)
    await elsewhere { subject.send(1) }
    await wait(for: 1, in: model.log)
    check(name, model.log, .main)
  }

  model = SearchModel()
  let numbers = PassthroughSubject<Int, Never>()
  model.leaving(numbers)
  await elsewhere { numbers.send(1) }
  check("a Sendable function", model.log, .elsewhere)

  model = SearchModel()
  let cancellable = model.cancelling()
  await elsewhere { cancellable.cancel() }
  await wait(for: 1, in: model.log)
  check("AnyCancellable { }", model.log, .main)

  model = SearchModel()
  let failing = PassthroughSubject<Int, any Error>()
  model.both(failing)
  await elsewhere {
    failing.send(1)
    failing.send(completion: .failure(URLError(.timedOut)))
  }
  await wait(for: 2, in: model.log)
  check("both closures", model.log, .main)
}

@MainActor
func checkOthers() async {
  let (counter, subject) = (Counter(), PassthroughSubject<Int, Never>())
  await counter.listen(to: subject)
  await counter.listenInTask(to: subject)
  await elsewhere { for _ in 0..<100 { subject.send(1) } }
  await wait(for: 200, in: counter.log)
  check("2 an actor", counter.log, .ownActor)
  let total = await counter.total
  if total != 200 {
    print("2 an actor lost values: \(total)")
    failures += 1
  }

  let clock = Clock()
  clock.start()
  await elsewhere { NotificationCenter.default.post(name: Notification.Name("news"), object: nil) }
  await wait(for: 1, in: clock.log)
  await wait(for: 2, in: clock.tickLog)
  check("11 a notification", clock.log, .main)
  check("11 a timer", clock.tickLog, .main)

  let profile = ProfileModel()
  profile.load(NetworkClient(session: answeringSession()), URL(fileURLWithPath: "/user"))
  await wait(for: 1, in: profile.log)
  check("6 a client of the network", profile.log, .main)
  if profile.user?.id != 7 {
    print("6 a client of the network received \(String(describing: profile.user))")
    failures += 1
  }

  if sumOnMain([1, 2, 3]) != 6 || sum([1, 2, 3]) != 6 {
    print("4 a local variable is not the sum")
    failures += 1
  }

  let store = Store<Int, Int>(0) { state, action in
    state += action
    return action < 4
      ? Effect(Just(action + 1).receive(on: DispatchQueue.global())) : .none
  }
  store.send(1)
  await wait(for: 4, in: store.log)
  check("a store of actions", store.log, .main)

  let (database, rows) = (Database(), RowsModel())
  rows.observe(database)
  await elsewhere { database.write("row") }
  while rows.count < 1 { await Task.yield() }
  check("an observation of a database", rows.log, .main)
}

@MainActor
func checkLoops() async {
  let numbers = [1, 2].publisher
  let loops: [(String, Int, @MainActor (LoopModel) async -> Void)] = [
    ("forEach, owned", 2, { $0.owned(numbers) }),
    ("forEach with an end, owned", 3, { $0.ownedWithEnd(numbers.setFailureType(to: (any Error).self)) }),
    ("forEach", 4, { await $0.structured(numbers) }),
    ("firstValue, lastValue, allValues", 3, { await $0.results(numbers) }),
    ("values(buffering:), next(isolation:)", 4, { await $0.buffered(numbers) }),
    ("asyncMap and its kin", 4, { $0.awaiting(Just(1)) }),
    ("DeferredTask.isolated", 2, { $0.task() }),
    ("assign(to:onWeak:), invoke(_:onWeak:), result", 3, { $0.weakly(Just(1)) }),
    ("handleEnd(MainActor.assuming { })", 1, { $0.ending(Just(1)) }),
    (
      "12 a loop", 2,
      { model in
        let search = SearchModel()
        await loop(numbers.eraseToAnyPublisher(), search)
        for _ in 0..<search.hits - 1 { model.log.note() }
      }
    ),
    (
      "9 a future around a callback", 1,
      { model in
        let cancellable = Loader().load().sink { _ in model.log.note() }
        cancellable.cancel()
      }
    ),
  ]
  for (name, count, run) in loops {
    let model = LoopModel()
    await run(model)
    await wait(for: count, in: model.log)
    check(name, model.log, .main)
  }

  let (own, subject) = (LoopActor(), PassthroughSubject<Int, Never>())
  await own.owned(numbers)
  await own.structured(numbers)
  let sinks = listen(subject, for: own)
  await elsewhere { subject.send(1) }
  await wait(for: 9, in: own.log)
  check("loops and sinks of an actor", own.log, .ownActor)
  withExtendedLifetime(sinks) {}

  let log = Log()
  await elsewhere { _ = erased(log).sink { _ in } }
  check("5d a publisher that is erased", log, .elsewhere)
  let merged = [
    mergeErased(Just(1).eraseToAnyPublisher(), Just(2).eraseToAnyPublisher()), mergeOpaque(Just(1), Just(2)),
    mergeSendable(Just(1), Just(2)),
  ]
  for publisher in merged {
    let log = Log()
    await elsewhere { _ = publisher.sink { _ in log.note() } }
    check("5 captured publishers", log, .elsewhere)
  }
}

// Timers need the main run loop, which a program with an asynchronous main does not run.
Task { @MainActor in
  await checkViewModels()
  await checkOthers()
  await checkLoops()
  exit(failures > 0 ? 1 : 0)
}
RunLoop.main.run()
