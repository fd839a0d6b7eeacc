import Foundation

/// The address sanitizer, which affects some tests.
package enum AddressSanitizer {
  /// Whether this process runs with it. It keeps freed memory for a while, so that no address is used again.
  package static var isOn: Bool { dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil }
}
