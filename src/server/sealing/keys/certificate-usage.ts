import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** RFC 5280, section 4.2.1.12. */
const otherPurposes: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'web servers',
  '1.3.6.1.5.5.7.3.8': 'time stamps',
  '1.3.6.1.5.5.7.3.9': 'status answers (OCSP)',
}
/** What TLS certificates name beside their server: alone it says nothing about documents. */
const clientAuthentication = '1.3.6.1.5.5.7.3.2'

/**
 * Why a certificate may not be used to sign documents, null when it may: readers reject a seal whose key usage lacks both digital
 * signature and non-repudiation, or whose extended usage names other purposes only.
 */
export function usageProblem(certificate: X509Certificate): string | null {
  const { KeyUsageFlags: flags } = x509
  const usages = new x509.X509Certificate(new Uint8Array(certificate.raw)).getExtension(x509.KeyUsagesExtension)?.usages
  if (usages !== undefined && (usages & (flags.digitalSignature | flags.nonRepudiation)) === 0) {
    return 'the key usage of its certificate does not allow signatures'
  }
  const purposes = certificate.keyUsage ?? []
  const named = purposes.flatMap((purpose) => otherPurposes[purpose] ?? [])
  const only = named.length > 0 && purposes.every((purpose) => purpose in otherPurposes || purpose === clientAuthentication)
  return only ? `its certificate is for ${named.join(' and ')} only` : null
}
