import { useQuery } from '@tanstack/react-query'
import { useAbility } from '#access/web/rights.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import type { RegistrationState } from '#leads/leads/domain/registration-states.ts'
import { isOpenStage } from '#leads/stages/domain/stages.ts'
import { standingQuery } from '#money/tiers/web/status-bar.tsx'
import { formatEuros, percentOf } from '#platform/domain/money.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { m } from '../messages/messages.ts'

/**
 * The rate of the partner's next commission in percent; null for staff and colleagues who see no amounts, until it is read, and
 * where other rules than the rate of the tier apply, which the simulator works out.
 */
export function useOwnRate(): number | null {
  const seesMoney = useAbility('money')
  const { data } = useQuery({ ...standingQuery, enabled: useMe().role === 'partner' && seesMoney })
  return data?.rules ? null : (data?.current?.commissionRate ?? null)
}

/** What a lead of this amount would bring its partner at today's rate. */
export const wouldBring = (amountCents: number, ratePercent: number): string =>
  m.forYou({ amount: formatEuros(percentOf(amountCents, ratePercent)) })

/** Registrations under which a lead brings its partner nothing. */
const withoutClaim: ReadonlySet<RegistrationState> = new Set(['refused', 'merged'])

type Promising = Pick<ListedLead, 'status' | 'estimatedAmountCents' | 'share'> & {
  readonly registration: Pick<ListedLead['registration'], 'state' | 'contested'>
}

/** The same of a lead that may still be signed for its partner and has an amount; null for others. */
export function leadWouldBring(
  { status, estimatedAmountCents, registration, share }: Promising,
  ratePercent: number | null,
): string | null {
  if (ratePercent === null || estimatedAmountCents === 0 || !isOpenStage(status)) return null
  if (registration.contested || withoutClaim.has(registration.state)) return null
  return wouldBring(share ? percentOf(estimatedAmountCents, share.percent) : estimatedAmountCents, ratePercent)
}
