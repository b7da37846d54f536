// What tests/interop/signature.sh asks of node: keys, signatures, and the envelope as DSSE 1.0 describes it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const [verb, ...args] = process.argv.slice(2);

const pem = (key) => key.export({ type: "spki", format: "pem" });

const pae = (type, payload) =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `),
    payload,
  ]);

const verbs = {
  generate(privateFile, publicFile) {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    writeFileSync(privateFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
    writeFileSync(publicFile, pem(publicKey));
  },
  public(file) {
    const text = readFileSync(file);
    const isPrivate = text.includes("PRIVATE");
    process.stdout.write(pem(createPublicKey(isPrivate ? createPrivateKey(text) : text)));
  },
  split(envelopeFile, signedFile, signatureFile) {
    const envelope = JSON.parse(readFileSync(envelopeFile));
    if (envelope.signatures.length !== 1) throw new Error("not one signature");
    writeFileSync(signedFile, pae(envelope.payloadType, Buffer.from(envelope.payload, "base64")));
    writeFileSync(signatureFile, Buffer.from(envelope.signatures[0].sig, "base64"));
  },
  wrap(encoding, signatureFile, keyid, envelopeFile) {
    const envelope = JSON.parse(readFileSync(envelopeFile));
    const encode = (bytes) => {
      const text = bytes.toString("base64");
      return encoding === "base64url" ? text.replaceAll("+", "-").replaceAll("/", "_") : text;
    };
    envelope.payload = encode(Buffer.from(envelope.payload, "base64"));
    envelope.signatures = [{ keyid, sig: encode(readFileSync(signatureFile)) }];
    process.stdout.write(JSON.stringify(envelope, null, 2));
  },
  sign(privateFile, signedFile, signatureFile) {
    const key = createPrivateKey(readFileSync(privateFile));
    writeFileSync(signatureFile, sign(null, readFileSync(signedFile), key));
  },
  verify(publicFile, signedFile, signatureFile) {
    const key = createPublicKey(readFileSync(publicFile));
    const verified = verify(null, readFileSync(signedFile), key, readFileSync(signatureFile));
    process.exitCode = verified ? 0 : 1;
  },
  flip(file, offset) {
    const bytes = readFileSync(file);
    bytes[offset % bytes.length] ^= 1 << offset % 8;
    writeFileSync(file, bytes);
  },
};

verbs[verb](...args);
