import { pagePaths as at } from '#access/domain/page-paths.ts'
import type { Closing } from '#money/accounting/api/accounting.ts'
import type { IssuedDocument } from '#money/invoices/api.ts'
import type { PayoutFileDetail } from '#money/payout-files/api.ts'
import { afterPressing, andThen, type DialogGroup, opening, withAnswer } from './dialog.ts'

const commissions: DialogGroup = {
  about: 'commissions and disputes',
  reader: 'an administrator',
  dialogs: [
    andThen(
      opening('money/commissions/web/add-commission-dialog.tsx', 'Add commission', at.adminCommissions, 'Add commission'),
      afterPressing('Add commission'),
    ),
    opening(
      'money/commissions/web/validate-dialog.tsx',
      'Validate commission',
      `${at.adminCommissions}?waits=validation`,
      'Validate',
    ),
    opening(
      'money/commissions/web/correct-dialog.tsx',
      'Correct commission',
      `${at.adminCommissions}?waits=validation`,
      /^More about/,
      'Correct',
    ),
    opening(
      'money/commissions/web/why-dialog.tsx',
      'Why this amount',
      `${at.adminCommissions}?waits=payment`,
      /^More about/,
      /^Why this amount/,
    ),
    opening(
      'money/commissions/web/payment-dialog.tsx',
      /^Mark as paid$/i,
      `${at.adminCommissions}?waits=payment`,
      'Mark as Paid',
    ),
    opening(
      'money/commissions/web/commission-dialogs.tsx',
      'Put commission on hold',
      `${at.adminCommissions}?waits=payment`,
      /^More about/,
      'Put on hold',
    ),
    opening(
      'money/commissions/web/reverse-dialog.tsx',
      'Claw back commission',
      `${at.adminCommissions}?status=paye`,
      /^More about/,
      'Claw back',
    ),
    opening(
      'money/commissions/web/commission-dialogs.tsx',
      'Release commission',
      `${at.adminCommissions}?waits=held`,
      /^More about/,
      'Release',
    ),
    opening(
      'money/commissions/web/commission-dialogs.tsx',
      'Remove commission',
      `${at.adminCommissions}?search=printemps`,
      /^More about/,
      'Remove',
    ),
    opening(
      'money/commissions/web/bulk-bar.tsx',
      'Validate commissions',
      `${at.adminCommissions}?waits=validation`,
      (page) => page.getByRole('checkbox', { name: 'Choose all that are shown' }),
      /^Validate \d+ commission/,
    ),
    opening(
      'money/disputes/web/dispute-list.tsx',
      'Missing commission',
      `${at.adminDisputes}?state=open`,
      /about Without a lead$/,
    ),
  ],
}

const paidPayouts = `${at.adminPayouts}?state=paid`

/** A file that the bank has not answered yet. */
const underWay = {
  otherwise: {
    '**/api/payout-files/*': (file: PayoutFileDetail) => ({ ...file, can: { pay: true, withdraw: true, replace: true } }),
  },
}

const payouts: DialogGroup = {
  about: 'payouts, bank files and answers',
  reader: 'an administrator',
  dialogs: [
    andThen(opening('money/payouts/web/run-drawer.tsx', 'New payout run', at.adminPayouts, 'New run'), {
      what: 'with payouts',
      reach: async (page, dialog) => {
        await page.getByLabel('Payable up to').fill('2099-12-31')
        await dialog.getByRole('list', { name: 'Partners to be paid' }).waitFor()
      },
    }),
    opening(
      'money/payouts/web/run-drawer.tsx',
      'Exclude from this run',
      at.adminPayouts,
      'New run',
      (page) => page.getByLabel('Payable up to').fill('2099-12-31'),
      /^Exclude /,
    ),
    opening('money/payouts/web/payout-drawer.tsx', /^REL-/, at.adminPayouts, /^Details of/),
    opening(
      'money/payouts/web/approve-dialog.tsx',
      'Approve payout',
      `${at.adminPayouts}?state=accepted`,
      /^Details of/,
      'Approve payout',
    ),
    opening(
      'money/payouts/web/step-dialog.tsx',
      'Cancel payout',
      `${at.adminPayouts}?state=issued`,
      /^Details of/,
      'Cancel payout',
    ),
    opening(
      'money/payouts/web/invoice-section.tsx',
      'Refuse invoice',
      `${at.adminPayouts}?invoice=submitted`,
      /^Details of/,
      /^Refuse invoice/,
    ),
    opening('money/payout-files/web/bank-file-drawer.tsx', 'Bank file', at.adminPayouts, 'Bank file'),
    opening('money/payout-files/web/file-drawer.tsx', /^PAY-/, paidPayouts, /^PAY-/),
    opening('money/payout-files/web/file-drawer.tsx', /\.xml$/, paidPayouts, /^PAY-/, 'Download'),
    { ...opening('money/payout-files/web/file-drawer.tsx', 'Withdraw file', paidPayouts, /^PAY-/, 'Withdraw'), ...underWay },
    andThen(opening('money/bank-answers/web/bank-answer-drawer.tsx', 'Bank answer', at.adminPayouts, 'Bank answer'), {
      what: 'a file that is none',
      reach: async (_, dialog) => {
        const file = { name: 'answer.xml', mimeType: 'application/xml', buffer: Buffer.from('<rss/>') }
        await dialog.locator('input[type=file]').setInputFiles(file)
        await dialog.getByText('This is not an answer of a bank').waitFor()
      },
    }),
  ],
}

/** Invoices that the portal drew up for a partner, one of which is with the platform. */
const document: IssuedDocument = {
  id: '01900000-0000-7000-8000-000000000001',
  kind: 'invoice',
  number: 'AF-0001-2026-00001',
  corrects: null,
  partner: { id: '01900000-0000-7000-8000-000000000002', name: 'Claire Fontaine', deleted: false },
  payout: { id: '01900000-0000-7000-8000-000000000003', reference: 'REL-2026-10-0009' },
  issuedOn: '2026-10-02',
  issuedAt: '2026-10-02T08:00:00.000Z',
  state: 'accepted',
  hasFile: true,
  hasXml: true,
  netCents: 100_000,
  vatCents: 20_000,
  totalCents: 120_000,
  handover: null,
  platformStatus: null,
  isVoid: false,
  isArchiveOnly: false,
  can: { handOver: true, undoHandover: false, recordStatus: false },
}
const handedOver: IssuedDocument = {
  ...document,
  id: '01900000-0000-7000-8000-000000000004',
  number: 'AF-0001-2026-00002',
  handover: { on: '2026-10-03', platform: 'Plateforme', reference: '', at: '2026-10-03T08:00:00.000Z', by: 'Hélène Marchand' },
  can: { handOver: false, undoHandover: true, recordStatus: true },
}
const ownInvoices = { otherwise: { '**/api/invoices?*': () => ({ items: [document, handedOver], nextCursor: null }) } }

/** A month that is closed, with what its reader may do about it: somebody else has to agree before it is opened again. */
const closed = (can: Closing['can']) => ({
  otherwise: {
    '**/api/accounting*': (accounting: object) => {
      const closing: Closing = {
        id: '01900000-0000-7000-8000-000000000005',
        scope: 'month',
        until: '2025-10-31',
        entries: 12,
        missing: [],
        closedAt: '2025-11-05T08:00:00.000Z',
        closedBy: 'Hélène Marchand',
        reopenedAt: null,
        reopenedBy: null,
        can,
        reopening: can.reopen
          ? { reason: 'Une facture manque.', askedAt: '2025-11-06T08:00:00.000Z', askedBy: document.partner }
          : null,
      }
      return { ...accounting, closings: [closing] }
    },
  },
})

const invoices: DialogGroup = {
  about: 'invoices, the year and accounting',
  reader: 'an administrator',
  dialogs: [
    {
      ...opening(
        'money/invoices/web/platform-status-dialog.tsx',
        /^What the platform says of/,
        at.adminInvoices,
        /^Platform status of/,
      ),
      ...ownInvoices,
    },
    {
      ...opening(
        'money/invoices/web/handover-dialog.tsx',
        'Mark as given to the platform',
        at.adminInvoices,
        (page) => page.getByRole('checkbox', { name: 'Choose all that are shown' }),
        /^Mark \d+ as given to the platform$/,
      ),
      ...ownInvoices,
    },
    {
      ...opening(
        'money/invoices/web/handover-dialog.tsx',
        'Not given yet',
        at.adminInvoices,
        (page) => page.getByRole('checkbox', { name: 'Choose all that are shown' }),
        /^Remove the mark/,
      ),
      ...ownInvoices,
    },
    opening('money/accounting/web/request-data-dialog.tsx', 'Ask for missing data', at.year, /^Ask \d+ partner|^Ask again/),
    opening('money/accounting/web/exported-declarations.tsx', /^Declare \d+/, `${at.year}?add=declaration`),
    opening('money/accounting/web/supplier-codes-drawer.tsx', 'Supplier codes', at.year, 'Supplier codes'),
    {
      ...opening('money/accounting/web/supplier-codes-drawer.tsx', 'Supplier codes', at.year, 'Supplier codes'),
      otherwise: { '**/api/supplier-codes': () => ({ items: [] }) },
    },
    opening('money/accounting/web/closings.tsx', /^Close .+\?$/, at.year, /^Close /),
    {
      ...opening('money/accounting/web/closings.tsx', /^Open .+ again\?$/, at.year, 'Open again…'),
      ...closed({ askReopening: true, reopen: false }),
    },
    {
      ...opening('money/accounting/web/closings.tsx', /^Open .+ again\?$/, at.year, 'Agree to open it'),
      ...closed({ askReopening: false, reopen: true }),
    },
  ],
}

/** A lead whose client pays in parts. */
const vasseur = `${at.adminLeads}?search=Ateliers%20Vasseur`
const details = 'Voir plus de détails'

const clientPayments: DialogGroup = {
  about: 'payments of clients',
  reader: 'an administrator',
  dialogs: [
    opening('money/client-payments/web/record-dialog.tsx', 'Add client payment', at.clientPayments, 'Add payment'),
    opening('money/client-payments/web/refund-dialog.tsx', /^Refund of/, vasseur, details, 'Payments', /^Refund F-/),
    opening('money/client-payments/web/lead-invoices.tsx', 'Add client invoice', vasseur, details, 'Payments', 'Add an invoice'),
    opening(
      'money/client-payments/web/lead-receipts.tsx',
      'Close the remainder',
      vasseur,
      details,
      'Payments',
      'Close the remainder',
    ),
    {
      ...opening(
        'money/client-payments/web/lead-receipts.tsx',
        'The client has left',
        vasseur,
        details,
        'Payments',
        'The client has left',
      ),
      otherwise: { '**/api/leads/*/client-payments': (receipts: object) => ({ ...receipts, clientMayLeave: true }) },
    },
    withAnswer(
      '**/api/leads/*/client-payments',
      ({ can, ...receipts }: { can: object }) => ({ ...receipts, can: { ...can, changeBasis: true } }),
      opening('money/client-payments/web/basis.tsx', 'Change the rule for this lead', vasseur, details, 'Payments', (page) =>
        page.getByLabel('What makes the commission due').selectOption('Validation by the team'),
      ),
    ),
  ],
}

export const staffMoney: readonly DialogGroup[] = [commissions, payouts, invoices, clientPayments]
