import type { Unopened } from './dialog.ts'

const whileLoading = 'shown while what it is about loads, in the place of the dialog that follows'

const withoutNetwork = 'shown to a partner whose leads wait for the network, which the page is loaded by'

const inFields = (title: string) => `test/e2e/fields.spec.ts › ${title}`
const inOffline = (title: string) => `test/e2e/offline-leads.spec.ts › ${title}`

/** What no entry opens, and why. */
export const unopened: readonly Unopened[] = [
  { file: 'money/accounting/web/supplier-codes-drawer.tsx', why: whileLoading, test: null },
  { file: 'money/billing/web/staff-billing.tsx', why: whileLoading, test: null },
  { file: 'provider/settings/web/settings-form-dialog.tsx', why: whileLoading, test: null },
  { file: 'accounts/identity-provider/web/provider-loader.tsx', why: whileLoading, test: null },
  {
    file: 'leads/pages/web/board/stage-question.tsx',
    why: 'a field that the stage needs; the form is that of a new field in the form of a lead',
    test: 'test/e2e/stages.spec.ts › a stage that needs a field asks for it in the dialog of the move, and the lead keeps it',
  },
  {
    file: 'leads/fields/web/field-dialog.tsx',
    why: 'asks about values that another kind of field would not fit: those have to be there first',
    test: inFields('a new field is asked in an open form at once, seen on the card and in the history, and filtered by'),
  },
  {
    file: 'imports/web/review-step.tsx',
    why: 'asks for the proof, as other dialogs about roles do: a row has to make an owner of a company that has one',
    test: null,
  },
  {
    file: 'imports/web/result-step.tsx',
    why: 'asks before an import is undone, which has to have been applied',
    test: 'test/e2e/import.spec.ts › a partner imports the valid rows, and gets the rest back with the reasons',
  },
  {
    file: 'overview/programme-file/web/programme-plan.tsx',
    why: 'a file of a programme whose rule pays more than the revenue; the question is that of rule-panel.tsx',
    test: null,
  },
  {
    file: 'leads/pages/web/queue/leave-question.tsx',
    why: withoutNetwork,
    test: inOffline('belongs to its account: a sign-out asks, and somebody else on the device neither sees nor sends it'),
  },
  {
    file: 'leads/pages/web/queue/queued-leads.tsx',
    why: withoutNetwork,
    test: inOffline('waits on the phone, goes out once with its receipt, and a conflict is decided'),
  },
]
