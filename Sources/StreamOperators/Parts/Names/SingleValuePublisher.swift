public import StreamCore

/// A publisher of at most one value. Combine's overloads of `tryMin`, `tryMax` and `tryRemoveDuplicates` for such
/// publishers call the closure with the value as both arguments, so that an error it throws ends the stream. The
/// general stages, which would have nothing to compare, do the same for publishers of this protocol.
@usableFromInline
package protocol SingleValuePublisher: Publisher {}

extension Just: SingleValuePublisher {}
extension Result.Publisher: SingleValuePublisher {}
