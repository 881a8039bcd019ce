import { currentLocale } from '#platform/domain/languages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { RecurringSums } from '../api/rules.ts'
import { m } from '../messages/messages.ts'

/** '3 leads go on bringing commissions with what their clients pay: 1 200,00 € in the last twelve months.' */
export const recurringText = ({ leads: count, lastYearCents }: RecurringSums): string =>
  m.recurringLeads({ count, shown: count.toLocaleString(currentLocale()), amount: formatEurosExact(lastYearCents) })
