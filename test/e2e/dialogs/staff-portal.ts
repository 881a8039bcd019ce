import type { Page } from '@playwright/test'
import { pagePaths as at } from '#access/domain/page-paths.ts'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import type { RuleList } from '#money/rules/api/rules.ts'
import type { JournalRoot } from '#operations/journal/api.ts'
import type { ListedTask } from '#overview/for-you/web/data.ts'
import { password } from '../../../demo/content.ts'
import {
  afterPressing,
  andThen,
  askedFor,
  type Click,
  chosen,
  type DialogGroup,
  type Further,
  type Opening,
  opening,
  typed,
  withAnswer,
} from './dialog.ts'

/** A task about one record, which is the reader's. */
const task = (kind: ListedTask['kind']): ListedTask => ({
  kind,
  turn: 'yours',
  count: 1,
  cents: 0,
  since: null,
  lateFrom: null,
  late: { count: 0, cents: 0 },
  who: null,
  only: { id: '01900000-0000-7000-8000-000000000001', name: 'Hugo Masson', partnerId: null },
})

/** What the palette says to these words. */
const searched = (words: string, found: RegExp | null = null): Further => ({
  what: `searching ${words}`,
  reach: async (_, dialog) => {
    await dialog.getByRole('combobox').fill(words)
    const answer = found ? dialog.getByRole('option', { name: found }).first() : dialog.getByRole('status').getByText(/\S/)
    await answer.waitFor()
  },
})

const overview: DialogGroup = {
  about: 'the overview and what staff write',
  reader: 'an administrator',
  dialogs: [
    opening('overview/for-you/web/task-dialog.tsx', 'Pay again', at.home, /^Pay again:/),
    withAnswer(
      '**/api/overview/tasks',
      () => ({ tasks: [task('invitationsExpired')] }),
      opening('overview/for-you/web/task-dialog.tsx', 'Send invitation again', at.home, /^Send again:/),
    ),
    withAnswer(
      '**/api/overview/tasks',
      () => ({ tasks: [{ ...task('invitationsOpen'), turn: 'others' }] }),
      opening(
        'overview/for-you/web/remind-dialogs.tsx',
        'Remind by email',
        at.home,
        (page) => page.getByRole('region', { name: 'For you' }).locator('summary'),
        /^Remind/,
      ),
    ),
    andThen(
      opening('communication/announcements/web/write-dialog.tsx', /announcement/i, at.announcements, 'New announcement'),
      afterPressing('Preview', typed('Title', 'Fermeture'), typed('Text', 'L’équipe est absente.')),
    ),
    opening('communication/announcements/web/receipts-drawer.tsx', /./, at.announcements, /^Who has read it/),
    opening(
      'communication/announcements/web/receipts-drawer.tsx',
      'Withdraw announcement',
      at.announcements,
      /^Who has read it: Retrouvez/,
      'Withdraw',
    ),
    opening('communication/resources/web/add-resource-dialog.tsx', 'Add Resource', at.adminResources, 'Add Resource'),
    opening('communication/resources/web/edit-resource-dialog.tsx', /^Edit /, at.adminResources, /^Edit/),
    opening('communication/resources/web/admin-resources-page.tsx', 'Delete resource', at.adminResources, /^Delete/),
    opening('platform/web/ui/tables/export-dialog.tsx', /./, `${at.adminCommissions}?add=export`),
    {
      ...opening('portal/web/shell/phone-menu.tsx', 'Menu', at.home, 'Open menu'),
      window: { width: 360, height: 740 },
    },
    andThen(opening('portal/web/shell/palette.tsx', /./, at.home, /^Search/), searched('Vasseur', /Vasseur/), searched('qzxw')),
  ],
}

/** The newest version of each rule is one to come. */
const withFutureVersion = ({ rules, ...rest }: RuleList) => ({
  ...rest,
  rules: rules.map((rule) => ({
    ...rule,
    versions: rule.versions.map((version, index) => (index === 0 ? { ...version, state: 'future' } : version)),
  })),
})

const programme = settingsSectionPath('programme')

const settings: DialogGroup = {
  about: 'settings',
  reader: 'an administrator',
  dialogs: [
    andThen(
      opening(
        'overview/programme-file/web/programme-drawer.tsx',
        'The programme as a file',
        programme,
        'Open: The programme as a file',
      ),
      {
        what: 'what a file would change',
        reach: async (page, dialog) => {
          const buffer = await (await page.request.get('/api/programme-file')).body()
          const file = { name: 'programme.json', mimeType: 'application/json', buffer }
          await dialog.locator('input[type=file]').setInputFiles(file)
          await dialog.getByRole('heading', { name: 'Examples' }).waitFor({ state: 'hidden' })
        },
      },
    ),
    opening('money/rules/web/rules-drawer.tsx', 'Commission rules', programme, 'Open: Commission rules'),
    opening(
      'money/rules/web/rule-panel.tsx',
      'New version: Programme',
      programme,
      'Open: Commission rules',
      'New version: Programme',
    ),
    opening(
      'money/rules/web/rule-panel.tsx',
      'This rule could pay more than the revenue',
      programme,
      'Open: Commission rules',
      'Rule for an offer or a partner',
      (page) => page.getByRole('dialog').getByLabel('Offer').selectOption('Audit'),
      (page) => page.getByRole('dialog').getByLabel('Rate', { exact: true }).selectOption('No rate'),
      typed('Fixed sum for a lead (€)', '500000'),
      'Publish',
    ),
    {
      ...opening(
        'money/rules/web/rules-drawer.tsx',
        'Withdraw this version?',
        programme,
        'Open: Commission rules',
        (page) => page.getByRole('dialog').locator('summary').first(),
        /^Withdraw/,
      ),
      otherwise: { '**/api/commission-rules?*': withFutureVersion, '**/api/commission-rules': withFutureVersion },
    },
    andThen(
      opening('money/rules/web/rule-dialog.tsx', 'Compare with another rule', programme, 'Open: Compare with another rule'),
      afterPressing('Compare'),
      afterPressing('Compare', typed('Percentage (%)', '100'), typed('Fixed sum for a lead', '50')),
    ),
    opening('money/tiers/web/tiers-dialog.tsx', 'Commission tiers', programme, 'Open: Commission tiers'),
    andThen(
      opening('money/tiers/web/tier-dialog.tsx', 'Edit the tier', programme, 'Open: Commission tiers', 'Edit Silver'),
      afterPressing('Review changes', typed('Name', '')),
    ),
    {
      ...opening('money/tiers/web/tiers-review.tsx', 'What changes', programme, 'Open: Commission tiers', 'Edit Silver'),
      clicks: ['Open: Commission tiers', 'Edit Silver', typed('From', '25000'), 'Review changes'],
    },
    opening(
      'provider/settings/web/settings-form-dialog.tsx',
      'Legal identity',
      settingsSectionPath('identity'),
      'Edit: Legal identity',
    ),
    opening(
      'provider/settings/web/settings-form-dialog.tsx',
      'What makes a commission due: change it?',
      programme,
      'Edit: What makes a commission due',
      chosen('What makes a commission due', 'Each payment of the client, for its part'),
      'Save',
    ),
    opening('portal/web/settings/digest-dialog.tsx', 'Daily digest and reminders', programme, 'Edit: Daily digest and reminders'),
    opening('provider/settings/web/look-dialog.tsx', 'Logo and colour', settingsSectionPath('identity'), 'Edit: Logo and colour'),
    opening(
      'portal/web/settings/closing-dialog.tsx',
      'Closing of months and years',
      settingsSectionPath('money'),
      'Open: Closing of months and years',
    ),
    opening(
      'accounts/identity-provider/web/provider-dialog.tsx',
      'Company accounts',
      settingsSectionPath('team'),
      'Edit: Company accounts',
    ),
    opening(
      'accounts/identity-provider/web/accounts-dialog.tsx',
      'Who company accounts are for',
      settingsSectionPath('team'),
      'Edit: Who company accounts are for',
    ),
    opening(
      'operations/failures/web/failures-drawer.tsx',
      'Failed emails and tasks',
      settingsSectionPath('system'),
      'Open: Failed emails and tasks',
    ),
  ],
}

const newKey = [
  'New key',
  typed('Name', 'Comptabilité'),
  (page: Page) => page.getByRole('dialog').getByRole('checkbox', { name: 'Read invoices' }).check(),
  'Create key',
] as const

const closedDay: JournalRoot = { day: '2026-01-31', timeZone: 'Europe/Paris', seq: 900, hash: 'a'.repeat(64), stampedAt: null }

const newWebhook: readonly Click[] = [
  typed('Address', 'https://localhost:1/hooks'),
  (page) => page.getByRole('dialog').getByRole('checkbox', { name: 'lead.created' }).check(),
  'Add webhook',
]

const erasures = `${at.peopleData}?view=erasures`
/** An erasure that waits for somebody, since it is late. */
const lateErasure = {
  id: '01900000-0000-7000-8000-000000000002',
  state: 'late',
  plannedBy: 'Alice Martin',
  person: null,
  period: null,
  plannedAt: '2026-01-01T09:00:00.000Z',
  dueAt: '2026-01-04T09:00:00.000Z',
  doneAt: null,
  leads: [
    {
      id: '01900000-0000-7000-8000-000000000003',
      number: 'REF-2026-000001',
      client: 'Bernard',
      soleTrader: false,
      hasCompany: true,
      holds: ['money'],
      protectedUntil: null,
      outcome: null,
    },
  ],
  mentions: [],
  plan: { deleted: {}, emptied: { leads: 1 }, kept: [], language: null },
  report: null,
}
const erasableLead = {
  id: '01900000-0000-7000-8000-000000000003',
  number: 'REF-2026-000001',
  name: 'Bernard',
  company: 'Bernard SARL',
  partner: 'Marie Curie',
  protectedUntil: null,
  holds: ['money'],
}
const endedAccount = {
  id: '01900000-0000-7000-8000-000000000004',
  name: 'Luc Ancien',
  email: 'luc@bernard.example',
  company: 'Bernard SARL',
  endedAt: '2026-01-01T09:00:00.000Z',
}
const withLateErasure = (dialog: Opening) =>
  withAnswer('**/api/people-data/erasures', () => ({ items: [lateErasure], days: 3 }), dialog)

const operations: DialogGroup = {
  about: 'keys, webhooks, the journal and periods of data',
  reader: 'an administrator',
  dialogs: [
    opening(
      'people-data/periods/web/period-dialog.tsx',
      'Change: Accounting',
      `${at.peopleData}?view=register`,
      'Change: Accounting',
    ),
    opening(
      'people-data/periods/web/period-section.tsx',
      'Confirm these periods',
      `${at.peopleData}?view=register`,
      askedFor('**/api/people-data/periods/confirm'),
      'Confirm these periods',
    ),
    opening('accounts/api-keys/web/new-key-button.tsx', 'New API key', at.integrations, 'New key'),
    opening('accounts/api-keys/web/new-key-button.tsx', 'Confirm the new key', at.integrations, ...newKey),
    {
      ...opening(
        'accounts/api-keys/web/new-key-button.tsx',
        'The new key',
        at.integrations,
        ...newKey,
        typed('Your password', password),
        (page) => page.getByRole('dialog').last().getByRole('button', { name: 'Create key' }),
      ),
      isFilled: true,
    },
    opening('accounts/api-keys/web/api-keys.tsx', 'Revoke this key?', at.integrations, /^Revoke/),
    opening('people-data/erasures/web/plan-dialog.tsx', 'Plan an erasure', erasures, 'Plan an erasure'),
    withAnswer(
      '**/api/people-data/erasable?*',
      () => ({ items: [erasableLead] }),
      opening(
        'people-data/erasures/web/plan-dialog.tsx',
        'Confirm that it is you',
        erasures,
        'Plan an erasure',
        typed('Address of the person', 'b.bernard@bernard.example'),
        'Find',
        askedFor('**/api/people-data/erasures'),
        'Plan the erasure',
      ),
    ),
    withLateErasure(opening('people-data/erasures/web/erasures-tab.tsx', 'Stop this erasure?', erasures, 'Stop')),
    withLateErasure(
      opening(
        'people-data/erasures/web/erasures-tab.tsx',
        'Confirm that it is you',
        erasures,
        askedFor('**/api/people-data/erasures/*/confirm'),
        'Erase now',
      ),
    ),
    withAnswer(
      '**/api/people-data/accounts*',
      () => ({ items: [endedAccount], nextCursor: null }),
      opening(
        'people-data/erasures/web/ended-accounts.tsx',
        'Erase: Luc Ancien',
        erasures,
        askedFor('**/api/people-data/accounts/*/erasure'),
        'Erase: Luc Ancien',
      ),
    ),
    opening('operations/webhooks/web/webhook-drawer.tsx', 'New webhook', `${at.integrations}?view=webhooks`, 'New webhook'),
    opening(
      'operations/webhooks/web/webhooks-tab.tsx',
      'Replace the secret?',
      `${at.integrations}?view=webhooks`,
      /^More/,
      'Replace the secret',
    ),
    opening(
      'operations/webhooks/web/webhook-drawer.tsx',
      'Confirm that it is you',
      `${at.integrations}?view=webhooks`,
      'New webhook',
      ...newWebhook,
    ),
    opening(
      'operations/webhooks/web/webhooks-tab.tsx',
      'Confirm that it is you',
      `${at.integrations}?view=webhooks`,
      /^More/,
      'Replace the secret',
      (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Replace/ })
          .click(),
    ),
    opening(
      'operations/webhooks/web/webhooks-tab.tsx',
      'Delete this webhook?',
      `${at.integrations}?view=webhooks`,
      /^More/,
      'Delete',
    ),
    {
      ...opening(
        'operations/webhooks/web/webhook-drawer.tsx',
        'The webhook’s secret',
        `${at.integrations}?view=webhooks`,
        'New webhook',
        ...newWebhook,
        typed('Your password', password),
        (page) => page.getByRole('dialog').last().getByRole('button', { name: 'Add webhook' }),
      ),
      isFilled: true,
    },
    {
      ...opening(
        'operations/webhooks/web/webhooks-tab.tsx',
        'The new secret',
        `${at.integrations}?view=webhooks`,
        /^More/,
        'Replace the secret',
        (page) => page.getByRole('dialog').getByRole('button', { name: /^Replace/ }),
        typed('Your password', password),
        (page) =>
          page
            .getByRole('dialog')
            .last()
            .getByRole('button', { name: /^Replace/ }),
      ),
      isFilled: true,
    },
    opening('operations/webhooks/web/delivery-drawer.tsx', /^lead\./, `${at.integrations}?view=deliveries`, /^Details/),
    opening('operations/journal/web/row-drawer.tsx', /^Row/, at.journal, /^Details/),
    withAnswer(
      '**/api/journal-roots*',
      (roots: object) => ({ ...roots, items: [closedDay] }),
      opening('operations/journal/web/roots-drawer.tsx', 'Closed days', at.journal, 'Closed days'),
    ),
  ],
}

const account: DialogGroup = {
  about: 'the own account',
  reader: 'an administrator',
  dialogs: [
    opening('accounts/auth/web/profile-dialog.tsx', 'Profile', at.home, /Account of/, 'Profile'),
    opening('accounts/auth/web/password-dialog.tsx', 'Password', at.home, /Account of/, 'Password'),
    andThen(
      opening('accounts/auth/web/two-factor-dialog.tsx', 'Two-factor', at.home, /Account of/, 'Two-factor'),
      afterPressing('Continue', typed('Your password', password)),
    ),
    withAnswer(
      '**/api/session',
      ({ me, ...rest }: { me: object }) => ({ ...rest, me: { ...me, twoFactorEnabled: true } }),
      opening(
        'accounts/auth/web/two-factor-dialog.tsx',
        'Confirm that it is you',
        at.home,
        /Account of/,
        'Two-factor',
        typed('Your password', password),
        askedFor('**/two-factor/disable'),
        'Switch off',
      ),
    ),
    opening('accounts/auth/web/passkeys-dialog.tsx', 'Passkeys', at.home, /Account of/, 'Passkeys'),
    opening(
      'accounts/auth/web/passkeys-dialog.tsx',
      'Confirm that it is you',
      at.home,
      /Account of/,
      'Passkeys',
      typed('Name', 'Téléphone'),
      'Add a passkey',
    ),
    opening('accounts/auth/web/sessions-dialog.tsx', 'Sessions', at.home, /Account of/, 'Sessions'),
    opening('communication/notifications/web/notifications-dialog.tsx', 'Notifications', at.home, /Account of/, 'Notifications'),
  ],
}

export const staffPortal: readonly DialogGroup[] = [overview, settings, operations, account]
