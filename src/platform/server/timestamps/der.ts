import { ObjectIdentifier } from 'asn1js'

/** Encodes one DER element from raw content, so that certificates and tokens keep their original bytes. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const digits: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length, ...digits]), content])
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
export const octets = (bytes: Uint8Array) => der(0x04, bytes)
export const smallInteger = (value: number) => der(0x02, Buffer.from([value]))
export const oid = (dotted: string) => Buffer.from(new ObjectIdentifier({ value: dotted }).toBER())

/** A DER SET, sorted by the encoded elements (X.690, 11.6): verifiers that re-encode it get the same hash. */
export function sortedSet(tag: number, parts: readonly Uint8Array[]): Buffer {
  return der(tag, ...[...parts].sort(Buffer.compare))
}

export const sha256Algorithm = sequence(oid('2.16.840.1.101.3.4.2.1'))
