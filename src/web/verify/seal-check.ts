import type { Certificate } from './certificate.ts'
import { certificatesInPem, sameBytes } from './certificate.ts'
import type { CmsSignature } from './cms.ts'
import { readCms } from './cms.ts'
import { hashOf, isSignedBy, UnknownAlgorithm } from './public-key.ts'
import { signaturePlaces, signedBytes } from './signature-places.ts'

/** Who vouches for the certificate of a seal: the portal's own authority, another one, or nobody that was named. */
export type Trust = 'portal' | 'other' | 'unknown'

/** One signature of a file, judged by its bytes alone. */
export interface SealReport {
  /** `intact`: what it covers is what was signed. `broken`: it is not. `unreadable`: this browser does not know its algorithm. */
  readonly is: 'intact' | 'broken' | 'unreadable'
  readonly certificate: string
  readonly trust: Trust
  /** Whether nothing was appended after it. */
  readonly coversWholeFile: boolean
  readonly isTimestamped: boolean
}

/** What a file's own bytes say of its seals, the newest last. */
export interface SealCheck {
  readonly is: 'sealed' | 'changed' | 'unsealed' | 'uncertain'
  readonly seals: readonly SealReport[]
}

/**
 * Judges the seals of a file in the browser, without asking anybody: digest, signature, the binding of the certificate, its
 * chain, and whether the newest seal covers the whole file. `authorityPem` is the portal's own authority, null when it could
 * not be asked for. What this cannot know: whether the file was replaced or revoked since.
 */
export async function checkSeals(file: Uint8Array, authorityPem: string | null): Promise<SealCheck> {
  const authorities = authorityPem === null ? null : certificatesInPem(authorityPem)
  const seals: SealReport[] = []
  const places = signaturePlaces(file)
  for (const place of places) {
    const cms = readCms(place.contents)
    if (!cms) continue
    seals.push({
      is: await verdictOf(cms, signedBytes(file, place)),
      certificate: cms.signer.name,
      trust: await trustOf(cms, authorities),
      coversWholeFile: place.until === file.length,
      isTimestamped: cms.isTimestamped,
    })
  }
  return { is: seals.length === 0 && places.length > 0 ? 'uncertain' : overall(seals), seals }
}

function overall(seals: readonly SealReport[]): SealCheck['is'] {
  const last = seals.at(-1)
  if (!last) return 'unsealed'
  if (seals.some((each) => each.is === 'broken') || !last.coversWholeFile) return 'changed'
  if (seals.some((each) => each.is === 'unreadable')) return 'uncertain'
  return last.trust === 'other' ? 'uncertain' : 'sealed'
}

async function verdictOf(cms: CmsSignature, signed: Uint8Array<ArrayBuffer>): Promise<SealReport['is']> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', signed))
  if (!sameBytes(digest, cms.messageDigest)) return 'broken'
  const certificate = new Uint8Array(await crypto.subtle.digest('SHA-256', cms.signer.der))
  if (!cms.boundCertificate || !sameBytes(certificate, cms.boundCertificate)) return 'broken'
  try {
    return (await isSignedBy(cms.signer, 'SHA-256', cms.signature, cms.attributes)) ? 'intact' : 'broken'
  } catch (error) {
    if (error instanceof UnknownAlgorithm) return 'unreadable'
    throw error
  }
}

/** Follows the chain from the signer's certificate through those in the signature up to an authority of the portal. */
async function trustOf({ signer, certificates }: CmsSignature, authorities: readonly Certificate[] | null): Promise<Trust> {
  if (!authorities) return 'unknown'
  const known = (each: Certificate) => authorities.some((authority) => sameBytes(authority.der, each.der))
  let current = signer
  for (let steps = 0; steps <= certificates.length + 1; steps += 1) {
    if (known(current)) return 'portal'
    const issuers = [...authorities, ...certificates].filter((each) => sameBytes(each.subject, current.issuer))
    const issuer = await firstThatSigned(issuers, current)
    if (!issuer || issuer === current) return 'other'
    current = issuer
  }
  return 'other'
}

async function firstThatSigned(issuers: readonly Certificate[], certificate: Certificate): Promise<Certificate | null> {
  for (const issuer of issuers) {
    try {
      const hash = hashOf(certificate.signatureAlgorithm)
      if (await isSignedBy(issuer, hash, certificate.signature, certificate.signedPart)) return issuer
    } catch (error) {
      if (!(error instanceof UnknownAlgorithm)) throw error
    }
  }
  return null
}
