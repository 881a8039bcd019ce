import type { CounterSignRequest, Inspection, Sealed, Sealer, SealCertificates, SealRequest, Unsignable } from './sealing.ts'

/** The seal as the portal uses it: its keys are read, or made, when it is first needed. */
export interface SealerOnDemand {
  inspect(file: Parameters<Sealer['inspect']>[0]): Promise<Inspection | { readonly unsignable: Unsignable }>
  seal(request: SealRequest): Promise<Sealed>
  counterSign(request: CounterSignRequest): Promise<Sealed>
  certificates(): Promise<SealCertificates>
  health(): Promise<{ readonly ok: boolean; readonly detail?: string }>
  /** Reads the keys if there are any. Throws a StartError for keys that cannot be used. */
  ready(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a sealer when it is first asked for something; one that failed to open is tried again the next time. Keys are made
 * no earlier than that: they bear the provider's name, which a first start does not know yet.
 */
export function sealerOnDemand(open: () => Promise<Sealer>, hasKeys: () => boolean): SealerOnDemand {
  let opened: Promise<Sealer> | null = null
  const sealer = () => {
    opened ??= open().catch((error) => {
      opened = null
      throw error
    })
    return opened
  }
  return {
    inspect: async (file) => (await sealer()).inspect(file),
    seal: async (request) => (await sealer()).seal(request),
    counterSign: async (request) => (await sealer()).counterSign(request),
    certificates: async () => (await sealer()).certificates(),
    health: async () => (opened || hasKeys() ? (await sealer()).health() : { ok: true }),
    ready: async () => {
      if (hasKeys()) await sealer()
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}
