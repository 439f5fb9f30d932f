// `filterMany` keeps the type of collection, and makes a new one of what it keeps, in its order: a set has none. Case
// XA-077.
import StreamFiltering

func filterSets(_ sets: AnyPublisher<Set<Int>, Never>) {
  // fails: requires that 'Set<Int>' conform to 'RangeReplaceableCollection'
  _ = sets.filterMany { $0 > 1 }
}

func filterTexts(_ texts: AnyPublisher<String, Never>) -> AnyPublisher<String, Never> {
  texts.filterMany(\.isLetter).eraseToAnyPublisher()
}
