public import StreamCore

/// A publisher of one value at most. Combine's forms of `tryMin`, `tryMax` and `tryRemoveDuplicates` for it call the closure
/// with that value and itself, so that what the closure throws is not lost; the general stages, which would have nothing to
/// compare, do so for its sake.
@usableFromInline
package protocol SingleValuePublisher: Publisher {}

extension Just: SingleValuePublisher {}
extension Result.Publisher: SingleValuePublisher {}
