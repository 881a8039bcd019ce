import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { sha256Of } from '#platform/web/app/requests/sha256.ts'
import { type Verification, verificationRoutes } from '../api.ts'
import { referenceIn } from './reference-in-file.ts'
import type { SealCheck } from './seal-check.ts'

/** Verifies a reference. */
export const referenceQuery = (reference: string) =>
  queryOptions({
    queryKey: ['verify', reference],
    queryFn: () => call(verificationRoutes.verifyReference, { params: { reference } }),
    enabled: reference !== '',
  })

export type SealedContract = NonNullable<Verification['found']>
export type Receipt = NonNullable<Verification['receipt']>

/**
 * The portal's answer about a file. `altered`: contains a reference, but differs from the file sealed under it. `original`: the
 * document before sealing. `unasked`: the portal was unreachable.
 */
export type PortalAnswer =
  | { readonly is: 'known'; readonly verification: Verification }
  | { readonly is: 'altered' | 'original'; readonly contract: SealedContract }
  | { readonly is: 'unknown' }
  | { readonly is: 'unasked'; readonly reason: string }

export interface FileAnswer {
  readonly portal: PortalAnswer
  /** Result of the local check; null if the browser cannot run it. */
  readonly check: SealCheck | null
  /** The reference in the file, and the one requested by the QR code on the certificate. */
  readonly fileReference: string | null
  readonly pageReference: string | null
}

const loadCheck = () => import('./seal-check.ts')

/** Certificate of the portal's CA; null if unavailable. */
const loadAuthority = () =>
  fetch('/.well-known/esign-ca.pem').then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )

let authority: Promise<string | null> = Promise.resolve(null)

/** Preloads code and CA for the check, so that it works offline later. */
export function prepareCheck(): void {
  authority = loadAuthority()
  // Failures are ignored: loading is retried when a file is opened.
  loadCheck().catch(() => undefined)
}

/** Verifies a file by its SHA-256 and checks its seals locally; the file itself is not uploaded. */
export async function verifyFile(file: File, pageReference: string | null): Promise<FileAnswer> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fileReference = referenceIn(bytes)
  const [portal, check] = await Promise.all([askPortal(file, fileReference, pageReference), checkHere(bytes)])
  return { portal, check, fileReference, pageReference }
}

async function askPortal(file: File, fileReference: string | null, pageReference: string | null): Promise<PortalAnswer> {
  try {
    const sha256 = await sha256Of(file)
    const verification = await call(verificationRoutes.verifyFile, { query: { sha256 } })
    if (verification.verdict !== 'unknown') return { is: 'known', verification }
    for (const each of new Set([fileReference, pageReference])) {
      const { found } = each ? await call(verificationRoutes.verifyReference, { params: { reference: each } }) : { found: null }
      if (found?.documentSha256 === sha256) return { is: 'original', contract: found }
      if (found && each === fileReference) return { is: 'altered', contract: found }
    }
    return { is: 'unknown' }
  } catch (error) {
    if (error instanceof ApiError) return { is: 'unasked', reason: error.message }
    throw error
  }
}

/** Null without WebCrypto (it requires TLS), or if the code cannot be loaded. */
async function checkHere(bytes: Uint8Array): Promise<SealCheck | null> {
  if (!globalThis.crypto?.subtle) return null
  const loaded = await loadCheck().catch(() => null)
  if (!loaded) return null
  return loaded.checkSeals(bytes, (await authority) ?? (await loadAuthority()))
}
