#include "readers/rdf.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

#ifdef TALLYSTICK_HAS_RAPTOR
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

/// The library's state, made once and kept: taking it down would take libxml2 down for the whole
/// process, which may use it elsewhere. One parse at a time.
struct World {
  std::mutex mutex;
  raptor_world* raptor = nullptr;
};

[[noreturn]] void cannot_start() {
  fail(ErrorCode::not_available, "the library raptor2 cannot start",
       "free some memory, or convert the file to edges, one parent and child a line");
}

World& world() {
  static World* const kept = [] {
    auto made = std::make_unique<World>();
    made->raptor = raptor_new_world();
    if (made->raptor == nullptr) cannot_start();
    // No network library: nothing is fetched.
    raptor_world_set_flag(made->raptor, RAPTOR_WORLD_FLAG_WWW_SKIP_INIT_FINISH, 1);
    if (raptor_world_open(made->raptor) != 0) cannot_start();
    return made.release();
  }();
  return *kept;
}

template <auto free>
struct Free {
  void operator()(auto* what) const { free(what); }
};

std::string_view view(const unsigned char* text, std::size_t size) {
  return {reinterpret_cast<const char*>(text), size};
}

std::string_view iri(raptor_uri* uri) {
  std::size_t size = 0;
  const unsigned char* const text = raptor_uri_as_counted_string(uri, &size);
  std::string_view out = view(text, size);
  if (out.starts_with(kBase)) out.remove_prefix(kBase.size());
  return out;
}

RdfTerm term(const raptor_term& from) {
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
  return {RdfKind::iri, iri(from.value.uri), {}};
}

/// One text on its way through the parser.
class Parse {
 public:
  Parse(raptor_world* raptor, bool xml, const std::function<void(const RdfStatement&)>& take)
      : take_(take),
        raptor_(raptor),
        parser_(raptor_new_parser(raptor, xml ? "rdfxml" : "turtle")),
        base_(raptor_new_uri(raptor, reinterpret_cast<const unsigned char*>(kBase.data()))) {
    if (parser_ == nullptr || base_ == nullptr) cannot_start();
    raptor_world_set_log_handler(raptor_, this, [](void* self, raptor_log_message* message) {
      static_cast<Parse*>(self)->log(*message);
    });
    raptor_parser_set_statement_handler(parser_.get(), this,
                                        [](void* self, raptor_statement* statement) {
                                          static_cast<Parse*>(self)->statement(*statement);
                                        });
    for (const raptor_option option : {RAPTOR_OPTION_NO_NET, RAPTOR_OPTION_NO_FILE}) {
      raptor_parser_set_option(parser_.get(), option, nullptr, 1);
    }
    raptor_parser_set_option(parser_.get(), RAPTOR_OPTION_LOAD_EXTERNAL_ENTITIES, nullptr, 0);
  }
  Parse(const Parse&) = delete;
  Parse& operator=(const Parse&) = delete;
  ~Parse() { raptor_world_set_log_handler(raptor_, nullptr, nullptr); }

  void run(std::string_view text) {
    bool going = raptor_parser_parse_start(parser_.get(), base_.get()) == 0;
    for (std::size_t at = 0; going && !stopped(); at += kStep) {
      const std::string_view step = text.substr(at, kStep);
      const bool last = at + kStep >= text.size();
      going = raptor_parser_parse_chunk(parser_.get(),
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
      take_({term(*from.subject), iri(from.predicate->value.uri), term(*from.object)});
    } catch (...) {
      thrown_ = std::current_exception();
    }
  }

  /// Keeps the first error.
  void log(const raptor_log_message& message) noexcept {
    if (message.level < RAPTOR_LOG_LEVEL_ERROR || stopped()) return;
    const raptor_locator* locator = message.locator;
    if (locator == nullptr || locator->line <= 0)
      locator = raptor_parser_get_locator(parser_.get());
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
  raptor_world* raptor_;
  std::unique_ptr<raptor_parser, Free<raptor_free_parser>> parser_;
  std::unique_ptr<raptor_uri, Free<raptor_free_uri>> base_;
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
  World& kept = world();
  const std::lock_guard lock(kept.mutex);
  Parse parse(kept.raptor, xml, take);
  parse.run(text);
  if (parse.faulty()) {
    fail(ErrorCode::bad_format, Place{file, parse.line()},
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
