// The journeys that `npm test` runs, by the names of their files in test/e2e. The others run in `npm run test:all`.
export const storiesOfEveryChange = [
  // From the invitation to the paid commission, on the embedded database, which is killed on the way.
  'journey',
  // What every page and dialog has to be, and what a first load may weigh.
  'pages',
  'dialogs',
  'first-load',
  'routing',
  'phone',
  // The specification's pages and messages.
  'admin-pages',
  'partner-pages',
  'toasts',
  'document-toasts',
  // Signing, and money that leaves.
  'signing',
  'admin-signing',
  'money-journey',
  'client-payments',
  // Two people at once, people of one company, the network cut.
  'concurrency',
  'cabinet',
  'offline-leads',
  'notifications',
  // Ways in, and what a role may do.
  'ways-in',
  'company-accounts',
  'staff-roles',
  // A programme of one's own, and who brought a client first.
  'programme',
  'registrations',
]
