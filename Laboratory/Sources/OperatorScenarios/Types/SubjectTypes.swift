import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamSubjects
import StreamSubscribing
import StreamTesting

extension TypeTable {
  static let subjects = TypeTable("StreamSubjects", ofManySubscribers + relays + properties + ofKeysAndInputs)

  private static let ofManySubscribers = [
    TypeScenario("AnySubject", ["send": "-1-2-|"], shows: ["subject": "-1-2-|", "erased": "-1-2-|"]) { on in
      let subject = PassthroughSubject<Int, MarbleFailure>()
      let erased = AnySubject(subject)
      on.record("subject", subject)
      on.record("erased", erased)
      on.send.subscribe(erased).store(in: on.cancellables)
    },
    TypeScenario(
      "BroadcastSubject", ["send": "-1-2-3---|"], shows: ["fast": "-1-2-3---|", "slow": "-1----3--|"]
    ) { on in
      let subject = BroadcastSubject<Int, MarbleFailure>(bufferSize: 1, whenFull: .dropOldest)
      on.record("fast", subject)
      on.record("slow", subject, demand: "1-----1")
      on.send.subscribe(subject).store(in: on.cancellables)
    },
    TypeScenario("LastValueSubject", ["send": "-1-2-|"], shows: ["subscriber": "-----(2|)"]) { on in
      let subject = LastValueSubject<Int, MarbleFailure>()
      on.record("subscriber", subject)
      on.send.subscribe(subject).store(in: on.cancellables)
    },
    TypeScenario("ReplaySubject", ["send": "-1-2-3-4-|"], shows: ["subscriber": "(^23)4-|"]) { on in
      let subject = ReplaySubject<Int, MarbleFailure>(maxBufferSize: 2)
      on.record("subscriber", subject, at: 6)
      on.send.subscribe(subject).store(in: on.cancellables)
    },
  ]

  private static let relays = [
    TypeScenario(
      "CurrentValueRelay", ["accept": "--1--2--3"],
      shows: ["subscriber 1": "0-1--2--3-!", "subscriber 2": "(^1)-2--3-!"]
    ) { on in
      let relay = CurrentValueRelay(0)
      on.record("subscriber 1", relay, cancelAt: 10)
      on.record("subscriber 2", relay, at: 3, cancelAt: 10)
      on.infallible.accept.sink { relay.accept($0) }.store(in: on.cancellables)
    },
    TypeScenario(
      "PassthroughRelay", ["accept": "--1--2--3"],
      shows: ["subscriber 1": "--1--2--3-!", "subscriber 2": "^-2--3-!"]
    ) { on in
      let relay = PassthroughRelay<Int>()
      on.record("subscriber 1", relay, cancelAt: 10)
      on.record("subscriber 2", relay, at: 3, cancelAt: 10)
      on.infallible.accept.sink { relay.accept($0) }.store(in: on.cancellables)
    },
    TypeScenario("ReplayRelay", ["accept": "-1-2-3-4"], shows: ["subscriber": "(^23)4-!"]) { on in
      let relay = ReplayRelay<Int>(maxBufferSize: 2)
      on.record("subscriber", relay, at: 6, cancelAt: 9)
      on.infallible.accept.sink { relay.accept($0) }.store(in: on.cancellables)
    },
    TypeScenario("Relay", ["upstream": "-1-2-|"], shows: ["relay": "-1-2----!"]) { on in
      let relay = PassthroughRelay<Int>()
      on.record("relay", relay, cancelAt: 8)
      on.keep(relay, until: 8)
      on.infallible.upstream.subscribe(relay).store(in: on.cancellables)
    },
  ]

  private static let properties = [
    TypeScenario("Property", ["a": "1---2"], shows: ["a.map { $0 * 3 }": "3---6"]) { on in
      on.record("a.map { $0 * 3 }", on.properties.a.map { $0 * 3 })
    },
    TypeScenario(
      "Property.init(initial:then:)", ["then": "--2---3-|"], shows: ["property": "1-2---3-|"]
    ) { on in
      let property = Property(initial: 1, then: on.infallible.then)
      on.record("property", property)
      on.keep(property, until: 8)
    },
    TypeScenario(
      "ValidatingProperty", ["set": "-1---9---2"], shows: ["value": "01-------2", "result": "VV---I---V"]
    ) { on in
      let property = ValidatingProperty<Int, MarbleFailure>(0) { $0 < 9 ? .valid : .invalid(MarbleFailure()) }
      on.record("value", property.result.map { _ in property.value }.removingDuplicates())
      on.record("result", property.result.map(letter))
      on.infallible.set.sink { property.set($0) }.store(in: on.cancellables)
    },
    TypeScenario(
      "ValidatingProperty.init(_:against:_:)", ["other": "1-------2", "set": "----1"], shows: ["result": "V---V---I"]
    ) { on in
      let property = ValidatingProperty<Int, MarbleFailure>(1, against: on.properties.other) { proposed, other in
        proposed < other ? .invalid(MarbleFailure()) : .valid
      }
      on.record("result", property.result.map(letter))
      on.infallible.set.sink { property.set($0) }.store(in: on.cancellables)
    },
  ]

  /// Of a result: V for a valid value, I for an invalid one.
  @Sendable private static func letter(_ result: ValidatingProperty<Int, MarbleFailure>.ValidationResult) -> String {
    if case .valid = result { "V" } else { "I" }
  }

  private static let ofKeysAndInputs = [
    TypeScenario(
      "Action", ["answer": "---1|"],
      shows: ["action(a)": "^--1|", "action(b)": "(^#)", "isExecuting": "ft---f|"]
    ) { on in
      let action = Action<String, Int, MarbleFailure> { _ in on.answer.eraseToAnyPublisher() }
      on.record("action(a)", action("a"), at: 1)
      on.record("action(b)", action("b"), at: 2)
      on.record("isExecuting", action.isExecuting.map { $0 ? "t" : "f" })
      on.keep(action, until: 6)
    },
    TypeScenario(
      "KeyedSubject", ["to x": "-a---c", "to y": "---b"],
      shows: [#"subject["x"]"#: "-a---c-!", "all": "-A-B-C-!"]
    ) { on in
      let subject = KeyedSubject<String, String, MarbleFailure>()
      on.record(#"subject["x"]"#, subject["x"], cancelAt: 7)
      on.record("all", subject.all.map { "(\($0), \($1))" }, cancelAt: 7)
      for key in ["x", "y"] {
        on.text[dynamicMember: "to \(key)"]
          .sink(receiveCompletion: { _ in }, receiveValue: { subject.send($0, to: key) })
          .store(in: on.cancellables)
      }
    },
  ]
}

extension Stage {
  /// Retains what ends its streams when it is released.
  fileprivate func keep<Object: Sendable>(_ object: Object, until tick: Int) {
    at(tick) { withExtendedLifetime(object) {} }
  }
}
