import { type PortalSettings, settingsRoutes } from '#access/api/identity.ts'
import { anonymous } from '#access/domain/actor.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { m } from '../messages/messages.ts'
import { saveSettings } from './identity-commands.ts'
import { currentSettings, findLogo } from './identity-queries.ts'

const asShown = async ({ tx, portal }: Call): Promise<PortalSettings> => ({
  ...(await currentSettings(tx)),
  sendsMail: portal.config.smtpUrl !== null,
})

const settingsHandlers: Handlers<typeof settingsRoutes> = {
  getSettings: asShown,
  saveSettings: async (call) => {
    await saveSettings(call, call.body)
    call.portal.portalLanguage.forget()
    return asShown(call)
  },
  /** The id changes with the picture, so that browsers may keep it. */
  logo: async ({ portal, params }) => {
    const file = await portal.database.asActor(anonymous, findLogo)
    if (file?.id !== params.id) throw new Refusal('not_found', m.noSuchLogo())
    return { file, inline: true, cache: 'public, max-age=31536000, immutable' }
  },
}

export const settingsSlice = slice({ routes: settingsRoutes, handlers: settingsHandlers })
