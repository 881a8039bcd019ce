import { callerRights } from '#access/domain/actor.ts'
import { personOf } from '#access/server/acting.ts'
import { fileKinds } from '#platform/domain/files.ts'
import { writtenLanguageNamed } from '#platform/domain/languages.ts'
import type { Call } from '#platform/server/http/bind.ts'
import type { Contract } from '../api/contracts.ts'
import { contractAbilities } from '../domain/contracts.ts'
import { contractStage } from '../domain/signing.ts'
import { contractFileUrl, type LinkOwner } from './file-link.ts'
import type { ListedContract } from './queries.ts'

/** The user whom a signed link is made for: staff who view the portal as a partner never get the partner's own link. */
function linkOwner({ actor, sessionId }: Viewed): LinkOwner {
  const userId = actor.kind === 'partner' && actor.viewerId ? actor.viewerId : personOf({ actor }).userId
  return { userId, sessionId }
}

type Viewed = Pick<Call, 'actor' | 'portal' | 'now' | 'sessionId'>

export function presentContract(row: ListedContract, viewed: Viewed): Contract {
  const { actor, portal, now } = viewed
  // A signed link has a certificate file; a pending one is the URL itself.
  const link = row.file_kind ? null : row.link
  const fileUrl = contractFileUrl(portal.config, row.id, linkOwner(viewed), now)
  return {
    id: row.id,
    partner: { id: row.user_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    contractType: row.contract_type,
    status: row.status,
    title: row.title,
    language: writtenLanguageNamed(row.language),
    document: {
      kind: link ? 'link' : 'file',
      url: link ?? fileUrl,
      fileName: row.file_name,
      mime: row.file_kind && fileKinds[row.file_kind].mime,
      size: row.file_size,
    },
    hasText: row.has_text,
    createdAt: row.created_at.toISOString(),
    signedAt: row.signed_at?.toISOString() ?? null,
    signingMethod: row.signing_method,
    stage: contractStage({
      status: row.status,
      signingMethod: row.signing_method,
      openedAt: row.opened_at,
      codeSentAt: row.code_sent_at,
      declinedAt: row.declined_at,
      countersignedAt: row.countersigned_at,
    }),
    signRoute: row.sign_route,
    remarks: row.remarks,
    openedAt: row.opened_at?.toISOString() ?? null,
    codeSentAt: row.code_sent_at?.toISOString() ?? null,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    declined: row.declined_at && { at: row.declined_at.toISOString(), reason: row.decline_reason ?? '' },
    revoked: row.revoked_at && { at: row.revoked_at.toISOString(), reason: row.revoke_reason ?? '' },
    countersignedAt: row.countersigned_at?.toISOString() ?? null,
    reference: row.reference,
    sealed: row.sealed,
    waitsForMain: row.waits_for_main,
    newestMain: row.newest_main,
    scanUrl: row.scan_file_id && `${fileUrl}&part=scan`,
    can: contractAbilities(row.status, {
      ...callerRights(actor, row.user_id, 'contracts'),
      contractType: row.contract_type,
      ofPartner: row.owner_role === 'partner' && row.contact_deleted_at === null,
      waitsForMain: row.waits_for_main,
      signingMethod: row.signing_method,
      countersigned: row.countersigned_at !== null,
      sealed: row.sealed,
    }),
  }
}

/** The address at which the reader in the page gets the document as it was assigned; its kind has to be PDF. */
export function originalPdfUrl(
  config: Parameters<typeof contractFileUrl>[0],
  contractId: string,
  owner: LinkOwner,
  now: Date,
): string {
  return `${contractFileUrl(config, contractId, owner, now)}&part=original&inline=1`
}
