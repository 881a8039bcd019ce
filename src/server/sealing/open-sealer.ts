import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { SealError, type Sealer } from './sealing.ts'

export interface SealerConfig {
  readonly dataDir: string
  /** Stands in the name of the certificate that is made at the first start. */
  readonly providerName: string
  readonly p12?: { readonly bytes: Uint8Array; readonly password: string } | null
  readonly tsaUrl?: string | null
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** Reads or makes the keys. Throws a StartError that says in one sentence what is wrong with them. */
export async function openSealer(_config: SealerConfig): Promise<Sealer> {
  throw new SealError('seal_failed', 'The seal is not built yet.')
}
