import { createHash } from 'node:crypto'
import { fromBER, type Sequence } from 'asn1js'
import { der, octets, oid, sequence, sha256Algorithm, smallInteger, sortedSet } from '#platform/server/timestamps/der.ts'
import type { SealKey } from '../keys/seal-key.ts'

const data = '1.2.840.113549.1.7.1'
const signedData = '1.2.840.113549.1.7.2'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
const signatureTimeStamp = '1.2.840.113549.1.9.16.2.14'

const rsaEncryption = sequence(oid('1.2.840.113549.1.1.1'), der(0x05))
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

const attribute = (type: string, value: Uint8Array) => sequence(oid(type), der(0x31, value))

/** Requests a time-stamp token (DER) for these bytes. */
export type Timestamp = (signature: Uint8Array) => Promise<Uint8Array>

/**
 * Detached CMS signature over a SHA-256 digest as PAdES baseline requires (ETSI EN 319 142-1): with the signing-certificate
 * attribute and without signing-time, since the PDF's /M holds the time.
 */
export async function signCms(digest: Uint8Array, key: SealKey, timestamp: Timestamp | null): Promise<Buffer> {
  const [leaf] = key.chain
  if (!leaf) throw new Error('a key without a certificate cannot sign')
  const attributes = [
    attribute(contentType, oid(data)),
    attribute(messageDigest, octets(digest)),
    attribute(signingCertificateV2, sequence(sequence(sequence(octets(createHash('sha256').update(leaf).digest()))))),
  ]
  const signature = await key.sign(sortedSet(0x31, attributes))
  const unsigned = timestamp ? [der(0xa1, attribute(signatureTimeStamp, await timestamp(signature)))] : []
  const signerInfo = sequence(
    smallInteger(1),
    issuerAndSerial(leaf),
    sha256Algorithm,
    sortedSet(0xa0, attributes),
    key.algorithm === 'rsa' ? rsaEncryption : ecdsaWithSha256,
    octets(signature),
    ...unsigned,
  )
  const content = sequence(
    smallInteger(1),
    der(0x31, sha256Algorithm),
    sequence(oid(data)),
    der(0xa0, ...key.chain),
    der(0x31, signerInfo),
  )
  return sequence(oid(signedData), der(0xa0, content))
}

/** Issuer and serial number, byte for byte as in the certificate. */
function issuerAndSerial(certificate: Uint8Array): Buffer {
  const parsed = fromBER(certificate)
  const [body] = (parsed.result as Sequence).valueBlock.value as Sequence[]
  if (parsed.offset === -1 || !body) throw new Error('the certificate cannot be read')
  const fields = body.valueBlock.value.map((field) => field.valueBeforeDecodeView)
  const first = fields[0]?.[0] === 0xa0 ? 1 : 0
  const [serial, , issuer] = fields.slice(first)
  if (!serial || !issuer) throw new Error('the certificate cannot be read')
  return sequence(issuer, serial)
}
