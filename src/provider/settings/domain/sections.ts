import type { SettingsSection } from '#access/domain/settings-sections.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

export const sectionLabels: Readonly<Record<SettingsSection, { readonly title: string; readonly about: string }>> = {
  programme: texts({ title: m.scopeProgramme, about: m.programmeAbout }),
  leads: texts({ title: m.leadsSection, about: m.leadsAbout }),
  money: texts({ title: m.moneySection, about: m.moneyAbout }),
  identity: texts({ title: m.whoWeAre, about: m.identityAbout }),
  team: texts({ title: m.teamSection, about: m.teamAbout }),
  integrations: texts({ title: m.integrationsSection, about: m.integrationsAbout }),
  system: texts({ title: m.systemSection, about: m.systemAbout }),
}
