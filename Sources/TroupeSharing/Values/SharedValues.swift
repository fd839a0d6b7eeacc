import Synchronization
import Troupe
import TroupeDiagnostics

extension Shared {
  /// The values as an asynchronous sequence, which delivers the current value, and then the newest value
  /// after each change.
  ///
  /// A consumer that is slower than the writers misses versions, but never the last one. The sequence ends
  /// when the consuming task is cancelled.
  public var values: SharedValues<Value> { SharedReader(self).values }
}

extension SharedReader {
  /// The values as an asynchronous sequence; see ``Shared/values``.
  public var values: SharedValues<Value> { SharedValues(reference: reference) }
}

/// The values of a shared value as an asynchronous sequence; see ``Shared/values``.
public struct SharedValues<Value: Sendable>: AsyncSequence, Sendable {
  let reference: any Reference<Value>

  /// Returns an iterator. Each iterator has a separate position in the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(reference) }

  /// The iterator of ``SharedValues``.
  public struct Iterator: AsyncIteratorProtocol {
    private let reference: any Reference<Value>
    private let changes: SharedChanges
    private var seen: UInt64?

    fileprivate init(_ reference: any Reference<Value>) {
      self.reference = reference
      changes = SharedChanges(of: reference.cell)
    }

    /// Returns the newest value, when there is one that it hasn't returned; nil when the task is cancelled.
    public mutating func next() async -> Value? {
      while !Task.isCancelled {
        // The number comes first: a value that is newer is then returned again, and never left out.
        let number = reference.cell.visibleNumber
        if number != seen {
          seen = number
          return reference.read()
        }
        await changes.next()
      }
      return nil
    }
  }
}

@available(*, unavailable)
extension SharedValues.Iterator: Sendable {}

/// Notifies a consumer of new versions.
private final class SharedChanges: Sendable {
  private final class Observer: SharedCellObserver {
    let signals = Locked<AsyncStream<Void>.Continuation?>(nil)

    func changed(_ cell: any SharedCell) { _ = signals.withLock { $0 }?.yield() }
  }

  private let cell: any AnyCell
  private let observer = Observer()
  private let stream: AsyncStream<Void>

  init(of cell: any AnyCell) {
    self.cell = cell
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    observer.signals.withLock { $0 = continuation }
    cell.add(observer)
  }

  deinit { cell.remove(observer) }

  /// Waits until there may be a new version, or the task is cancelled.
  func next() async {
    var iterator = stream.makeAsyncIterator()
    _ = await iterator.next()
  }
}
