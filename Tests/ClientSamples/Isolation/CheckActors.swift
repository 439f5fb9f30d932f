import Streams

@MainActor
func checkActors() async {
  let counter = Counter()
  let subject = PassthroughSubject<Int, Never>()
  await counter.listen(to: subject)
  await counter.listenInTask(to: subject)
  await elsewhere { for _ in 0..<100 { subject.send(1) } }
  await wait(for: 200, in: counter.log)
  check("2 an actor", counter.log, .ownActor)
  let total = await counter.total
  if total != 200 { fail("2 an actor lost values: \(total)") }

  let several = Counter()
  let numbers = PassthroughSubject<Int, Never>()
  let texts = PassthroughSubject<String, Never>()
  await several.listen(to: numbers, and: texts)
  await elsewhere {
    numbers.send(1)
    texts.send("text")
  }
  await wait(for: 2, in: several.log)
  check("7 several cancellables of an actor", several.log, .ownActor)
  await several.stop()
  await elsewhere { numbers.send(1) }
  let sum = await several.total
  if sum != 5 { fail("7 an actor received \(sum)") }
}
