import { dice } from '../dice.ts'
import { commissionDeeds, conditionDeeds } from './money-deeds.ts'
import { leadDeeds, partnerDeeds } from './partner-deeds.ts'
import { invoiceDeeds, payoutDeeds } from './payout-deeds.ts'
import type { Outcome, PortalWorld } from './portal-world.ts'

type Deed = (world: PortalWorld) => Promise<Outcome>

const passes =
  (max: number): Deed =>
  async (world) => {
    await world.pass(world.upTo(max))
    return 'done'
  }

/** What people do with a portal, each through its API as somebody who could, and now and then as somebody who may not. */
export const deeds = {
  ...partnerDeeds,
  ...leadDeeds,
  ...commissionDeeds,
  ...conditionDeeds,
  ...payoutDeeds,
  ...invoiceDeeds,
  daysPass: passes(4),
  weeksPass: passes(40),
} satisfies Readonly<Record<string, Deed>>
export type DeedName = keyof typeof deeds
export const deedNames = Object.keys(deeds) as DeedName[]

/** How often a deed comes, where it is not once. */
const weights: Readonly<Partial<Record<DeedName, number>>> = {
  invite: 2,
  accept: 2,
  assignMain: 3,
  signElectronically: 2,
  addLead: 6,
  toSigned: 5,
  acceptRegistration: 4,
  addCommission: 3,
  validateCommission: 5,
  issueRun: 4,
  acceptPayout: 5,
  approve: 5,
  makeFile: 3,
  submitInvoice: 3,
  acceptInvoice: 2,
  payCommission: 0.3,
  cancel: 0.5,
  bankPays: 0.7,
  bankRefuses: 0.7,
  weeksPass: 0.6,
  requestDocument: 0.5,
  submitDocument: 2,
  verifyDocument: 2,
  fail: 0.5,
  askReopening: 0.5,
  deletePartner: 0.5,
}

/** What a deed lacks that finds nothing to be done with, and is done before it: so most steps of a walk do something. */
const lacks: Readonly<Partial<Record<DeedName, DeedName>>> = {
  accept: 'invite',
  validateContract: 'assignMain',
  declineContract: 'assignAmendment',
  countersign: 'signElectronically',
  signElectronically: 'assignMain',
  toSigned: 'addLead',
  acceptRegistration: 'addLead',
  refuseRegistration: 'addLead',
  appeal: 'refuseRegistration',
  askForExtension: 'acceptRegistration',
  answerExtension: 'askForExtension',
  validateCommission: 'addCommission',
  contest: 'addCommission',
  hold: 'validateCommission',
  release: 'hold',
  answerDispute: 'contest',
  replyToDispute: 'answerDispute',
  decideDispute: 'contest',
  clientPays: 'changeBasis',
  changeBasis: 'toSigned',
  submitDocument: 'requestDocument',
  verifyDocument: 'submitDocument',
  refuseDocument: 'submitDocument',
  askReopening: 'closeMonth',
  reopen: 'askReopening',
  issueRun: 'validateCommission',
  acceptPayout: 'issueRun',
  approve: 'acceptPayout',
  payByHand: 'approve',
  makeFile: 'approve',
  payFile: 'makeFile',
  withdrawFile: 'makeFile',
  bankPays: 'makeFile',
  bankRefuses: 'makeFile',
  comesBack: 'payFile',
  retry: 'comesBack',
  submitInvoice: 'issueRun',
  acceptInvoice: 'submitInvoice',
  refuseInvoice: 'submitInvoice',
  handOver: 'issueRun',
  platformDeposits: 'handOver',
  platformRefuses: 'handOver',
  notADuplicate: 'addLead',
  retryFailures: 'fail',
  resendInvitation: 'invite',
  deletePartner: 'accept',
  remindContract: 'assignMain',
  cancel: 'issueRun',
  closeMonth: 'weeksPass',
}

export interface Step {
  readonly number: number
  readonly deed: DeedName
}

/**
 * Walks through a portal's states by `steps` deeds in an order that the seed decides, and shows each state that is reached.
 * Counts in `done` what did something.
 */
export async function walk(
  world: PortalWorld,
  { seed, steps, done }: { readonly seed: number; readonly steps: number; readonly done: Map<DeedName, number> },
  look: (step: Step) => Promise<void>,
): Promise<void> {
  world.roll = dice(seed * 7919)
  const total = deedNames.reduce((sum, name) => sum + (weights[name] ?? 1), 0)
  for (let number = 1; number <= steps; number += 1) {
    let left = world.roll() * total
    const deed = deedNames.find((name) => {
      left -= weights[name] ?? 1
      return left <= 0
    }) as DeedName
    await act(world, deed, done)
    await look({ number, deed })
  }
}

/** Does these deeds one after the other, whether they do something or not. */
export async function doDeeds(
  world: PortalWorld,
  names: readonly DeedName[],
  done: Map<DeedName, number>,
  look: (step: Step) => Promise<void>,
): Promise<void> {
  for (const [index, deed] of names.entries()) {
    await act(world, deed, done)
    await look({ number: index + 1, deed })
  }
}

/** How often a deed is tried that does nothing: it finds another record each time. */
const maxTries = 12

/** Does each deed until it did something, in the order of the table. */
export async function walkAll(world: PortalWorld, done: Map<DeedName, number>, look: (step: Step) => Promise<void>) {
  for (const [index, deed] of deedNames.entries()) {
    for (let tries = 0; tries < maxTries && !done.get(deed); tries += 1) await act(world, deed, done)
    await look({ number: index + 1, deed })
  }
}

async function act(world: PortalWorld, name: DeedName, done: Map<DeedName, number>, isSecondTry = false): Promise<Outcome> {
  const outcome = await (deeds[name] as Deed)(world)
  if (outcome === 'done') done.set(name, (done.get(name) ?? 0) + 1)
  const lacking = lacks[name]
  if (outcome === 'done' || isSecondTry || !lacking) return outcome
  await act(world, lacking, done)
  return act(world, name, done, true)
}
