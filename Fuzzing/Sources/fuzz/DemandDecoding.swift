import Foundation
import StreamCore

/// Numbers up to `Int.max`, and one more for unlimited, decode as demands, and others are rejected; demands survive a
/// round trip, and add up and compare like numbers.
func checkDemand(_ bytes: [UInt8]) {
  let data = Data(bytes)
  check(
    numbers: try? JSONDecoder().decode([UInt].self, from: data),
    demands: try? JSONDecoder().decode([Subscribers.Demand].self, from: data))
  check(
    numbers: try? PropertyListDecoder().decode([UInt].self, from: data),
    demands: try? PropertyListDecoder().decode([Subscribers.Demand].self, from: data))
}

private let unlimited = UInt(Int.max) + 1

private func check(numbers: [UInt]?, demands: [Subscribers.Demand]?) {
  guard let numbers, numbers.allSatisfy({ $0 <= unlimited }) else {
    return require(demands == nil, "\(String(describing: numbers)) were decoded as \(demands ?? [])")
  }
  guard let demands else { fatalError("\(numbers) were refused") }
  require(demands.map(number) == numbers, "\(numbers) were decoded as \(demands)")
  do {
    let json = try JSONDecoder().decode([Subscribers.Demand].self, from: JSONEncoder().encode(demands))
    let list = try PropertyListDecoder().decode([Subscribers.Demand].self, from: PropertyListEncoder().encode(demands))
    require(json == demands && list == demands, "\(demands) were read as \(json) and \(list)")
  } catch {
    fatalError("\(demands): \(error)")
  }
  for (left, right) in zip(demands, demands.dropFirst()) {
    let (l, r) = (number(left), number(right))
    let sum = l == unlimited || r == unlimited ? unlimited : min(l + r, unlimited)
    require(number(left + right) == sum, "\(left) + \(right) is \(left + right)")
    let difference = l == unlimited ? unlimited : l - min(l, r)
    require(number(left - right) == difference, "\(left) - \(right) is \(left - right)")
    require((left < right) == (l < r) && (left == right) == (l == r), "\(left) and \(right) compare otherwise")
  }
}

private func number(_ demand: Subscribers.Demand) -> UInt { demand.max.map(UInt.init) ?? unlimited }
