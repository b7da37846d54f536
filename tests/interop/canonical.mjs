// Reads lines of a text, a tab and our canonical form; compares the form with what `canonicalize` gives for the text, and
// with what it gives for the form itself.
import { readFileSync } from "node:fs";
import canonicalize from "canonicalize";

const expected = Number(process.argv[2]);
let documents = 0;
let bytes = 0;
for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
  const tab = line.indexOf("\t");
  const [text, form] = [line.slice(0, tab), line.slice(tab + 1)];
  for (const source of [text, form]) {
    const theirs = canonicalize(JSON.parse(source));
    if (theirs !== form) {
      console.error(`document ${documents} differs\ntext:   ${text}\nours:   ${form}\ntheirs: ${theirs}`);
      process.exit(1);
    }
  }
  documents += 1;
  bytes += form.length;
}
if (documents !== expected) {
  console.error(`${documents} documents came, and ${expected} were asked for`);
  process.exit(1);
}
console.log(`canonicalize agrees on ${documents} documents, ${bytes} characters of canonical form`);
