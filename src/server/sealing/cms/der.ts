import { ObjectIdentifier } from 'asn1js'

/** One DER element. What is signed is built from its bytes, so that certificates and tokens stay exactly as they were issued. */
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

/** A set in DER is sorted by the bytes of its elements; a reader that encodes it again would hash something else otherwise. */
export function sortedSet(tag: number, parts: readonly Uint8Array[]): Buffer {
  return der(tag, ...[...parts].sort(Buffer.compare))
}

export const sha256Algorithm = sequence(oid('2.16.840.1.101.3.4.2.1'))
