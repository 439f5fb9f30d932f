import StreamCore
import StreamObservableProperties
import TestSupport
import Testing

private class Person {
  @Published var name = "zhangsan"
  @Published var age = 20
  @Published var friend: String?
  @Published var list = [1]
  @Published var mirrored = "" {
    didSet { seen.append((oldValue, mirrored)) }
  }
  var seen: [(String, String)] = []
}

/// To see the object from inside a subscriber, on the same thread.
private struct Here<Object: AnyObject>: @unchecked Sendable {
  // Sendable: used by the thread of the test alone.
  unowned let object: Object
}

private protocol Named: AnyObject {
  var name: String { get set }
  var namePublisher: Published<String>.Publisher { get }
}

private final class Subscriber1: Named {
  @Published var name = "zhangsan"
  var namePublisher: Published<String>.Publisher { $name }
}

@Suite("@Published")
struct PublishedTests {
  @Test("Delivers the present value at once, then every new one, to the subscriber of each property")
  func values() {
    let person = Person()
    let names = person.$name.record()
    person.name = "lisi"
    let ages = person.$age.record()
    person.age = 30
    expectEqual(names.values, ["zhangsan", "lisi"])
    expectEqual(ages.values, [20, 30])
    expectEqual(names.subscriptions, ["PublishedSubject"])
    expect((person.name, person.age) == ("lisi", 30))
  }

  @Test("Equal values are delivered, too, and a late subscriber gets the newest")
  func repeated() {
    let person = Person()
    let early = person.$age.record()
    person.age = 20
    person.age = 21
    expectEqual(early.values, [20, 20, 21])
    expectEqual(person.$age.record().values, [21])
  }

  @Test("A value is delivered before the property changes")
  func willSet() {
    let person = Person()
    let here = Here(object: person)
    let read = Box<[Int]>([])
    let subscription = person.$age.sink { _ in
      let age = here.object.age
      read.update { $0.append(age) }
    }
    person.age = 7
    person.age = 8
    expectEqual(read.value, [20, 20, 7])
    expectEqual(person.age, 8)
    subscription.cancel()
  }

  @Test("A subscriber that is attached inside a sink of the same property gets the new value")
  func nestedSubscription() {
    let person = Person()
    let here = Here(object: person)
    let nested = Box<[Int]>([])
    let kept = Box<[AnyCancellable]>([])
    let subscription = person.$age.sink { value in
      guard value == 1 else { return }
      let inner = here.object.$age.sink { value in nested.update { $0.append(value) } }
      kept.update { $0.append(inner) }
    }
    person.age = 1
    expectEqual(nested.value, [1])
    expectEqual(person.age, 1)
    subscription.cancel()
  }

  @Test("A value assigned inside a sink can be read at once, is delivered to all in one order, and stays")
  func assignedInside() {
    let person = Person()
    let here = Here(object: person)
    let readBack = Box<[Int]>([])
    let clamp = person.$age.sink { age in
      guard age > 100 else { return }
      here.object.age = 100
      let age = here.object.age
      readBack.update { $0.append(age) }
    }
    let later = person.$age.record()
    person.age = 150
    expectEqual(readBack.value, [100])
    expectEqual(later.values, [20, 150, 100])
    expectEqual(person.age, 100)
    expectEqual(person.$age.record().values, [100])
    clamp.cancel()
  }

  @Test("A property changed in place inside its own sink causes no exclusivity violation")
  func changedInPlace() {
    let person = Person()
    let here = Here(object: person)
    let subscription = person.$list.sink { list in
      if list.count < 4 { here.object.list.append(list.count + 1) }
    }
    expectEqual(person.list, [1, 2, 3, 4])
    person.list[0] = 9
    expectEqual(person.list, [9, 2, 3, 4])
    subscription.cancel()
  }

  @Test("nil is a value like any other")
  func optional() {
    let person = Person()
    let recorder = person.$friend.record()
    person.friend = "x"
    person.friend = nil
    expectEqual(recorder.values, [nil, "x", nil])
    expect(person.friend == nil)
  }

  @Test("A subscriber without demand gets the newest value once it requests one")
  func demand() {
    let person = Person()
    let recorder = person.$age.record(demand: .none)
    person.age = 1
    person.age = 2
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [2])
    person.age = 3
    person.age = 4
    recorder.request(.max(2))
    expectEqual(recorder.values, [2, 4])
    person.age = 5
    person.age = 6
    expectEqual(recorder.values, [2, 4, 5])
  }

  @Test("A cancel of one subscriber ends that stream only")
  func cancel() {
    let person = Person()
    let (one, two) = (person.$age.record(), person.$age.record())
    one.cancel()
    person.age = 21
    expectEqual(one.values, [20])
    expectEqual(two.values, [20, 21])
    expectEqual(person.age, 21)
  }

  @Test("willSet and didSet of the property run with the old and the new value")
  func didSet() {
    let person = Person()
    let recorder = person.$mirrored.record()
    person.mirrored = "a"
    person.mirrored = "b"
    expectEqual(person.seen.map(\.0), ["", "a"])
    expectEqual(person.seen.map(\.1), ["a", "b"])
    expectEqual(recorder.values, ["", "a", "b"])
  }

  @Test("The publisher can be required by a protocol")
  func throughProtocol() {
    let named: any Named = Subscriber1()
    let recorder = named.namePublisher.record()
    named.name = "lisi"
    named.name = "wangwu"
    expectEqual(recorder.values.map { "hello \($0)" }, ["hello zhangsan", "hello lisi", "hello wangwu"])
  }

  @Test("Both initialisers set the first value, and the wrapper can be made by hand")
  func initialisers() {
    final class Model {
      @Published var a: Int
      @Published(initialValue: 5) var b: Int
      init(_ a: Int) { _a = Published(wrappedValue: a) }
    }
    let model = Model(1)
    expect((model.a, model.b) == (1, 5))
    expectEqual(model.$a.record().values, [1])
  }

  @Test("Assigning another property's publisher to the projected value changes neither property")
  func staysApart() {
    let (one, other) = (Person(), Person())
    let before = one.$age.record()
    other.age = 5
    one.$age = other.$age
    expect((one.age, other.age) == (20, 5))
    let after = one.$age.record()
    other.age = 6
    expectEqual(one.age, 20)
    one.age = 7
    expectEqual(other.age, 6)
    expectEqual(before.values, [20, 7])
    expectEqual(after.values, [20, 7])
  }

  @Test("A publisher assigned to a property's publisher feeds that property, and no other")
  func assignsToOne() {
    let (one, other) = (Person(), Person())
    one.$age = other.$age
    Just(9).assign(to: &one.$age)
    expect((one.age, other.age) == (9, 20))
  }

  @Test(
    "Replaced values, cancelled subscribers and discarded objects are released")
  func release() {
    final class Holder {
      @Published var counted: Counted?
    }
    let alive = Box(0)
    var subscription: (any Subscription)?
    weak var weakHolder: Holder?
    do {
      let holder = Holder()
      weakHolder = holder
      let recorder = holder.$counted.record()
      subscription = recorder.subscription
      holder.counted = Counted(alive)
      holder.counted = Counted(alive)
      recorder.forget()
      expectEqual(alive.value, 1)
      subscription?.cancel()
    }
    expect(weakHolder == nil)
    expectEqual(alive.value, 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("Threads that assign and subscribe at the same time end with the same last value")
  func threads() {
    final class Shared: @unchecked Sendable {
      // Sendable: the property's cell is safe on any thread, and the wrapper is never replaced.
      @Published var value = 0
    }
    for _ in 0..<50 {
      let shared = Shared()
      let recorder = shared.$value.record()
      concurrently(4) { thread in
        for step in 0..<50 {
          if thread == 3 {
            shared.$value.record().cancel()
            _ = shared.value
          } else {
            shared.value = thread * 100 + step
          }
        }
      }
      expectEqual(recorder.values.count, 151)
      expectEqual(recorder.values.last, shared.value)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
