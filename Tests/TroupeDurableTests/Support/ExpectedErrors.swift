import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// Expects a call to throw an error of a kind, and returns it.
@discardableResult
func expect<Result>(
  _ code: StorageError.Code,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ call: @autoclosure () async throws -> Result
) async -> StorageError? {
  do {
    let result = try await call()
    XCTFail("It returned \(result).", file: file, line: line)
  } catch let error as StorageError {
    XCTAssertEqual(error.code, code, error.description, file: file, line: line)
    return error
  } catch {
    XCTFail("\(error)", file: file, line: line)
  }
  return nil
}

extension WallClockInstant {
  /// 2026-01-01 00:00 UTC.
  static var start: WallClockInstant { WallClockInstant(sinceEpoch: .seconds(1_767_225_600)) }
}

/// The error of a commit.
func commitError<Result>(_ commit: () async throws -> Result) async -> CommitError? {
  do {
    let result = try await commit()
    XCTFail("It returned \(result).")
  } catch let error as CommitError {
    return error
  } catch {
    XCTFail("\(error)")
  }
  return nil
}
