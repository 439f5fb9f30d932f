extension Family {
  static let assignments = [
    Unplayed(
      "assign(to:onWeak:isolation:)", because: "it is the end of a pipeline",
      example: #"""
        final class Meter { var level = 0 }
        let levels = PassthroughSubject<Int, Never>()
        var meter: Meter? = Meter()
        let cancellable = levels
          .handleEvents(receiveCancel: { print("cancelled") })
          .assign(to: \.level, onWeak: meter!)
        levels.send(3)
        print(meter!.level)
        meter = nil
        levels.send(4)
        """#, prints: "3\ncancelled",
      pitfall: """
        Upstream is cancelled by the first value after the release of the object, not by the release. Store the \
        cancellable in the object to cancel at its release.
        """),
    Unplayed(
      "assign(to:onUnowned:isolation:)", because: "it is the end of a pipeline",
      example: #"""
        final class Meter {
          var level = 0
          var cancellable: AnyCancellable?
        }
        let levels = PassthroughSubject<Int, Never>()
        let meter = Meter()
        meter.cancellable = levels.assign(to: \.level, onUnowned: meter)
        levels.send(3)
        print(meter.level)
        """#, prints: "3",
      pitfall: "A value after the release of the object traps. Use `assign(to:onWeak:)` where that can happen."),
    Unplayed(
      "weak(_:on:)", because: "it names a property that values are assigned to",
      covers: ["unowned(_:on:)", "strong(_:on:)"],
      example: #"""
        final class Meter { var level = 0 }
        final class Display { var number = 0 }
        let (meter, display) = (Meter(), Display())
        let levels = PassthroughSubject<Int, Never>()
        let cancellable = levels.assign(to: .weak(\.level, on: meter), .strong(\.number, on: display))
        levels.send(7)
        print(meter.level, display.number)
        """#, prints: "7 7",
      pitfall: """
        `strong` retains the object until the stream ends: if it stores the cancellable, the two form a reference \
        cycle. `unowned` traps at a value after the release.
        """),
    Unplayed(
      "assign(to:isolation:)", because: "it is the end of a pipeline",
      example: #"""
        final class Lamp { var isOn = false }
        let lamps = (Lamp(), Lamp(), Lamp(), Lamp())
        let isDark = CurrentValueSubject<Bool, Never>(true)
        let cancellable = isDark.assign(
          to: .weak(\.isOn, on: lamps.0), .weak(\.isOn, on: lamps.1),
          .weak(\.isOn, on: lamps.2), .weak(\.isOn, on: lamps.3))
        print(lamps.0.isOn, lamps.3.isOn)
        isDark.send(false)
        print(lamps.0.isOn, lamps.3.isOn)
        """#, prints: "true true\nfalse false",
      pitfall: """
        The first value after all objects have been released cancels upstream, but a `strong` or `unowned` one counts \
        as there: it keeps the subscription for all.
        """),
    Unplayed(
      "assign(to:on:and:on:ownership:isolation:)", because: "it is the end of a pipeline",
      example: #"""
        final class Document { var title = "" }
        final class Window { var heading = "" }
        let (document, window) = (Document(), Window())
        let names = PassthroughSubject<String, Never>()
        let cancellable = names.assign(
          to: \.title, on: document, and: \.heading, on: window, ownership: .weak)
        names.send("Letter")
        print(document.title, window.heading)
        """#, prints: "Letter Letter",
      pitfall: """
        The objects are retained until the stream ends, unless `ownership` says otherwise: one that stores the \
        cancellable forms a reference cycle with it.
        """),
    Unplayed(
      "assign(to:on:and:on:and:on:ownership:isolation:)", because: "it is the end of a pipeline",
      example: #"""
        final class Document { var title = "" }
        final class Window { var heading = "" }
        final class Tab { var label = "" }
        let (document, window, tab) = (Document(), Window(), Tab())
        let names = PassthroughSubject<String, Never>()
        let cancellable = names.assign(
          to: \.title, on: document, and: \.heading, on: window, and: \.label, on: tab, ownership: .weak)
        names.send("Letter")
        print(document.title, window.heading, tab.label)
        """#, prints: "Letter Letter Letter",
      pitfall: """
        The objects are retained until the stream ends, unless `ownership` says otherwise: one that stores the \
        cancellable forms a reference cycle with it.
        """),
    Unplayed(
      "assign(to:on:in:isolation:)", because: "it is the end of a pipeline",
      example: #"""
        final class Meter { var level = 0 }
        let bag = CancellableBag()
        let levels = PassthroughSubject<Int, Never>()
        let meter = Meter()
        levels.assign(to: \.level, on: meter, in: bag)
        levels.send(3)
        bag.cancel()
        levels.send(4)
        print(meter.level)
        """#, prints: "3",
      pitfall: """
        An object that keeps the bag forms a reference cycle with it until the stream ends, or the bag is cancelled. \
        Use `assign(to:onWeak:)` with `store(in:)` there.
        """),
  ]
}
