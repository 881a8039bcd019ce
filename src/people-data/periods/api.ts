import * as z from 'zod/mini'
import { laws } from '#access/domain/personal-data.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { type CountedPeriod, countedPeriods, leastDays, usualDays } from '#people-data/register/domain/periods.ts'
import { event } from '#platform/api/events.ts'
import { list, pageOf } from '#platform/api/list.ts'
import { route } from '#platform/api/route.ts'
import { count, id, lines, page, time } from '#platform/api/shapes.ts'
import { m } from './messages/messages.ts'

const periodName: z.ZodMiniType<CountedPeriod, CountedPeriod> = z.enum(countedPeriods)
const days = z.record(periodName, count)

export const maxDays = 36_525
const daysUnfit = { error: () => m.daysUnfit({ max: maxDays }) }

/** What staff choose of a period. Longer than usual takes a reason, and what the law asks for is not shortened. */
export const periodForm = z.strictObject({
  days: z.int(daysUnfit).check(z.minimum(1, daysUnfit), z.maximum(maxDays, daysUnfit)),
  reason: lines(0, 500, '', m.reasonTooLong),
})
export const checkedPeriod = (name: CountedPeriod, form: z.output<typeof periodForm>) => {
  if (form.days < leastDays(name)) return { path: 'days', message: m.tooShort({ days: leastDays(name) }) }
  return form.days > usualDays(name) && form.reason === '' ? { path: 'reason', message: m.reasonMissing() } : null
}

const goingRow = z.object({
  period: periodName,
  /** The registration's number, a name or a company; null for what is only counted, such as mails. */
  label: z.nullable(z.string()),
  /** When it goes: in the past if nobody has confirmed the periods yet. */
  goesAt: time,
})

const periodState = z.object({
  days,
  /** Why a period is longer than usual. */
  reasons: z.partialRecord(periodName, z.string()),
  /** Whether the nightly run removes by these periods; until somebody has confirmed them it only counts. */
  isConfirmed: z.boolean(),
  confirmedAt: z.nullable(time),
  ranAt: z.nullable(time),
  /** What the last run removed, or would have, by period. */
  removed: z.partialRecord(periodName, count),
  /** What goes with the runs of the next seven days, at most 200 of each period, and how many there are. */
  going: z.array(goingRow),
  counts: z.partialRecord(periodName, count),
  /** How many of these go with the next run, or would. */
  next: z.partialRecord(periodName, count),
})
export type PeriodState = z.infer<typeof periodState>

/** What the law keeps of somebody who was erased. */
const keptPerson = z.object({
  /** The erasure's. */
  id,
  /** What tells them from others: the numbers of their leads, or of whom the account was. */
  label: z.string(),
  erasedAt: time,
  tables: z.array(
    z.object({
      table: z.string(),
      rows: count,
      law: z.enum(laws),
      /** When the last of them goes; null while its period has not begun, since a contract goes on. */
      until: z.nullable(time),
    }),
  ),
})
export type KeptPerson = z.infer<typeof keptPerson>
export const keptList = list({ filters: {} })

export const periodRoutes = {
  listPeriods: route('GET', '/people-data/periods', {
    summary: 'How long data of people is kept, and what goes within seven days',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    returns: periodState,
    heavy: true,
  }),
  listKept: route('GET', '/people-data/kept', {
    summary: 'What the law keeps of people who were erased, and until when, the latest erasure first',
    who: 'admin',
    right: 'money',
    transaction: 'own',
    ownership: 'staff',
    query: pageOf(keptList),
    returns: page(keptPerson),
    heavy: true,
  }),
  choosePeriod: route('PUT', '/people-data/periods/:name', {
    summary:
      'Choose how long something is kept; longer than usual only with a reason. Nothing goes until the periods are ' +
      'confirmed anew',
    who: 'admin',
    right: 'people',
    params: z.strictObject({ name: periodName }),
    body: periodForm,
    refusals: ['invalid_input'],
  }),
  confirmPeriods: route('POST', '/people-data/periods/confirm', {
    summary:
      'Let the nightly run remove by these periods, for a proof. Refused with `changed_meanwhile` where others are in force',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    body: z.strictObject({ days, ...proof }),
    refusals: ['changed_meanwhile', ...proofRefusals],
  }),
}

interface PeriodChoice {
  readonly period: CountedPeriod
  readonly days: number
}
export const periodEvents = {
  'period.chosen': event<PeriodChoice, PeriodChoice>(null),
  'periods.confirmed': event(null),
  'periods.followed': event<null, { readonly removed: Readonly<Record<string, number>> }>(null),
}
