// Bundles src/main.js and writes it, packed, as a C++ source: node build.mjs OUT.cpp [OUT.js]
import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {deflateSync} from "node:zlib";
import {build} from "esbuild";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [source, plain] = process.argv.slice(2);
const notice = readFileSync(here("../NOTICE"), "utf8").trim();

const {outputFiles: [{text}]} = await build({
  entryPoints: [here("src/main.js")],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",  // all of them stand in the notice
  loader: {".css": "text"},
  define: {"process.env.NODE_ENV": '"production"'},
  banner: {js: `/*\n${notice}\n*/`},
});
if (text.includes("</script")) throw new Error("the bundle would end the script it stands in");
const hash = createHash("sha256").update(text).digest("base64");
const packed = deflateSync(text, {level: 9}).toString("base64");
const lines = packed.match(/.{1,96}/g).map((line) => `    "${line}"`);
const pieces = [];  // of less than 65,536 characters
for (let i = 0; i < lines.length; i += 500) pieces.push(lines.slice(i, i + 500).join("\n"));
if (plain) writeFileSync(plain, text);
writeFileSync(source, `// Made by web/build.mjs: ${text.length} bytes of script, deflated, as base64.
#include "report/charts.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kPacked[] = {
${pieces.join(",\n")}};

}  // namespace

ChartsScript charts_script() noexcept { return {.packed = kPacked, .hash = "sha256-${hash}"}; }

}  // namespace tallystick::detail
`);
console.log(`charts: ${text.length} bytes, ${packed.length} in the page`);
