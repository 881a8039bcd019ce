import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  alteredText: 'Ce fichier porte la référence {reference}, mais ce n’est pas le fichier scellé : il a été modifié.',
  broken: 'Rompu : ce qu’il couvre a changé',
  broughtBy:
    '{of, select, company {{company}, apportée} erased {Un client effacé depuis, apporté} other {Un client sans société, apporté}} à {provider} par {partner}',
  caveat:
    'Le portail n’a pas répondu : il n’a pas pu dire si ce document a été contresigné, remplacé ou révoqué depuis, ni si sa référence existe.',
  certificateOf: '{trust} : {certificate}',
  changedFile: 'Fichier modifié',
  changedFileText:
    'Le cachet ne correspond pas à ce fichier : il a été modifié, ou quelque chose y a été ajouté après le scellement. {caveat}',
  checkedInBrowser: 'Vérifié dans votre navigateur',
  checkedWithoutPortal: 'Vérifié dans votre navigateur, sans le portail',
  contractKind: '{contractType, select, main {contrat} mandate {mandat} other {avenant}}',
  counterSignedBy: 'Contresigné par',
  coversAll: 'Couvre le fichier entier',
  coversEarlier: 'Couvre la version d’avant le cachet suivant',
  coversPart: 'Ne couvre pas le fichier entier : quelque chose a été ajouté après lui',
  dayClosed: 'Journée du {day} clôturée, sans horodatage.',
  dayClosedStamped: 'Journée du {day} clôturée, horodatée par un service d’horodatage le {stampedAt}.',
  dayOpen: 'La journée n’est pas encore clôturée.',
  downloadAuthority: 'Télécharger le certificat de l’autorité',
  dropPdf: 'Déposez un PDF ici ou',
  fileHash: 'Empreinte SHA-256 du fichier en vigueur',
  genuine: 'Authentique et inchangé',
  genuineReceipt: 'Récépissé authentique et inchangé',
  genuineReceiptText: 'Ce fichier est, à l’octet près, le récépissé que le portail a scellé.',
  genuineText: 'Ce fichier est, à l’octet près, celui que le portail a scellé en dernier.',
  intact: 'Intact : ce qu’il couvre n’a pas changé',
  issuedByOther: 'Certificat émis par une autre autorité que celle de ce portail',
  issuedByPortal: 'Certificat émis par l’autorité de ce portail',
  issuerUnknown: 'Autorité non vérifiée : le portail n’a pas pu la donner',
  journal: 'Journal des événements du portail',
  knownReceipt: 'Récépissé d’enregistrement connu',
  knownReceiptText:
    'Ce portail a scellé un récépissé sous cette référence. Pour savoir si votre fichier est celui-là, et inchangé, déposez-le ci-dessus.',
  knownReference: 'Référence connue',
  knownReferenceText:
    'Un document a bien été scellé sous cette référence. Pour savoir si votre fichier est celui-là, et inchangé, déposez-le ci-dessus.',
  lineChanged: 'Ligne {seq} : le journal des événements ne contient plus cette ligne telle qu’elle a été inscrite.',
  lineHash: 'Empreinte SHA-256 de cette ligne',
  lineHolds: 'Ligne {seq} : elle y est toujours, inchangée.',
  meaning: 'Ce que cela veut dire',
  meaningOfCertificate:
    'Le fichier se vérifie aussi sans ce portail, avec tout lecteur PDF. Si l’autorité qui a émis le certificat du cachet est celle du portail, le lecteur affiche « validité inconnue » tant que vous ne l’avez pas approuvée.',
  meaningOfReceipts:
    'Un récépissé d’enregistrement prouve qu’un enregistrement a été reçu à une date, et sa place dans le journal des événements du portail. C’est une preuve simple avec date, et non un horodatage électronique qualifié.',
  meaningOfSignatures:
    'Il s’agit de signatures électroniques simples au sens du règlement (UE) nº 910/2014 (eIDAS), articles 3(10) et 25(1), placées sous le cachet électronique de l’organisation. Elles ne sont ni avancées ni qualifiées. Le signataire a donné son accord dans le portail et l’a confirmé par un code envoyé à son adresse e-mail.',
  nameAndDay: '{name}, le {day}',
  noSeal: 'Aucun cachet dans ce fichier',
  noSealShort: 'Ce fichier ne porte pas de cachet.',
  noSealText: 'Ce fichier ne porte pas de cachet. {caveat}',
  originalDocument: 'Document d’origine, sans le cachet',
  originalDocumentText:
    'Ce fichier est le document tel qu’il était avant la signature. Il a été signé sous la référence ci-dessous, mais ce fichier-ci ne porte pas le cachet.',
  orReference: 'Ou la référence imprimée sur le certificat',
  otherDocument: 'Ce n’est pas le document de cette référence',
  otherDocumentText:
    'Vous vérifiez la référence {pageReference}, mais ce fichier porte la référence {fileReference} : c’est un autre document. Pour ce fichier : {verdict}. {text}',
  otherSeal: 'Cachet que ce portail ne reconnaît pas',
  otherSealText:
    'Ce fichier porte un cachet qui n’est pas de l’autorité de ce portail, ou que cette page ne sait pas lire. {caveat}',
  readingFile: 'Lecture du fichier…',
  receipt: 'Récépissé',
  receiptHash: 'Empreinte SHA-256 du récépissé, établi le {day}',
  referenceError: 'Une référence a seize lettres et chiffres',
  result: 'Résultat',
  revokedFile: 'Authentique, mais signature révoquée',
  revokedFileText:
    'Ce fichier a bien été scellé par le portail et n’a pas été modifié, mais l’organisation a révoqué cette signature depuis.',
  revokedReferenceText: 'Un document a été scellé sous cette référence, mais l’organisation a révoqué cette signature depuis.',
  revokedSignature: 'Signature révoquée',
  sealed: 'Ce qui est scellé',
  sealIntact: 'Cachet intact, portail non interrogé',
  sealIntactText: 'Le cachet couvre ce fichier en entier, et rien de ce qu’il couvre n’a changé depuis. {caveat}',
  sealNumber: 'Cachet {number} sur {count}',
  sealsCertificate: 'Un certificat PDF qui contient le document, inchangé',
  sealsLink: 'Un certificat sur un document extérieur, dont le contenu n’est pas détenu par le portail',
  sealsPdf: 'Le document PDF lui-même',
  sealUnreadable: 'Ce fichier porte un cachet que cette page ne sait pas lire.',
  signedFile: 'Fichier signé',
  signedFileHint: 'Le fichier est lu et vérifié dans votre navigateur : seule son empreinte est envoyée.',
  superseded: 'Authentique, mais remplacé depuis',
  supersededReferenceText: 'Un document a été scellé sous cette référence, puis contresigné ou signé de nouveau.',
  supersededText:
    'Ce fichier a bien été scellé par le portail et n’a pas été modifié. Une version plus récente existe : il a été contresigné, ou signé de nouveau, depuis.',
  timestampUnchecked: 'Horodatage présent, non vérifié ici',
  unknownFile: 'Fichier inconnu',
  unknownFileText:
    'Aucun fichier scellé par ce portail n’a cette empreinte. Il vient d’ailleurs, ou il a été modifié, ou enregistré de nouveau par un autre logiciel.',
  unknownReference: 'Référence inconnue',
  unknownReferenceText:
    'Rien n’a été scellé sous cette référence dans ce portail. Vérifiez les seize caractères imprimés sur le certificat.',
  unreadable: 'Non vérifié : ce navigateur ne connaît pas son algorithme',
  unverified: 'Fichier non vérifié',
  unverifiedText:
    '{caveat} Cette page ne peut pas non plus vérifier le cachet elle-même : il faut pour cela un navigateur récent et une connexion sécurisée.',
  verify: 'Vérifier',
  verifyLead: 'Pour savoir si un document a été scellé par ce portail et s’il est resté inchangé.',
} satisfies Texts<keyof typeof en>
