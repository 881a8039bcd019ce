import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { P12Signer } from '@libpdf/core'

/** Key material for the sealing process: generated key or operator's P12. Certificates in DER, leaf first. */
export type KeyMaterial =
  | { readonly kind: 'made'; readonly privateKeyPem: string; readonly chain: readonly Uint8Array[] }
  | { readonly kind: 'p12'; readonly bytes: Uint8Array; readonly password: string; readonly chain: readonly Uint8Array[] }

export interface SealKey {
  readonly chain: readonly Uint8Array[]
  readonly algorithm: 'rsa' | 'ec'
  /** Signs the SHA-256 of the data with PKCS #1 v1.5, or with ECDSA in DER. */
  sign(data: Uint8Array): Promise<Uint8Array>
}

export async function importSealKey(material: KeyMaterial): Promise<SealKey> {
  const [leaf] = material.chain
  if (!leaf) throw new Error('a key needs its certificate')
  const algorithm = new X509Certificate(leaf).publicKey.asymmetricKeyType === 'ec' ? 'ec' : 'rsa'
  if (material.kind === 'p12') {
    const signer = await P12Signer.create(material.bytes, material.password)
    return { chain: material.chain, algorithm, sign: (data) => signer.sign(data, 'SHA-256') }
  }
  const key = createPrivateKey(material.privateKeyPem)
  return { chain: material.chain, algorithm, sign: async (data) => sign('sha256', data, key) }
}
