#include "tallystick/report/raster.hpp"

#include <cmath>
#include <memory>
#include <type_traits>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

#ifdef TALLYSTICK_HAS_RSVG
#include <cairo-pdf.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>
#endif

namespace tallystick {

#ifdef TALLYSTICK_HAS_RSVG

namespace {

#ifdef __APPLE__
constexpr const char* kLibrary = "librsvg-2.2.dylib";
#else
constexpr const char* kLibrary = "librsvg-2.so.2";
#endif

/// The functions in use, of the library and of those that it brings along. They are many, and
/// would be loaded at every start: they are opened where a picture is painted.
struct Rsvg {
  decltype(&::rsvg_handle_new_from_data) handle_new_from_data;
  decltype(&::rsvg_handle_get_intrinsic_size_in_pixels) handle_size;
  decltype(&::rsvg_handle_render_document) handle_render;
  decltype(&::g_object_unref) object_unref;
  decltype(&::g_error_free) error_free;
  decltype(&::cairo_image_surface_create) image_surface_create;
  decltype(&::cairo_pdf_surface_create_for_stream) pdf_surface_create;
  decltype(&::cairo_pdf_surface_set_metadata) pdf_surface_set_metadata;
  decltype(&::cairo_surface_write_to_png_stream) surface_write_to_png;
  decltype(&::cairo_surface_finish) surface_finish;
  decltype(&::cairo_surface_status) surface_status;
  decltype(&::cairo_surface_destroy) surface_destroy;
  decltype(&::cairo_create) create;
  decltype(&::cairo_destroy) destroy;
};

[[noreturn]] void not_installed(const std::string& what) {
  fail(ErrorCode::not_available, "PNG and PDF need the library librsvg, and " + what,
       std::string("install ") + kLibrary + " (Debian: librsvg2-2), or write .svg");
}

Rsvg open_library() {
  void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) not_installed("that is not installed");
  Rsvg out{};
  const auto find = [library](auto& function, const char* name) {
    void* const symbol = ::dlsym(library, name);
    if (symbol == nullptr) not_installed(std::string(kLibrary) + " lacks " + name);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
  find(out.handle_new_from_data, "rsvg_handle_new_from_data");
  find(out.handle_size, "rsvg_handle_get_intrinsic_size_in_pixels");
  find(out.handle_render, "rsvg_handle_render_document");
  find(out.object_unref, "g_object_unref");
  find(out.error_free, "g_error_free");
  find(out.image_surface_create, "cairo_image_surface_create");
  find(out.pdf_surface_create, "cairo_pdf_surface_create_for_stream");
  find(out.pdf_surface_set_metadata, "cairo_pdf_surface_set_metadata");
  find(out.surface_write_to_png, "cairo_surface_write_to_png_stream");
  find(out.surface_finish, "cairo_surface_finish");
  find(out.surface_status, "cairo_surface_status");
  find(out.surface_destroy, "cairo_surface_destroy");
  find(out.create, "cairo_create");
  find(out.destroy, "cairo_destroy");
  return out;
}

/// Opened once and kept.
const Rsvg& rsvg() {
  static const Rsvg library = open_library();
  return library;
}

[[noreturn]] void cannot_paint(const std::string& why) {
  fail(ErrorCode::internal, "librsvg cannot paint this picture: " + why,
       "write .svg, and report it");
}

void check(GError* error, bool done) {
  if (done && error == nullptr) return;
  const std::string why = error == nullptr ? "no reason given" : error->message;
  if (error != nullptr) rsvg().error_free(error);
  cannot_paint(why);
}

/// A thing of the library's, freed by one of its functions.
template <typename T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

class Painting {
 public:
  explicit Painting(std::string_view svg)
      : handle_(nullptr, [](RsvgHandle* handle) { rsvg().object_unref(handle); }) {
    GError* error = nullptr;
    handle_.reset(rsvg().handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()),
                                              svg.size(), &error));
    check(error, handle_ != nullptr);
    if (rsvg().handle_size(handle_.get(), &width_, &height_) == 0) cannot_paint("it has no size");
  }
  [[nodiscard]] double width() const noexcept { return width_; }
  [[nodiscard]] double height() const noexcept { return height_; }

  void on(cairo_surface_t* surface, double width, double height) const {
    const Owned<cairo_t> cairo(rsvg().create(surface), [](cairo_t* c) { rsvg().destroy(c); });
    const RsvgRectangle room{0, 0, width, height};
    GError* error = nullptr;
    check(error, rsvg().handle_render(handle_.get(), cairo.get(), &room, &error) != 0);
  }

 private:
  Owned<RsvgHandle> handle_;
  double width_ = 0, height_ = 0;
};

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int n) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), n);
  return CAIRO_STATUS_SUCCESS;
}

using Surface = Owned<cairo_surface_t>;
void destroy(cairo_surface_t* surface) { rsvg().surface_destroy(surface); }

}  // namespace

bool knows_rsvg() noexcept { return true; }
void need_rsvg() { static_cast<void>(rsvg()); }

std::string to_png(std::string_view svg, double scale) {
  const Painting painting(svg);
  constexpr double kMost = 32767;  // pixels along a side that cairo paints
  const double width = std::ceil(painting.width() * scale);
  const double height = std::ceil(painting.height() * scale);
  if (!(width <= kMost && height <= kMost)) {
    fail(ErrorCode::too_large,
         "the picture has " + number_text(width) + " x " + number_text(height) +
             " pixels, and a PNG here at most 32767 along a side",
         "write .svg or .pdf");
  }
  const Surface surface(rsvg().image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width),
                                                    static_cast<int>(height)),
                        destroy);
  painting.on(surface.get(), width, height);
  std::string out;
  const cairo_status_t status = rsvg().surface_write_to_png(surface.get(), append, &out);
  if (status != CAIRO_STATUS_SUCCESS) cannot_paint("PNG, cairo status " + std::to_string(status));
  return out;
}

std::string to_pdf(std::string_view svg) {
  const Painting painting(svg);
  constexpr double kPoint = 0.75;  // points for each unit: 96 units are an inch
  const double width = painting.width() * kPoint, height = painting.height() * kPoint;
  std::string out;
  {
    const Surface surface(rsvg().pdf_surface_create(append, &out, width, height), destroy);
    // A date would make every file another one.
    rsvg().pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
    painting.on(surface.get(), width, height);
    rsvg().surface_finish(surface.get());
    const cairo_status_t status = rsvg().surface_status(surface.get());
    if (status != CAIRO_STATUS_SUCCESS) cannot_paint("PDF, cairo status " + std::to_string(status));
  }
  return out;
}

#else

namespace {

[[noreturn]] void not_built() {
  fail(ErrorCode::not_available, "PNG and PDF need the library librsvg, which this build lacks",
       "write .svg, or build with librsvg2-dev installed");
}

}  // namespace

bool knows_rsvg() noexcept { return false; }
void need_rsvg() { not_built(); }
std::string to_png(std::string_view, double) { not_built(); }
std::string to_pdf(std::string_view) { not_built(); }

#endif

}  // namespace tallystick
