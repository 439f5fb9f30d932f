import StreamParts
import TestSupport
import Testing

/// What the toolkit would have: types at top level, known to the namespaces by aliases.
private struct Aliased {}

extension PublisherNames {
  fileprivate typealias Both = Aliased
  fileprivate typealias Alone = Aliased
}

extension SubscriberNames {
  fileprivate typealias Both = Aliased
  fileprivate typealias Alone = Aliased
}

/// What a client declares.
extension Publishers {
  fileprivate struct Both {}
}

extension Subscribers {
  fileprivate struct Both {}
}

@Suite("Aliases for names that Combine does not have")
struct NamesTests {
  @Test("A client's nested type goes before an alias of the same name")
  func clientsTypeWins() {
    expect(ObjectIdentifier(Publishers.Both.self) != ObjectIdentifier(Aliased.self))
    expect(ObjectIdentifier(Subscribers.Both.self) != ObjectIdentifier(Aliased.self))
  }

  @Test("Where a client has no type of that name, the alias is found")
  func aliasIsFound() {
    expectEqual(ObjectIdentifier(Publishers.Alone.self), ObjectIdentifier(Aliased.self))
    expectEqual(ObjectIdentifier(Subscribers.Alone.self), ObjectIdentifier(Aliased.self))
  }
}
