import { oneLine } from '#platform/domain/typed-text.ts'
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** Tolerance for verifiers whose clocks are slow. */
const backdatedMs = 5 * 60_000
const maxNameLength = 64
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 3072 }

/**
 * Creates a CA valid for twenty years, whose private key is discarded, and the one leaf certificate that it issues, valid for
 * five years. Returns PEM: private key, leaf, CA.
 */
export async function makeKeys(providerName: string, now: Date): Promise<string> {
  const [authorityKeys, leafKeys] = await Promise.all([newKeys(), newKeys()])
  const notBefore = new Date(now.getTime() - backdatedMs)
  const name = oneLine(providerName) || 'Passerelle'
  const authorityName = nameOf(`${shortened(name, maxNameLength - authoritySuffix.length)}${authoritySuffix}`, name)
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: authorityName,
    notBefore,
    notAfter: yearsAfter(notBefore, 20),
    keys: authorityKeys,
    signingAlgorithm: rsa,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  })
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: nameOf(shortened(name, maxNameLength), name),
    issuer: authorityName,
    notBefore,
    notAfter: yearsAfter(notBefore, 5),
    publicKey: leafKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: rsa,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
      await x509.SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  })
  const privateKey = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', leafKeys.privateKey), 'PRIVATE KEY')
  return `${privateKey}\n${leaf.toString('pem')}\n${authority.toString('pem')}\n`
}

const authoritySuffix = ' - autorité du cachet'

const newKeys = () => crypto.subtle.generateKey(rsa, true, ['sign', 'verify'])

/** Random serial number, a positive DER integer without leading zero. */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** UTF-8 values as objects: in plain strings the library interprets a leading # and quotes. */
function nameOf(commonName: string, organisation: string): x509.Name {
  return new x509.Name([{ CN: [{ utf8String: commonName }] }, { O: [{ utf8String: shortened(organisation, maxNameLength) }] }])
}

/** Truncates by code points, never inside a surrogate pair. */
const shortened = (text: string, maxLength: number) => [...text].slice(0, maxLength).join('')

function yearsAfter(from: Date, years: number): Date {
  const date = new Date(from)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date
}
