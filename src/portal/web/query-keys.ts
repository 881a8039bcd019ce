type Id = string | undefined
/** The parameters of a list, which are only compared. */
type Query = unknown

/**
 * The key of every query of the pages. Filters take beginnings of them: what is read again, patched or forgotten is a query that
 * there is, or does not compile.
 */
type PortalQueryKey =
  // The person, the portal and their settings.
  | readonly [
      | 'me'
      | 'setup'
      | 'setup-checklist'
      | 'sessions'
      | 'passkeys'
      | 'standing'
      | 'system'
      | 'terms'
      | 'tiers'
      | 'to-do'
      | 'unread',
    ]
  | readonly ['settings' | 'news-settings' | 'year-settings' | 'payment-info' | 'billing' | 'certificates']
  | readonly ['team' | 'ended' | 'second-factor-help']
  | readonly ['identity-provider']
  | readonly ['settings', 'seal']
  | readonly ['tiers', 'editable' | 'programme-rules']
  | readonly ['tiers', 'preview', string]
  | readonly ['people-data', 'record' | 'periods']
  | readonly ['people-data', 'kept', Query]
  | readonly ['programme']
  | readonly ['programme', 'time-zones']
  | readonly ['notifications' | 'saved-views']
  | readonly ['notifications', 'news']
  | readonly ['overview']
  | readonly ['erasures']
  | readonly ['erasures', 'found', string]
  | readonly ['erasures', 'accounts', Query]
  | readonly ['overview', 'tasks' | 'trends' | 'to-do' | 'coming']
  | readonly [
      (
        | 'invitation'
        | 'reset'
        | 'sign-in-link'
        | 'sign-in-provider'
        | 'email-change'
        | 'objection'
        | 'introduction'
        | 'client-question'
        | 'verify'
      ),
      Id,
    ]
  | readonly ['people-requests', 'list' | 'own' | 'one', Query]
  | readonly ['people-requests', 'client-list' | 'own-data']
  | readonly ['people-requests']
  // Partners.
  | readonly ['partners', 'list' | 'summary', Query]
  | readonly ['partners', 'names']
  | readonly ['partners', 'one', Id, 'profile' | 'leads' | 'contracts' | 'notes' | 'history' | 'deletion' | 'team']
  | readonly ['partners', 'one', Id, 'link', 'own' | 'theirs']
  | readonly ['partner-billing' | 'bank-details', Id]
  | readonly ['vigilance', Id]
  | readonly ['announcements', 'list' | 'own' | 'unread']
  | readonly ['announcements', 'receipts', Id, Query]
  | readonly ['announcements', 'audience', Query, Query]
  | readonly ['imports', 'list', Query]
  | readonly ['imports', 'one', Id]
  | readonly ['imports', 'rows', Id, string, string]
  // Leads.
  | readonly ['lead-settings' | 'lead-fields' | 'offers' | 'stages']
  | readonly ['stages', 'merge', string, string]
  | readonly ['offers', 'figures']
  | readonly ['programme-file', 'examples']
  | readonly ['leads', 'board' | 'pairs', Query]
  | readonly ['leads', 'known', 'open']
  | readonly ['leads', 'duplicate', Query, Query, Query, Id]
  | readonly ['leads', 'one' | 'timeline' | 'comments', Id]
  | readonly ['leads', 'one', Id, 'client' | 'notice']
  | readonly ['leads', 'of', Id, Id]
  | readonly ['notices', 'list', Query]
  | readonly ['notices', 'summary']
  | readonly ['notices', 'text', Id, Query]
  | readonly ['registrations', 'list', Query]
  | readonly ['registrations', 'one' | 'conflict', Id]
  // Contracts, templates and resources.
  | readonly ['contracts', 'list', Query]
  | readonly ['contracts', 'signing' | 'evidence' | 'text', Id]
  | readonly ['templates', 'list' | 'automatic']
  | readonly ['templates', 'one', Id]
  | readonly ['template-preview', Query, Query]
  | readonly ['resources', 'list', Query]
  | readonly ['resources', 'versions', Id]
  // Money.
  | readonly ['commissions', 'list' | 'summary', Query]
  | readonly ['commissions', 'history', Id]
  | readonly ['commission-effect', readonly Id[]]
  | readonly ['commission-rules', 'list']
  | readonly ['commission-rules', 'list', Id]
  | readonly ['commission-rules', 'preview', Query]
  | readonly ['client-payments', 'list' | 'summary' | 'leads' | 'preview', Query]
  | readonly ['client-payments', 'lead', Id]
  | readonly ['client-invoices', Id]
  | readonly ['disputes', 'list', Query]
  | readonly ['disputes', 'messages', Id]
  | readonly ['payouts', 'list', Query]
  | readonly ['payouts', 'list', 'open', Id]
  | readonly ['payouts', 'summary', Query]
  | readonly ['payouts', 'one', Id]
  | readonly ['payouts', 'runs' | 'next']
  | readonly ['payout-preview', Query, Query, Query]
  | readonly ['payout-files', 'list', Query]
  | readonly ['payout-files', 'one', Id]
  | readonly ['payout-file-preview', Query]
  | readonly ['partner-change-preview', 'move' | 'split' | 'merge', Id, Query]
  | readonly ['invoices', 'list' | 'summary', Query]
  | readonly ['invoices', 'payout', Id]
  | readonly ['bank-answers']
  | readonly ['search', typed: string]
  | readonly ['year' | 'accounting', Query]
  | readonly ['year', Query, 'data-request', Id]
  | readonly ['supplier-codes']
  // Programs, the journal and failures.
  | readonly ['api-keys' | 'failures']
  | readonly ['webhooks', 'list']
  | readonly ['webhooks', 'deliveries', Query]
  | readonly ['webhooks', 'delivery', Id]
  | readonly ['event-journal', 'list' | 'row', Query]
  | readonly ['event-journal', 'roots']

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: PortalQueryKey
  }
}

/** How keys begin. */
export type Topic = PortalQueryKey[0]
