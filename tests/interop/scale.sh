#!/usr/bin/env bash
# Holds large policies to their budgets: tests/interop/scale.sh [rules...]
# For 1,000 and 10,000 rules, unless told otherwise: how long checking and building takes, how long and in how much memory
# what was emitted compiles in release, and how much it adds to a binary. Fails on the first that is above its budget.
# `ORDAIN_SLOWER` multiplies the budgets of time, for machines that are slower or busy.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
slower=${ORDAIN_SLOWER:-1}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/target}

# Budgets for 10,000 rules.
build_ms_max=2000
compile_ms_max=20000
compile_kib_max=$((1024 * 1024))
binary_kib_max=$((8 * 1024))

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

now_ms() { date +%s%3N; }

# Fails where `value` is above `most`, and says both.
within() {
    local what=$1 value=$2 most=$3 unit=$4
    printf '  %-34s %8d %s of %d\n' "$what" "$value" "$unit" "$most"
    ((value <= most)) || fail "$what: $value $unit, and $most is the most"
}

cargo build --release --quiet --manifest-path "$here/Cargo.toml" --package ordain
cargo build --quiet --manifest-path "$here/Cargo.toml" --package ordain-tests --example rule_sources
ordain=$CARGO_TARGET_DIR/release/ordain
rule_sources=$CARGO_TARGET_DIR/debug/examples/rule_sources

# A binary that decides on what it is given.
mkdir -p "$work/scale/src"
cat >"$work/scale/Cargo.toml" <<TOML
[workspace]
[package]
name = "scale"
version = "0.1.0"
edition = "2024"
[dependencies]
ordain-runtime = { path = "$here/runtime", default-features = false }
[profile.release]
strip = true
TOML
cp "$here/Cargo.lock" "$work/scale/Cargo.lock"
cat >"$work/scale/src/main.rs" <<'RUST'
mod scale;
fn main() {
    let facts = std::env::args().nth(1).unwrap_or_default();
    match scale::calls_v1::evaluate_json(facts.as_bytes()) {
        Ok(decision) => println!("{decision:?}"),
        Err(error) => println!("{error}"),
    }
    if let Ok(value) = ordain_runtime::canonical::parse(facts.as_bytes()) {
        println!("{}", scale::calls_v1::evaluate_untyped(&value).is_ok());
    }
}
RUST

# Compiles the rules of a project into the binary; gives milliseconds, the most memory of a process in KiB, and KiB.
compile() {
    cp "$1/rust/scale.rs" "$work/scale/src/scale.rs"
    local start end memory=0
    start=$(now_ms)
    if [[ -x /usr/bin/time ]]; then
        (cd "$work/scale" && /usr/bin/time -f %M -o "$work/memory" \
            cargo build --release --offline --quiet --jobs 2 --target-dir "$work/target")
        memory=$(tail -1 "$work/memory")
    else
        (cd "$work/scale" && cargo build --release --offline --quiet --jobs 2 --target-dir "$work/target")
    fi
    end=$(now_ms)
    echo "$((end - start)) $memory $(($(stat -c %s "$work/target/release/scale") / 1024))"
}

[[ -x /usr/bin/time ]] || echo "SKIPPED in part: no /usr/bin/time, so that memory is not measured"
"$rule_sources" 1 "$work/1"
"$ordain" build "$work/1" >/dev/null 2>&1
# The dependencies are compiled here, and not measured.
read -r _ _ small_kib <<<"$(compile "$work/1")"

for rules in "${@:-1000 10000}"; do
    for count in $rules; do
        echo "$count rules"
        "$rule_sources" "$count" "$work/$count"
        start=$(now_ms)
        "$ordain" build "$work/$count" >/dev/null 2>"$work/said" || fail "$(tail -3 "$work/said")"
        built=$(($(now_ms) - start))
        read -r compiled memory size <<<"$(compile "$work/$count")"
        within "checked, built and emitted" "$built" "$((build_ms_max * slower))" ms
        within "compiled in release" "$compiled" "$((compile_ms_max * slower))" ms
        within "memory of the compiler" "$memory" "$compile_kib_max" KiB
        within "added to a binary" "$((size - small_kib))" "$binary_kib_max" KiB
        "$work/target/release/scale" '{"capability":"c0","role":"agent","region":"eu","verified":true,"amount":900000}' |
            grep -q true || fail "what was compiled does not decide"
    done
done
