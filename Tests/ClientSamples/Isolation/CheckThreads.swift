import Streams

@MainActor
func checkThreads() async {
  // What is not marked belongs to the main actor in the modes 6M and 6A.
  let isMain = isMainByDefault()

  let store = QueueStore()
  await check("3 a queue of its own", store.log, .queue) {
    store.listen(to: $0)
    return nil
  }
  let quiet = QuietStore()
  await check("3b a queue of its own, in a class that is not Sendable", quiet.log, isMain ? .main : .queue) {
    quiet.listen(to: $0)
    return nil
  }

  var log = Log()
  if sum([1, 2, 3], log) != 6 { fail("4 a local variable is not the sum") }
  check("4 a local variable, called on the main actor", log, .main)
  log = Log()
  await elsewhere { [log] in _ = nonisolatedSum([1, 2, 3], log) }
  check("4 a local variable, called elsewhere", log, .elsewhere)
  log = Log()
  await elsewhere { [log] in _ = reducedSum([1, 2, 3], log) }
  check("4 reduce instead of a local variable", log, .elsewhere)
  let sumOfAll = await sumOfAll([1, 2, 3].publisher)
  if sumOfAll != 6 { fail("4 allValues instead of a local variable: the sum is \(sumOfAll)") }
  log = Log()
  if sumOnMain([1, 2, 3], log) != 6 { fail("4b a local variable is not the sum") }
  check("4b a local variable on the main actor", log, .main)

  log = Log()
  await check("a helper that passes a closure on", log, isMain ? .main : .elsewhere) {
    observed($0.eraseToAnyPublisher(), log)
  }
  log = Log()
  await check("a variable changed after its capture", log, isMain ? .main : .elsewhere) { changedAfterCapture($0, log) }
  let target = NonisolatedTarget()
  await check("assign in a class of no actor", target.log, .elsewhere) {
    target.listen(to: $0)
    return nil
  }

  log = Log()
  let numbers = PassthroughSubject<Int, Never>()
  let listening = await listenNonsending(to: numbers, log)
  await elsewhere { numbers.send(1) }
  await wait(for: 1, in: log)
  check("a sink in a nonsending function", log, .elsewhere)
  let callersTarget = NonisolatedTarget()
  let targeting = await targetNonsending(of: numbers, callersTarget)
  await elsewhere { numbers.send(2) }
  await wait(for: 2, in: callersTarget.log)
  check("assign and invoke in a nonsending function", callersTarget.log, .main)
  withExtendedLifetime((listening, targeting)) {}

  // One value is sent, and nothing else touches what it changes: nothing races here.
  let racy = RacyModel()
  await check("racy: a plain class", racy.log, isMain ? .main : .elsewhere) {
    racy.listen(to: $0)
    return nil
  }
  let nonisolated = NonisolatedRacyModel()
  await check("racy: a nonisolated class", nonisolated.log, .elsewhere) {
    nonisolated.listen(to: $0)
    return nil
  }
  log = Log()
  await check("racy: a local variable", log, isMain ? .main : .elsewhere) { racyCount($0, log).0 }
  log = Log()
  await check("racy: a local variable of no actor", log, .elsewhere) { nonisolatedRacyCount($0, log).0 }

  // The sender changes the value when the sink has run.
  let (reader, pages) = (RacyReader(), PassthroughSubject<Page, Never>())
  reader.turn(pages)
  await wait(for: 1, in: reader.log)
  reader.change()
  check("racy: a value that is not Sendable", reader.log, isMain ? .main : .elsewhere)
  let (nonisolatedReader, otherPages) = (NonisolatedRacyReader(), PassthroughSubject<NonisolatedPage, Never>())
  nonisolatedReader.turn(otherPages)
  await wait(for: 1, in: nonisolatedReader.log)
  nonisolatedReader.change()
  check("racy: a value that is not Sendable, of no actor", nonisolatedReader.log, .elsewhere)
}
