import type { SealCertificates } from '../sealing.ts'

/** Every authority under which this portal has sealed, in PEM, the current one first: old seals stay verifiable after a renewal. */
export function authorityBundle({ caPem, former }: SealCertificates): string {
  return [...new Set([caPem, ...former.map((each) => each.caPem)])].join('')
}
