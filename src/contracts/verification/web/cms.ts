import { type BaseBlock, fromBER, OctetString, Sequence } from 'asn1js'
import { bytesOf, type Certificate, childrenOf, oidOf, readCertificate, sameBytes } from './certificate.ts'

/** Detached CMS signature (RFC 5652) with one signer, SHA-256 and the signing-certificate attribute. */
export interface CmsSignature {
  readonly certificates: readonly Certificate[]
  readonly signer: Certificate
  /** Signed attributes, encoded as signed. */
  readonly attributes: Uint8Array<ArrayBuffer>
  readonly messageDigest: Uint8Array<ArrayBuffer>
  /** SHA-256 of the signer's certificate, from the signing-certificate attribute. */
  readonly boundCertificate: Uint8Array<ArrayBuffer> | null
  readonly signature: Uint8Array<ArrayBuffer>
  readonly isTimestamped: boolean
}

const signedData = '1.2.840.113549.1.7.2'
const sha256 = '2.16.840.1.101.3.4.2.1'
const messageDigest = '1.2.840.113549.1.9.4'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
const signatureTimeStamp = '1.2.840.113549.1.9.16.2.14'
const set = 0x31

/** Parses a signature; null if it is not of this form. `contents` may only be followed by zero padding. */
export function readCms(contents: Uint8Array<ArrayBuffer>): CmsSignature | null {
  try {
    const parsed = fromBER(contents)
    if (
      !(parsed.result instanceof Sequence) ||
      parsed.offset === -1 ||
      contents.subarray(parsed.offset).some((byte) => byte !== 0)
    )
      return null
    const [type, content] = childrenOf(parsed.result)
    if (oidOf(type) !== signedData) return null
    return readSignedData(childrenOf(childrenOf(content)[0]))
  } catch {
    // Any parse error means that it is not a signature of this kind.
    return null
  }
}

function readSignedData(parts: readonly BaseBlock[]): CmsSignature | null {
  const certificates = parts.find((part) => tagOf(part) === 0xa0)
  const signers = childrenOf(parts.at(-1))
  if (!certificates || signers.length !== 1) return null
  const all = childrenOf(certificates).map((each) => readCertificate(bytesOf(each)))
  const [, identifier, digestAlgorithm, attributes, , signature, unsigned] = childrenOf(signers[0])
  const [issuer, serial] = childrenOf(identifier)
  const signer = all.find((each) => sameBytes(each.issuer, bytesOf(issuer)) && sameBytes(each.serial, bytesOf(serial)))
  if (!signer || oidOf(childrenOf(digestAlgorithm)[0]) !== sha256 || tagOf(attributes) !== 0xa0) return null
  const digest = attributeOf(attributes, messageDigest)
  if (!(digest instanceof OctetString) || !(signature instanceof OctetString)) return null
  const signed = bytesOf(attributes)
  // Signed as SET OF, but encoded with an implicit tag (RFC 5652, section 5.4).
  signed[0] = set
  return {
    certificates: all,
    signer,
    attributes: signed,
    messageDigest: new Uint8Array(digest.valueBlock.valueHexView),
    boundCertificate: boundIn(attributeOf(attributes, signingCertificateV2)),
    signature: new Uint8Array(signature.valueBlock.valueHexView),
    isTimestamped: unsigned !== undefined && attributeOf(unsigned, signatureTimeStamp) !== undefined,
  }
}

const tagOf = (block: BaseBlock | undefined) => bytesOf(block)[0]

/** Value of an attribute that must occur once. */
function attributeOf(attributes: BaseBlock | undefined, type: string): BaseBlock | undefined {
  for (const attribute of childrenOf(attributes)) {
    const [name, values] = childrenOf(attribute)
    if (oidOf(name) === type) return childrenOf(values)[0]
  }
  return undefined
}

/** The hash in ESSCertIDv2 (RFC 5035), whose default algorithm is SHA-256. */
function boundIn(value: BaseBlock | undefined): Uint8Array<ArrayBuffer> | null {
  if (!value) return null
  const [first] = childrenOf(childrenOf(childrenOf(value)[0])[0])
  return first instanceof OctetString ? new Uint8Array(first.valueBlock.valueHexView) : null
}
