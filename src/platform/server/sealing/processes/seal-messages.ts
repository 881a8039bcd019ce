import type { KeyMaterial } from '../keys/seal-key.ts'
import type {
  CounterSignRequest,
  Inspection,
  OwnDocumentRequest,
  SealableKind,
  SealErrorCode,
  Sealed,
  SealRequest,
  Unsignable,
} from '../sealing.ts'

export type Inspected = Inspection | { readonly unsignable: Unsignable }

export interface ToInspect {
  readonly kind: SealableKind
  readonly bytes: Uint8Array
}

export type Task =
  | { readonly verb: 'seal'; readonly request: SealRequest }
  | { readonly verb: 'counterSign'; readonly request: CounterSignRequest }
  | { readonly verb: 'sealOwn'; readonly request: OwnDocumentRequest }

/** Task for the sealing process. `now` is the start of the task; `askTimestamp` is false during an outage. */
export type ToSeal = Task & { readonly means: SealMeans; readonly now: Date; readonly askTimestamp: boolean }

export type SealAnswer =
  | { readonly sealed: Sealed; readonly timestampError: string | null }
  | { readonly failed: { readonly code: SealErrorCode; readonly message: string } }

/** The key and the settings that a portal seals with. */
export interface SealMeans {
  readonly key: KeyMaterial
  /** True for a key from the operator's P12 file rather than a generated one. */
  readonly own: boolean
  readonly tsaUrl: string | null
}
