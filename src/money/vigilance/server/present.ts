import { type Actor, callerRights } from '#access/domain/actor.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { VigilanceDocument } from '../api.ts'
import { vigilanceAbilities, vigilanceState } from '../domain.ts'
import type { ListedDocument } from './queries.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

/** The only serializer for partners' documents. */
export function presentDocument(row: ListedDocument, { actor, now }: { actor: Actor; now: Date }): VigilanceDocument {
  const isStaff = actor.kind === 'admin'
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    state: vigilanceState(row.status, row.expires_on, isoDay(now, row.time_zone)),
    requestedAt: iso(row.requested_at),
    receivedAt: iso(row.received_at),
    fileName: row.file_name,
    issuedOn: row.issued_on,
    expiresOn: row.expires_on,
    securityCode: row.security_code,
    decidedAt: iso(row.decided_at),
    decidedBy: isStaff ? row.decided_by_name : null,
    refuseReason: row.refuse_reason,
    can: vigilanceAbilities(row.status, callerRights(actor, row.partner_id, 'money')),
  }
}
