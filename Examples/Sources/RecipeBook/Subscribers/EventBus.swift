import Streams

extension Recipe {
  static let eventBus: Recipe = Recipe(
    "event-bus", "Events for those who asked for their kind.",
    source: "RecipeBook/Subscribers/EventBus.swift"
  ) { print in
    // On the page:
    enum Kind: Hashable, Sendable {
      case order, payment
    }
    let bus = KeyedSubject<Kind, String, Never>()
    let kitchen = bus[.order].sink { print("The kitchen gets \($0).") }
    let till = bus[.payment].sink { print("The till gets \($0).") }
    let audit = bus.all.sink { print("The audit notes \($0.key): \($0.value).") }
    bus.send("two soups", to: .order)
    bus.send("12 €", to: .payment)
    for listener in [kitchen, till, audit] { listener.cancel() }
    // Up to here.
  }
}
