import type { PartnerRole } from '#access/domain/actor.ts'
import type { Words } from '#platform/domain/languages.ts'
import type { ProofWords } from '#platform/web/app/forms/proof-question.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { reachesBank } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** What is asked before it changes who has access to a company's bank details; `text` where it is not by a role. */
export const bankAccessQuestion = (action: string, errorTitle: Words, text = m.bankAccessText()): ProofWords => ({
  title: m.confirmItIsYou(),
  text,
  action,
  errorTitle,
})

/**
 * Whether staff need the right to money for what they choose, as the property of a dialog: to make somebody an owner or an
 * accountant of a company that has an owner.
 */
export function useNeededRight(roles: readonly PartnerRole[], hasOwner: boolean): { readonly right?: 'money' } {
  const { staffRole } = useMe()
  return staffRole !== null && hasOwner && roles.some(reachesBank) ? { right: 'money' } : {}
}
