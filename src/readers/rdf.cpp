#include "readers/rdf.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

#ifdef TALLYSTICK_HAS_RAPTOR
#include <dlfcn.h>
#include <raptor2.h>
#endif

namespace tallystick::detail {

#ifdef TALLYSTICK_HAS_RAPTOR

namespace {

/// What relative IRIs are resolved against, and taken off again.
constexpr std::string_view kBase = "http://relative.invalid/";
/// The parser looks upwards from every element, so depth times size is what it costs.
constexpr std::size_t kDeepest = 1000;
constexpr std::size_t kStep = 1 << 16;

#ifdef __APPLE__
constexpr const char* kLibrary = "libraptor2.0.dylib";
#else
constexpr const char* kLibrary = "libraptor2.so.0";
#endif

/// The functions in use. The library brings some thirty others along, which would be loaded at
/// every start: it is opened where RDF is read, and at no other time.
struct Raptor {
  decltype(&::raptor_new_world_internal) new_world_internal;
  decltype(&::raptor_world_set_flag) world_set_flag;
  decltype(&::raptor_world_open) world_open;
  decltype(&::raptor_uri_as_counted_string) uri_as_counted_string;
  decltype(&::raptor_parser_set_option) parser_set_option;
  decltype(&::raptor_world_set_log_handler) world_set_log_handler;
  decltype(&::raptor_parser_parse_start) parser_parse_start;
  decltype(&::raptor_parser_parse_chunk) parser_parse_chunk;
  decltype(&::raptor_parser_get_locator) parser_get_locator;
  decltype(&::raptor_new_parser) new_parser;
  decltype(&::raptor_new_uri) new_uri;
  decltype(&::raptor_parser_set_statement_handler) parser_set_statement_handler;
  decltype(&::raptor_free_parser) free_parser;
  decltype(&::raptor_free_uri) free_uri;
};

Raptor open_library(const std::string& file) {
  void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    fail(ErrorCode::not_available, Place{file},
         "is RDF (SKOS), which needs the library raptor2, and that is not installed",
         std::string("install ") + kLibrary +
             " (Debian: libraptor2-0), or convert the file to edges, one parent and child a line");
  }
  Raptor out{};
  const auto find = [library](auto& function, const char* name) {
    void* const symbol = ::dlsym(library, name);
    if (symbol == nullptr) {
      fail(ErrorCode::not_available, std::string(kLibrary) + " lacks " + name,
           "install version 2 of the library");
    }
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
  find(out.new_world_internal, "raptor_new_world_internal");
  find(out.world_set_flag, "raptor_world_set_flag");
  find(out.world_open, "raptor_world_open");
  find(out.uri_as_counted_string, "raptor_uri_as_counted_string");
  find(out.parser_set_option, "raptor_parser_set_option");
  find(out.world_set_log_handler, "raptor_world_set_log_handler");
  find(out.parser_parse_start, "raptor_parser_parse_start");
  find(out.parser_parse_chunk, "raptor_parser_parse_chunk");
  find(out.parser_get_locator, "raptor_parser_get_locator");
  find(out.new_parser, "raptor_new_parser");
  find(out.new_uri, "raptor_new_uri");
  find(out.parser_set_statement_handler, "raptor_parser_set_statement_handler");
  find(out.free_parser, "raptor_free_parser");
  find(out.free_uri, "raptor_free_uri");
  return out;
}

/// Opened once and kept.
const Raptor& raptor_library(const std::string& file) {
  static const Raptor library = open_library(file);
  return library;
}

/// The library's state, made once and kept: taking it down would take libxml2 down for the whole
/// process, which may use it elsewhere. One parse at a time.
struct World {
  explicit World(const Raptor& library) : functions(library) {}
  const Raptor& functions;
  std::mutex mutex;
  raptor_world* raptor = nullptr;
};

[[noreturn]] void cannot_start() {
  fail(ErrorCode::not_available, "the library raptor2 cannot start",
       "free some memory, or convert the file to edges, one parent and child a line");
}

World& world(const std::string& file) {
  const Raptor& library = raptor_library(file);
  static World* const kept = [&library] {
    auto made = std::make_unique<World>(library);
    made->raptor = library.new_world_internal(RAPTOR_VERSION);
    if (made->raptor == nullptr) cannot_start();
    // No network library: nothing is fetched.
    library.world_set_flag(made->raptor, RAPTOR_WORLD_FLAG_WWW_SKIP_INIT_FINISH, 1);
    if (library.world_open(made->raptor) != 0) cannot_start();
    return made.release();
  }();
  return *kept;
}

/// A thing of the library's, freed by one of its functions.
template <typename T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

std::string_view view(const unsigned char* text, std::size_t size) {
  return {reinterpret_cast<const char*>(text), size};
}

std::string_view iri(const Raptor& library, raptor_uri* uri) {
  std::size_t size = 0;
  const unsigned char* const text = library.uri_as_counted_string(uri, &size);
  std::string_view out = view(text, size);
  if (out.starts_with(kBase)) out.remove_prefix(kBase.size());
  return out;
}

RdfTerm term(const Raptor& library, const raptor_term& from) {
  switch (from.type) {
    case RAPTOR_TERM_TYPE_LITERAL: {
      const auto& literal = from.value.literal;
      return {RdfKind::literal, view(literal.string, literal.string_len),
              literal.language == nullptr ? std::string_view{}
                                          : view(literal.language, literal.language_len)};
    }
    case RAPTOR_TERM_TYPE_BLANK:
      return {RdfKind::blank, view(from.value.blank.string, from.value.blank.string_len), {}};
    case RAPTOR_TERM_TYPE_URI:
    case RAPTOR_TERM_TYPE_UNKNOWN: break;
  }
  return {RdfKind::iri, iri(library, from.value.uri), {}};
}

/// One text on its way through the parser.
class Parse {
 public:
  Parse(const World& world, bool xml, const std::function<void(const RdfStatement&)>& take)
      : take_(take),
        library_(world.functions),
        raptor_(world.raptor),
        parser_(library_.new_parser(raptor_, xml ? "rdfxml" : "turtle"), library_.free_parser),
        base_(library_.new_uri(raptor_, reinterpret_cast<const unsigned char*>(kBase.data())),
              library_.free_uri) {
    if (parser_ == nullptr || base_ == nullptr) cannot_start();
    library_.world_set_log_handler(raptor_, this, [](void* self, raptor_log_message* message) {
      static_cast<Parse*>(self)->log(*message);
    });
    library_.parser_set_statement_handler(parser_.get(), this,
                                          [](void* self, raptor_statement* statement) {
                                            static_cast<Parse*>(self)->statement(*statement);
                                          });
    for (const raptor_option option : {RAPTOR_OPTION_NO_NET, RAPTOR_OPTION_NO_FILE}) {
      library_.parser_set_option(parser_.get(), option, nullptr, 1);
    }
    library_.parser_set_option(parser_.get(), RAPTOR_OPTION_LOAD_EXTERNAL_ENTITIES, nullptr, 0);
  }
  Parse(const Parse&) = delete;
  Parse& operator=(const Parse&) = delete;
  ~Parse() { library_.world_set_log_handler(raptor_, nullptr, nullptr); }

  void run(std::string_view text) {
    bool going = library_.parser_parse_start(parser_.get(), base_.get()) == 0;
    for (std::size_t at = 0; going && !stopped(); at += kStep) {
      const std::string_view step = text.substr(at, kStep);
      const bool last = at + kStep >= text.size();
      going = library_.parser_parse_chunk(parser_.get(),
                                          reinterpret_cast<const unsigned char*>(step.data()),
                                          step.size(), last ? 1 : 0) == 0;
      if (last) break;
    }
    if (thrown_) std::rethrow_exception(thrown_);
    if (!going && !faulty_) faulty_ = true, what_ = "it cannot be parsed";
  }

  [[nodiscard]] bool faulty() const noexcept { return faulty_; }
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
  [[nodiscard]] const std::string& what() const noexcept { return what_; }

 private:
  [[nodiscard]] bool stopped() const noexcept { return faulty_ || thrown_ != nullptr; }

  /// No exception may pass through the library: it is C.
  void statement(const raptor_statement& from) noexcept {
    if (stopped()) return;
    try {
      take_({named(term(library_, *from.subject)), iri(library_, from.predicate->value.uri),
             named(term(library_, *from.object))});
    } catch (...) {
      thrown_ = std::current_exception();
    }
  }

  /// The library numbers blank nodes on over all texts of a process: here, those of one text.
  RdfTerm named(RdfTerm from) {
    constexpr std::string_view kGenerated = "genid";
    if (from.kind != RdfKind::blank || !from.text.starts_with(kGenerated)) return from;
    const auto [known, fresh] = blanks_.try_emplace(std::string(from.text));
    if (fresh) known->second = std::string(kGenerated).append(std::to_string(blanks_.size()));
    from.text = known->second;
    return from;
  }

  /// Keeps the first error.
  void log(const raptor_log_message& message) noexcept {
    if (message.level < RAPTOR_LOG_LEVEL_ERROR || stopped()) return;
    const raptor_locator* locator = message.locator;
    if (locator == nullptr || locator->line <= 0)
      locator = library_.parser_get_locator(parser_.get());
    try {
      faulty_ = true;
      line_ =
          locator == nullptr || locator->line <= 0 ? 0 : static_cast<std::uint64_t>(locator->line);
      if (message.text != nullptr) what_ = message.text;
    } catch (...) {
      thrown_ = std::current_exception();
    }
  }

  const std::function<void(const RdfStatement&)>& take_;
  const Raptor& library_;
  raptor_world* raptor_;
  Owned<raptor_parser> parser_;
  Owned<raptor_uri> base_;
  std::map<std::string, std::string> blanks_;
  bool faulty_ = false;
  std::uint64_t line_ = 0;
  std::string what_;
  std::exception_ptr thrown_;
};

}  // namespace

std::string_view read_rdf(std::string_view text, const std::string& file,
                          const std::function<void(const RdfStatement&)>& take) {
  const bool xml = is_xml(text);
  const std::string_view syntax = xml ? "RDF/XML" : "Turtle";
  if (const std::uint64_t line = xml ? nested_too_deep(text, kDeepest) : 0; line != 0) {
    fail(ErrorCode::bad_format, Place{file, line},
         "elements are nested more than " + std::to_string(kDeepest) + " deep",
         "name parents by their IRIs instead of writing them around their children");
  }
  World& kept = world(file);
  const std::lock_guard lock(kept.mutex);
  Parse parse(kept, xml, take);
  parse.run(text);
  if (parse.faulty()) {
    // The library counts a carriage return alone as a line, too: never name one beyond the text.
    const auto n_lines = 1 + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    fail(ErrorCode::bad_format, Place{file, std::min(parse.line(), n_lines)},
         "is not " + std::string(syntax) + ": " + quoted(parse.what()),
         "correct the line; SKOS is read as Turtle, N-Triples or RDF/XML");
  }
  return syntax;
}

#else

std::string_view read_rdf(std::string_view /*text*/, const std::string& file,
                          const std::function<void(const RdfStatement&)>& /*take*/) {
  fail(ErrorCode::not_available, Place{file}, "is RDF (SKOS), which this build cannot read",
       "build tallystick with raptor2, or convert the file to edges, one parent and child a line");
}

#endif

}  // namespace tallystick::detail
