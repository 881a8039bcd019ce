import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  confirmKey: 'Confirmer la nouvelle clé',
  confirmKeyText: 'Un programme pourra lire et modifier ce que vous lui autorisez.',
  createKey: 'Créer la clé',
  dayIsOver: 'Ce jour est passé',
  keyRevoked: 'Clé révoquée',
  lastDayHint: 'Vide : elle fonctionne jusqu’à sa révocation.',
  lastUse: 'Dernière utilisation',
  madeBy: 'créée le {day} par {name}',
  nameHint: 'Les événements et commentaires de la clé portent ce nom.',
  nameMissing: 'Donnez un nom à la clé',
  never: 'Jamais',
  newApiKey: 'Nouvelle clé d’API',
  newKey: 'Nouvelle clé',
  noKeyYet: 'Aucune clé d’API pour l’instant',
  noKeyYetText:
    'Une clé permet à votre CRM ou à votre comptabilité de lire et d’écrire ce que vous autorisez, en son propre nom.',
  noSuchKey: 'Cette clé d’API n’existe pas.',
  notADate: 'Ce n’est pas une date',
  permissionMissing: 'Choisissez au moins une autorisation',
  permissions: 'Autorisations',
  permissionTwice: 'Une autorisation est citée deux fois',
  revokeNamed: 'Révoquer {name}',
  revokeText: '{name} cesse aussitôt de fonctionner. C’est irréversible ; ce qu’elle a fait reste.',
  revokeThisKey: 'Révoquer cette clé ?',
  secretText: 'Les programmes l’envoient avec chaque requête : Authorization: Bearer, puis la clé.',
  theKey: 'La clé',
  theNewKey: 'La nouvelle clé',
  toMakeKey: 'pour créer la clé',
} satisfies Texts<keyof typeof en>
