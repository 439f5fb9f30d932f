import Streams

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

  let bag = CancellableBag()
  let bagged = LoopModel()
  await check("sink(in:)", bagged.log, .main, count: 2) {
    bagged.bagged($0, bag)
    return nil
  }
  if bag.count != 2 { fail("the bag has \(bag.count) streams") }
  let baggedActor = LoopActor()
  await baggedActor.bagged(Just(1))
  await wait(for: 1, in: baggedActor.log)
  check("sink(in:) of an actor", baggedActor.log, .ownActor)

  let log = Log()
  await loopInTask(numbers, log).value
  check("12 a loop in a task outside of actors", log, .elsewhere)

  let search = SearchModel()
  await loop(numbers.eraseToAnyPublisher(), search)
  check("12 a loop", search.log, .main)
  if search.hits != 3 { fail("12 a loop received \(search.hits)") }
}
