import type { Page } from '@playwright/test'
import { pagePaths as at } from '#access/domain/page-paths.ts'
import { choosePartner } from '../colleagues.ts'
import {
  afterPressing,
  allowing,
  andThen,
  askedFor,
  chosen,
  type DialogGroup,
  type Opening,
  opening,
  typed,
  withAnswer,
  withPartner,
} from './dialog.ts'

const named = (name: string) => `${at.partners}?search=${encodeURIComponent(name)}`

const roleOfThomas = (page: Page) => page.getByRole('row', { name: /Thomas/ }).getByRole('button', { name: 'Role', exact: true })

const confirming = 'Confirm that it is you'

const partners: DialogGroup = {
  about: 'the list of partners',
  reader: 'an administrator',
  dialogs: [
    opening('partners/partners/web/invite-dialog.tsx', 'Invite New Partner', at.partners, 'Add Partner'),
    opening(
      'partners/partners/web/invite-dialog.tsx',
      'Confirm the invitation',
      at.partners,
      'Add Partner',
      typed('Full name', 'Ada Adjointe'),
      typed('Email', 'ada@acme.example'),
      chosen('Role', 'Viewer'),
      'Send invitation',
    ),
    opening('money/vigilance/web/request-dialog.tsx', 'Request document', at.partners, 'Request documents'),
    opening('partners/profile/web/partner-dialogs.tsx', /^Role of/, named('Thomas'), roleOfThomas),
    opening(
      'partners/profile/web/partner-dialogs.tsx',
      'Confirm the role',
      named('Thomas'),
      roleOfThomas,
      chosen('Role', 'Admin'),
      'Update Role',
    ),
    opening('partners/profile/web/partner-dialogs.tsx', 'Delete partner', named('Mathieu'), 'Delete'),
    withAnswer(
      '**/api/partners?*',
      ({ items, ...rest }: { items: object[] }) => ({ ...rest, items: items.map((each) => ({ ...each, passkeys: 2 })) }),
      opening('partners/profile/web/partner-dialogs.tsx', 'End sessions', named('Nadia'), /^More about/, 'End sessions'),
    ),
    opening('contracts/contracts/web/list/revoke-dialog.tsx', 'Revoke contract', named('Thomas'), 'Revoke'),
    opening(
      'partners/profile/web/correct-dialog.tsx',
      /^Correct /,
      named('Nadia'),
      /^More about/,
      'Correct name, company, email',
    ),
    opening(
      'partners/profile/web/correct-dialog.tsx',
      confirming,
      named('Nadia'),
      /^More about/,
      'Correct name, company, email',
      typed('Email', 'nadia@benali.example'),
      'Save',
    ),
    opening('money/bank-details/web/staff-bank-details.tsx', /^Bank details of/, named('Nadia'), /^More about/, 'Bank details'),
    opening('money/billing/web/staff-billing.tsx', /^Billing of/, named('Nadia'), /^More about/, 'Billing'),
    opening('money/vigilance/web/staff-documents.tsx', /^Documents of/, named('Julien'), /^More about/, 'Documents'),
    opening('money/vigilance/web/document-list.tsx', 'Refuse document', named('Julien'), /^More about/, 'Documents', /^Refuse /),
    withAnswer(
      '**/api/partners?*',
      ({ items, ...rest }: { items: { billing: object }[] }) => ({
        ...rest,
        items: items.map((each) => ({ ...each, billing: { ...each.billing, mandateInForce: false } })),
      }),
      opening(
        'partners/profile/web/mandate-dialog.tsx',
        /^Self-billing mandate of/,
        named('Nadia'),
        /^More about/,
        'Assign the self-billing mandate',
      ),
    ),
    opening('contracts/templates/web/add-contract-dialog.tsx', /^Contract of/, named('Léa'), 'Add contract'),
    withAnswer(
      '**/api/partners?*',
      allowing({ resetSecondFactor: true }),
      opening(
        'partners/profile/web/second-factor-dialog.tsx',
        'Reset two-factor',
        named('Nadia'),
        /^More about/,
        'Reset two-factor',
      ),
    ),
  ],
}

/** Whom staff could choose as the main contact: nobody of the sample world is a second owner. */
const withMainToChoose = (dialog: Opening) =>
  withAnswer(
    '**/api/partners/*/team',
    ({ people, ...team }: { people: { can: object }[] }) => ({
      ...team,
      people: people.map((each) => ({ ...each, can: { ...each.can, makeMain: true } })),
    }),
    dialog,
  )

/** An owner objects to what each has become. */
const withObjections = (dialog: Opening) =>
  withAnswer(
    '**/api/partners/*/team',
    ({ people, ...team }: { people: { email: string }[] }) => ({
      ...team,
      people: people.map(({ email, ...person }) => ({
        ...person,
        email,
        isSuspended: true,
        objection: {
          appointmentId: '0191f3a0-0000-7000-8000-000000000001',
          act: 'invited',
          by: 'Alice Martin',
          email,
          at: '2026-09-01T08:00:00.000Z',
          maySustain: true,
        },
      })),
    }),
    dialog,
  )

const one: DialogGroup = {
  about: 'a partner',
  reader: 'an administrator',
  dialogs: [
    withObjections(opening('partners/objections/web/objection-note.tsx', /^Objection about/, at.partner, 'Answer')),
    withObjections(
      opening(
        'partners/objections/web/objection-note.tsx',
        /^Objection about/,
        at.partner,
        'Answer',
        askedFor('**/answer'),
        (page) => page.getByRole('dialog').getByRole('button', { name: 'It stays' }).click(),
      ),
    ),
    opening('partners/team/web/invite-dialog.tsx', 'Invite a colleague', at.partner, /^More about Camille/, 'Invite a colleague'),
    opening(
      'partners/team/web/invite-dialog.tsx',
      confirming,
      at.partner,
      /^More about Camille/,
      'Invite a colleague',
      typed('Full name', 'Inès Comptable'),
      typed('Email', 'ines@cabinet.example'),
      chosen('Role', 'Accountant'),
      'Send invitation',
    ),
    opening('partners/team/web/change-dialog.tsx', /^Role of/, at.partner, /^More about Mehdi/, 'Change role'),
    opening(
      'partners/team/web/change-dialog.tsx',
      confirming,
      at.partner,
      /^More about Mehdi/,
      'Change role',
      chosen('Role', 'Owner'),
      (page) => page.getByRole('dialog').getByRole('button', { name: 'Change role' }),
    ),
    withMainToChoose(
      opening(
        'partners/profile/web/people-card.tsx',
        /the main contact\?$/,
        at.partner,
        /^More about Maëlle/,
        'Make main contact',
      ),
    ),
    withMainToChoose(
      opening(
        'partners/profile/web/people-card.tsx',
        confirming,
        at.partner,
        /^More about Maëlle/,
        'Make main contact',
        askedFor('**/main-person'),
        (page) => page.getByRole('dialog').getByRole('button', { name: 'Make main contact' }).click(),
      ),
    ),
    opening(
      'partners/team/web/colleagues-dialog.tsx',
      'Colleagues of this partner',
      at.partner,
      'Change the number of colleagues',
    ),
    andThen(
      opening(
        'partners/merging/web/move-dialog.tsx',
        /^Move .+ to another partner/,
        at.partner,
        /^More about Mehdi/,
        'Move to another partner…',
      ),
      withPartner('Move to', 'Julien Perrin'),
    ),
    opening(
      'partners/merging/web/move-dialog.tsx',
      confirming,
      at.partner,
      /^More about Mehdi/,
      'Move to another partner…',
      (page) => choosePartner(page, 'Move to', 'Julien Perrin'),
      chosen('Role', 'Owner'),
      typed('Reason', 'Réorganisation des secteurs'),
      'Move',
    ),
    andThen(
      opening(
        'partners/merging/web/merge-dialog.tsx',
        /^Merge .+ into another partner/,
        at.partner,
        /^More about Camille/,
        'Merge into another partner…',
      ),
      withPartner('Merge into', 'Claire Fontaine'),
    ),
    withAnswer(
      '**/api/partners/*/merge?*',
      (preview: object) => ({ ...preview, obstacles: [] }),
      opening(
        'partners/merging/web/merge-dialog.tsx',
        confirming,
        at.partner,
        /^More about Camille/,
        'Merge into another partner…',
        askedFor('**/merge'),
        (page) => choosePartner(page, 'Merge into', 'Claire Fontaine'),
        typed('Reason', 'Réorganisation des secteurs'),
        'Merge',
      ),
    ),
    opening('partners/merging/web/split-dialog.tsx', /^Split /, at.partner, /^More about Camille/, 'Split…'),
    withAnswer(
      '**/api/partners/*/profile',
      (profile: object) => ({
        ...profile,
        deletedAt: '2026-11-20T10:00:00.000Z',
        recurring: { leads: 2, lastYearCents: 120_000 },
      }),
      opening('money/rules/web/recurring-notice.tsx', 'End recurring commissions', at.partner, 'End recurring commissions'),
    ),
    opening('partners/profile/web/notes-card.tsx', 'Delete note', at.partner, (page) =>
      page.getByRole('list', { name: 'Notes' }).getByRole('button', { name: 'Delete' }),
    ),
  ],
}

const contracts: DialogGroup = {
  about: 'contracts and templates',
  reader: 'an administrator',
  dialogs: [
    opening('contracts/contracts/web/assign/assign-dialog.tsx', 'Upload/Assign Contract', at.adminContracts, 'Add Contract'),
    opening('contracts/pages/web/contract-dialogs.tsx', 'Validate by hand', at.adminContracts, 'Validate'),
    opening('contracts/pages/web/contract-dialogs.tsx', 'Delete contract', at.adminContracts, 'Delete'),
    opening(
      'contracts/contracts/web/list/scan-dialog.tsx',
      'Scan of the signed paper',
      `${at.adminContracts}?search=Caron`,
      'Signing record',
      'Add a scan',
    ),
    withAnswer(
      '**/api/contracts?*',
      allowing({ countersign: true }),
      opening('contracts/contracts/web/countersign/countersign-dialog.tsx', 'Countersign', at.adminContracts, 'Countersign'),
    ),
    opening(
      'contracts/contracts/web/evidence/contract-evidence-drawer.tsx',
      /^Contrat|^Avenant/,
      at.adminContracts,
      'Signing record',
    ),
    andThen(
      opening('contracts/templates/web/templates-drawer.tsx', 'Contract templates', at.adminContracts, 'Templates'),
      afterPressing(/^Edit /),
    ),
    opening(
      'contracts/templates/web/templates-drawer.tsx',
      'Leave without saving?',
      at.adminContracts,
      'Templates',
      'New template',
      typed('Name', 'Avenant'),
      'Close',
    ),
    opening('contracts/templates/web/assign-template-dialog.tsx', /^Assign /, at.adminContracts, 'Templates', /^Assign /),
    opening('contracts/templates/web/template-list.tsx', 'Archive template', at.adminContracts, 'Templates', /^Archive /),
  ],
}

export const staffPartners: readonly DialogGroup[] = [partners, one, contracts]
