import { queryOptions } from '@tanstack/react-query'
import type { Verification } from '#api/signing.ts'
import { signingRoutes } from '#api/signing.ts'
import { ApiError } from '../app/api-error.ts'
import { call } from '../app/api.ts'
import { sha256Of } from '../app/sha256.ts'
import { referenceIn } from './reference-in-file.ts'
import type { SealCheck } from './seal-check.ts'

/** What a reference stands for. */
export const referenceQuery = (reference: string) =>
  queryOptions({
    queryKey: ['verify', reference],
    queryFn: () => call(signingRoutes.verifyReference, { params: { reference } }),
    enabled: reference !== '',
  })

export type Found = NonNullable<Verification['found']>

/**
 * What the portal knows of a file. `altered`: it carries a reference, but is not the file that was sealed under it.
 * `original`: it is the document as it was before the seal. `unasked`: the portal did not answer.
 */
export type PortalAnswer =
  | { readonly is: 'known'; readonly verification: Verification }
  | { readonly is: 'altered' | 'original'; readonly found: Found }
  | { readonly is: 'unknown' }
  | { readonly is: 'unasked'; readonly reason: string }

export interface FileAnswer {
  readonly portal: PortalAnswer
  /** What the file's own bytes say; null where this page cannot check them. */
  readonly check: SealCheck | null
  /** The reference that the file itself carries, and the one that was asked for: on the certificate, in its QR code. */
  readonly carried: string | null
  readonly asked: string | null
}

const loadCheck = () => import('./seal-check.ts')

/** The certificate of the portal's own authority, or null when it cannot be had now. */
const loadAuthority = () =>
  fetch('/.well-known/esign-ca.pem').then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )

let authority: Promise<string | null> = Promise.resolve(null)

/** Gets what checks a seal while the portal can be reached, so that a file is judged even if it cannot be reached later. */
export function prepareCheck(): void {
  authority = loadAuthority()
  // What cannot be loaded now is loaded, or missed, when a file comes.
  loadCheck().catch(() => undefined)
}

/** Looks a file up by its SHA-256 and checks its seals here: the file itself never leaves the browser. */
export async function verifyFile(file: File, asked: string | null): Promise<FileAnswer> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const carried = referenceIn(bytes)
  const [portal, check] = await Promise.all([askPortal(file, carried, asked), checkHere(bytes)])
  return { portal, check, carried, asked }
}

async function askPortal(file: File, carried: string | null, asked: string | null): Promise<PortalAnswer> {
  try {
    const sha256 = await sha256Of(file)
    const verification = await call(signingRoutes.verifyFile, { query: { sha256 } })
    if (verification.verdict !== 'unknown') return { is: 'known', verification }
    for (const each of new Set([carried, asked])) {
      const { found } = each ? await call(signingRoutes.verifyReference, { params: { reference: each } }) : { found: null }
      if (found?.documentSha256 === sha256) return { is: 'original', found }
      if (found && each === carried) return { is: 'altered', found }
    }
    return { is: 'unknown' }
  } catch (error) {
    if (error instanceof ApiError) return { is: 'unasked', reason: error.message }
    throw error
  }
}

/** Browsers check signatures on pages that came over TLS only; the check itself may not have been loaded. */
async function checkHere(bytes: Uint8Array): Promise<SealCheck | null> {
  if (!globalThis.crypto?.subtle) return null
  const loaded = await loadCheck().catch(() => null)
  if (!loaded) return null
  return loaded.checkSeals(bytes, (await authority) ?? (await loadAuthority()))
}
