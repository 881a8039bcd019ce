/** A page's name and what it is for. */
export interface PageHeading {
  readonly title: string
  readonly subtitle: string
}

/** Of the pages opened most: the server sends them in the page itself, so that they are seen before any script has run. */
export const pageHeadings = {
  partnerOverview: { title: 'Dashboard', subtitle: 'Welcome to your partner cockpit' },
  adminOverview: { title: 'Dashboard', subtitle: 'Welcome to the partner cockpit' },
  leads: { title: 'Leads', subtitle: 'Manage your opportunities' },
  allLeads: { title: 'All Leads', subtitle: "Every partner's pipeline" },
} as const satisfies Readonly<Record<string, PageHeading>>
