import { pagePaths as at } from '#access/domain/page-paths.ts'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { afterPressing, andThen, type DialogGroup, opening, withAnswer } from './dialog.ts'

const registrations: DialogGroup = {
  about: 'registrations and leads',
  reader: 'an administrator',
  dialogs: [
    opening('leads/registrations/web/accept-dialog.tsx', 'Accept', `${at.registrations}?waiting=waiting`, /^Accept Imprimerie/),
    opening('leads/registrations/web/refuse-dialog.tsx', 'Refuse', `${at.registrations}?waiting=waiting`, /^Refuse Imprimerie/),
    opening(
      'leads/registrations/web/conflict-dialog.tsx',
      'Who brought it first',
      `${at.registrations}?waiting=conflicts`,
      /^Compare /,
    ),
    opening(
      'leads/registrations/web/registration-panel.tsx',
      'Accept',
      `${at.adminLeads}?search=Scierie%20Aubert`,
      'Voir plus de détails',
      'Accept',
    ),
    opening(
      'leads/registrations/web/registration-panel.tsx',
      'Extend',
      `${at.adminLeads}?search=Pharmacie%20du%20Port`,
      'Voir plus de détails',
      'Extend',
    ),
    withAnswer(
      '**/api/leads/*/registration',
      ({ can, ...registration }: { can: object }) => ({ ...registration, can: { ...can, merge: true } }),
      opening(
        'leads/registrations/web/merge-dialog.tsx',
        'Merge',
        `${at.adminLeads}?search=Imprimerie%20Vasseur`,
        'Voir plus de détails',
        'Merge',
      ),
    ),
    opening(
      'leads/registrations/web/hand-over-dialog.tsx',
      'Reassign',
      `${at.adminLeads}?search=Imprimerie%20Vasseur`,
      'Voir plus de détails',
      'Reassign',
    ),
    opening(
      'leads/notices/web/otherwise-dialog.tsx',
      'Told otherwise',
      `${at.adminLeads}?search=Imprimerie%20Vasseur`,
      'Voir plus de détails',
      'Note without an email…',
      'Told otherwise',
    ),
    opening(
      'leads/notices/web/impossible-dialog.tsx',
      'Cannot be told',
      `${at.adminLeads}?search=Imprimerie%20Vasseur`,
      'Voir plus de détails',
      'Note without an email…',
      'Cannot be told',
    ),
    opening(
      'leads/notices/web/notice-line.tsx',
      'Need not be told',
      `${at.adminLeads}?search=Imprimerie%20Vasseur`,
      'Voir plus de détails',
      'Note without an email…',
      'Need not be told',
    ),
    opening(
      'people-data/notices/web/notices-tab.tsx',
      'Send the notice?',
      `${at.peopleData}?view=notices`,
      /^Send \d+ notices?$/,
    ),
    opening(
      'leads/shares/web/share-dialog.tsx',
      'Share the lead',
      `${at.adminLeads}?search=Garage%20Delmas`,
      'Voir plus de détails',
      'Change the part…',
    ),
    opening(
      'leads/shares/web/share-panel.tsx',
      'End the share?',
      `${at.adminLeads}?search=Garage%20Delmas`,
      'Voir plus de détails',
      'End the share',
    ),
    opening(
      'leads/pages/web/drawer/lead-drawer.tsx',
      'Claude Martin',
      `${at.adminLeads}?search=Garage%20Delmas`,
      'Voir plus de détails',
    ),
    andThen(
      opening('leads/pages/web/form/lead-form-dialog.tsx', 'Add Lead', at.adminLeads, 'Add Lead'),
      afterPressing('Add Lead'),
    ),
    opening(
      'leads/pages/web/drawer/loss-dialog.tsx',
      'Why is this lead lost?',
      `${at.adminLeads}?search=Imprimerie%20Vasseur`,
      /^Actions for/,
      'Perdu',
    ),
    opening(
      'leads/pages/web/board/delete-lead.tsx',
      'Delete the lead',
      `${at.adminLeads}?search=Imprimerie%20Vasseur`,
      /^Actions for/,
      'Supprimer',
    ),
  ],
}

const programme = settingsSectionPath('programme')

const shape: DialogGroup = {
  about: 'stages, offers and fields',
  reader: 'an administrator',
  dialogs: [
    opening('leads/stages/web/stages-drawer.tsx', 'Stages', programme, 'Open: Stages'),
    andThen(
      opening('leads/stages/web/stage-dialog.tsx', 'New stage', programme, 'Open: Stages', 'Add a stage'),
      afterPressing('Save'),
    ),
    opening('leads/stages/web/merge-dialog.tsx', /^Merge “/, programme, 'Open: Stages', /^Merge .+ into another stage/),
    opening('leads/offers/web/offers-drawer.tsx', 'Offers', programme, 'Open: Offers'),
    andThen(
      opening('leads/offers/web/offer-dialog.tsx', 'New offer', programme, 'Open: Offers', 'Add an offer'),
      afterPressing('Save'),
    ),
    andThen(opening('leads/fields/web/fields-drawer.tsx', 'Fields of a lead', programme, 'Open: Fields of a lead'), {
      what: 'the question before a field is deleted',
      reach: async (page) => {
        await page.getByRole('button', { name: /^More for Région/ }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByRole('dialog', { name: 'Delete this field?' }).waitFor()
      },
    }),
    andThen(
      opening('leads/fields/web/field-dialog.tsx', 'New field', programme, 'Open: Fields of a lead', 'Add a field'),
      afterPressing('Save'),
    ),
  ],
}

export const staffLeads: readonly DialogGroup[] = [registrations, shape]
