import { type Nullable, type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Actor } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { DocumentViews } from '#platform/server/db/schema.generated.ts'
import { type EventRecord, isEmptied, readEvent } from '#platform/server/events/event-record.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'
import type { contractStep } from '../../api/contract-steps.ts'
import { stepNames } from '../../domain/signing.ts'

export type Step = z.infer<typeof contractStep>

function reasonOf(event: EventRecord<Step['name']>): string | null {
  return event.name === 'contract.declined' || event.name === 'contract.revoked' ? event.after.reason : null
}

type View = Pick<Selectable<DocumentViews>, 'pages_shown' | 'page_count' | 'text_sha256'>

/** What was on the screen of a document that was opened: pages, or parts of its text. */
function shownOf({ pages_shown, page_count, text_sha256: sha256 }: Nullable<View>): Pick<Step, 'pages' | 'text'> {
  const shown = pages_shown && page_count !== null ? { shown: pages_shown, of: page_count } : null
  return sha256 ? { pages: null, text: { sha256, ...(shown ?? { shown: [], of: 0 }) } } : { pages: shown, text: null }
}

/** All steps of a contract, oldest first, limited to what the reader may see. */
export async function readSteps(tx: Tx, contractId: string, reader: Actor['kind']): Promise<Step[]> {
  const rows = await tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .leftJoin('document_views as v', (join) =>
      join.on(sql<boolean>`v.id = (${payloadField('e', 'contract.document_opened', 'after', 'viewId')})::uuid`),
    )
    .select([
      'e.id',
      'e.name',
      'e.occurred_at',
      'e.actor_id',
      'e.subject_id',
      'e.partner_id',
      'e.before',
      'e.after',
      'e.origin',
      'v.pages_shown',
      'v.page_count',
      'v.text_sha256',
      'p.full_name as by',
      sql<boolean>`app.acts_for(e.actor_id, e.partner_id)`.as('by_partner'),
    ])
    .where('e.subject_id', '=', contractId)
    .where('e.name', 'in', stepNames)
    .orderBy('e.seq')
    .$narrowType<{ name: Step['name'] }>()
    .execute()
  return rows.map((row) => {
    const event = readEvent(row)
    return {
      id: event.id,
      name: event.name,
      at: row.occurred_at.toISOString(),
      by: row.by,
      reason: isEmptied(event) ? null : reasonOf(event),
      ...shownOf(row),
      // Partners do not see the address and browser of staff.
      origin: reader === 'partner' && !row.by_partner ? null : row.origin,
    }
  })
}
