import { timeZoneEffect } from '#platform/domain/time-zones.ts'
import type { SettingsCard } from './settings-card.ts'

export const programmeCards = {
  tiers: {
    section: 'programme',
    title: 'Commission tiers',
    synonyms: 'tier paliers palier niveaux taux seuils bronze silver gold platinum diamond rates thresholds levels',
    usedIn: 'The status bar, the landing page, contracts and amendments, the rate of each new commission',
    applies: 'From the next commission on; rates of those that exist stay frozen',
    right: 'programme',
  },
  due: {
    section: 'programme',
    title: 'What makes a commission due',
    synonyms: 'base commission due exigible validation signature encaissement cash client pays rule règle',
    usedIn: 'Commissions, client payments, and what partners read under “Coming”',
    applies: 'At once, for leads without a rule of their own; what is validated stays',
    question:
      'It changes at once for every lead without a rule of its own: pending commissions of these wait for the other thing from ' +
      'then on, and their partners read it under “Coming”. What is validated or paid stays.',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [{ name: 'commissionBasis', label: 'What makes a commission due', kind: 'choice' }],
    },
  },
  templates: {
    section: 'programme',
    title: 'Contract templates',
    synonyms: 'modèles modèle contrat contrats avenant avenants template amendment amendments mandate mandat automatic',
    usedIn: 'Contracts that are written from a template, and automatic amendments',
    applies: 'To contracts written from then on; those that were sent stay as they are',
    right: 'programme',
  },
  digest: {
    section: 'programme',
    title: 'Daily digest and reminders',
    synonyms: 'mail mails e-mail relance relances rappel rappels résumé quotidien heure hour notifications',
    usedIn: 'The daily mail to partners and staff, reminders of unsigned contracts and open invitations',
    applies: 'From the next full hour on',
    right: 'programme',
  },
  timeZone: {
    section: 'programme',
    title: 'Time zone',
    synonyms: 'fuseau horaire heure calendar calendrier dates',
    usedIn: 'Screens, files, mails and charts',
    applies: timeZoneEffect,
    right: 'programme',
    form: { source: 'programme', fields: [{ name: 'timeZone', label: 'Time zone', kind: 'timeZone' }] },
  },
  registrations: {
    section: 'leads',
    title: 'Answers to registrations',
    synonyms: 'enregistrement enregistrements apporteur lead registration accept refuse délai réponse hours silence silencieuse',
    usedIn: 'New leads of partners, the staff’s first page, letters to partners',
    applies: 'From then on; registrations that were answered stay as they are',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'registrations',
          label: 'Staff answer each lead that a partner registers',
          kind: 'switch',
          hint: 'Otherwise each one is accepted when it is added, for good',
        },
        { name: 'registrationHours', label: 'Hours to answer', kind: 'number', unit: 'hours', hint: 'Then it shows as late' },
        {
          name: 'silentAcceptance',
          label: 'No answer within these hours accepts the lead',
          kind: 'switch',
          hint: 'Unless somebody else has brought the same company',
        },
      ],
    },
  },
  protection: {
    section: 'leads',
    title: 'Protection',
    synonyms: 'protégé protégée durée mois extension prolongation exclusivité ownership expiry months',
    usedIn: 'Accepted leads: their card, their receipt, the reminder before the end',
    applies: 'To leads that are accepted or extended from then on; ends that partners were given stay',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'protectionMonths',
          label: 'Protection',
          kind: 'choice',
          hint: 'From the acceptance on, against other partners',
        },
        {
          name: 'extensionMonths',
          label: 'Months of an extension',
          kind: 'number',
          unit: 'months',
          hint: 'One for each lead, asked for by its partner with a reason',
        },
      ],
    },
  },
} as const satisfies Readonly<Record<string, SettingsCard>>
