import StreamCore
import TestSupport
import Testing

@testable import StreamMapping

@Suite("ExpandChildren")
struct ExpandChildrenTests {
  private func idle(_ epoch: Int) -> ExpandSource {
    var source = ExpandSource(epoch: epoch)
    _ = source.upstream.attach(Subscriptions.empty)
    return source
  }

  @Test(
    "Behaves as an array that is searched, whatever is added, asked and removed", arguments: 0..<20 as Range<UInt64>)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var children = ExpandChildren()
    var model: [(epoch: Int, isIdle: Bool)] = []
    var epoch = 0
    for step in 0..<2_000 {
      switch Int.random(in: 0..<(step < 1_000 ? 3 : 4), using: &random) {
      case 0:
        epoch += Int.random(in: 1...3, using: &random)
        let isIdle = Bool.random(using: &random)
        children.append(isIdle ? idle(epoch) : ExpandSource(epoch: epoch))
        model.append((epoch, isIdle))
      case 1:
        guard let index = model.indices.randomElement(using: &random), model[index].isIdle,
          let place = children.place(of: model[index].epoch)
        else { continue }
        _ = children.update(place) { $0.ask() }
        model[index].isIdle = false
      case 2:
        guard let index = model.indices.randomElement(using: &random),
          let place = children.place(of: model[index].epoch)
        else { continue }
        children.update(place) { child in
          _ = child.upstream.attach(Subscriptions.empty)
          child.isAsked = false
        }
        model[index].isIdle = true
      default:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        let removed = model.remove(at: index)
        _ = children.place(of: removed.epoch).map { children.remove($0) }
        expect(children.place(of: removed.epoch) == nil)
      }
      expectEqual(children.count, model.count)
      expectEqual(children.areIdle, model.allSatisfy(\.isIdle))
      expectEqual(children.firstIdle.map { children[$0].epoch }, model.first { $0.isIdle }?.epoch)
      expectEqual(children.lastIdle.map { children[$0].epoch }, model.last { $0.isIdle }?.epoch)
    }
    expectEqual(children.states.count, model.count)
    expect(children.place(of: epoch + 1) == nil && children.place(of: 0) == nil)
  }
}
