#!/usr/bin/env bash
# Has OpenSSL and node judge our keys and signatures, and us theirs: tests/interop/signature.sh [rounds]
# Needs openssl 3 and node. Fails on the first disagreement, and says how much was compared.
set -euo pipefail
rounds=${1:-20}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --quiet --manifest-path "$here/../../Cargo.toml" --package ordain
ordain=${CARGO_TARGET_DIR:-$here/../../target}/debug/ordain
ordain=$(cd "$(dirname "$ordain")" && pwd)/ordain
envelope() { node "$here/signature.mjs" "$@"; }

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

# Whether OpenSSL takes a signature of a file.
openssl_verify() {
    openssl pkeyutl -verify -rawin -pubin -inkey "$1" -in "$2" -sigfile "$3" >/dev/null 2>&1
}

# Puts a signature into a new envelope, which we take.
we_take() {
    envelope wrap "$1" "$2" "$3" ordain.sig >theirs.sig
    "$ordain" verify --key "$4" --signature theirs.sig >/dev/null || fail "we refuse a signature by $5"
}

cd "$work"
"$ordain" init --name interop >/dev/null
"$ordain" build >/dev/null
keys=0 ids=0 signatures=0 refusals=0 taken=0
for round in $(seq "$rounds"); do
    rm -f ordain.sig
    case $((round % 3)) in
    0)
        id=$("$ordain" key new --out "key$round")
        pub=key$round.pub
        ;;
    1)
        openssl genpkey -algorithm ed25519 -out "key$round" 2>/dev/null
        pub=key$round.pub
        openssl pkey -in "key$round" -pubout -out "$pub"
        id=
        ;;
    2)
        envelope generate "key$round" "key$round.pub"
        pub=key$round.pub
        id=
        ;;
    esac
    # Both read both files and agree on the public key, to the byte; the key id is the digest of its DER.
    openssl pkey -in "key$round" -pubout | cmp -s - "$pub" || fail "OpenSSL reads another key from key$round"
    envelope public "key$round" | cmp -s - "$pub" || fail "node reads another key from key$round"
    envelope public "$pub" | cmp -s - "$pub" || fail "node writes another $pub"
    keys=$((keys + 1))
    der=$(openssl pkey -pubin -in "$pub" -outform DER | openssl dgst -sha256 -r | cut -d' ' -f1)

    # What we sign, both verify; one flipped bit, neither.
    said=$("$ordain" sign --key "key$round" --sequence "$round")
    case $said in *"$der") ;; *) fail "the key id of $pub is not $der: $said" ;; esac
    if [ -n "$id" ] && [ "$id" != "$der" ]; then fail "the printed key id is not $der"; fi
    ids=$((ids + 1))
    "$ordain" verify --key "$pub" >/dev/null || fail "we refuse our own signature"
    envelope split ordain.sig signed signature
    openssl_verify "$pub" signed signature || fail "OpenSSL refuses a signature of ours"
    envelope verify "$pub" signed signature || fail "node refuses a signature of ours"
    signatures=$((signatures + 2))
    for file in signed signature; do
        envelope flip "$file" "$round"
        if openssl_verify "$pub" signed signature; then fail "OpenSSL takes a flipped bit of the $file"; fi
        if envelope verify "$pub" signed signature; then fail "node takes a flipped bit of the $file"; fi
        envelope flip "$file" "$round"
        refusals=$((refusals + 2))
    done

    # What both sign over the same bytes is the same signature, and we take it: in the standard alphabet and in the other.
    openssl pkeyutl -sign -rawin -inkey "key$round" -in signed -out by-openssl
    envelope sign "key$round" signed by-node
    cmp -s by-openssl signature || fail "OpenSSL signs otherwise"
    cmp -s by-node signature || fail "node signs otherwise"
    we_take base64 by-openssl "$der" "$pub" OpenSSL
    we_take base64url by-node "" "$pub" node
    taken=$((taken + 2))
done
echo "signature: $keys key pairs read by OpenSSL and node ($ids key ids), $signatures verifications of our signatures," \
    "$refusals of flipped bits refused, $taken of their signatures taken"
