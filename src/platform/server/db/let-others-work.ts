import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './database.ts'

/** Exchanges with the database in a second from which on a portal is busy. */
const busy = 25

/** Waits for half as long as a batch took, in ms; on a busy portal nine times as long, so that others lose at most a tenth. */
export async function letOthersWork(traffic: Readonly<Database['traffic']>, took: number): Promise<void> {
  const ms = took / 2
  for (let waited = 0; waited < 9 * took; waited += ms) {
    const before = traffic.exchanges
    await pause(ms)
    if (traffic.exchanges - before < (busy * ms) / 1000) return
  }
}
