import { administrator } from '../../demo/content.ts'

const dashboard = (...paths: readonly string[]) => paths.map((path) => `/dashboard${path}`)

/** Addresses of the pages of staff. */
export const staffPages = dashboard(
  '',
  '/partners',
  '/partners/announcements',
  '/admin-leads',
  '/admin-contracts',
  '/admin-commissions',
  '/admin-commissions/disputes',
  '/admin-commissions/invoices',
  '/admin-commissions/year',
  '/admin-resources',
  '/system',
  '/journal',
  '/integrations?view=deliveries',
  '/settings',
  '/settings/programme',
  '/settings/leads',
  '/settings/money',
  '/settings/identity',
  '/settings/team',
  '/settings/integrations',
  '/settings/system',
)

/** Addresses of the pages of a partner. */
export const partnerPages = dashboard(
  '',
  '/leads',
  '/commissions',
  '/commissions/disputes',
  '/commissions/invoices',
  '/status',
  '/contract',
  '/resources',
  '/payment-info',
  '/team',
)

/** A partner of the sample world who has something on every page. */
export const camille = 'camille.lefevre@exemple.fr'

/** The pages of both sides of the portal, by the e-mail address of a person of the sample world. */
export const pagesOfSides: Readonly<Record<string, readonly string[]>> = {
  [administrator.email]: staffPages,
  [camille]: partnerPages,
}
