import { existsSync } from 'node:fs'
import type { OwnerRun as Run } from './driver.ts'

/** The copy that was made before the last upgrade, as a comment on the list of migrations: no migration makes that table. */
interface CopyNote {
  /** Null while an upgrade is under way that was begun without one. */
  readonly copy: string | null
  readonly isUnderWay: boolean
  /** When it was made, and the newest migration in it: not there in notes of versions before 0.3. */
  readonly at?: string
  readonly newest?: string | undefined
}

export async function readNote(run: Run): Promise<CopyNote | null> {
  const { rows } = await run("select obj_description('passerelle.migrations'::regclass, 'pg_class') as note")
  return rows[0]?.note ? (JSON.parse(String(rows[0].note)) as CopyNote) : null
}

export async function writeNote(run: Run, note: CopyNote | null): Promise<void> {
  const { rows } = await run('select quote_nullable($1::text) as literal', [note && JSON.stringify(note)])
  await run(`begin; set local role passerelle_owner; comment on table passerelle.migrations is ${rows[0]?.literal}; commit`)
}

/** Where the copy from before the upgrade is, with which version one goes back to it, and what is lost by that. */
export async function wayBack(run: Run, restorer: string): Promise<string> {
  const { copy, at } = (await readNote(run)) ?? {}
  if (!copy) return ''
  if (!existsSync(copy)) return ` A copy from before the upgrade was made as ${copy}: it is not there now, or on another server.`
  return (
    ` A copy of the database from before the upgrade is ${copy}: to go back, without what was entered since` +
    `${at ? ` ${at}` : ''}, run npm run restore -- --from ${copy} --replace with ${restorer}`
  )
}
