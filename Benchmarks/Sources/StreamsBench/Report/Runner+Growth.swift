package import BenchModel

extension Runner {
  /// Measures one size. The smallest size of the row takes turns with it, as its reference.
  package func measure(_ growth: Growth, size: Int) throws -> Row {
    let smallest = growth.sizes[0]
    let elements = growth.elements(size)
    let programs = Contender.allCases.map { contender in
      contenders.contains(contender) && (contender != .asyncAlgorithms || size <= 1_000_000)
        ? contender.program(growth, size: size, work) : nil
    }
    let reference = size == smallest ? nil : Contender.streams.program(growth, size: smallest, work)
    let name = "\(growth.rawValue): \(size)"
    let figures = try nanoseconds(
      programs, of: name, elements: elements, rounds: rounds(of: elements), reference: reference,
      referenceElements: growth.elements(smallest))
    var row = Row(
      name: name, goal: growth.goal(size), reached: growth.reached(size), isOfMemory: false,
      figures: Array(figures.dropLast()), reference: figures.last ?? nil)
    if let permitted = growth.permittedMemory, let program = programs[0] {
      row.memory = PeakMemory.measured(permitted: permitted) { program(elements) }
    }
    return row
  }

  /// A hundred million elements of a peer take half a minute, and shake less than a thousand.
  private func rounds(of elements: Int) -> Int {
    elements > 10_000_000 ? min(3, rounds) : elements > 1_000_000 ? min(5, rounds) : rounds
  }
}
