import { verify, X509Certificate } from 'node:crypto'
import { StartError } from '#platform/server/db/start-error.ts'
import type { KeyMaterial } from './seal-key.ts'

const wrongPasswordReason = 'its password is wrong (use plain letters, digits and signs, without accents)'

/** Loads the operator's P12 file and test-signs with it. Throws a StartError that explains what is wrong. */
export async function readOwnP12(p12: { bytes: Uint8Array; password: string }, now: Date): Promise<KeyMaterial> {
  // Two megabytes that a portal without such a file never needs.
  const { P12Signer } = await import('@libpdf/core')
  const signer = await P12Signer.create(p12.bytes, p12.password).catch((error: Error) => {
    const wrongPassword = /integrity|invalid password|decrypt/i.test(error.message)
    throw refusal(wrongPassword ? wrongPasswordReason : `it cannot be read: ${error.message}`)
  })
  const proof = Buffer.from('does the key belong to the certificate?')
  const signature = await signer.sign(proof, 'SHA-256')
  const certificates = [signer.certificate, ...signer.certificateChain].map((bytes) => new X509Certificate(bytes))
  const leaf = certificates.find(({ publicKey }) => matches(publicKey, proof, signature))
  if (!leaf) throw refusal('its private key belongs to none of its certificates')
  if (leaf.ca) throw refusal('its certificate is that of an authority, which must not sign documents')
  const { usageProblem } = await import('./certificate-usage.ts')
  const problem = usageProblem(leaf)
  if (problem) throw refusal(problem)
  if (leaf.validToDate <= now) throw refusal(`its certificate ended on ${day(leaf.validToDate)}`)
  if (leaf.validFromDate > now) throw refusal(`its certificate begins only on ${day(leaf.validFromDate)}`)
  return { kind: 'p12', ...p12, chain: chainFrom(leaf, certificates).map(({ raw }) => new Uint8Array(raw)) }
}

function matches(key: X509Certificate['publicKey'], proof: Buffer, signature: Uint8Array): boolean {
  const type = key.asymmetricKeyType
  return (type === 'rsa' || type === 'ec') && verify('sha256', proof, key, signature)
}

/** The chain from the leaf upwards; unrelated certificates in the file are dropped. */
function chainFrom(leaf: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [leaf]
  for (let last: X509Certificate | undefined = leaf; last; ) {
    const issuer: X509Certificate | undefined = all.find((each) => !chain.includes(each) && last?.checkIssued(each))
    if (issuer) chain.push(issuer)
    last = issuer
  }
  return chain
}

const day = (date: Date) => date.toISOString().slice(0, 10)
const refusal = (reason: string) => new StartError(`The P12 file for the electronic seal cannot be used: ${reason}.`)
