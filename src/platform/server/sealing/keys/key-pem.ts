import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyMaterial } from './seal-key.ts'

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const privateKeyPattern = /-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----/

/** A generated key from the PEM that `makeKeys` returns. Throws if it is not complete. */
export function madeKeyOf(pem: string): Extract<KeyMaterial, { kind: 'made' }> {
  const privateKeyPem = privateKeyPattern.exec(pem)?.[0]
  const chain = parseChain(pem)
  const [leaf] = chain
  if (!privateKeyPem || !leaf || chain.length < 2) throw new Error('a key and two certificates should be in it')
  if (!new X509Certificate(leaf).checkPrivateKey(createPrivateKey(privateKeyPem))) {
    throw new Error('its key does not match its certificate')
  }
  return { kind: 'made', privateKeyPem, chain }
}

/** The certificates of a PEM in DER. */
export function parseChain(pem: string): Uint8Array[] {
  return (pem.match(certificatePattern) ?? []).map((each) => new Uint8Array(new X509Certificate(each).raw))
}

export function toPem(chain: readonly Uint8Array[]): string {
  return chain.map((bytes) => new X509Certificate(bytes).toString()).join('')
}

/** The certificate that seals. */
export function leafOf([leaf]: readonly Uint8Array[]): X509Certificate {
  if (!leaf) throw new Error('a key needs its certificate')
  return new X509Certificate(leaf)
}

/** SHA-256 of the certificate that seals, hexadecimal. */
export function fingerprintOf(chain: readonly Uint8Array[]): string {
  return leafOf(chain).fingerprint256.replaceAll(':', '').toLowerCase()
}
