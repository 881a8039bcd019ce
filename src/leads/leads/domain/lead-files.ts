import type { Actor } from '#access/domain/actor.ts'

/** Files that a lead has at most. */
export const maxLeadFiles = 20

/** Partners remove what they have added themselves, staff with the right to leads any; nobody from a restricted lead. */
export function leadFileAbilities(actor: Actor, addedBy: string, isRestricted = false) {
  if (isRestricted) return { remove: false }
  if (actor.kind === 'admin') return { remove: actor.rights.includes('leads') }
  return { remove: actor.kind === 'partner' && actor.userId === addedBy }
}
