import type { YearLine } from '../api/year.ts'
import { isAskedLately } from '../domain/declaration-requests.ts'

/** Whom the button asks: everybody whose line lacks data, without those who were asked in the last days. */
export const askedByDefault = (lines: readonly YearLine[], now: Date): YearLine[] =>
  lines.filter(({ canBeAsked, request }) => canBeAsked && !(request && isAskedLately(new Date(request.at), now)))
