import type { SettingsCard } from './settings-card.ts'

export const teamCards = {
  staff: {
    section: 'team',
    title: 'Staff',
    synonyms: 'équipe collaborateurs administrateur administrateurs admin users utilisateurs inviter invite people personnes',
    usedIn: 'Who gets into the console',
    applies: 'At once: open tabs follow a changed role',
    right: 'team',
  },
  roles: {
    section: 'team',
    title: 'What each role may do',
    synonyms: 'rôle rôles droits permissions rights viewer finance partner manager accès access',
    usedIn: 'Every button, route and record',
    applies: 'Roles are given to a person in the list of people',
    right: null,
  },
  ownNotifications: {
    section: 'team',
    title: 'Your notifications',
    synonyms: 'mail mails e-mail avis alertes news nouvelles staff notification',
    usedIn: 'Mails to you alone; each of the staff chooses their own',
    applies: 'At once',
    right: null,
  },
} as const satisfies Readonly<Record<string, SettingsCard>>

export const integrationCards = {
  apiKeys: {
    section: 'integrations',
    title: 'API keys',
    synonyms: 'api key clé clés token jeton crm intégration integration programme accès API & webhooks',
    usedIn: 'Programs that read and write here: CRM, accounting',
    applies: 'At once; a revoked key is refused from the next request on',
    right: 'team',
  },
  webhooks: {
    section: 'integrations',
    title: 'Webhooks',
    synonyms: 'webhook hook deliveries livraisons notification événements events API & webhooks',
    usedIn: 'Addresses that are told of what happens here',
    applies: 'From the next event on',
    right: 'team',
  },
  apiDocs: {
    section: 'integrations',
    title: 'API documentation',
    synonyms: 'documentation openapi swagger référence reference développeur developer',
    usedIn: 'Every address, field and error',
    applies: 'That of the version which is running',
    right: null,
  },
} as const satisfies Readonly<Record<string, SettingsCard>>

export const systemCards = {
  mail: {
    section: 'system',
    title: 'Mail server',
    synonyms: 'smtp mail e-mail serveur test message essai délivrabilité',
    usedIn: 'Invitations, codes, news: everything that leaves by mail',
    applies: 'The operator sets it (SMTP_URL) and starts the portal again',
    right: 'programme',
  },
  failures: {
    section: 'system',
    title: 'Failed mail and tasks',
    synonyms: 'undelivered non distribué échec échecs erreur retry réessayer jobs tâches bounce',
    usedIn: 'Mail that a server refused, work that failed in the background',
    applies: 'Trying again starts at once',
    right: 'team',
  },
  journal: {
    section: 'system',
    title: 'Journal',
    synonyms: 'historique audit trace log events événements preuve history roots',
    usedIn: 'Who did what and when, chained so that nothing can be taken out',
    applies: 'Nothing in it can be changed',
    right: null,
  },
  system: {
    section: 'system',
    title: 'System',
    synonyms: 'état status santé health version backup sauvegarde disque jobs supervision',
    usedIn: 'Database, files, mail, seal, backups: how they are, and what to do',
    applies: 'As it is now',
    right: null,
  },
} as const satisfies Readonly<Record<string, SettingsCard>>
