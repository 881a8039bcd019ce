import { X509Certificate } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#platform/server/clock.ts'
import type { TimestampOutage, TimestampOutages } from '#platform/server/timestamps/timestamp-outages.ts'
import { TimestampBreaker } from './cms/timestamp-breaker.ts'
import { fingerprintOf, leafOf } from './keys/key-pem.ts'
import { readOwnP12 } from './keys/own-p12.ts'
import type { KeyMaterial } from './keys/seal-key.ts'
import type { SealKeys } from './keys/seal-keys.ts'
import type { Task } from './processes/seal-messages.ts'
import { type SealLimits, SealProcesses, sealLimits } from './processes/seal-processes.ts'
import { type SealCertificates, SealError, type Sealed, type Sealer } from './sealing.ts'

export interface SealerConfig {
  readonly keys: SealKeys
  /** Organisation name in the generated certificate. */
  readonly providerName: string
  readonly p12?: { readonly bytes: Uint8Array; readonly password: string } | null
  readonly tsa?: { readonly url: string; readonly outages: TimestampOutages } | null
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly limits?: SealLimits
}

const dayMs = 24 * 60 * 60_000
const warnDaysBefore = [7, 30, 60]

/** Loads or creates the keys. Throws a StartError with one sentence about what is wrong. */
export async function openSealer(config: SealerConfig): Promise<Sealer> {
  const { clock, p12 = null, tsa = null } = config
  const own = p12 && (await readOwnP12(p12, clock.now()))
  const key = await config.keys.take(own, () => newKey(config))
  const certificates = certificatesOf(key, await config.keys.chains())
  const breaker = tsa && new TimestampBreaker(tsa.outages, config.log)
  const options = { now: () => clock.now(), log: config.log, limits: config.limits ?? sealLimits, breaker }
  const processes = new SealProcesses({ key, own: p12 !== null, tsaUrl: tsa?.url ?? null }, options)
  const { detail } = certificateHealth(certificates, clock.now())
  if (detail) config.log.warn(detail)

  async function sealing(task: Task): Promise<Sealed> {
    if (certificates.notAfter <= clock.now()) {
      throw new SealError('certificate_expired', 'The certificate of the electronic seal has ended.')
    }
    return processes.seal(task)
  }

  return {
    async inspect({ kind, bytes }) {
      if (kind !== 'pdf') return { route: 'B', pages: null, remarks: ['word'] }
      return processes.inspect({ kind, bytes: plainBytes(bytes) })
    },
    seal({ subject, namePicture, ...request }) {
      const plain = subject.kind === 'link' ? subject : { ...subject, bytes: plainBytes(subject.bytes) }
      return sealing({
        verb: 'seal',
        request: { ...request, subject: plain, namePicture: namePicture && plainBytes(namePicture) },
      })
    },
    counterSign: (request) => sealing({ verb: 'counterSign', request: { ...request, sealed: plainBytes(request.sealed) } }),
    sealOwn: (request) => sealing({ verb: 'sealOwn', request: { ...request, bytes: plainBytes(request.bytes) } }),
    certificates: () => certificates,
    health: async () => withOutage(certificateHealth(certificates, clock.now()), (await breaker?.refresh()) ?? null),
    close: async () => processes.close(),
  }
}

/** Plain Uint8Array: a Buffer's `slice` shares memory, which the PDF library does not expect. */
const plainBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) => new Uint8Array(buffer, byteOffset, byteLength)

/** Imported lazily: generating two 3072-bit keys happens only once. */
async function newKey({ providerName, clock }: SealerConfig): Promise<string> {
  const { makeKeys } = await import('./keys/certificate-authority.ts')
  return makeKeys(providerName, clock.now())
}

function certificatesOf(key: KeyMaterial, remembered: readonly (readonly Uint8Array[])[]): SealCertificates {
  const current = published(key.chain)
  const former = remembered.map(published).filter(({ leafSha256 }) => leafSha256 !== current.leafSha256)
  return { ...current, former, own: key.kind === 'p12' }
}

/** The issuer's certificate, or the leaf itself if the issuer is unknown. */
function published(chain: readonly Uint8Array[]) {
  const leaf = leafOf(chain)
  const issuers = chain.slice(1).map((bytes) => new X509Certificate(bytes))
  return {
    caPem: (issuers.at(-1) ?? leaf).toString(),
    leafPem: leaf.toString(),
    leafSha256: fingerprintOf(chain),
    notAfter: leaf.validToDate,
  }
}

function certificateHealth({ notAfter, own }: SealCertificates, now: Date): { ok: boolean; detail?: string } {
  const day = notAfter.toISOString().slice(0, 10)
  const remedy = own ? 'set a new P12 file' : 'start once with ADOPT=seal: a new one is made, and the old one stays known'
  const remainingMs = (notAfter.getTime() - now.getTime()) / dayMs
  if (remainingMs <= 0) {
    return { ok: false, detail: `The certificate of the electronic seal ended on ${day}, and nothing can be sealed: ${remedy}.` }
  }
  const within = warnDaysBefore.find((days) => remainingMs <= days)
  return within
    ? { ok: true, detail: `The certificate of the electronic seal ends on ${day}, in less than ${within} days: ${remedy}.` }
    : { ok: true }
}

/** An outage does not prevent signing, so health stays ok; staff see a warning about missing time stamps. */
function withOutage(health: { ok: boolean; detail?: string }, outage: TimestampOutage | null): { ok: boolean; detail?: string } {
  if (!outage) return health
  const since = `${outage.since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const without = `The time-stamp authority has not answered since ${since} (${outage.reason}).`
  const meanwhile =
    'Contracts are sealed with the time of this server (level B-B) until it does; it is asked again every five minutes.'
  return { ...health, detail: [health.detail, without, meanwhile].filter(Boolean).join(' ') }
}
