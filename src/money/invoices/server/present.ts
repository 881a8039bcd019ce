import type { Actor } from '#access/domain/actor.ts'
import { payoutState } from '#money/payouts/domain/payouts.ts'
import type { IssuedDocument } from '../api.ts'
import { documentState } from '../domain/payout-documents.ts'
import { hasEnded } from '../domain/platform-status.ts'
import type { ListedDocument } from './queries.ts'

interface Reader {
  readonly now: Date
  readonly actor: Actor
}

function handoverOf({ handed_on, platform, platform_reference, recorded_at, recorded_by }: ListedDocument, { kind }: Actor) {
  if (handed_on === null || platform === null || platform_reference === null || recorded_at === null) return null
  const by = kind === 'admin' ? recorded_by : null
  return { on: handed_on, platform, reference: platform_reference, at: recorded_at.toISOString(), by }
}

function platformStatusOf(row: ListedDocument, { kind }: Actor) {
  const { platform_status: status, platform_status_on: on, platform_status_at: at, platform_reason: reason } = row
  if (status === null || on === null || at === null || reason === null) return null
  return { status, on, reason, at: at.toISOString(), by: kind === 'admin' ? row.platform_status_by : null }
}

export function presentDocument(row: ListedDocument, { now, actor }: Reader): IssuedDocument {
  const payout = payoutState({ status: row.status, acceptedAt: row.accepted_at, contestUntil: row.contest_until }, now)
  const handover = handoverOf(row, actor)
  const acts = actor.kind === 'admin' && actor.rights.includes('money')
  return {
    id: row.id,
    kind: row.kind,
    number: row.reference,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    payout: { id: row.payout_id, reference: row.payout },
    issuedOn: row.issued_on,
    issuedAt: row.issued_at.toISOString(),
    corrects: row.corrects,
    netCents: row.net_cents,
    vatCents: row.vat_cents,
    totalCents: row.total_cents,
    state: documentState(payout, row.contested),
    hasFile: row.file_id !== null,
    hasXml: row.xml_file_id !== null,
    handover,
    platformStatus: platformStatusOf(row, actor),
    isVoid: row.is_void,
    isArchiveOnly: row.archive_only,
    can: {
      handOver: acts && handover === null && row.file_id !== null && row.is_transmitted,
      undoHandover: acts && handover !== null && row.platform_status === null,
      recordStatus: acts && handover !== null && !hasEnded({ archiveOnly: row.archive_only, status: row.platform_status }),
    },
  }
}
