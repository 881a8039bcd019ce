import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** Extended key usages (RFC 5280, section 4.2.1.12). */
const otherPurposes: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'web servers',
  '1.3.6.1.5.5.7.3.8': 'time stamps',
  '1.3.6.1.5.5.7.3.9': 'status answers (OCSP)',
}
/** TLS certificates list it next to server authentication; it does not allow document signing by itself. */
const clientAuthentication = '1.3.6.1.5.5.7.3.2'

/**
 * Why a certificate cannot sign documents; null if it can. PDF readers reject signatures if the key usage lacks both
 * digitalSignature and nonRepudiation, or if the extended key usage lists only other purposes.
 */
export function usageProblem(certificate: X509Certificate): string | null {
  const { KeyUsageFlags: flags } = x509
  const usages = new x509.X509Certificate(new Uint8Array(certificate.raw)).getExtension(x509.KeyUsagesExtension)?.usages
  if (usages !== undefined && (usages & (flags.digitalSignature | flags.nonRepudiation)) === 0) {
    return 'the key usage of its certificate does not allow signatures'
  }
  const purposes = certificate.keyUsage ?? []
  const others = purposes.flatMap((purpose) => otherPurposes[purpose] ?? [])
  const only = others.length > 0 && purposes.every((purpose) => purpose in otherPurposes || purpose === clientAuthentication)
  return only ? `its certificate is for ${others.join(' and ')} only` : null
}
