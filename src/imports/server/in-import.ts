import { type Person, system } from '#access/domain/actor.ts'
import type { EventRules } from '#platform/server/events/recorded-events.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { ImportKind } from '../domain/kinds.ts'
import { kinds } from './kinds.ts'
import { requestOf } from './queries.ts'

/** Nobody is told of what a file brings but by one message to webhooks; owners are, of who reaches their bank details. */
const quiet = (rules: EventRules): EventRules => ({
  ...rules,
  withJob: new Set([...rules.withJob].filter((name) => name === 'appointment.made')),
  handlerQuestion: (names) => rules.handlerQuestion(names.filter((name) => name.startsWith('import.'))),
})

interface ImportOf {
  readonly id: string
  readonly kind: ImportKind
  readonly caller: Person
}

/** One transaction of an import for whoever brought it, whose events are told from what follows. */
export function inImport<T>(
  portal: TransactionParts,
  { id, kind, caller }: ImportOf,
  run: (context: CallerContext) => Promise<T>,
): Promise<T> {
  const { asSystem } = kinds[kind]
  return withTransaction(
    { ...portal, eventRules: quiet(portal.eventRules) },
    asSystem ? system : caller,
    (context) => run({ ...context, caller }),
    { requestId: requestOf(id), ...(asSystem ? { behalfOf: caller.userId } : {}), turn: requestOf(id) },
  )
}
