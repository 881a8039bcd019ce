import { nameOf } from '#accounts/people/domain.ts'
import type { LeadComment } from '../api/lead-thread.ts'

/** Comments as a thread shows them, oldest first. */
export const threadOf = (newestFirst: readonly LeadComment[]) =>
  newestFirst.map(({ author, ...rest }) => ({ ...rest, author: nameOf(author), isStaff: author.staff })).toReversed()
