import {
  type Block,
  type FilledBody,
  type FilledRun,
  type LineBreak,
  type Table,
  type TemplateMark,
  type TextRun,
  templateMarks,
} from '#contracts/contracts/domain/contract-text.ts'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import { texts } from '#platform/domain/languages.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import { m } from '../messages/messages.ts'

/** Merge fields about the parties, the tier and the date; then those of the amended contract, and of a billing mandate. */
export const templateFields = [
  'partner_name',
  'partner_company',
  'partner_email',
  'provider_name',
  'provider_address',
  'tier_name',
  'commission_rate',
  'commission_terms',
  'date',
  'provider_identity',
  'partner_identity',
  'partner_siren',
  'protection_months',
  'amended_title',
  'amended_date',
  'amended_hash',
  'billing_name',
  'billing_identity',
  'contest_days',
] as const
export type TemplateField = (typeof templateFields)[number]
export type FieldValues = Readonly<Record<TemplateField, string>>

export const templateFieldLabels = texts<TemplateField>({
  partner_name: m.partnerName,
  partner_company: m.partnerCompany,
  partner_email: m.partnerEmail,
  provider_name: m.providerName,
  provider_address: m.providerAddress,
  tier_name: m.tier,
  commission_rate: m.commissionRate,
  commission_terms: m.commissionTerms,
  date: m.date,
  provider_identity: m.providerIdentity,
  partner_identity: m.partnerIdentity,
  partner_siren: m.partnerSiren,
  protection_months: m.protectionMonths,
  amended_title: m.amendedContract,
  amended_date: m.amendedDate,
  amended_hash: m.amendedHash,
  billing_name: m.billingName,
  billing_identity: m.billingIdentity,
  contest_days: m.contestDays,
})

/** Fields that one kind alone has. */
const ofOneKind: Readonly<Partial<Record<TemplateField, ContractType>>> = {
  amended_title: 'amendment',
  amended_date: 'amendment',
  amended_hash: 'amendment',
  billing_name: 'mandate',
  billing_identity: 'mandate',
  contest_days: 'mandate',
}

/** Merge fields per kind: main contracts have no amended contract, and only mandates are about invoices. */
export function fieldsOf(kind: ContractType): TemplateField[] {
  return templateFields.filter((field) => (ofOneKind[field] ?? kind) === kind)
}

export interface FieldRun {
  readonly type: 'field'
  readonly field: TemplateField
  readonly marks?: readonly TemplateMark[] | undefined
}
/** Inline content. `Run` is the allowed type: text and fields in a template, only text once filled. */
export type TemplateRun = TextRun | FieldRun | LineBreak
/** Stands for the table of all tiers as they are when the document is made. */
export interface TierTable {
  readonly type: 'tierTable'
}
export type TemplateBlock = Block<TemplateRun> | TierTable
export type TemplateBody = readonly TemplateBlock[]

/** Maximum size of the body as JSON in UTF-8 bytes. */
export const templateMaxBytes = 200_000
/** Maximum nesting of lists; deeper ones do not fit a page. */
export const templateMaxDepth = 3
export const templateNameMax = 100
export const templateTitleMax = 200

const depthOf = (blocks: TemplateBody): number =>
  Math.max(0, ...blocks.map((block) => (block.type === 'list' ? 1 + Math.max(0, ...block.items.map(depthOf)) : 0)))

function saysSomething(blocks: TemplateBody): boolean {
  return blocks.some((block) => {
    if (block.type === 'list') return block.items.some(saysSomething)
    if (block.type === 'pageBreak') return false
    if (block.type === 'tierTable') return true
    return block.content.some((run) => run.type === 'field' || (run.type === 'text' && run.text.trim() !== ''))
  })
}

/** Length in UTF-8 bytes. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** Validation message for a template's body; null if it is valid. */
export function templateError(body: TemplateBody): string | null {
  if (bytesOf(JSON.stringify(body)) > templateMaxBytes) return m.textTooLong()
  if (depthOf(body) > templateMaxDepth) return m.listsTooDeep({ templateMaxDepth })
  if (!saysSomething(body)) return m.textMissing()
  return null
}

/** Stands in a preview for a value that is missing; a document with one is not assigned. */
export const emptyValue = '—'

const ofAmended = m.placeAmended
const ofBilling = m.placeBilling

/** Where the user fills in a value that a document lacks. */
const filledIn = texts<TemplateField>({
  partner_name: m.placeContact,
  partner_company: m.placeContact,
  partner_email: m.placeContact,
  provider_name: m.placeSettings,
  provider_address: m.placeSettings,
  tier_name: m.placeTiers,
  commission_rate: m.placeTiers,
  commission_terms: m.placeRules,
  date: m.placeTemplate,
  provider_identity: m.placeSettings,
  partner_identity: ofBilling,
  partner_siren: ofBilling,
  protection_months: m.placeProgramme,
  amended_title: ofAmended,
  amended_date: ofAmended,
  amended_hash: ofAmended,
  billing_name: ofBilling,
  billing_identity: ofBilling,
  contest_days: m.placeProgramme,
})

/** Says which values a document lacks, and where each is filled in. */
export function missingValuesText(missing: readonly TemplateField[]): string {
  const places = [...new Set(missing.map((field) => filledIn[field]))]
  const sentences = places.map((place) => {
    const labels = missing.filter((field) => filledIn[field] === place).map((field) => templateFieldLabels[field])
    return m.fillInUnder({ labels: labels.join(', '), place })
  })
  return m.valuesMissing({ places: sentences.join(' ') })
}

/** What the table of tiers is made of. */
export interface TierRow {
  readonly name: string
  readonly revenue: string
  readonly rate: string
}

const tierTable = (tiers: readonly TierRow[]): Table => ({
  type: 'table',
  head: [m.tier(), m.tableRevenue(), m.rate()],
  rows: tiers.map(({ name, revenue, rate }) => [name, revenue, rate]),
})

/**
 * Replaces merge fields by their values, and the table's place by the tiers. Also returns the fields without a value, each once,
 * in the order of the list.
 */
export function fillTemplate(
  body: TemplateBody,
  values: FieldValues,
  tiers: readonly TierRow[] = [],
): { body: FilledBody; missing: TemplateField[] } {
  const missing = new Set<TemplateField>()
  const fillRun = (run: TemplateRun): FilledRun => {
    if (run.type !== 'field') return run
    const value = oneLine(values[run.field])
    if (value === '') missing.add(run.field)
    return { type: 'text', text: value === '' ? emptyValue : value, marks: run.marks }
  }
  const fillBlock = (block: Block<TemplateRun>): Block<FilledRun> => {
    if (block.type === 'pageBreak') return block
    if (block.type === 'list') return { ...block, items: block.items.map((item) => item.map(fillBlock)) }
    return { ...block, content: block.content.map(fillRun) }
  }
  if (tiers.length === 0 && body.some(({ type }) => type === 'tierTable')) missing.add('tier_name')
  const blocks = body.map((block) => (block.type === 'tierTable' ? tierTable(tiers) : fillBlock(block)))
  return { body: blocks, missing: templateFields.filter((field) => missing.has(field)) }
}

interface TemplateText {
  readonly title: string
  readonly body: TemplateBody
}

/** Normalises marks: order and an empty list carry no meaning. */
function plain(blocks: TemplateBody): unknown {
  return blocks.map((block) => {
    if (block.type === 'pageBreak' || block.type === 'tierTable') return block.type
    if (block.type === 'list') return [block.type, block.ordered, block.items.map(plain)]
    const runs = block.content.map((run) => {
      if (run.type === 'break') return run.type
      const marks = templateMarks.filter((mark) => run.marks?.includes(mark))
      return [run.type === 'text' ? ['text', run.text] : ['field', run.field], marks]
    })
    return [block.type, block.type === 'heading' ? block.level : 0, runs]
  })
}

/** Whether two versions are equal, independent of key order (jsonb does not keep it). */
export function sameTemplate(one: TemplateText, other: TemplateText): boolean {
  return one.title === other.title && JSON.stringify(plain(one.body)) === JSON.stringify(plain(other.body))
}
