import { m } from '../messages/messages.ts'
import { readableCards } from './settings-card.ts'

export const programmeCards = readableCards({
  tiers: {
    section: 'programme',
    title: m.commissionTiers,
    synonyms: 'tier paliers palier niveaux taux seuils bronze silver gold platinum diamond rates thresholds levels',
    usedIn: m.tiersUsedIn,
    applies: m.tiersApplies,
    right: 'programme',
  },
  offers: {
    section: 'programme',
    title: m.offers,
    synonyms:
      'offre offres offer offers offer types prestation prestations produit produits services prix product products catalogue',
    usedIn: m.offersUsedIn,
    applies: m.offersApplies,
    right: 'programme',
  },
  stages: {
    section: 'programme',
    title: m.stages,
    synonyms:
      'étape étapes stage stages pipeline kanban board tableau colonne colonnes column columns statut status statuts perdu signé',
    usedIn: m.stagesUsedIn,
    applies: m.stagesApplies,
    right: 'programme',
  },
  fields: {
    section: 'programme',
    title: m.fields,
    synonyms: 'champ champs field fields formulaire form colonne siret date choix choice custom personnalisé question questions',
    usedIn: m.fieldsUsedIn,
    applies: m.fieldsApplies,
    right: 'programme',
  },
  programmeFile: {
    section: 'programme',
    title: m.programme,
    synonyms: 'fichier file json export exporter import importer exemple exemples example examples métier trade copier copy',
    usedIn: m.programmeFileUsedIn,
    applies: m.programmeFileApplies,
    right: 'programme',
  },
  due: {
    section: 'programme',
    title: m.dueCard,
    synonyms: 'base commission due exigible validation signature encaissement cash client pays rule règle',
    usedIn: m.dueUsedIn,
    applies: m.dueApplies,
    question: m.dueQuestion,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [{ name: 'commissionBasis', label: m.dueCard, kind: 'choice' }],
    },
  },
  commissionRules: {
    section: 'programme',
    title: m.rules,
    synonyms: 'règle règles commission taux fixe forfait prime bonus plafond conditions propres rule rules rate fixed cap own',
    usedIn: m.commissionRulesUsedIn,
    applies: m.commissionRulesApplies,
    right: 'programme',
  },
  rules: {
    section: 'programme',
    title: m.tryARule,
    synonyms:
      'règle règles commission simulation simuler comparer fixe prime plafond rule rules simulate fixed bonus cap what if',
    usedIn: m.rulesUsedIn,
    applies: m.rulesApplies,
    right: 'programme',
  },
  templates: {
    section: 'programme',
    title: m.contractTemplates,
    synonyms: 'modèles modèle contrat contrats avenant avenants template amendment amendments mandate mandat automatic',
    usedIn: m.templatesUsedIn,
    applies: m.templatesApplies,
    right: 'programme',
  },
  digest: {
    section: 'programme',
    title: m.digestCard,
    synonyms: 'mail mails e-mail relance relances rappel rappels résumé quotidien heure hour notifications',
    usedIn: m.digestUsedIn,
    applies: m.digestApplies,
    right: 'programme',
  },
  timeZone: {
    section: 'programme',
    title: m.timeZone,
    synonyms: 'fuseau horaire heure calendar calendrier dates',
    usedIn: m.timeZoneUsedIn,
    applies: m.timeZoneEffect,
    right: 'programme',
    form: { source: 'programme', fields: [{ name: 'timeZone', label: m.timeZone, kind: 'timeZone' }] },
  },
  registrations: {
    section: 'leads',
    title: m.registrationsCard,
    synonyms: 'enregistrement enregistrements apporteur lead registration accept refuse délai réponse hours silence silencieuse',
    usedIn: m.registrationsUsedIn,
    applies: m.registrationsApplies,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'registrations',
          label: m.registrations,
          kind: 'switch',
          hint: m.registrationsHint,
        },
        { name: 'registrationHours', label: m.registrationHours, kind: 'number', unit: m.hours, hint: m.registrationHoursHint },
        {
          name: 'silentAcceptance',
          label: m.silentAcceptance,
          kind: 'switch',
          hint: m.silentAcceptanceHint,
        },
      ],
    },
  },
  protection: {
    section: 'leads',
    title: m.protectionCard,
    synonyms: 'protégé protégée durée mois extension prolongation exclusivité ownership expiry months',
    usedIn: m.protectionUsedIn,
    applies: m.protectionApplies,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'protectionMonths',
          label: m.protectionCard,
          kind: 'choice',
          hint: m.protectionHint,
        },
        {
          name: 'extensionMonths',
          label: m.extensionMonths,
          kind: 'number',
          unit: m.months,
          hint: m.extensionMonthsHint,
        },
      ],
    },
  },
})
