import { programmeFileRoutes } from '#overview/programme-file/api/routes.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** The import of a programme that says something else about its offers. */
export function programmeRequests(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  return {
    importProgramme: async () => {
      const { format, version, offers = [] } = await staff().call(programmeFileRoutes.exportProgramme, {})
      const file = { format, version, offers: offers.map((offer) => ({ ...offer, description: 'Sur devis.' })) }
      const { state } = await staff().call(programmeFileRoutes.previewProgramme, { body: { file } })
      return [staff(), { body: { file, state } }]
    },
  }
}
