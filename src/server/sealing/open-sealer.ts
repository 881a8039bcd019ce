import { X509Certificate } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { KeyFolder } from './key-folder.ts'
import { readOwnP12 } from './own-p12.ts'
import type { KeyMaterial } from './seal-key.ts'
import type { Inspected, Task } from './seal-messages.ts'
import { type SealLimits, SealThread } from './seal-thread.ts'
import { type SealCertificates, type Sealed, SealError, type Sealer } from './sealing.ts'

export interface SealerConfig {
  readonly dataDir: string
  /** Stands in the name of the certificate that is made at the first start. */
  readonly providerName: string
  readonly p12?: { readonly bytes: Uint8Array; readonly password: string } | null
  readonly tsaUrl?: string | null
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly limits?: SealLimits
}

const dayMs = 24 * 60 * 60_000
const warnDaysBefore = [7, 30, 60]

/** Reads or makes the keys. Throws a StartError that says in one sentence what is wrong with them. */
export async function openSealer(config: SealerConfig): Promise<Sealer> {
  const { clock, p12 = null, tsaUrl = null } = config
  const folder = new KeyFolder(config.dataDir)
  await folder.open()
  const key = p12 ? await readOwnP12(p12, clock.now()) : await madeKey(folder, config)
  await folder.remember(key.chain)
  const certificates = certificatesOf(key, await folder.remembered())
  const thread = new SealThread({ key, own: p12 !== null, tsaUrl }, () => clock.now(), config.limits)
  const health = () => healthOf(certificates, clock.now())
  const { detail } = health()
  if (detail) config.log.warn(detail)

  async function sealing(task: Task, bytes: readonly Uint8Array[]): Promise<Sealed> {
    if (certificates.notAfter <= clock.now()) {
      throw new SealError('certificate_expired', 'The certificate of the electronic seal has ended.')
    }
    return (await thread.run(task, bytes)) as Sealed
  }

  return {
    async inspect({ kind, bytes }) {
      const copy = new Uint8Array(bytes)
      return (await thread.run({ verb: 'inspect', file: { kind, bytes: copy } }, [copy])) as Inspected
    },
    seal(request) {
      const bytes = request.subject.kind === 'link' ? [] : [request.subject.bytes]
      return sealing({ verb: 'seal', request }, request.namePicture ? [...bytes, request.namePicture] : bytes)
    },
    counterSign: (request) => sealing({ verb: 'counterSign', request }, [request.sealed]),
    certificates: () => certificates,
    health,
    close: () => thread.close(),
  }
}

/** Making two keys of 3072 bits takes a second or more, at the first start only; its library is loaded only then. */
async function madeKey(folder: KeyFolder, { providerName, clock, log }: SealerConfig): Promise<KeyMaterial> {
  return folder.readOrMake(async () => {
    const { makeKeys } = await import('./certificate-authority.ts')
    return makeKeys(providerName, clock.now())
  }, log)
}

function certificatesOf(key: KeyMaterial, remembered: readonly (readonly Uint8Array[])[]): SealCertificates {
  const current = published(key.chain)
  const former = remembered.map(published).filter(({ leafSha256 }) => leafSha256 !== current.leafSha256)
  return { ...current, former, own: key.kind === 'p12' }
}

/** The issuer's certificate, or the leaf's own when no other is known. */
function published(chain: readonly Uint8Array[]) {
  const [leaf, ...issuers] = chain.map((bytes) => new X509Certificate(bytes))
  if (!leaf) throw new Error('a key needs its certificate')
  return {
    caPem: (issuers.at(-1) ?? leaf).toString(),
    leafPem: leaf.toString(),
    leafSha256: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
    notAfter: leaf.validToDate,
  }
}

function healthOf({ notAfter, own }: SealCertificates, now: Date): { ok: boolean; detail?: string } {
  const day = notAfter.toISOString().slice(0, 10)
  const remedy = own
    ? 'set a new P12 file'
    : 'move signing/seal.pem in the data folder to another name and start again: a new one is made, and the old one stays known'
  const left = (notAfter.getTime() - now.getTime()) / dayMs
  if (left <= 0) {
    return { ok: false, detail: `The certificate of the electronic seal ended on ${day}, and nothing can be sealed: ${remedy}.` }
  }
  const within = warnDaysBefore.find((days) => left <= days)
  return within
    ? { ok: true, detail: `The certificate of the electronic seal ends on ${day}, in less than ${within} days: ${remedy}.` }
    : { ok: true }
}
