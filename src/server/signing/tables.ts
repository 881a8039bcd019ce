import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { SignRoute } from '#domain/signing.ts'

export interface SigningCodes {
  id: string
  contract_id: string
  user_id: string
  document_sha256: string
  created_at: Date
  expires_at: Date
  tries: Generated<number>
  used_at: Date | null
}

export interface DocumentViews {
  id: string
  contract_id: string
  user_id: string
  document_sha256: string
  /** `opened`: sent to be read in the page. `downloaded`: sent as a file. `link`: led to the address. */
  way: 'opened' | 'downloaded' | 'link'
  session_id: string
  first_at: Date
  last_at: Date
  pages_shown: ColumnType<number[] | null, null, RawBuilder<unknown>>
  page_count: number | null
}

export interface CountersignCodes {
  id: string
  user_id: string
  signature_ids: ColumnType<string[], RawBuilder<unknown>, never>
  created_at: Date
  expires_at: Date
  tries: Generated<number>
  checked_at: Date | null
}

export interface Signatures {
  id: string
  contract_id: string
  role: 'partner' | 'provider'
  signer_id: string
  reference: string
  signed_at: Date
  document_sha256: string | null
  file_id: string
  file_sha256: string
  level: 'B-B' | 'B-T'
  certificate_sha256: string
  route: SignRoute
  /** Written as text, read parsed. */
  evidence: ColumnType<Record<string, unknown>, string, never>
  code_id: string | null
  countersign_code_id: Generated<string | null>
  revoked_at: Generated<Date | null>
  revoked_by: Generated<string | null>
  revoke_reason: Generated<string | null>
}
