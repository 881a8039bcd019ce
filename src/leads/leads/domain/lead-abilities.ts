import { wonStage } from '#leads/stages/domain/stages.ts'
import type { LeadStatus } from './leads.ts'

interface ActedOn {
  readonly status?: LeadStatus | undefined
  readonly settled?: boolean | undefined
  readonly share?: { readonly isOthers?: boolean | undefined } | null | undefined
}

interface Acting {
  /** Partners act on their own leads, staff with the right to leads. */
  readonly mayAct?: boolean
  readonly isPartner?: boolean
}

/**
 * A lead whose commission is settled, validated or paid, can still be edited, but not moved or deleted. Who shares another
 * partner's lead reads it; staff delete a shared lead and take its signature back.
 */
export function leadAbilities({ status, settled, share }: ActedOn, { mayAct = true, isPartner = false }: Acting = {}) {
  const edit = mayAct && !share?.isOthers
  const mayLeave = edit && !settled
  const isOfSeveral = Boolean(share && isPartner)
  return { edit, move: mayLeave && !(isOfSeveral && status === wonStage), delete: mayLeave && !isOfSeveral }
}
