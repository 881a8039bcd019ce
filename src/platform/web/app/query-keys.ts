type Id = string | undefined
/** The parameters of a list, which are only compared. */
type Asked = unknown

/**
 * The key of every query of the pages. Filters take beginnings of them: what is read again, patched or forgotten is a query that
 * there is, or does not compile.
 */
type PortalQueryKey =
  // The person, the portal and their settings.
  | readonly ['me' | 'setup' | 'setup-checklist' | 'sessions' | 'standing' | 'system' | 'tiers' | 'unread']
  | readonly ['settings' | 'news-settings' | 'year-settings' | 'payment-info' | 'billing' | 'certificates']
  | readonly ['settings', 'seal']
  | readonly ['programme']
  | readonly ['programme', 'time-zones']
  | readonly ['notifications']
  | readonly ['notifications', 'news']
  | readonly ['overview']
  | readonly ['overview', 'trends']
  | readonly ['invitation' | 'reset' | 'email-change' | 'introduction' | 'client-question' | 'verify', Id]
  // Partners.
  | readonly ['partners', 'list' | 'summary' | 'palette', Asked]
  | readonly ['partners', 'names']
  | readonly ['partners', 'one', Id, 'profile' | 'leads' | 'contracts' | 'notes' | 'history' | 'deletion']
  | readonly ['partners', 'one', Id, 'link', 'own' | 'theirs']
  | readonly ['partner-billing' | 'bank-details', Id]
  | readonly ['vigilance', Id]
  | readonly ['announcements', 'list' | 'own' | 'unread']
  | readonly ['announcements', 'receipts', Id, Asked]
  | readonly ['announcements', 'audience', Asked, Asked]
  // Leads.
  | readonly ['leads', 'board' | 'palette', Asked]
  | readonly ['leads', 'known', 'open']
  | readonly ['leads', 'duplicate', Asked, Asked, Id]
  | readonly ['leads', 'one' | 'timeline' | 'comments', Id]
  | readonly ['leads', 'one', Id, 'client']
  | readonly ['registrations', 'list', Asked]
  | readonly ['registrations', 'one' | 'conflict', Id]
  // Contracts, templates and resources.
  | readonly ['contracts', 'list', Asked]
  | readonly ['contracts', 'signing' | 'evidence', Id]
  | readonly ['templates', 'list' | 'automatic']
  | readonly ['templates', 'one', Id]
  | readonly ['template-preview', Asked, Asked]
  | readonly ['resources', 'list', Asked]
  | readonly ['resources', 'versions', Id]
  // Money.
  | readonly ['commissions', 'list' | 'summary', Asked]
  | readonly ['commissions', 'history', Id]
  | readonly ['commission-effect', Id]
  | readonly ['client-payments', 'list' | 'summary' | 'leads', Asked]
  | readonly ['client-payments', 'lead', Id]
  | readonly ['client-invoices', Id]
  | readonly ['disputes', 'list', Asked]
  | readonly ['disputes', 'messages', Id]
  | readonly ['payouts', 'list', Asked]
  | readonly ['payouts', 'list', 'payable', Id]
  | readonly ['payouts', 'summary', Asked]
  | readonly ['payouts', 'one', Id]
  | readonly ['payouts', 'runs' | 'next']
  | readonly ['payout-preview', Asked, Asked]
  | readonly ['payout-files', 'list', Asked]
  | readonly ['payout-files', 'one', Id]
  | readonly ['payout-file-preview', Asked]
  | readonly ['invoices', 'list' | 'summary', Asked]
  | readonly ['invoices', 'payout', Id]
  | readonly ['bank-answers']
  | readonly ['year' | 'accounting', Asked]
  | readonly ['supplier-codes']
  // Programs, the journal and failures.
  | readonly ['api-keys' | 'failures']
  | readonly ['webhooks', 'list']
  | readonly ['webhooks', 'deliveries', Asked]
  | readonly ['webhooks', 'delivery', Id]
  | readonly ['event-journal', 'list' | 'row', Asked]
  | readonly ['event-journal', 'roots']

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: PortalQueryKey
  }
}

/** How keys begin. */
export type Topic = PortalQueryKey[0]
