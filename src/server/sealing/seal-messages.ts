import type { KeyMaterial } from './seal-key.ts'
import type { CounterSignRequest, Inspection, SealableKind, Sealed, SealErrorCode, SealRequest, Unsignable } from './sealing.ts'

export type Inspected = Inspection | { readonly unsignable: Unsignable }

export type Task =
  | { readonly verb: 'inspect'; readonly file: { readonly kind: SealableKind; readonly bytes: Uint8Array } }
  | { readonly verb: 'seal'; readonly request: SealRequest }
  | { readonly verb: 'counterSign'; readonly request: CounterSignRequest }

/** One task at a time; `now` is when it began. */
export type ToSealWorker = Task & { readonly now: Date }

export type FromSealWorker =
  | { readonly done: Inspected | Sealed }
  | { readonly failed: { readonly code: SealErrorCode; readonly message: string } }

export interface SealWorkerOptions {
  readonly key: KeyMaterial
  /** No public authority stands behind a key that the portal made itself. */
  readonly own: boolean
  readonly tsaUrl: string | null
}
