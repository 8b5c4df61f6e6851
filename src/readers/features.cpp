#include "tallystick/readers/features.hpp"

namespace tallystick {

namespace {

#ifdef TALLYSTICK_HAS_ZLIB
constexpr bool kZlib = true;
#else
constexpr bool kZlib = false;
#endif
#ifdef TALLYSTICK_HAS_ZSTD
constexpr bool kZstd = true;
#else
constexpr bool kZstd = false;
#endif
#ifdef TALLYSTICK_HAS_UTF8PROC
constexpr bool kUtf8proc = true;
#else
constexpr bool kUtf8proc = false;
#endif

#ifdef TALLYSTICK_HAS_RAPTOR
constexpr bool kRaptor = true;
#else
constexpr bool kRaptor = false;
#endif

constexpr Feature kFeatures[] = {
    {"gzip", "zlib", kZlib},
    {"zstd", "zstd", kZstd},
    {"Unicode forms", "utf8proc", kUtf8proc},
    {"SKOS", "raptor2", kRaptor},
};

}  // namespace

std::span<const Feature> reader_features() noexcept { return kFeatures; }

}  // namespace tallystick
