import { fromBER, Integer } from 'asn1js'
import { type Certificate, childrenOf } from './certificate.ts'

const rsa = '1.2.840.113549.1.1.1'
const curves: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
  '1.3.132.0.35': { name: 'P-521', bytes: 66 },
}
/** Hash by signature algorithm, for those WebCrypto supports. */
const hashes: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
}

/** Key or algorithm not supported by the browser; the signature cannot be checked. */
export class UnknownAlgorithm extends Error {}

/** Hash of a certificate's signature algorithm. Throws UnknownAlgorithm. */
export function hashOf(algorithm: string): string {
  const hash = hashes[algorithm]
  if (!hash) throw new UnknownAlgorithm(algorithm)
  return hash
}

/** Verifies a signature with a certificate's key. Throws UnknownAlgorithm for unsupported keys. */
export async function isSignedBy(
  certificate: Certificate,
  hash: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const curve = certificate.curve ? curves[certificate.curve] : undefined
  if (certificate.keyAlgorithm === rsa) {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash }
    const key = await crypto.subtle.importKey('spki', certificate.publicKey, algorithm, false, ['verify'])
    return crypto.subtle.verify(algorithm, key, signature, signed)
  }
  if (!curve) throw new UnknownAlgorithm(certificate.keyAlgorithm)
  const kind = { name: 'ECDSA', namedCurve: curve.name }
  const key = await crypto.subtle.importKey('spki', certificate.publicKey, kind, false, ['verify'])
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, fixedLength(signature, curve.bytes), signed)
}

/** Converts an ECDSA signature from DER to the raw format of WebCrypto. */
function fixedLength(signature: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const parsed = fromBER(signature)
  const numbers = parsed.offset === -1 ? [] : childrenOf(parsed.result)
  const both = new Uint8Array(2 * bytes)
  numbers.slice(0, 2).forEach((number, at) => {
    if (!(number instanceof Integer)) return
    const digits = number.valueBlock.valueHexView
    const plain = digits.slice(Math.max(0, digits.length - bytes))
    both.set(plain, (at + 1) * bytes - plain.length)
  })
  return both
}
