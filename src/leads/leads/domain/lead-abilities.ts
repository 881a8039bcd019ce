import { wonStage } from '#leads/stages/domain/stages.ts'
import type { LeadStatus } from './leads.ts'

interface ActedOn {
  readonly status?: LeadStatus | undefined
  readonly settled?: boolean | undefined
  readonly erasedAt?: string | Date | null | undefined
  /** Its client is about to be erased. */
  readonly isRestricted?: boolean | undefined
  readonly share?: { readonly isOthers?: boolean | undefined } | null | undefined
}

export interface Acting {
  /** Partners act on their own leads, staff with the right to leads. */
  readonly mayAct?: boolean
  readonly isPartner?: boolean
  /** Whether they decide about the money of a lead: staff, and of partners those who read it. */
  readonly mayDecide?: boolean
}

/** Whether somebody signs a lead, and takes that back: staff do it for a lead that is shared. */
export const maySign = ({ share }: Pick<ActedOn, 'share'>, { isPartner = false, mayDecide = true }: Acting): boolean =>
  mayDecide && !(share && isPartner)

/**
 * A lead whose commission is settled, validated or paid, can still be edited, but not moved or deleted. One whose client was
 * erased is not edited: nothing is said of them again; before that, nobody changes it. Who shares another partner's lead reads
 * it; staff delete a shared lead.
 */
export function leadAbilities({ status, settled, share, erasedAt, isRestricted = false }: ActedOn, acting: Acting = {}) {
  const { mayAct = true, isPartner = false } = acting
  const isOwn = mayAct && !share?.isOthers && !isRestricted
  const move = isOwn && !settled && (status !== wonStage || maySign({ share }, acting))
  return { edit: isOwn && !erasedAt, move, delete: move && !(share && isPartner) }
}
