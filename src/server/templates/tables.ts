import type { ColumnType, Generated } from 'kysely'
import type { ContractType } from '#domain/contracts.ts'
import type { WrittenBody } from '#api/templates.ts'

export interface ContractTemplates {
  id: string
  kind: ContractType
  name: string
  archived_at: Date | null
  created_at: Date
}

export interface ContractTemplateVersions {
  id: string
  template_id: string
  version: number
  title: string
  /** Written as text, read parsed. */
  body: ColumnType<WrittenBody, string, never>
  created_at: Date
  created_by: string
}

export interface TemplateSettings {
  id: Generated<boolean>
  tier_amendments_on: boolean
  tier_amendment_template_id: string | null
}

export interface TierAmendments {
  partner_id: string
  tier_id: string
  contract_id: string | null
  created_at: Date
}
