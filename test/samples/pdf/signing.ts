import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { makeKeys } from '#platform/server/sealing/keys/certificate-authority.ts'
import { fingerprintOf, madeKeyOf } from '#platform/server/sealing/keys/key-pem.ts'
import type { SealKeys } from '#platform/server/sealing/keys/seal-keys.ts'
import { openSealer, type SealerConfig } from '#platform/server/sealing/open-sealer.ts'
import type { LinkSubject, Sealer, SealRequest, SealSubject } from '#platform/server/sealing/sealing.ts'
import type { TimestampOutage, TimestampOutages } from '#platform/server/timestamps/timestamp-outages.ts'

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

export const provider = 'Société Générale d’Édition & Cie'

const silent = { warn: () => {}, info: () => {}, error: () => {} } as unknown as FastifyBaseLogger

/** An in-memory store of time-stamp outages. */
export function outagesInMemory(): TimestampOutages {
  let outage: TimestampOutage | null = null
  return {
    current: async () => outage,
    record: async (reason) => {
      outage = { since: outage?.since ?? new Date(), reason }
    },
    end: async () => {
      outage = null
    },
  }
}

let sharedKey: Promise<string> | undefined

/** A seal key, generated once per process; no other portal's. */
export const commonKey = () => (sharedKey ??= makeKeys(provider, new Date()))

/** Keys of one portal, without a database. They are generated if `pem` is null. */
export function keysInMemory(pem: (() => Promise<string>) | null = null): SealKeys {
  let generated: Promise<string> | null = null
  const chains = new Map<string, readonly Uint8Array[]>()
  return {
    async take(own, make) {
      if (!own) generated ??= pem ? pem() : make()
      const key = own ?? madeKeyOf((await generated) ?? '')
      chains.set(fingerprintOf(key.chain), key.chain)
      return key
    },
    chains: async () => [...chains.values()],
  }
}

/** Runs with a sealer. It generates its own key only if `config` names a type. */
export async function withSealer<Result>(
  use: (sealer: Sealer) => Promise<Result>,
  config: Partial<SealerConfig> = {},
): Promise<Result> {
  const isOwn = config.providerName || config.clock || config.p12
  const sealer = await openSealer({ ...defaults(keysInMemory(isOwn ? null : commonKey)), ...config })
  try {
    return await use(sealer)
  } finally {
    await sealer.close()
  }
}

export function defaults(keys: SealKeys = keysInMemory(commonKey)): SealerConfig {
  return { keys, providerName: provider, clock: { now: () => new Date() }, log: silent }
}

type Changes = Partial<Omit<SealRequest['evidence'], 'signer'>> & { signer?: Partial<SealRequest['evidence']['signer']> }

const reference = 'K7QD2M9XPT4HVW3R'

/** A seal request of the signer Hélène, with a copy of the bytes, since sealing transfers them. */
export function requestFor(
  subject: { kind: SealSubject['kind']; bytes: Uint8Array; fileName?: string } | LinkSubject,
  changes: Changes = {},
  namePicture: Uint8Array | null = null,
): SealRequest {
  const file =
    subject.kind === 'link'
      ? null
      : { fileName: `contrat signé.${subject.kind}`, ...subject, bytes: new Uint8Array(subject.bytes) }
  return {
    subject: file ? { ...file, sha256: sha256(file.bytes) } : (subject as LinkSubject),
    verifyUrl: `https://partners.example.com/verify/${reference}`,
    namePicture,
    evidence: {
      reference,
      title: 'Contrat d’apporteur d’affaires',
      contractType: 'main',
      provider: { name: provider, address: '12 rue des Œillets, 75011 Paris', contactEmail: 'contrats@example.com' },
      document: {
        fileName: file?.fileName ?? null,
        size: file?.bytes.length ?? null,
        sha256: file ? sha256(file.bytes) : null,
        link: subject.kind === 'link' ? subject.url : null,
      },
      amends: null,
      authentication: {
        method: 'email_code',
        codeSentAt: '2026-03-02T08:01:00.000Z',
        codeCheckedAt: '2026-03-02T08:02:11.000Z',
      },
      consent: { text: 'J’ai lu le document et j’accepte d’être lié par ses termes.', version: '2026-01' },
      signedAt: '2026-03-02T08:02:30.000Z',
      events: [
        { at: '2026-03-01T09:00:00.000Z', what: 'Contrat attribué', by: 'Marie Dubois' },
        { at: '2026-03-02T08:02:30.000Z', what: 'Signé', by: 'Hélène Lefèvre' },
      ],
      ...changes,
      signer: {
        name: 'Hélène Lefèvre',
        typedName: 'Hélène Lefèvre',
        email: 'helene@example.com',
        company: 'Cabinet Lefèvre & Associés',
        ip: '203.0.113.24',
        userAgent: 'Mozilla/5.0',
        locale: 'fr-FR',
        ...changes.signer,
      },
    },
  }
}

export const counterSignature = {
  by: { name: 'Marie Dubois', email: 'marie@example.com', at: '2026-03-03T10:00:00.000Z' },
  reference,
}
