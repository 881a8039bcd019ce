import type { KeyMaterial } from './seal-key.ts'
import type { CounterSignRequest, Inspection, SealableKind, Sealed, SealErrorCode, SealRequest, Unsignable } from './sealing.ts'

export type Inspected = Inspection | { readonly unsignable: Unsignable }

export interface ToInspect {
  readonly kind: SealableKind
  readonly bytes: Uint8Array
}

export type Task =
  | { readonly verb: 'seal'; readonly request: SealRequest }
  | { readonly verb: 'counterSign'; readonly request: CounterSignRequest }

/** `now` is when the task began. */
export type ToSeal = Task & { readonly now: Date }

export type SealAnswer =
  | { readonly sealed: Sealed }
  | { readonly failed: { readonly code: SealErrorCode; readonly message: string } }

export interface SealSetup {
  readonly key: KeyMaterial
  /** No public authority stands behind a key that the portal made itself. */
  readonly own: boolean
  readonly tsaUrl: string | null
}
