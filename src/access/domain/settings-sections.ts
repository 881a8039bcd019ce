import { pagePaths } from './page-paths.ts'

/** The subjects of the page 'Settings', in the order in which a new portal needs them; each is a part of its address. */
export const settingsSections = ['programme', 'leads', 'money', 'identity', 'team', 'integrations', 'system'] as const
export type SettingsSection = (typeof settingsSections)[number]

export const settingsSectionPath = (section: SettingsSection) => pagePaths.settingsSection.replace(':section', section)
