#!/usr/bin/env node
// Asks this package and the JavaScript engine about the same patterns and texts.
//
// usage: patterns.mjs VERBATIM-CONFORMANCE [PAIRS] [SEED]
//
// Prints every pair they do not agree on, whether a pattern is one included; exits with 1 if there is any.
import { spawnSync } from "node:child_process";

const [verbatim, pairs = "20000", seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2);
let state = BigInt(seed) * 2862933555777941757n + 3037000493n;
const random = (n) => {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return Number((state >> 33n) % BigInt(n));
};
const pick = (list) => list[random(list.length)];
const times = (n, make) => Array.from({ length: n }, make).join("");

const atoms = ["a", "b", "c", "0", "1", ".", "-", "_", " ", "é", "😀", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\n",
  "\\.", "\\/", "\\x61", "\\u0062", "\\u{63}", "\\cA", "\\0", "[ab]", "[^a]", "[a-c]", "[\\w-]", "[\\d.]", "[^\\s]",
  "[]", "[^]", "\\p{L}", "\\P{Lu}", "\\p{Script=Greek}", "\\p{Nd}", "\\p{ASCII}", "[\\p{L}\\d]", "α"];
const rough = ["{", "}", "]", "(", ")", "[", "*", "\\", "\\-", "\\1", "\\k<n>", "(?i)", "(?<n>", "{2", "x{3,1}", "[b-a]",
  "\\p{No}", "\\p{Nope}", "\\c1", "\\x6", "\\u12", "[\\d-a]", "(?=a)*", "\\8", "$", "^"];
const quantifiers = ["*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?", "??", "{1,2}?"];
const pattern = (depth) => {
  const term = () => {
    const kind = random(20);
    let atom = pick(atoms);
    if (depth > 0 && kind < 3) atom = `(${pattern(depth - 1)})`;
    else if (depth > 0 && kind === 3) atom = `(?:${pattern(depth - 1)})`;
    else if (depth > 0 && kind === 4) return pick(["(?=", "(?!", "(?<=", "(?<!"]) + pattern(depth - 1) + ")";
    else if (kind === 5) return pick(["^", "$", "\\b", "\\B"]);
    else if (kind === 6 && depth < 2) atom = "\\1";
    else if (kind === 7 && random(6) === 0) return pick(rough);
    return atom + (random(3) === 0 ? pick(quantifiers) : "");
  };
  return times(random(4) + (depth > 1 ? 1 : 0), term) + (random(4) === 0 ? "|" + times(random(3), term) : "");
};
const letters = ["a", "b", "c", "0", "1", ".", "-", "_", " ", "é", "É", "😀", "\n", "α", "\u0001", "\u0000"];

const compiled = (source, flags) => {
  try { return new RegExp(source, flags); } catch { return null; }
};
// A pattern that is invalid with the flag is read without it, but of code points, with properties, and with a flag at
// its beginning, all of which the engine reads otherwise.
const isOurs = (source, text) => /\\[pP]|\\u\{|^\(\?i\)/.test(source) || /[\u{10000}-\u{10ffff}]/u.test(source + text);
// The engine finds some matches in the middle of a character: ECMA-262, AdvanceStringIndex.
const isInside = (match, text) => match !== null && /^[\udc00-\udfff]/.test(text.slice(match.index));

const questions = [];
let ours = 0;
while (questions.length < Number(pairs)) {
  const source = pattern(2);
  const unicode = compiled(source, "u");
  const regex = unicode ?? compiled(source, "");
  for (let i = 0; i < 8; i++) {
    const text = times(random(7), () => pick(letters));
    const match = regex?.exec(text) ?? null;
    if (unicode === null ? isOurs(source, text) : isInside(match, text)) { ours++; continue; }
    questions.push({ source, text, expected: regex === null ? "error" : match === null ? "invalid" : "valid" });
  }
}
const input = questions.map(({ source, text }) => JSON.stringify({ schema: { pattern: source }, instance: text })).join("\n");
const { stdout } = spawnSync(verbatim, ["--validate"], { input: input + "\n", maxBuffer: 1 << 30 });
const answers = stdout.toString().split("\n");
let wrong = answers.length === questions.length + 1 ? 0 : 1;
questions.forEach(({ source, text, expected }, i) => {
  const answer = (answers[i] ?? "nothing").replace(/^error.*/, "error");
  if (answer === expected) return;
  wrong++;
  console.log(`WRONG ${JSON.stringify(source)} on ${JSON.stringify(text)}: verbatim ${answers[i]}, JavaScript ${expected}`);
});
console.log(`seed ${seed}: ${questions.length} pairs, ${wrong} wrong; ${ours} left out, which the engine reads otherwise`);
process.exit(wrong > 0 ? 1 : 0);
