import type { MoneyWorld } from './money-world.ts'

/** What decides about an action besides its name; each action uses what it needs. */
export interface Choice {
  readonly pick: number
  readonly cents: number
  readonly percent: number
  /** Done by the second administrator, or the other way round; each action says. */
  readonly second: boolean
}

/** Does something, or finds nothing to do it with. Throws a refusal if it makes no sense now. */
export type Action = (world: MoneyWorld, choice: Choice) => Promise<'done' | 'nothing'>
export type Actions = Readonly<Record<string, Action>>
