import { templateRoutes } from '#contracts/templates/api.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type CheckedInvitation, partnerImportRoutes } from '../../api/import.ts'
import { type InvitationCells, invitationBatch } from '../../domain/invitation-file.ts'

/** The result of a row that was sent. */
export interface SentRow extends CheckedInvitation {
  /** Why the contract was not assigned; null if it was, or none was asked for. */
  readonly contractProblem: string | null
}

interface Sending {
  /** Assigned to rows that name no template of their own; null for none. */
  readonly templateId: string | null
  readonly onSent: (rows: readonly SentRow[]) => void
  /** Checked before each part. */
  readonly isStopped: () => boolean
}

export const checkInvitations = async (rows: InvitationCells[]) =>
  (await call(partnerImportRoutes.checkInvitations, { body: { rows } })).rows

/**
 * Invites the partners of a file part by part, and assigns each part's contracts. Throws the server's error; what was sent before
 * stays, and sending the file again leaves it out.
 */
export async function sendInvitations(
  rows: readonly InvitationCells[],
  { templateId, onSent, isStopped }: Sending,
): Promise<void> {
  try {
    for (let from = 0; from < rows.length; from += invitationBatch) {
      if (isStopped()) return
      const part = rows.slice(from, from + invitationBatch)
      const answers = (await call(partnerImportRoutes.importInvitations, { body: { rows: part } })).rows
      const problems = await assignContracts(answers, templateId)
      onSent(
        answers.map((row) => ({
          ...row,
          index: from + row.index,
          contractProblem: (row.partnerId && problems.get(row.partnerId)) || null,
        })),
      )
    }
  } finally {
    for (const topic of ['partners', 'contracts', 'overview'] as const) void queryClient.invalidateQueries({ queryKey: [topic] })
  }
}

/** Why a contract was not assigned, by partner. A template that fails as a whole concerns each of its partners. */
async function assignContracts(rows: readonly CheckedInvitation[], usual: string | null): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>()
  const invited = rows.flatMap((row) => {
    const templateId = row.templateId ?? usual
    return row.outcome === 'invited' && row.partnerId && templateId ? [{ partnerId: row.partnerId, templateId }] : []
  })
  for (const [id, group] of Map.groupBy(invited, ({ templateId }) => templateId)) {
    const partnerIds = group.map(({ partnerId }) => partnerId)
    try {
      const { results } = await call(templateRoutes.assignTemplate, { params: { id }, body: { partnerIds } })
      for (const { partnerId, problem } of results) if (problem) problems.set(partnerId, problem)
    } catch (error) {
      for (const partnerId of partnerIds) problems.set(partnerId, (error as Error).message)
    }
  }
  return problems
}
