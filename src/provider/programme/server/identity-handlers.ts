import { type PortalSettings, settingsRoutes } from '#access/api/identity.ts'
import { anonymous } from '#access/domain/actor.ts'
import { writtenLanguages } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { m } from '../messages/messages.ts'
import { saveSettings } from './identity-commands.ts'
import { currentSettings, findLogo } from './identity-queries.ts'

/** For how long a copy of security.txt is good: less than a year (RFC 9116, section 2.5.5). */
const securityDays = 30

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
  securityContact: async ({ tx, portal }) => {
    const { security } = (await currentSettings(tx)).links
    if (!security) throw new Refusal('not_found', m.noSecurityContact())
    const lines = [
      `Contact: ${security.includes('://') ? '' : 'mailto:'}${security}`,
      `Expires: ${new Date(portal.clock.now().getTime() + securityDays * 86_400_000).toISOString()}`,
      `Preferred-Languages: ${writtenLanguages.join(', ')}`,
      `Canonical: ${portal.config.publicUrl}/.well-known/security.txt`,
    ]
    return { content: `${lines.join('\n')}\n`, mediaType: 'text/plain; charset=utf-8' }
  },
  /** The id changes with the picture, so that browsers may keep it. */
  logo: async ({ portal, params }) => {
    const file = await portal.database.asActor(anonymous, findLogo)
    if (file?.id !== params.id) throw new Refusal('not_found', m.noSuchLogo())
    return { file, inline: true, cache: 'public, max-age=31536000, immutable' }
  },
}

export const settingsSlice = slice({ routes: settingsRoutes, handlers: settingsHandlers })
