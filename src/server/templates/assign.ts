import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Tier } from '#api/tiers.ts'
import type { Actor } from '#domain/actor.ts'
import { refuseUnless } from '#domain/refusal.ts'
import { assignContract } from '../contracts/commands.ts'
import type { Tx } from '../db/database.ts'
import { refusalOfDisk } from '../files/no-room.ts'
import { fileKey } from '../files/store.ts'
import { newId } from '../ids.ts'
import type { Portal } from '../portal.ts'
import type { TransactionContext } from '../transaction.ts'
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

/** Stores a generated PDF like an upload: the row, then the bytes. Unclaimed files are removed after a day. */
async function storePdf(portal: Portal, actor: Actor, title: string, pdf: Uint8Array): Promise<string> {
  const { ok } = await portal.files.health()
  refuseUnless(ok, 'storage_full', 'The server cannot take files now: nothing was assigned. Please tell the provider.')
  const id = newId()
  await portal.database.asActor(actor, (tx) =>
    tx
      .insertInto('files')
      .values({
        id,
        purpose: 'contract',
        name: fileNameOf(title),
        kind: 'pdf',
        size: pdf.length,
        sha256: createHash('sha256').update(pdf).digest('hex'),
        uploaded_by: 'userId' in actor ? actor.userId : null,
        created_at: portal.clock.now(),
        claimed_at: null,
        inspection: JSON.stringify({ route: 'A', pages: null, remarks: [] }),
      })
      .execute(),
  )
  try {
    await portal.files.write(fileKey({ purpose: 'contract', id }), Readable.from([pdf]))
  } catch (error) {
    throw refusalOfDisk(error)
  }
  return id
}

interface Order {
  readonly partnerId: string
  /** Loads the template version in the transaction that loads the partner. */
  readonly version: (tx: Tx) => Promise<TemplateVersion>
  readonly title?: string | undefined
  readonly tier?: Tier
}

/** Generates and stores the PDF for one partner, without assigning it. */
export async function generate(portal: Portal, actor: Actor, { partnerId, version, title, tier }: Order): Promise<Generated> {
  const { draft, found, named } = await portal.database.asActor(actor, async (tx) => {
    const found = await version(tx)
    const named = title ?? found.title
    const wanted = { kind: found.kind, title: named, body: found.body, partnerId, ...(tier ? { tier } : {}) }
    return { found, named, draft: await draftDocument(tx, portal.clock.now(), wanted) }
  })
  const { pdf } = await printDraft(portal, draft, { complete: true })
  return { version: found, title: named, partnerId, uploadId: await storePdf(portal, actor, named, pdf) }
}

/** Assigns a generated PDF as a pending contract. */
export function assignGenerated(
  context: TransactionContext,
  { version, title, partnerId, uploadId }: Generated,
): Promise<{ id: string }> {
  const document = { kind: 'file' as const, uploadId }
  return assignContract(context, { partnerId, title, contractType: version.kind, document }, version.id)
}
