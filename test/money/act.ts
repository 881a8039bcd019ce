import type { Choice } from './actions.ts'
import { earningActions } from './earning-actions.ts'
import { type MoneyWorld, unlessRefused } from './money-world.ts'
import { payoutActions } from './payout-actions.ts'

const actions = { ...earningActions, ...payoutActions }
export type ActionName = keyof typeof actions

/** How often each action comes in a sequence. */
export const weights: Readonly<Record<ActionName, number>> = {
  sign: 3,
  receive: 6,
  refund: 3,
  bonus: 3,
  reverse: 3,
  hold: 2,
  issue: 4,
  approve: 3,
  cancel: 2,
  file: 3,
  withdraw: 2,
  bankPays: 4,
  bankRefuses: 2,
  retry: 2,
  payByHand: 1,
  returnByHand: 2,
}
export const actionNames = Object.keys(weights) as ActionName[]

/** What an action lacks that finds nothing to be done with, and is done before it: so most steps of a sequence do something. */
const lacks: Readonly<Partial<Record<ActionName, ActionName>>> = {
  receive: 'sign',
  refund: 'receive',
  reverse: 'receive',
  hold: 'bonus',
  issue: 'bonus',
  approve: 'issue',
  cancel: 'issue',
  file: 'approve',
  payByHand: 'approve',
  withdraw: 'file',
  bankPays: 'file',
  bankRefuses: 'file',
  retry: 'bankRefuses',
  returnByHand: 'bankPays',
}

/** Does an action, with what it lacks before it, and tells `onDone` what was done. */
export async function act(world: MoneyWorld, name: ActionName, draw: Choice, onDone: (name: ActionName) => void): Promise<void> {
  const once = async (isSecondTry: boolean): Promise<void> => {
    const outcome = await unlessRefused(actions[name](world, draw), !world.isAlone)
    if (outcome === 'done') onDone(name)
    const lacking = lacks[name]
    if (outcome !== 'nothing' || isSecondTry || !lacking) return
    await act(world, lacking, draw, onDone)
    await once(true)
  }
  await once(false)
}
