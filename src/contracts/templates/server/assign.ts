import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { assignContract } from '#contracts/contracts/server/commands.ts'
import type { Tier } from '#money/tiers/api/tiers.ts'
import type { Actor } from '#platform/domain/actor.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type NewFile, storeFile } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { missingValuesText } from '../domain/templates.ts'
import { draftDocument, printDraft } from './document.ts'
import type { TemplateVersion } from './queries.ts'

export interface Generated {
  readonly version: TemplateVersion
  readonly title: string
  readonly partnerId: string
  readonly uploadId: string
}

/** File name without characters that some systems reject. */
const fileNameOf = (title: string) => `${title.replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim() || 'Document'}.pdf`

/** Keeps a generated PDF until a contract claims it. */
async function keepPdf(portal: Portal, actor: Actor, title: string, pdf: Uint8Array): Promise<string> {
  const { ok } = await portal.files.health()
  refuseUnless(ok, 'storage_full', 'The server cannot take files now: nothing was assigned. Please tell the provider.')
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
  readonly partnerId: string
  /** Loads the template version in the transaction that loads the partner. */
  readonly version: (tx: Tx) => Promise<TemplateVersion>
  readonly title?: string | undefined
  readonly tier?: Tier
}

/**
 * Generates and stores the PDF for one partner, without assigning it. Refuses `template_values_missing`: nobody is to sign a gap.
 */
export async function generate(portal: Portal, actor: Actor, { partnerId, version, title, tier }: Order): Promise<Generated> {
  const { draft, template, documentTitle } = await portal.database.asActor(actor, async (tx) => {
    const template = await version(tx)
    const documentTitle = title ?? template.title
    const documentInput = { kind: template.kind, title: documentTitle, body: template.body, partnerId, ...(tier ? { tier } : {}) }
    return { template, documentTitle, draft: await draftDocument(tx, portal.clock.now(), documentInput) }
  })
  refuseUnless(draft.missing.length === 0, 'template_values_missing', missingValuesText(draft.missing))
  const { pdf } = await printDraft(portal, draft, { complete: true })
  return { version: template, title: documentTitle, partnerId, uploadId: await keepPdf(portal, actor, documentTitle, pdf) }
}

/** Assigns a generated PDF as a pending contract. */
export function assignGenerated(
  context: TransactionContext,
  { version, title, partnerId, uploadId }: Generated,
): Promise<{ id: string }> {
  const document = { kind: 'file' as const, uploadId }
  return assignContract(context, { partnerId, title, contractType: version.kind, document }, version.id)
}
