import { type RawBuilder, sql } from 'kysely'

/** `isLate` of `platform/domain/deadlines.ts` as a condition: null where there is no deadline. */
export const lateInSql = (deadline: RawBuilder<unknown>, now: Date | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${deadline} <= ${now})`
