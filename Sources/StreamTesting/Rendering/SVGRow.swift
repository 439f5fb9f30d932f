internal import StreamSchedulers

/// A laid-out stream: the positions of its marbles, without overlaps.
struct SVGRow {
  /// An item with a position of its own.
  struct Item {
    enum Kind: Hashable {
      case value, failure, cancel
    }

    let kind: Kind
    /// The text in or beside it.
    let text: String
    /// The unabridged text.
    let fullText: String
    let time: VirtualTime
    /// Whether it stands for a number of values that are not drawn.
    var isCount = false
    var lane = 0

    /// Its extent to either side.
    var halfWidth: Double {
      kind == .value ? max(16, SVGText.width(text) / 2 + 9) : 14
    }

    /// Its extent to the right, including the text beside it.
    var rightReach: Double {
      kind == .failure && !text.isEmpty ? 20 + SVGText.width(text, small: true) : halfWidth
    }
  }

  static let laneHeight = 37.0
  /// The number of simultaneous values to draw; the rest are counted.
  static let shownAtOnce = 6

  let row: MarbleRow
  let shape: Int
  private(set) var items: [Item]
  private(set) var laneCount = 1

  init(_ row: MarbleRow, shape: Int, name: (String) -> String) {
    self.row = row
    self.shape = shape
    items = []
    var marks = row.marks[...]
    while let time = marks.first?.time {
      let group = marks.prefix { $0.time == time }
      marks = marks.dropFirst(group.count)
      items += Self.items(of: Array(group), name: name)
    }
  }

  private static func items(of group: [MarbleRow.Mark], name: (String) -> String) -> [Item] {
    var values: [Item] = []
    var ends: [Item] = []
    for mark in group {
      switch mark.kind {
      case .subscription, .finished: continue
      case .value(let text): values.append(Item(kind: .value, text: name(text), fullText: text, time: mark.time))
      case .failure(let text):
        ends.append(Item(kind: .failure, text: text == "#" ? "" : name(text), fullText: text, time: mark.time))
      case .cancel: ends.append(Item(kind: .cancel, text: "!", fullText: "cancelled", time: mark.time))
      }
    }
    if values.count > shownAtOnce {
      let others = values[(shownAtOnce - 1)...]
      let fullText = others.map(\.fullText).joined(separator: ", ")
      let more = Item(
        kind: .value, text: "+\(others.count)", fullText: fullText, time: others[shownAtOnce - 1].time, isCount: true)
      values = values.prefix(shownAtOnce - 1) + [more]
    }
    return values + ends
  }

  /// The position of the subscription sign: before the marbles that would cover it.
  func signPosition(_ subscribed: VirtualTime, x: (VirtualTime) -> Double) -> Double {
    let position = x(subscribed)
    let near = items.filter { $0.lane == 0 && abs(x($0.time) - position) < $0.halfWidth + 14 && $0.time >= subscribed }
    return near.map { x($0.time) - $0.halfWidth }.reduce(position, min)
  }

  /// The scale per nanosecond at which no two marbles touch.
  var wantedScale: Double {
    zip(items, items.dropFirst()).compactMap { one, next in
      let distance = one.time.distance(to: next.time).magnitude
      return distance > 0 ? (one.halfWidth + next.halfWidth + 6) / Double(distance) : nil
    }.max() ?? 0
  }

  /// Moves each group of marbles as close to the line as space permits.
  mutating func placeItems(x: (VirtualTime) -> Double) {
    var rightEdges: [Double] = []
    var start = 0
    while start < items.count {
      let time = items[start].time
      let end = items[start...].firstIndex { $0.time != time } ?? items.count
      let group = start..<end
      let halfWidth = items[group].map(\.halfWidth).max() ?? 0
      var lane = 0
      while (lane..<(lane + group.count)).contains(where: {
        $0 < rightEdges.count && rightEdges[$0] + 3 > x(time) - halfWidth
      }) {
        lane += 1
      }
      for index in group {
        items[index].lane = lane
        while rightEdges.count <= lane { rightEdges.append(-.infinity) }
        rightEdges[lane] = x(time) + items[index].halfWidth
        lane += 1
      }
      start = end
    }
    laneCount = max(1, rightEdges.count)
  }

  var height: Double { 46 + Double(laneCount - 1) * Self.laneHeight }
}
