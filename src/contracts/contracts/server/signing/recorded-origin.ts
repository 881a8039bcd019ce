import { sql } from 'kysely'
import type { EventOrigin, SessionMethod } from '#platform/domain/session-methods.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Origin } from '#platform/server/transaction.ts'

/** Client address, browser and session of a request, for the evidence. */
export async function recordedOrigin(tx: Tx, { address, agent, sessionId }: Origin): Promise<EventOrigin> {
  const { rows } = await sql<{ method: SessionMethod | null }>`select app.session_method(${sessionId}::uuid) as method`.execute(
    tx,
  )
  return { address, agent, method: rows[0]?.method ?? null }
}
