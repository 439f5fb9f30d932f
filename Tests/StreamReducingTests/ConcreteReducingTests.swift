import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("Reducing keeps a simple type, if the context asks for it")
struct ConcreteReducingTests {
  private typealias Tried<Value> = Result<Value, any Error>.Publisher

  private static func isLarge(_ number: Int) throws -> Bool {
    guard number != 13 else { throw TestError("thirteen") }
    return number > 5
  }

  private static func append(_ text: String, _ number: Int) throws -> String {
    guard number != 13 else { throw TestError("thirteen") }
    return text + "\(number)"
  }

  private func error<Value>(of publisher: Tried<Value>) -> TestError? {
    if case .failure(let error as TestError) = publisher.result { error } else { nil }
  }

  @Test("Reducing a Just gives a Just or a Result.Publisher")
  func just() throws {
    let source = Just(7)
    expectEqual(source.collect(), Just([7]))
    expectEqual(source.count(), Just(1))
    #expect(source.reduce("a") { $0 + "\($1)" } == Result<String, Never>.Publisher("a7"))
    expectEqual(source.allSatisfy { $0 > 5 }, Just(true))
    expectEqual(source.allSatisfy { $0 < 5 }, Just(false))
    expectEqual(source.contains { $0 > 5 }, Just(true))
    expectEqual(source.contains { $0 < 5 }, Just(false))
    expectEqual(source.contains(7), Just(true))
    expectEqual(source.contains(8), Just(false))
    expectEqual(source.min(), source)
    expectEqual(source.max(), source)
    expectEqual(source.min { $0 < $1 }, source)
    expectEqual(source.max { $0 < $1 }, source)
    let results: (Tried<String>, Tried<Bool>, Tried<Bool>, Tried<Int>, Tried<Int>) = (
      source.tryReduce("a", Self.append), source.tryAllSatisfy(Self.isLarge), source.tryContains(where: Self.isLarge),
      source.tryMin { $0 < $1 }, source.tryMax { $0 < $1 }
    )
    #expect(try results.0.result.get() == "a7")
    #expect(try results.1.result.get())
    #expect(try results.2.result.get())
    #expect(try results.3.result.get() == 7)
    #expect(try results.4.result.get() == 7)
    expectEqual(error(of: Just(13).tryReduce("a", Self.append)), TestError("thirteen"))
    expectEqual(error(of: Just(13).tryAllSatisfy(Self.isLarge)), TestError("thirteen"))
    expectEqual(error(of: Just(13).tryContains(where: Self.isLarge)), TestError("thirteen"))
  }

  @Test("Reducing an Optional.Publisher without a value gives what any empty publisher gives", arguments: [7, nil])
  func optional(value: Int?) throws {
    let source = value.publisher
    let general = source.eraseToAnyPublisher()
    func agrees<Value: Equatable>(
      _ simple: Optional<Value>.Publisher, _ general: some Publisher<Value, Never>
    ) -> Bool {
      simple.record().values == general.record().values
    }
    expect(agrees(source.collect(), general.collect()))
    expect(agrees(source.count(), general.count()))
    expect(agrees(source.reduce("a") { $0 + "\($1)" }, general.reduce("a") { $0 + "\($1)" }))
    expect(agrees(source.allSatisfy { $0 < 5 }, general.allSatisfy { $0 < 5 }))
    expect(agrees(source.contains { $0 > 5 }, general.contains { $0 > 5 }))
    expect(agrees(source.contains(7), general.contains(7)))
    expect(agrees(source.min(), general.min()))
    expect(agrees(source.max(), general.max()))
    expect(agrees(source.min { $0 < $1 }, general.min { $0 < $1 }))
    expect(agrees(source.max { $0 < $1 }, general.max { $0 < $1 }))
    let results: (Tried<String>, Tried<Bool>, Tried<Bool>) = (
      source.tryReduce("a", Self.append), source.tryAllSatisfy(Self.isLarge), source.tryContains(where: Self.isLarge)
    )
    #expect(try results.0.result.get() == (value == nil ? "a" : "a7"))
    #expect(try results.1.result.get())
    #expect(try results.2.result.get() == (value != nil))
    expectEqual(error(of: Optional.Publisher(13).tryReduce("a", Self.append)), TestError("thirteen"))
    expectEqual(error(of: Optional.Publisher(13).tryAllSatisfy(Self.isLarge)), TestError("thirteen"))
    expectEqual(error(of: Optional.Publisher(13).tryContains(where: Self.isLarge)), TestError("thirteen"))
  }

  @Test("Reducing a Result.Publisher keeps its failure")
  func result() throws {
    typealias Simple<Value> = Result<Value, TestError>.Publisher
    let failure = TestError("broken")
    for source in [Simple<Int>(7), Simple<Int>(failure)] {
      let isFailure = source.result == .failure(failure)
      let collected: Simple<[Int]> = source.collect()
      expectEqual(collected, (isFailure ? Simple(failure) : Simple([7])))
      let counted: Simple<Int> = source.count()
      expectEqual(counted, (isFailure ? Simple(failure) : Simple(1)))
      let reduced: Simple<String> = source.reduce("a") { $0 + "\($1)" }
      expectEqual(reduced, (isFailure ? Simple(failure) : Simple("a7")))
      let satisfied: Simple<Bool> = source.allSatisfy { $0 < 5 }
      expectEqual(satisfied, (isFailure ? Simple(failure) : Simple(false)))
      let contained: Simple<Bool> = source.contains { $0 > 5 }
      expectEqual(contained, (isFailure ? Simple(failure) : Simple(true)))
      let equal: Simple<Bool> = source.contains(7)
      expectEqual(equal, (isFailure ? Simple(failure) : Simple(true)))
      expectEqual(source.min(), source)
      expectEqual(source.max(), source)
      expectEqual(source.min { $0 < $1 }, source)
      expectEqual(source.max { $0 < $1 }, source)
      let results: (Tried<String>, Tried<Bool>, Tried<Bool>, Tried<Int>, Tried<Int>) = (
        source.tryReduce("a", Self.append), source.tryAllSatisfy(Self.isLarge), source.tryContains(where: Self.isLarge),
        source.tryMin { $0 < $1 }, source.tryMax { $0 < $1 }
      )
      if isFailure {
        expectEqual(error(of: results.0), failure)
        expectEqual(error(of: results.1), failure)
        expectEqual(error(of: results.2), failure)
        expectEqual(error(of: results.3), failure)
        expectEqual(error(of: results.4), failure)
      } else {
        #expect(try results.0.result.get() == "a7")
        #expect(try results.1.result.get())
        #expect(try results.2.result.get())
        #expect(try results.3.result.get() == 7)
        #expect(try results.4.result.get() == 7)
      }
    }
    expectEqual(error(of: Simple<Int>(13).tryReduce("a", Self.append)), TestError("thirteen"))
    expectEqual(error(of: Simple<Int>(13).tryAllSatisfy(Self.isLarge)), TestError("thirteen"))
    expectEqual(error(of: Simple<Int>(13).tryContains(where: Self.isLarge)), TestError("thirteen"))
  }

  @Test("Reducing a Publishers.Sequence gives a simple publisher of the result")
  func sequence() throws {
    typealias Simple<Value> = Result<Value, Never>.Publisher
    let source = [1, 2, 7, 3].publisher
    expectEqual(source.collect(), Simple([1, 2, 7, 3]))
    expectEqual(source.reduce("a") { $0 + "\($1)" }, Simple("a1273"))
    expectEqual(source.count(), Simple(4))
    expectEqual(source.count(), Just(4))
    expectEqual(source.allSatisfy { $0 < 5 }, Simple(false))
    expectEqual(source.contains { $0 > 5 }, Simple(true))
    expectEqual(source.contains(7), Simple(true))
    expectEqual(source.contains(8), Simple(false))
    expectEqual(source.min(), Optional.Publisher(1))
    expectEqual(source.max(), Optional.Publisher(7))
    expectEqual(source.min { $0 > $1 }, Optional.Publisher(7))
    expectEqual(source.max { $0 > $1 }, Optional.Publisher(1))
    expectEqual([Int]().publisher.max(), Optional.Publisher(nil))
    let failing: Result<Int, TestError>.Publisher = Publishers.Sequence(sequence: [1, 2]).count()
    expectEqual(failing, Result.Publisher(2))
    let results: (Tried<String>, Tried<Bool>, Tried<Bool>) = (
      source.tryReduce("a", Self.append), source.tryAllSatisfy(Self.isLarge), source.tryContains(where: Self.isLarge)
    )
    #expect(try results.0.result.get() == "a1273")
    #expect(try !results.1.result.get())
    #expect(try results.2.result.get())
    let poisoned = [13].publisher
    expectEqual(error(of: poisoned.tryReduce("a", Self.append)), TestError("thirteen"))
    expectEqual(error(of: poisoned.tryAllSatisfy(Self.isLarge)), TestError("thirteen"))
    expectEqual(error(of: poisoned.tryContains(where: Self.isLarge)), TestError("thirteen"))
  }

  @Test("A comparison that throws fails the stream, though there is nothing to compare the value with")
  func throwingComparison() {
    let asked = Box<[[Int]]>([])
    let refuse: (Int, Int) throws -> Bool = { first, second in
      asked.update { $0.append([first, second]) }
      throw TestError("refused")
    }
    let tried: [Tried<Int>] = [
      Just(7).tryMin(by: refuse), Just(7).tryMax(by: refuse),
      Result<Int, TestError>.Publisher(7).tryMin(by: refuse), Result<Int, TestError>.Publisher(7).tryMax(by: refuse),
    ]
    expectEqual(asked.value, Array(repeating: [7, 7], count: 4))
    expect(tried.allSatisfy { error(of: $0) == TestError("refused") })
    expect(tried.allSatisfy { $0.record(demand: .none).failure as? TestError == TestError("refused") })
    let broken = Result<Int, TestError>.Publisher(TestError("broken"))
    expectEqual(error(of: broken.tryMin(by: refuse)), TestError("broken"))
    expectEqual(error(of: broken.tryMax(by: refuse)), TestError("broken"))
    expectEqual(asked.value.count, 4)
  }

  @Test("In the general form, too, the closure is called for a single value, and the error it throws fails the stream")
  func throwingComparisonWithoutContext() {
    let smallest = Just(7).tryMin { _, _ in throw TestError("refused") }
    expectEqual(smallest.record().failure as? TestError, TestError("refused"))
    let greatest = Result<Int, TestError>.Publisher(7).tryMax { _, _ in throw TestError("refused") }
    expectEqual(greatest.record().failure as? TestError, TestError("refused"))
    expectEqual(Just(7).tryMin { _, _ in false }.record().values, [7])
    let counted = Publishers.Count(upstream: Just(7)).tryMin { _, _ in throw TestError("refused") }
    expectEqual(counted.record().failure as? TestError, TestError("refused"))
  }

  @Test("Without a type from the context, the general forms are chosen")
  func general() {
    typealias Source = Publishers.Sequence<[Int], Never>
    let source = [1, 2].publisher
    expect(type(of: source.collect()) == Publishers.Collect<Source>.self)
    expect(type(of: source.count()) == Publishers.Count<Source>.self)
    #expect(type(of: source.reduce(0, +)) == Publishers.Reduce<Source, Int>.self)
    expect(type(of: source.max()) == Publishers.Comparison<Source>.self)
    expect(type(of: source.min { $0 < $1 }) == Publishers.Comparison<Source>.self)
    expect(type(of: source.contains(1)) == Publishers.Contains<Source>.self)
    expect(type(of: source.contains { $0 == 1 }) == Publishers.ContainsWhere<Source>.self)
    expect(type(of: source.allSatisfy { $0 == 1 }) == Publishers.AllSatisfy<Source>.self)
    expect(type(of: Just(1).collect()) == Publishers.Collect<Just<Int>>.self)
    #expect(type(of: Just(1).tryReduce(0, +)) == Publishers.TryReduce<Just<Int>, Int>.self)
    expect(type(of: Just(1).tryMax { $0 < $1 }) == Publishers.TryComparison<Just<Int>>.self)
  }
}
