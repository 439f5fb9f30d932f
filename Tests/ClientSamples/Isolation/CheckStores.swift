import Dispatch
import Streams

@MainActor
func checkStores() async {
  var log = Log()
  let plain = PlainStore<(sum: Int, text: String), Int>((0, ""), log: log) { state, action in
    state.sum += action
    return action < 4 ? Effect(Just(action + 1).receive(on: DispatchQueue.main)) : .none
  }
  let scopedPlain = plain.scope(\.sum) { (digits: String) in digits.count }
  scopedPlain.send("1")
  while scopedPlain.state.value < 10 { await Task.yield() }
  check("a plain store of actions, whose effects come on the main queue", log, .main)

  log = Log()
  let main = MainStore<(sum: Int, text: String), Int>((0, ""), log: log) { state, action in
    state.sum += action
    return action < 4 ? Effect(Just(action + 1).receive(on: DispatchQueue.global())) : .none
  }
  let scopedMain = main.scope(\.sum) { (digits: String) in digits.count }
  scopedMain.send("1")
  while scopedMain.state.value < 10 { await Task.yield() }
  check("a store of the main actor, whose effects come from anywhere", log, .main)

  let database = Database()
  let rows = RowsModel()
  rows.observe(database)
  if rows.counts != [0] { fail("an observation has not delivered at once: \(rows.counts)") }
  database.write("one")
  while rows.counts.count < 2 { await Task.yield() }
  database.write("two")
  database.write("three")
  while rows.failure == nil { await Task.yield() }
  check("an observation of a database", rows.log, .main)
  if rows.counts != [0, 1, 2] || !(rows.failure is RowsModel.TooMany) {
    fail("an observation delivered \(rows.counts)")
  }
}
