import type { FastifyInstance } from 'fastify'
import { maskIban } from '#money/bank-details/domain/bank-details.ts'
import { bind, type Call, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { type Programme, programmeRoutes } from '../api.ts'
import { readAccount, readOtherAccounts } from './account.ts'
import { recordedSettings, saveProgramme } from './commands.ts'
import { programmeSettings } from './queries.ts'
import { timeZones } from './time-zones.ts'

async function programmeNow({ tx, portal }: Call): Promise<Programme> {
  const row = await programmeSettings(tx)
  const iban = readAccount(portal.config, row.iban_encrypted)
  const otherMaskedIbans = readOtherAccounts(portal.config, row).map(maskIban)
  return { ...recordedSettings(row), maskedIban: iban && maskIban(iban), otherMaskedIbans }
}

export const programmeHandlers: Handlers<typeof programmeRoutes> = {
  getProgramme: programmeNow,
  saveProgramme: async (call) => {
    await saveProgramme(call, call.portal.config, call.body)
    return programmeNow(call)
  },
  timeZones: async ({ tx }) => ({ timeZones: await timeZones(tx) }),
}

export function registerProgramme(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, programmeRoutes, programmeHandlers)
}
