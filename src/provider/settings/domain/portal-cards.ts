import { m } from '../messages/messages.ts'
import { readableCards } from './settings-card.ts'

export const teamCards = readableCards({
  staff: {
    section: 'team',
    title: m.staff,
    synonyms: 'équipe collaborateurs administrateur administrateurs admin users utilisateurs inviter invite people personnes',
    usedIn: m.staffUsedIn,
    applies: m.staffApplies,
    right: 'team',
  },
  roles: {
    section: 'team',
    title: m.rolesCard,
    synonyms: 'rôle rôles droits permissions rights viewer finance partner manager accès access',
    usedIn: m.rolesUsedIn,
    applies: m.rolesApplies,
    right: null,
  },
  signIn: {
    section: 'team',
    title: m.signInCard,
    synonyms: 'connexion login sign-in lien magique magic link mot de passe password authentification',
    usedIn: m.signInUsedIn,
    applies: m.signInApplies,
    right: 'programme',
    form: {
      source: 'identity',
      fields: [{ name: 'signInLinks', label: m.signInLinks, kind: 'switch', hint: m.signInLinksHint }],
    },
  },
  colleagues: {
    section: 'team',
    title: m.colleaguesCard,
    synonyms: 'collègues collègue colleague équipe équipes cabinet société company people personnes comptes accounts member',
    usedIn: m.colleaguesUsedIn,
    applies: m.colleaguesApplies,
    right: 'programme',
    form: {
      source: 'identity',
      fields: [{ name: 'colleagues', label: m.colleaguesOfPartner, kind: 'number', hint: m.colleaguesHint }],
    },
  },
  identityProvider: {
    section: 'team',
    title: m.providerTitle,
    synonyms:
      'sso oidc openid connect single sign-on keycloak entra azure google okta fournisseur identité connexion login provider',
    usedIn: m.identityProviderUsedIn,
    applies: m.identityProviderApplies,
    right: 'team',
  },
  identityAccounts: {
    section: 'team',
    title: m.accountsTitle,
    synonyms: 'sso oidc domaine domaines domains rôle claim attribut groups just-in-time compte account',
    usedIn: m.identityAccountsUsedIn,
    applies: m.identityAccountsApplies,
    right: 'team',
  },
  ownNotifications: {
    section: 'team',
    title: m.ownNotificationsCard,
    synonyms: 'mail mails e-mail avis alertes news nouvelles staff notification',
    usedIn: m.ownNotificationsUsedIn,
    applies: m.atOnce,
    right: null,
  },
})

export const integrationCards = readableCards({
  apiKeys: {
    section: 'integrations',
    title: m.apiKeys,
    synonyms: 'api key clé clés token jeton crm intégration integration programme accès API & webhooks',
    usedIn: m.apiKeysUsedIn,
    applies: m.apiKeysApplies,
    right: 'team',
  },
  webhooks: {
    section: 'integrations',
    title: m.webhooks,
    synonyms: 'webhook hook deliveries livraisons notification événements events API & webhooks',
    usedIn: m.webhooksUsedIn,
    applies: m.webhooksApplies,
    right: 'team',
  },
  apiDocs: {
    section: 'integrations',
    title: m.apiDocumentation,
    synonyms: 'documentation openapi swagger référence reference développeur developer',
    usedIn: m.apiDocsUsedIn,
    applies: m.apiDocsApplies,
    right: null,
  },
})

export const systemCards = readableCards({
  mail: {
    section: 'system',
    title: m.mailCard,
    synonyms: 'smtp mail e-mail serveur test message essai délivrabilité',
    usedIn: m.mailUsedIn,
    applies: m.mailApplies,
    right: 'programme',
  },
  failures: {
    section: 'system',
    title: m.failedTasks,
    synonyms: 'undelivered non distribué échec échecs erreur retry réessayer jobs tâches bounce',
    usedIn: m.failuresUsedIn,
    applies: m.failuresApplies,
    right: 'team',
  },
  journal: {
    section: 'system',
    title: m.journal,
    synonyms: 'historique audit trace log events événements preuve history roots',
    usedIn: m.journalUsedIn,
    applies: m.journalApplies,
    right: null,
  },
  system: {
    section: 'system',
    title: m.system,
    synonyms: 'état status santé health version backup sauvegarde disque jobs supervision',
    usedIn: m.systemUsedIn,
    applies: m.systemApplies,
    right: null,
  },
  peopleData: {
    section: 'system',
    title: m.personalData,
    synonyms: 'rgpd gdpr données personnelles vie privée privacy effacement erasure accès access registre register cnil',
    usedIn: m.peopleDataUsedIn,
    applies: m.peopleDataApplies,
    right: 'people',
    onlyWithRight: true,
  },
})
