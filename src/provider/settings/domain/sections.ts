import type { SettingsSection } from './section-path.ts'

export const sectionLabels: Readonly<Record<SettingsSection, { readonly title: string; readonly about: string }>> = {
  programme: { title: 'Programme', about: 'Tiers, what makes a commission due, templates, the mails that leave by themselves' },
  leads: { title: 'Leads and protection', about: 'Who answers registrations, and how long an acceptance protects' },
  money: { title: 'Money and bank', about: 'Payouts, accounts, bank files, documents of partners, closing of months, the year' },
  identity: { title: 'Who we are', about: 'One identity for contracts, certificates, invoices, mails and pages' },
  team: { title: 'Team and roles', about: 'Who of your staff may do what, and what they are mailed' },
  integrations: { title: 'Integrations', about: 'What other programs may read and write, and what they are told' },
  system: { title: 'Data and system', about: 'Mail, failures, journal and the state of the portal' },
}
