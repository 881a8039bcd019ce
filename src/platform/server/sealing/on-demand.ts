import type {
  CounterSignRequest,
  Inspection,
  OwnDocumentRequest,
  SealCertificates,
  Sealed,
  Sealer,
  SealRequest,
  Unsignable,
} from './sealing.ts'

/** Sealer whose keys are loaded or created on first use. */
export interface SealerOnDemand {
  inspect(file: Parameters<Sealer['inspect']>[0]): Promise<Inspection | { readonly unsignable: Unsignable }>
  seal(request: SealRequest): Promise<Sealed>
  counterSign(request: CounterSignRequest): Promise<Sealed>
  sealOwn(request: OwnDocumentRequest): Promise<Sealed>
  certificates(): Promise<SealCertificates>
  /** Null where no keys have been made yet; makes none. */
  knownCertificates(): Promise<SealCertificates | null>
  health(): Promise<{ readonly ok: boolean; readonly detail?: string }>
  /** Loads existing keys. Throws a StartError if they are unusable. */
  ready(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the sealer on first use and retries after a failure. Keys are not created earlier because their certificate contains
 * the provider's name, which is unknown on the first start.
 */
export function sealerOnDemand(open: () => Promise<Sealer>, hasKeys: () => Promise<boolean>): SealerOnDemand {
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
    sealOwn: async (request) => (await sealer()).sealOwn(request),
    certificates: async () => (await sealer()).certificates(),
    knownCertificates: async () => (opened || (await hasKeys()) ? (await sealer()).certificates() : null),
    health: async () => (opened || (await hasKeys()) ? (await sealer()).health() : { ok: true }),
    ready: async () => {
      if (await hasKeys()) await sealer()
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}
