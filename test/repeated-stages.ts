import { type EditedStage, stageRoutes } from '#leads/stages/api/stages.ts'
import type { StageDraft } from '#leads/stages/domain/stage-draft.ts'
import { isOpenStage } from '#leads/stages/domain/stages.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

const draft = (name: string): StageDraft => ({
  name,
  names: {},
  colour: 'teal',
  countsAsCall: false,
  asks: null,
  staleAfterDays: null,
  partnerEnters: true,
  partnerLeaves: true,
  staffEnters: true,
  staffLeaves: true,
})

/** Changes of stages, each of a stage of its own; what it made is merged again, since a board has eight open stages at most. */
export function stageRequests(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  let stages = 0
  const keysOf = (all: readonly EditedStage[]) => all.filter(({ archivedAt }) => archivedAt === null).map((each) => each.key)
  const board = async () => keysOf((await staff().call(stageRoutes.listStages, {})).stages)
  const key = async () => {
    for (const earlier of (await board()).filter((each) => each.startsWith('devis'))) {
      await staff().call(stageRoutes.mergeStage, { params: { key: earlier }, body: { into: 'nouveau', leads: 0 } })
    }
    stages += 1
    await staff().call(stageRoutes.addStage, { body: { ...draft(`Devis ${stages}`), key: `devis_${stages}` } })
    return { key: `devis_${stages}`, draft: draft(`Devis ${stages}`) }
  }
  return {
    addStage: async () => [staff(), { body: { ...draft('Visite'), key: 'visite' } }],
    changeStage: async () => {
      const { key: changed, draft: before } = await key()
      return [staff(), { params: { key: changed }, body: { ...before, colour: 'pink', expected: before } }]
    },
    orderStages: async () => {
      const keys = await board()
      // Not the first one, in which the leads of the other requests begin.
      const [one = '', other = ''] = keys.filter(isOpenStage).slice(-2)
      return [staff(), { body: { keys: keys.toSpliced(keys.indexOf(one), 2, other, one), expected: keys } }]
    },
    mergeStage: async () => [staff(), { params: { key: (await key()).key }, body: { into: 'nouveau', leads: 0 } }],
  }
}
