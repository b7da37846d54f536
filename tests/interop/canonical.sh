#!/bin/sh
# Has the npm package `canonicalize` judge our canonical forms: tests/interop/canonical.sh [documents]
# Needs node and npm. Fails on the first form that differs, and says how many were compared.
set -eu
documents=${1:-100000}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --no-save --no-audit --no-fund --silent canonicalize@4
cp "$here/canonical.mjs" "$work/"
cargo run --quiet --release --manifest-path "$here/../Cargo.toml" --example canonical_documents -- "$documents" \
  >"$work/documents"
node "$work/canonical.mjs" "$documents" <"$work/documents"
