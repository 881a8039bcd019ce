import { type BaseBlock, BitString, fromBER, ObjectIdentifier, type Sequence, Utf8String } from 'asn1js'

/** The fields of an X.509 certificate (RFC 5280) in use, and its signed bytes. */
export interface Certificate {
  readonly der: Uint8Array<ArrayBuffer>
  readonly signedPart: Uint8Array<ArrayBuffer>
  readonly issuer: Uint8Array<ArrayBuffer>
  readonly subject: Uint8Array<ArrayBuffer>
  readonly serial: Uint8Array<ArrayBuffer>
  /** The subject's common name. */
  readonly name: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly keyAlgorithm: string
  /** Named curve of an elliptic key. */
  readonly curve: string | null
  readonly signatureAlgorithm: string
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Copies the encoded bytes of a block. */
export const bytesOf = (block: BaseBlock | undefined) => new Uint8Array(block?.valueBeforeDecodeView ?? [])

export function childrenOf(block: unknown): BaseBlock[] {
  const value = (block as Sequence | undefined)?.valueBlock?.value
  if (!Array.isArray(value)) throw new Error('a structure was expected')
  return value as BaseBlock[]
}

export const oidOf = (block: unknown) => (block instanceof ObjectIdentifier ? block.valueBlock.toString() : '')

/** Whether two byte arrays are equal. */
export const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at])

const versionTag = 0xa0
const commonName = '2.5.4.3'

/** Parses a certificate. Throws if it is invalid. */
export function readCertificate(der: Uint8Array<ArrayBuffer>): Certificate {
  const parsed = fromBER(der)
  if (parsed.offset === -1) throw new Error('the certificate cannot be read')
  const [body, algorithm, signature] = childrenOf(parsed.result)
  const fields = childrenOf(body)
  const [serial, , issuer, validity, subject, key] = fields.slice(bytesOf(fields[0])[0] === versionTag ? 1 : 0)
  const [notBefore, notAfter] = childrenOf(validity)
  const [keyType] = childrenOf(key)
  const [keyAlgorithm, curve] = childrenOf(keyType)
  if (!(signature instanceof BitString)) throw new Error('the certificate has no signature')
  return {
    der,
    signedPart: bytesOf(body),
    issuer: bytesOf(issuer),
    subject: bytesOf(subject),
    serial: bytesOf(serial),
    name: nameIn(subject),
    notBefore: dateOf(notBefore),
    notAfter: dateOf(notAfter),
    publicKey: bytesOf(key),
    keyAlgorithm: oidOf(keyAlgorithm),
    curve: curve instanceof ObjectIdentifier ? oidOf(curve) : null,
    signatureAlgorithm: oidOf(childrenOf(algorithm)[0]),
    signature: new Uint8Array(signature.valueBlock.valueHexView),
  }
}

/** Parses all certificates of a PEM file. */
export function certificatesInPem(pem: string): Certificate[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)
  return [...blocks].map(([, base64 = '']) =>
    readCertificate(Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0))),
  )
}

function nameIn(name: BaseBlock | undefined): string {
  for (const part of childrenOf(name)) {
    const [type, value] = childrenOf(childrenOf(part)[0])
    if (oidOf(type) !== commonName) continue
    if (value instanceof Utf8String) return value.getValue()
    return new TextDecoder('latin1').decode((value as Utf8String | undefined)?.valueBlock.valueHexView)
  }
  return ''
}

function dateOf(time: BaseBlock | undefined): Date {
  const read = time as { toDate?: () => Date } | undefined
  if (!read?.toDate) throw new Error('the certificate has no period')
  return read.toDate()
}
