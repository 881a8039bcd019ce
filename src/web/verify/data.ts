import { queryOptions } from '@tanstack/react-query'
import type { Verification } from '#contract/signing.ts'
import { signingRoutes } from '#contract/signing.ts'
import { call } from '../app/api.ts'
import { sha256Of } from '../app/sha256.ts'
import { referenceIn } from './reference-in-file.ts'

/** What a reference stands for. */
export const referenceQuery = (reference: string) =>
  queryOptions({
    queryKey: ['verify', reference],
    queryFn: () => call(signingRoutes.verifyReference, { params: { reference } }),
    enabled: reference !== '',
  })

type Found = NonNullable<Verification['found']>

/** What is known of a file. `altered`: it carries a reference, but is not the file that was sealed under it. `original`: it is the document as it was before the seal. */
export type FileAnswer =
  | { readonly is: 'known'; readonly verification: Verification }
  | { readonly is: 'altered' | 'original'; readonly found: Found }
  | { readonly is: 'unknown' }

/** Looks a file up by its SHA-256: the file itself never leaves the browser. `reference` is the one on the certificate, when it was given. */
export async function verifyFile(file: File, reference: string | null): Promise<FileAnswer> {
  const sha256 = await sha256Of(file)
  const verification = await call(signingRoutes.verifyFile, { query: { sha256 } })
  if (verification.verdict !== 'unknown') return { is: 'known', verification }
  const carried = referenceIn(new Uint8Array(await file.arrayBuffer()))
  for (const each of new Set([carried, reference])) {
    const { found } = each ? await call(signingRoutes.verifyReference, { params: { reference: each } }) : { found: null }
    if (found?.documentSha256 === sha256) return { is: 'original', found }
    if (found && each === carried) return { is: 'altered', found }
  }
  return { is: 'unknown' }
}
