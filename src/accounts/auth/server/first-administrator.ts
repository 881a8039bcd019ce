import { system } from '#access/domain/actor.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { SettingError } from '#platform/server/config.ts'
import type { Portal } from '#platform/server/portal.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { addSetupLink, createFirstAdministrator, setupOpen } from './commands.ts'
import { refuseGuessable } from './password-rules.ts'

/**
 * Ensures that there is an administrator: creates one from ADMIN_EMAIL and ADMIN_PASSWORD, or returns a single-use setup link to
 * print. Null if there already is one.
 */
export async function setUpAdministrator(portal: Portal): Promise<string | null> {
  const { adminEmail, adminPassword, publicUrl } = portal.config
  if (!(await withTransaction(portal, system, setupOpen))) return null
  if (adminEmail && adminPassword) {
    await refuseGuessable(portal, adminPassword, { fullName: '', email: adminEmail, company: '' }).catch(asSetting)
    const passwordHash = await portal.auth.hashPassword(adminPassword)
    const account = { setupLinkId: null, email: adminEmail, fullName: nameIn(adminEmail), passwordHash }
    try {
      await withTransaction(portal, system, (context) => createFirstAdministrator(context, account))
    } catch (error) {
      // Created concurrently by another server.
      if (!(error instanceof Refusal) || error.code !== 'setup_closed') throw error
    }
    return null
  }
  const id = await withTransaction(portal, system, addSetupLink)
  return `${publicUrl}${visitorPaths.setup}?token=${linkToken(portal.config, 'setup', id)}`
}

/** 'Jean Dupont' of jean.dupont@acme.example, until they give their name: a word such as 'Administrator' has one language. */
function nameIn(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email
}

function asSetting(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new SettingError('ADMIN_PASSWORD is easy to guess; it should be longer, of several words for example.')
}
