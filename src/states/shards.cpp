#include "tallystick/states/shards.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

struct Parts {
  std::uint32_t count = 0;
  std::set<std::uint32_t> have;
};
/// What the shards are of -> those that were counted.
using Sources = std::map<std::string, Parts, std::less<>>;

constexpr std::string_view kOf = " of ";

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) return std::nullopt;
  return value;
}

/// A line "1,3/4 of FILE"; false if it is none.
bool take_line(std::string_view line, Sources& sources) {
  const std::size_t slash = line.find('/'), of = line.find(kOf);
  if (slash == std::string_view::npos || of == std::string_view::npos || of < slash) return false;
  Parts parts;
  const auto count = number(line.substr(slash + 1, of - slash - 1));
  if (!count) return false;
  parts.count = *count;
  for (std::string_view list = line.substr(0, slash); !list.empty();) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    const auto index = number(word);
    if (!index || *index > *count || !parts.have.insert(*index).second) return false;
  }
  if (parts.have.empty()) return false;
  return sources.emplace(line.substr(of + kOf.size()), std::move(parts)).second;
}

Sources parsed(const std::string& rule, const std::string& origin) {
  Sources sources;
  for (std::string_view rest = rule; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (take_line(line, sources)) continue;
    fail(ErrorCode::bad_state, Place{origin},
         "its shards are told as " + quoted(rule) + ", which names none",
         "write the state again with --save-state; it must be copied as bytes");
  }
  return sources;
}

/// "1", "1 and 3", "1, 2 and 4".
std::string listed(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(numbers[i]);
  }
  return text;
}

std::string of_source(const std::vector<std::uint32_t>& numbers, std::uint32_t count,
                      const std::string& source) {
  std::string text = numbers.size() == 1 ? "shard " : "shards ";
  text += listed(numbers);
  return text.append(kOf).append(std::to_string(count)).append(kOf).append(source);
}

void add(Parts& ours, const Parts& theirs, const std::string& source, const std::string& origin) {
  if (ours.count != theirs.count) {
    fail(ErrorCode::incompatible_states, Place{origin},
         "this state is one of " + counted(theirs.count, "shard") + " of " + source +
             ", a state before it one of " + std::to_string(ours.count),
         "make all shards of an input with the same number, as in --shard 1/" +
             std::to_string(theirs.count));
  }
  std::vector<std::uint32_t> twice;
  std::set_intersection(ours.have.begin(), ours.have.end(), theirs.have.begin(), theirs.have.end(),
                        std::back_inserter(twice));
  if (!twice.empty()) {
    fail(ErrorCode::incompatible_states, Place{origin},
         of_source(twice, ours.count, source) + " came before, so its examples would count twice",
         "name each part once");
  }
  ours.have.insert(theirs.have.begin(), theirs.have.end());
}

std::string text_of(const Sources& sources) {
  std::string text;
  for (const auto& [source, parts] : sources) {
    if (parts.have.size() == parts.count) continue;
    std::string list;
    for (const std::uint32_t index : parts.have) {
      list.append(list.empty() ? "" : ",").append(std::to_string(index));
    }
    text.append(text.empty() ? "" : "\n").append(list).append("/");
    text.append(std::to_string(parts.count)).append(kOf).append(source);
  }
  return text;
}

}  // namespace

std::string together(const std::string& ours, const std::string& theirs,
                     const std::string& origin) {
  Sources all = parsed(ours, origin);
  for (const auto& [source, parts] : parsed(theirs, origin)) {
    const auto [known, fresh] = all.try_emplace(source, parts);
    if (!fresh) add(known->second, parts, source, origin);
  }
  return text_of(all);
}

std::string missing_shards(const std::string& rule) {
  constexpr std::size_t kNamed = 10;
  std::string text;
  for (const auto& [source, parts] : parsed(rule, {})) {
    std::vector<std::uint32_t> missing;
    std::uint32_t index = 1;
    for (; index <= parts.count && missing.size() < kNamed; ++index) {
      if (!parts.have.contains(index)) missing.push_back(index);
    }
    text.append(text.empty() ? "" : "; ").append(of_source(missing, parts.count, source));
    const std::size_t n_missing = parts.count - parts.have.size();
    if (n_missing > kNamed) text += " (and " + std::to_string(n_missing - kNamed) + " more)";
  }
  return text;
}

}  // namespace tallystick
