import Foundation
import Streams

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
    ("pure map and filter, the sink", { model in { model.pure($0) } }),
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
  await check("Subscribers.Sink by its name", model.log, .elsewhere) {
    model.named($0)
    return nil
  }

  model = SearchModel()
  await check("pure map, the operator", model.operatorLog, .elsewhere) {
    model.pure($0)
    return nil
  }

  let mapping = MappingModel()
  let sentOnMain = PassthroughSubject<Int, Never>()
  mapping.label(sentOnMain)
  sentOnMain.send(1)
  check("map and handleEvents that touch the main actor, sent there", mapping.log, .main)

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
