import { buffer } from 'node:stream/consumers'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import { allTiers, type StoredTier } from '#money/tiers/server/queries.ts'
import { fileKinds } from '#platform/domain/files.ts'
import { documentReading, type WrittenLanguage } from '#platform/domain/languages.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { fileKey } from '#platform/server/files/store.ts'
import type { Portal } from '#platform/server/portal.ts'
import { printRefusal, unprintableRefusal } from '#platform/server/printing/print-refusals.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { WorkerError } from '#platform/server/workers/worker-error.ts'
import { WorkerPool } from '#platform/server/workers/worker-pool.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { fillTemplate, type TemplateBody, type TemplateField, type TierRow } from '../domain/templates.ts'
import { m } from '../messages/messages.ts'
import { type DocumentPartner, fieldValues, type PartnerValues, partnerValues } from './field-values.ts'
import type { PrintAnswer, Printed, Sheet } from './sheet.ts'

interface DocumentInput {
  readonly kind: ContractType
  readonly title: string
  readonly body: TemplateBody
  /** Whose values are filled in; null for sample values. */
  readonly partner: DocumentPartner | null
  readonly tier?: StoredTier
  /** The language of the template's words. */
  readonly language: WrittenLanguage
}

export interface Draft {
  readonly sheet: Omit<Sheet, 'logo' | 'complete'>
  readonly logo: { readonly id: string; readonly kind: 'png' | 'jpeg' } | null
  readonly missing: readonly TemplateField[]
}

/** The tiers in the words of a contract's table. */
function tierRows(tiers: readonly StoredTier[]): TierRow[] {
  return tiers.map(({ minRevenueCents: from, maxRevenueCents: to, commissionRate, ...tier }) => ({
    name: nameIn(tier),
    revenue:
      to === null ? m.fromValue({ from: formatEuros(from) }) : m.revenueBetween({ from: formatEuros(from), to: formatEuros(to) }),
    rate: percentText(commissionRate),
  }))
}

/** Loads the content of a document, in its own language, whoever makes it. */
export async function draftDocument(tx: Tx, now: Date, input: DocumentInput): Promise<Draft> {
  // Who asks for it reads why there is no such partner.
  const contact = await partnerValues(tx, input.partner)
  return readAs(documentReading(input.language), () => loadContent(tx, now, input, contact))
}

async function loadContent(
  tx: Tx,
  now: Date,
  { language, kind, title, body, partner, tier }: DocumentInput,
  contact: PartnerValues,
): Promise<Draft> {
  const settings = await currentSettings(tx)
  const values = await fieldValues(tx, { partner, contact, kind, settings, now, ...(tier ? { tier } : {}) })
  const filled = fillTemplate(body, values, tierRows(await allTiers(tx)))
  const logo = await tx
    .selectFrom('settings as s')
    .innerJoin('files as f', 'f.id', 's.logo_file_id')
    .select(['f.id', 'f.kind'])
    .executeTakeFirst()
  return {
    sheet: { language, provider: settings.providerName, title, body: filled.body, day: isoDay(now, settings.timeZone) },
    logo: logo && (logo.kind === 'png' || logo.kind === 'jpeg') ? { id: logo.id, kind: logo.kind } : null,
    missing: filled.missing,
  }
}

/**
 * Renders a PDF. Deterministic: the same draft gives the same bytes, so the preview equals the assigned document. A preview
 * replaces unprintable characters; a document to be signed must not have any.
 */
export async function printDraft(
  { files }: Pick<Portal, 'files'>,
  { sheet, logo }: Draft,
  { complete }: Pick<Sheet, 'complete'>,
): Promise<Printed> {
  if (!logo) return print({ ...sheet, complete, logo: null })
  const picture = await buffer(await files.read(fileKey({ purpose: 'logo', id: logo.id })))
  return print({ ...sheet, complete, logo: { mime: fileKinds[logo.kind].mime, base64: picture.toString('base64') } })
}

const limits = { timeoutMs: 30_000, heapMb: 512, memoryMb: 768, processes: 1, maxQueued: 100 }
const pool = new WorkerPool<null, Sheet, PrintAnswer>({
  module: new URL('./pdf-worker.ts', import.meta.url),
  setup: null,
  limits,
})

/**
 * Renders a sheet as PDF in a child process, one at a time. Refuses `document_not_made`, and `characters_unprintable` if the
 * sheet must be complete.
 */
async function print(sheet: Sheet): Promise<Printed> {
  try {
    const { pdf, replaced } = await pool.run(() => sheet)
    if (pdf === null) throw unprintableRefusal(replaced)
    return { pdf, replaced }
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const badLogo = sheet.logo && error.code === 'failed' && /image/i.test(error.message)
    if (badLogo) return print({ ...sheet, logo: null })
    throw printRefusal(error)
  }
}
