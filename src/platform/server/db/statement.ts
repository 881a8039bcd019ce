import pg from 'pg'
import type { Rows } from './driver.ts'

/** A value as `pg` sends it: null, text or bytes. Missing in its types. */
export const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** A statement on its way to the database. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Key under which a connection may keep it prepared: a plan depends on text and role. Null if it is sent once. */
  readonly plan: string | null
  resolve(rows: Rows): void
  reject(error: unknown): void
}

/** A statement nobody waits for; its failure shows in the next one of the transaction. */
export function unattended(text: string, values: readonly unknown[] = []): Statement {
  return { text, values, plan: text, resolve: () => undefined, reject: () => undefined }
}
