internal import StreamCore
public import StreamParts

// Combine overloads these operators so that a publisher of a single value stays one. Here the general types are marked
// as single-value publishers instead, for the stages that check: see `SingleValuePublisher`.

extension Publishers.Map: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryMap: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Scan: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryScan: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.SetFailureType: SingleValuePublisher where Upstream: SingleValuePublisher {}
