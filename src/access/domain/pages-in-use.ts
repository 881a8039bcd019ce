/**
 * What the specification does not know and is shown from its first record on, or by its switch: tabs, by the names of their pages
 * (`pagePaths`), and the reading of bank answers. `app.pages_in_use` decides.
 */
export const startedPages = [
  'announcements',
  'registrations',
  'clientPayments',
  'adminPayouts',
  'adminInvoices',
  'adminDisputes',
  'year',
  'payouts',
  'invoices',
  'disputes',
  'billing',
  'documents',
  'bankAnswers',
] as const
export type StartedPage = (typeof startedPages)[number]
