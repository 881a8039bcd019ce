import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '#access/domain/actor.ts'
import type { ContractText } from '#contracts/contracts/domain/contract-text.ts'
import { type AssignmentFacts, assignContract } from '#contracts/contracts/server/commands.ts'
import { keepText } from '#contracts/contracts/server/text-commands.ts'
import type { StoredTier } from '#money/tiers/server/queries.ts'
import { writtenLanguageNamed } from '#platform/domain/languages.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type NewFile, storeFile } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { missingValuesText } from '../domain/templates.ts'
import { m } from '../messages/messages.ts'
import { draftDocument, printDraft } from './document.ts'
import type { DocumentPartner, Newcomer } from './field-values.ts'
import { type TemplateVersion, versionToAssign } from './queries.ts'

export interface Generated {
  readonly version: TemplateVersion
  readonly title: string
  readonly uploadId: string
  /** What the PDF was printed from. */
  readonly text: ContractText
}

/** File name without characters that some systems reject. */
const fileNameOf = (title: string) => `${oneLine(title.replace(/[/\\:*?"<>|]+/g, ' ')) || 'Document'}.pdf`

/** Keeps a generated PDF until a contract claims it. */
async function keepPdf(portal: Portal, actor: Actor, title: string, pdf: Uint8Array): Promise<string> {
  const { ok } = await portal.files.health()
  refuseUnless(ok, 'storage_full', m.storageFull())
  const file: NewFile = {
    id: newId(),
    purpose: 'contract',
    name: fileNameOf(title),
    kind: 'pdf',
    size: pdf.length,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    inspection: { route: 'A', pages: null, remarks: [] },
  }
  await storeFile(portal, actor, file, Readable.from([pdf]))
  return file.id
}

interface Order {
  readonly partner: DocumentPartner
  /** Loads the template version in the transaction that loads the partner. */
  readonly version: (tx: Tx) => Promise<TemplateVersion>
  readonly title?: string | undefined
  readonly tier?: StoredTier
}

/**
 * Generates and stores the PDF for one partner, without assigning it. Refuses `template_values_missing`: nobody is to sign a gap.
 */
export async function generate(portal: Portal, actor: Actor, { partner, version, title, tier }: Order): Promise<Generated> {
  const { draft, template, documentTitle } = await portal.database.asActor(actor, async (tx) => {
    const template = await version(tx)
    const documentTitle = title ?? template.title
    const { kind, body } = template
    const language = writtenLanguageNamed(template.language)
    const documentInput = { language, kind, title: documentTitle, body, partner, ...(tier ? { tier } : {}) }
    return { template, documentTitle, draft: await draftDocument(tx, portal.clock.now(), documentInput) }
  })
  if ('newcomer' in partner) {
    refuseFieldUnless(!draft.missing.includes('partner_company'), 'company', m.companyMissing())
  }
  if (draft.missing.length > 0) {
    const facts = { fields: draft.missing.join(' ') }
    throw new Refusal('template_values_missing', missingValuesText(draft.missing), { facts })
  }
  const { pdf } = await printDraft(portal, draft, { complete: true })
  const uploadId = await keepPdf(portal, actor, documentTitle, pdf)
  return { version: template, title: documentTitle, uploadId, text: draft.sheet }
}

/**
 * Makes the main contract of somebody who is about to be invited. Refuses as `generate` does; with a field error where the
 * invitation itself lacks the value, so that nobody is invited before the contract can be made.
 */
export async function generateForNewcomer(
  portal: Portal,
  actor: Actor,
  newcomer: Newcomer,
  templateId: string,
): Promise<Generated> {
  const version = async (tx: Tx) => {
    const found = await versionToAssign(tx, templateId)
    refuseFieldUnless(found.kind === 'main', 'templateId', m.mainTemplateMissing())
    return found
  }
  return generate(portal, actor, { partner: { newcomer }, version })
}

/** Assigns a generated PDF to a partner as a pending contract, and keeps the text that it was printed from. */
export async function assignGenerated(
  context: TransactionContext,
  { version, title, uploadId, text }: Generated,
  partnerId: string,
  facts: AssignmentFacts = {},
): Promise<{ id: string }> {
  const document = { kind: 'file' as const, uploadId }
  const { id } = await assignContract(
    context,
    { partnerId, title, contractType: version.kind, document, language: writtenLanguageNamed(version.language) },
    { ...facts, templateVersionId: version.id },
  )
  await keepText(context, id, text)
  return { id }
}
