import { pagePaths } from '#access/domain/page-paths.ts'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'

/**
 * Where dialogs of the account menu, whose address mails and bookmarks know, stand now. The shell needs these few alone, and not
 * all cards.
 */
export const formerAccountAddresses: Readonly<Record<string, string>> = {
  undelivered: `${settingsSectionPath('system')}?edit=failures`,
  settings: settingsSectionPath('identity'),
  tiers: `${settingsSectionPath('programme')}?edit=tiers`,
  integrations: pagePaths.integrations,
}
