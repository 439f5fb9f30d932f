import Foundation
import Streams

@MainActor
func checkCaptures() async {
  var log = Log()
  await check("5 a captured AnyPublisher", log, .elsewhere) {
    mergeErased($0.eraseToAnyPublisher(), Just(2).eraseToAnyPublisher(), log).sink { _ in }
  }
  log = Log()
  await check("5b a captured some Publisher", log, .elsewhere) { mergeOpaque($0, Just(2), log).sink { _ in } }
  log = Log()
  await check("5c a captured some Publisher & Sendable", log, .elsewhere) {
    mergeSendable($0, Just(2), log).sink { _ in }
  }
  log = Log()
  await elsewhere { [log] in _ = named(Just(2), log).sink { _ in } }
  check("5e a closure that names the type of a publisher", log, .elsewhere)
  log = Log()
  await elsewhere { [log] in _ = erased(log).sink { _ in } }
  check("5d a publisher that is erased", log, .elsewhere)
  log = Log()
  await elsewhere { [log] in _ = erasedPage(NonisolatedPage(), log).sink { _ in } }
  check("5d a value that is erased with its publisher", log, .elsewhere)

  let profile = ProfileModel()
  let client = NetworkClient(session: answeringSession())
  profile.load(client, URL(fileURLWithPath: "/user"))
  await wait(for: 1, in: profile.log)
  check("6 a client of the network, the model's sink", profile.log, .main)
  check("6 a client of the network, its own closure", client.log, .elsewhere)
  if profile.user?.id != 7 { fail("6 a client of the network received \(String(describing: profile.user))") }

  let loader = Loader()
  let received = Log()
  loader.load().sink { _ in received.note() }.cancel()
  check("9 a future around a callback, its closure", loader.log, .main)
  check("9 a future around a callback, the sink", received, .main)

  let clock = Clock()
  clock.start()
  await elsewhere { NotificationCenter.default.post(name: Notification.Name("news"), object: nil) }
  await wait(for: 1, in: clock.log)
  await wait(for: 2, in: clock.tickLog)
  check("11 a notification", clock.log, .main)
  check("11 a timer", clock.tickLog, .main)
}
