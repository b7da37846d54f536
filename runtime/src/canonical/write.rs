//! A [`Value`] to its canonical bytes (RFC 8785), streamed into a sink. The order of keys is the object's own.

use alloc::vec::Vec;

use super::scan;
use super::value::Value;

/// Where bytes go as they are written.
pub trait Sink {
    /// Takes the next bytes.
    fn write(&mut self, bytes: &[u8]);

    /// Takes the first `length` of 16 bytes: what is short is copied faster at a fixed size.
    fn write_first(&mut self, bytes: [u8; 16], length: usize) {
        self.write(bytes.get(..length).unwrap_or(&bytes));
    }
}

impl Sink for Vec<u8> {
    fn write(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn write_first(&mut self, bytes: [u8; 16], length: usize) {
        let end = self.len() + length;
        self.extend_from_slice(&bytes);
        self.truncate(end);
    }
}

/// The canonical bytes of `value`.
#[must_use]
pub fn to_vec(value: &Value<'_>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(128);
    write(value, &mut bytes);
    bytes
}

/// Writes the canonical bytes of `value`.
pub fn write(value: &Value<'_>, sink: &mut impl Sink) {
    match value {
        Value::Null => sink.write(b"null"),
        Value::Boolean(true) => sink.write(b"true"),
        Value::Boolean(false) => sink.write(b"false"),
        Value::Number(number) => number.write(sink),
        Value::String(string) => write_string(string, sink),
        Value::Array(elements) => {
            sink.write(b"[");
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    sink.write(b",");
                }
                write(element, sink);
            }
            sink.write(b"]");
        }
        Value::Object(object) => {
            sink.write(b"{");
            for (index, (key, member)) in object.iter().enumerate() {
                if index > 0 {
                    sink.write(b",");
                }
                write_string(key, sink);
                sink.write(b":");
                write(member, sink);
            }
            sink.write(b"}");
        }
    }
}

pub(super) fn write_string(string: &str, sink: &mut impl Sink) {
    sink.write(b"\"");
    if scan::is_plain(string.as_bytes()) {
        sink.write(string.as_bytes());
    } else {
        write_escaped(string.as_bytes(), sink);
    }
    sink.write(b"\"");
}

fn write_escaped(mut rest: &[u8], sink: &mut impl Sink) {
    while let Some((plain, tail)) = rest.split_at_checked(scan::plain(rest)) {
        sink.write(plain);
        let Some((byte, tail)) = tail.split_first() else {
            return;
        };
        write_escape(*byte, sink);
        rest = tail;
    }
}

fn write_escape(byte: u8, sink: &mut impl Sink) {
    match byte {
        b'"' => sink.write(b"\\\""),
        b'\\' => sink.write(b"\\\\"),
        0x08 => sink.write(b"\\b"),
        b'\t' => sink.write(b"\\t"),
        b'\n' => sink.write(b"\\n"),
        0x0C => sink.write(b"\\f"),
        b'\r' => sink.write(b"\\r"),
        _ => {
            let digit = |nibble: u8| {
                if nibble < 10 {
                    b'0' + nibble
                } else {
                    b'a' + nibble - 10
                }
            };
            sink.write(&[
                b'\\',
                b'u',
                b'0',
                b'0',
                digit(byte >> 4),
                digit(byte & 0x0F),
            ]);
        }
    }
}
