import { stageChanges } from './saved-lists.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** A change of the list of stages, each of the colour of one of them. */
export function stageRequests(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  return {
    saveStages: async () => {
      const expected = await stageChanges(staff).read()
      const stages = expected.map((stage) =>
        stage.key === 'call_effectue'
          ? { ...stage, colour: stage.colour === 'pink' ? ('teal' as const) : ('pink' as const) }
          : stage,
      )
      return [staff(), { body: { stages, expected } }]
    },
  }
}
