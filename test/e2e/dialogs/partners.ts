import { pagePaths as at } from '#access/domain/page-paths.ts'
import type { LeadFile } from '#leads/leads/api/lead-files.ts'
import { afterPressing, andThen, type DialogGroup, opening, withAnswer } from './dialog.ts'

const details = 'Voir plus de détails'

const file: LeadFile = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'devis.pdf',
  addedAt: '2026-01-31T08:00:00.000Z',
  isOfStaff: false,
  can: { remove: true },
}

const owner: DialogGroup = {
  about: 'what a partner does',
  reader: 'an owner',
  dialogs: [
    opening('leads/introductions/web/own-link-dialog.tsx', 'Mon lien', at.leads, 'Mon lien'),
    opening('leads/introductions/web/own-link-dialog.tsx', 'Renouveler le lien ?', at.leads, 'Mon lien', 'Renouveler le lien'),
    opening(
      'leads/client-confirmations/web/ask-dialog.tsx',
      'Envoyer ce message au client ?',
      `${at.leads}?search=Imprimerie%20Vasseur`,
      details,
      'Demander la confirmation du client',
    ),
    opening(
      'leads/registrations/web/registration-panel.tsx',
      'Demander un réexamen',
      `${at.leads}?search=Camping`,
      details,
      'Demander un réexamen',
    ),
    opening(
      'leads/registrations/web/registration-panel.tsx',
      'Demander une prolongation',
      `${at.leads}?search=Kermorgant`,
      details,
      'Demander une prolongation',
    ),
    ...(['reason', 'file', 'amount'] as const).map((asks) =>
      opening(
        'leads/pages/web/board/stage-question.tsx',
        /vers « Étape/,
        // A lead without an amount.
        `${at.leads}?search=Menuiserie%20du%20Phare`,
        /^Actions pour/,
        `Étape ${asks}`,
      ),
    ),
    opening(
      'leads/pages/web/form/edit-lead-dialog.tsx',
      'Modifier le lead',
      `${at.leads}?search=Kermorgant`,
      /^Actions pour/,
      'Éditer',
    ),
    opening(
      'leads/leads/web/lead-files.tsx',
      /^Ajouter un fichier à/,
      `${at.leads}?search=Kermorgant`,
      details,
      'Ajouter un fichier',
    ),
    withAnswer(
      '**/api/leads/*',
      (lead: object) => ({ ...lead, files: [file] }),
      opening('leads/leads/web/lead-files.tsx', 'Retirer le fichier ?', `${at.leads}?search=Kermorgant`, details, /^Retirer /),
    ),
    opening('partners/team/web/pass-dialog.tsx', /^Confier le lead de/, `${at.leads}?search=Kermorgant`, details, 'Confier'),
    opening(
      'money/bank-details/web/payment-info-page.tsx',
      'Confirmer le nouvel IBAN',
      at.paymentInfo,
      (page) => page.getByLabel('IBAN').fill('FR7610107001011234567890129'),
      'Save Information',
    ),
    withAnswer(
      '**/api/payment-info',
      ({ paymentInfo }: { paymentInfo: object }) => ({
        paymentInfo: { ...paymentInfo, payee: { match: 'close_match', bankName: 'LEFEVRE CONSEIL SARL' } },
      }),
      opening(
        'money/bank-details/web/account-answer.tsx',
        'Confirmer le titulaire du compte',
        at.paymentInfo,
        'Reprendre cette orthographe',
      ),
    ),
    opening('money/disputes/web/contest-dialog.tsx', 'Contester ce montant', at.commissions, /^Pourquoi /, 'Contester'),
    opening('money/disputes/web/dispute-section.tsx', 'Retirer', at.disputes, /^Ouverte : contestation/, 'Retirer'),
    opening('money/vigilance/web/upload-dialog.tsx', 'Déposer un justificatif', at.documents, 'Ajouter un justificatif'),
    opening('partners/team/web/end-dialog.tsx', /^Retirer l’accès de|\?$/, at.team, /^Plus d’actions/, 'Retirer l’accès'),
    opening('communication/announcements/web/own-announcements-dialog.tsx', 'Annonces', at.home, /Compte de/, 'Annonces'),
    opening('communication/announcements/web/read-dialog.tsx', /./, at.leads, /^Lire/),
    opening('communication/resources/web/preview-dialog.tsx', /./, at.resources, /^Aperçu/),
  ],
}

const locked: readonly DialogGroup[] = [
  {
    about: 'what a role does not open',
    reader: 'a member of a partner',
    dialogs: [opening('portal/web/shell/restricted-dialog.tsx', 'Hors de votre rôle', at.home, /^Payment Info/)],
  },
  {
    about: 'what waits for a signature',
    reader: 'a partner without a contract',
    dialogs: [opening('portal/web/shell/restricted-dialog.tsx', 'Access Restricted', at.home, /^Leads/)],
  },
  {
    about: 'signing',
    reader: 'a partner with a contract to sign',
    dialogs: [
      andThen(
        opening(
          'contracts/contracts/web/reading/full-screen.tsx',
          /^Contrat de partenariat/,
          at.contract,
          'Sign Contract Electronically',
        ),
        afterPressing('Recevoir le code'),
      ),
      opening(
        'contracts/contracts/web/signing/signing-panel.tsx',
        'Refuser de signer',
        at.contract,
        'Sign Contract Electronically',
        'Refuser de signer',
      ),
    ],
  },
]

export const partnerDialogs: readonly DialogGroup[] = [owner, ...locked]
