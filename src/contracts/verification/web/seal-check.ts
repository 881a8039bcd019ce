import { type Certificate, certificatesInPem, sameBytes } from './certificate.ts'
import { type CmsSignature, readCms } from './cms.ts'
import { hashOf, isSignedBy, UnknownAlgorithm } from './public-key.ts'

/** Trust in a seal's certificate: issued by the portal's CA, by another one, or unknown. */
export type Trust = 'portal' | 'other' | 'unknown'

/** Local check of one signature. */
export interface SealReport {
  /** `intact`: digest and signature match. `broken`: they do not. `unreadable`: unsupported algorithm. */
  readonly is: 'intact' | 'broken' | 'unreadable'
  readonly certificate: string
  readonly trust: Trust
  /** Whether it covers the file to its end. */
  readonly coversWholeFile: boolean
  readonly isTimestamped: boolean
}

/** Result of the local check, newest seal last. */
export interface SealCheck {
  readonly is: 'sealed' | 'changed' | 'unsealed' | 'uncertain'
  readonly seals: readonly SealReport[]
}

/**
 * Checks the seals of a file locally: digest, signature, signing-certificate attribute, chain, and whether the newest seal
 * covers the whole file. `authorityPem` is the portal's CA, null if unavailable. It cannot tell whether the file was
 * superseded or revoked.
 */
export async function checkSeals(file: Uint8Array, authorityPem: string | null): Promise<SealCheck> {
  const authorities = authorityPem === null ? null : certificatesInPem(authorityPem)
  const seals: SealReport[] = []
  const places = signaturePlaces(file)
  for (const place of places) {
    const cms = readCms(place.contents)
    if (!cms) continue
    seals.push({
      is: await checkSignature(cms, signedBytes(file, place)),
      certificate: cms.signer.name,
      trust: await checkTrust(cms, authorities),
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

async function checkSignature(cms: CmsSignature, signed: Uint8Array<ArrayBuffer>): Promise<SealReport['is']> {
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

/** Builds the chain from the signer's certificate to a CA of the portal. */
async function checkTrust({ signer, certificates }: CmsSignature, authorities: readonly Certificate[] | null): Promise<Trust> {
  if (!authorities) return 'unknown'
  const isPortals = (each: Certificate) => authorities.some((authority) => sameBytes(authority.der, each.der))
  let current = signer
  for (let steps = 0; steps <= certificates.length + 1; steps += 1) {
    if (isPortals(current)) return 'portal'
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

/** Location of a signature in a file; the bytes before and after it are signed (/ByteRange). */
interface SignaturePlace {
  /** Offsets of the hexadecimal /Contents, including its angle brackets. */
  readonly start: number
  readonly end: number
  /** End of the signed bytes; the end of the file unless something was appended. */
  readonly until: number
  /** The signature with its zero padding. */
  readonly contents: Uint8Array<ArrayBuffer>
}

const byteRange = /\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g

/**
 * All possible signature locations, ordered by what they cover. Document text may imitate one, so a location only counts if
 * its /ByteRange encloses a single hexadecimal string, and its signature must still be verified.
 */
function signaturePlaces(file: Uint8Array): SignaturePlace[] {
  const text = new TextDecoder('latin1').decode(file)
  const places = new Map<string, SignaturePlace>()
  for (const match of text.matchAll(byteRange)) {
    const [start = 0, end = 0, length = 0] = match.slice(1).map(Number)
    const until = end + length
    if (start >= end || until > file.length || text[start] !== '<' || text[end - 1] !== '>') continue
    const contents = bytesOfHex(text.slice(start + 1, end - 1))
    if (contents) places.set(`${start} ${end} ${until}`, { start, end, until, contents })
  }
  return [...places.values()].sort((a, b) => a.until - b.until)
}

/** The signed bytes of a location. */
function signedBytes(file: Uint8Array, { start, end, until }: SignaturePlace): Uint8Array<ArrayBuffer> {
  const signed = new Uint8Array(start + until - end)
  signed.set(file.subarray(0, start))
  signed.set(file.subarray(end, until), start)
  return signed
}

function bytesOfHex(digits: string): Uint8Array<ArrayBuffer> | null {
  if (digits.length === 0 || digits.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(digits)) return null
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)
  return bytes
}
