#include "tallystick/base/bytes.hpp"

#include "tallystick/base/error.hpp"

namespace tallystick {

void ByteReader::refuse(std::string fact) const {
  fail(ErrorCode::bad_state, Place{origin_}, std::move(fact),
       "write the state again with --save-state; it must be copied as bytes");
}

std::uint64_t ByteReader::fixed(std::size_t n) {
  if (left() < n) {
    refuse("the state ends at byte " + std::to_string(bytes_.size()) +
           ", in the middle of a value");
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < n; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[position_ + i]))
             << (8 * i);
  }
  position_ += n;
  return value;
}

std::uint64_t ByteReader::count(std::uint64_t item_bytes) {
  const std::uint64_t n = u64();
  if (n > left() / item_bytes) {
    refuse("a list of " + std::to_string(n) + " items does not fit in the " +
           std::to_string(left()) + " bytes that follow");
  }
  return n;
}

std::string_view ByteReader::text() {
  const std::uint64_t size = count(1);
  const std::string_view value = bytes_.substr(position_, size);
  position_ += size;
  return value;
}

}  // namespace tallystick
