#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: publishers that connect for their subscribers")
  struct ConnectingScenarios {
    @Test("referenceCounted has one run of upstream at a time, and ends it with its last subscriber")
    func referenceCounted() {
      exploring("referenceCounted") { scenario in
        scenario.exploreRuns { $0.multicast { PassthroughSubject() }.referenceCounted().eraseToAnyPublisher() }
      }
    }

    @Test("autoconnect(minimumSubscribers:) has one run of upstream at a time, and ends it with its last subscriber")
    func counted() {
      exploring("autoconnect(minimumSubscribers:)") { scenario in
        scenario.exploreRuns { $0.makeConnectable().autoconnect(minimumSubscribers: 2).eraseToAnyPublisher() }
      }
    }

    @Test("autoconnect(minimumSubscribers:) connects once for subscribers that stay, while another comes and goes")
    func countedThatStay() {
      exploring("autoconnect(minimumSubscribers:), subscribers that stay") { scenario in
        let subject = PassthroughSubject<Int, Never>()
        let (connections, all) = (Held(0), Held(0))
        let upstream = subject.handleEvents(
          receiveSubscription: { _ in
            connections.value += 1
            all.value += 1
          }, receiveCancel: { connections.value -= 1 })
        let shared = upstream.makeConnectable().autoconnect(minimumSubscribers: 2)
        let recorders = (1...3).map { scenario.recorder("recorder \($0)", of: Int.self) }
        for (index, recorder) in recorders.prefix(2).enumerated() {
          scenario.thread("subscriber \(index + 1)") { shared.subscribe(recorder) }
        }
        scenario.thread("passer-by") {
          shared.subscribe(recorders[2])
          recorders[2].cancel()
        }
        scenario.thread("sender") { subject.send(1) }
        scenario.atEnd {
          scenario.check(connections.value == 1 && all.value == 1, "\(connections.value) connections, of \(all.value).")
          subject.send(2)
          for recorder in recorders.prefix(2) {
            scenario.check([[2], [1, 2]].contains(recorder.values), "A subscriber that stays has \(recorder.values).")
            recorder.cancel()
          }
          scenario.check(connections.value == 0, "\(connections.value) connections are left.")
        }
      }
    }

    @Test("A timer that rings while a subscriber comes leaves it one connection")
    func graceful() {
      exploring("autoconnect(disconnectAfter:scheduler:)") { scenario in
        let (queue, subject) = (scenario.queue("queue", width: 1), PassthroughSubject<Int, Never>())
        let (connections, most) = (Held(0), Held(0))
        let upstream = subject.handleEvents(
          receiveSubscription: { _ in
            connections.value += 1
            most.value = max(most.value, connections.value)
          }, receiveCancel: { connections.value -= 1 })
        let shared = upstream.makeConnectable().autoconnect(disconnectAfter: .microseconds(2), scheduler: queue)
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        shared.subscribe(recorders[0])
        scenario.thread("canceller") { recorders[0].cancel() }
        scenario.thread("subscriber") { shared.subscribe(recorders[1]) }
        scenario.thread("sender") { subject.send(1) }
        scenario.atEnd {
          scenario.check(connections.value == 1 && most.value == 1, "\(connections.value) connections, \(most.value).")
          subject.send(2)
          scenario.check(recorders[1].values.last == 2, "The subscriber that came has \(recorders[1].values).")
          recorders[1].cancel()
        }
      }
    }
  }
#endif
