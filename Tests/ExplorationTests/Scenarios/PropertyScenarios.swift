#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: properties")
  struct PropertyScenarios {
    @Test("Combined properties whose sources change on two threads end with the newest values, and with the relays")
    func combined() {
      exploring("Property.combined") { scenario in
        let relays = (1...2).map { Held<CurrentValueRelay<Int>?>(CurrentValueRelay($0)) }
        let token = scenario.token("The closure of a property")
        let recorder = scenario.recorder(of: Int.self)
        if let a = relays[0].value?.property, let b = relays[1].value?.property {
          a.combined(with: b).map { token.pass($0.0 + $0.1) }.subscribe(recorder)
        }
        scenario.keep(recorder)
        for (number, relay) in relays.enumerated() {
          scenario.thread("owner of relay \(number)") {
            relay.value?.accept(number == 0 ? 11 : 102)
            relay.value = nil
          }
        }
        scenario.atEnd {
          scenario.check(recorder.values.last == 113, "\(recorder.values) do not end with the newest values.")
          scenario.check(
            recorder.values.count <= 3 && recorder.completion == .finished, "The stream has not ended once.")
        }
      }
    }

    @Test("The release of a property crosses a value of its publisher, a subscription and a cancel")
    func released() {
      exploring("Property(initial:then:), released") { scenario in
        let source = PassthroughSubject<Int, Never>()
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        let token = scenario.token("The closure of the publisher")
        let property = Held<Property<Int>?>(Property(initial: 0, then: source.map { token.pass($0) }))
        property.value?.subscribe(recorders[0])
        scenario.keep(source)
        scenario.thread("sender") { for value in 1...2 { source.send(value) } }
        scenario.thread("subscriber") { [property = property.value] in property?.map { $0 }.subscribe(recorders[1]) }
        scenario.thread("canceller") { recorders[0].cancel() }
        property.value = nil
        scenario.atEnd {
          for recorder in recorders { scenario.expectOrder(recorder.values, of: [0, 1, 2]) }
          scenario.check(recorders[1].completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A proposal that crosses a change of the other property is validated with the new value in the end")
    func validating() {
      exploring("ValidatingProperty") { scenario in
        let limit = CurrentValueRelay(10)
        let property = ValidatingProperty<Int, TestError>(1, against: limit.property) {
          $0 <= $1 ? .valid : .invalid(TestError())
        }
        let recorder = scenario.recorder(of: ValidatingProperty<Int, TestError>.ValidationResult.self)
        property.result.subscribe(recorder)
        scenario.keep(recorder)
        scenario.thread("owner of the limit") { limit.accept(3) }
        for proposal in [2, 5] { scenario.thread("proposer of \(proposal)") { property.set(proposal) } }
        scenario.atEnd {
          let last = property.result.value
          scenario.check(recorder.values.last == last, "\(recorder.values) do not end with \(last).")
          scenario.check(recorder.values.count == 4, "\(recorder.values) are not the results of three changes.")
          scenario.check(last == .valid(2) || last == .invalid(proposed: 5, error: TestError()), "The last is \(last).")
        }
      }
    }
  }
#endif
