#include "errors.hpp"

#include <array>
#include <cctype>

#include "tallystick/base/error.hpp"

namespace tallystick::python {

namespace {

constexpr std::size_t kCodes = static_cast<std::size_t>(ErrorCode::internal) + 1;
std::array<PyObject*, kCodes>& classes() {  // they live as long as the interpreter
  static std::array<PyObject*, kCodes> all{};
  return all;
}

/// "unknown-label" -> "UnknownLabelError".
std::string class_name(std::string_view code) {
  std::string out;
  bool upper = true;
  for (const char c : code) {
    if (c == '-') {
      upper = true;
      continue;
    }
    out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return out + "Error";
}

/// What else a caller may catch it as.
PyObject* also(ErrorCode code) {
  switch (code) {
    case ErrorCode::no_such_file: return PyExc_FileNotFoundError;
    case ErrorCode::cannot_read:
    case ErrorCode::cannot_write: return PyExc_OSError;
    case ErrorCode::count_overflow: return PyExc_OverflowError;
    case ErrorCode::not_available: return PyExc_NotImplementedError;
    default: return nullptr;
  }
}

void raise(const Error& error) {
  nb::object type = nb::borrow(classes()[static_cast<std::size_t>(error.code())]);
  std::string text = in_python(error.what());
  const std::string hint = in_python(error.hint());
  if (!hint.empty()) text += "\nhint: " + hint;
  nb::object raised = type(nb::str(text.c_str(), text.size()));
  raised.attr("code") = nb::str(error_name(error.code()).data(), error_name(error.code()).size());
  raised.attr("hint") = nb::str(hint.c_str(), hint.size());
  raised.attr("fact") = nb::str(in_python(error.fact()).c_str());
  raised.attr("file") = nb::str(error.place().file.c_str());
  raised.attr("line") = error.place().line;
  raised.attr("column") = error.place().column;
  PyErr_SetObject(type.ptr(), raised.ptr());
}

}  // namespace

std::string in_python(std::string_view text) {
  const auto word = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = text.substr(i).starts_with("--") && i + 2 < text.size() &&
                        text[i + 2] >= 'a' && text[i + 2] <= 'z' &&
                        (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])));
    if (!starts) {
      out += text[i];
      continue;
    }
    for (i += 2; i < text.size() && word(text[i]); ++i) out += text[i] == '-' ? '_' : text[i];
    if (i < text.size() && text[i] == '=') {
      const auto ends = [](char c) { return c == ' ' || c == ',' || c == ';' || c == ')'; };
      out += "='";
      for (++i; i < text.size() && !ends(text[i]); ++i) out += text[i];
      out += '\'';
    }
    --i;
  }
  return out;
}

void bind_errors(nb::module_& module) {
  const auto make = [&](const std::string& name, nb::tuple bases, const std::string& doc,
                        const std::string& code) {
    nb::dict body;
    if (!code.empty()) body["code"] = nb::str(code.c_str());
    body["__module__"] = module.attr("__name__");
    body["__doc__"] = nb::str(doc.c_str());
    nb::object type =
        nb::borrow(reinterpret_cast<PyObject*>(&PyType_Type))(name.c_str(), bases, body);
    module.attr(name.c_str()) = type;
    return type;
  };
  const nb::object base = make(
      "Error", nb::make_tuple(nb::borrow(PyExc_ValueError)),
      "What tallystick raises. code: stable and kebab-case; hint: one action that helps; file, "
      "line and column: where, as far as there is a place.",
      "");
  for (std::size_t i = 0; i < kCodes; ++i) {
    const auto code = static_cast<ErrorCode>(i);
    PyObject* const other = also(code);
    nb::tuple bases =
        other == nullptr ? nb::make_tuple(base) : nb::make_tuple(base, nb::borrow(other));
    const std::string name(error_name(code));
    classes()[i] =
        make(class_name(name), bases, "Errors with the code '" + name + "'.", name).release().ptr();
  }
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace tallystick::python
