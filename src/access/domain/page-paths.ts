import type { Role } from './actor.ts'
import { homePath } from './home-path.ts'

/** The address of each page of the dashboard, for links, mails and the table of pages. Nothing else spells one. */
export const pagePaths = {
  home: homePath,
  leads: '/dashboard/leads',
  share: '/dashboard/share',
  commissions: '/dashboard/commissions',
  disputes: '/dashboard/commissions/disputes',
  payouts: '/dashboard/commissions/payouts',
  invoices: '/dashboard/commissions/invoices',
  status: '/dashboard/status',
  contract: '/dashboard/contract',
  resources: '/dashboard/resources',
  paymentInfo: '/dashboard/payment-info',
  billing: '/dashboard/payment-info/billing',
  documents: '/dashboard/payment-info/documents',
  team: '/dashboard/team',
  partners: '/dashboard/partners',
  announcements: '/dashboard/partners/announcements',
  adminLeads: '/dashboard/admin-leads',
  registrations: '/dashboard/admin-leads/registrations',
  adminContracts: '/dashboard/admin-contracts',
  adminCommissions: '/dashboard/admin-commissions',
  adminDisputes: '/dashboard/admin-commissions/disputes',
  adminInvoices: '/dashboard/admin-commissions/invoices',
  year: '/dashboard/admin-commissions/year',
  adminPayouts: '/dashboard/admin-commissions/payouts',
  clientPayments: '/dashboard/admin-commissions/client-payments',
  integrations: '/dashboard/integrations',
  journal: '/dashboard/journal',
  system: '/dashboard/system',
  peopleData: '/dashboard/people-data',
  settings: '/dashboard/settings',
  settingsSection: '/dashboard/settings/:section',
  adminResources: '/dashboard/admin-resources',
  partner: '/dashboard/partners/:partnerId',
  partnerHistory: '/dashboard/partners/:partnerId/history',
} as const

export type PagePath = (typeof pagePaths)[keyof typeof pagePaths]

/** The address of the board for this role. */
export const leadsPath = (role: Role) => (role === 'admin' ? pagePaths.adminLeads : pagePaths.leads)
