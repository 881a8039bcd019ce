import { formatReference } from '#platform/domain/references.ts'
import type { FileAnswer, PortalAnswer, Receipt, SealedContract } from './data.ts'
import type { SealCheck } from './seal-check.ts'

export type Tone = 'received' | 'todo' | 'danger' | 'known'

export interface Words {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

const knownWords = {
  genuine: {
    tone: 'received',
    title: 'Authentique et inchangé',
    text: 'Ce fichier est, à l’octet près, celui que le portail a scellé en dernier.',
  },
  superseded: {
    tone: 'known',
    title: 'Authentique, mais remplacé depuis',
    text:
      'Ce fichier a bien été scellé par le portail et n’a pas été modifié. Une version plus récente ' +
      'existe : il a été contresigné, ou signé de nouveau, depuis.',
  },
  revoked: {
    tone: 'danger',
    title: 'Authentique, mais signature révoquée',
    text:
      'Ce fichier a bien été scellé par le portail et n’a pas été modifié, mais l’organisation a ' +
      'révoqué cette signature depuis.',
  },
  unknown: {
    tone: 'todo',
    title: 'Fichier inconnu',
    text:
      'Aucun fichier scellé par ce portail n’a cette empreinte. Il vient d’ailleurs, ou il a été ' +
      'modifié, ou enregistré de nouveau par un autre logiciel.',
  },
  receipt: {
    tone: 'received',
    title: 'Récépissé authentique et inchangé',
    text: 'Ce fichier est, à l’octet près, le récépissé que le portail a scellé.',
  },
  original: {
    tone: 'known',
    title: 'Document d’origine, sans le sceau',
    text:
      'Ce fichier est le document tel qu’il était avant la signature. Il a été signé sous la ' +
      'référence ci-dessous, mais ce fichier-ci ne porte pas le sceau.',
  },
} as const satisfies Record<string, Words>

/** Caveat if the portal was unreachable. */
const caveat =
  'Le portail n’a pas répondu : si ce document a été contresigné, remplacé ou révoqué depuis, et ' +
  'si sa référence existe, n’a pas pu lui être demandé.'

const ownWords = {
  sealed: {
    tone: 'known',
    title: 'Sceau intact, portail non interrogé',
    text: `Le sceau couvre ce fichier en entier, et rien de ce qu’il couvre n’a changé depuis. ${caveat}`,
  },
  changed: {
    tone: 'danger',
    title: 'Fichier modifié',
    text:
      'Le sceau ne correspond pas à ce fichier : il a été modifié, ou quelque chose y a été ajouté ' +
      `après le scellement. ${caveat}`,
  },
  unsealed: {
    tone: 'todo',
    title: 'Aucun sceau dans ce fichier',
    text: `Ce fichier ne porte pas de sceau. ${caveat}`,
  },
  uncertain: {
    tone: 'todo',
    title: 'Sceau que ce portail ne reconnaît pas',
    text: `Ce fichier porte un sceau qui n’est pas de l’autorité de ce portail, ou que cette page ne sait pas lire. ${caveat}`,
  },
} as const satisfies Record<SealCheck['is'], Words>

const nothingKnown: Words = {
  tone: 'todo',
  title: 'Fichier non vérifié',
  text:
    `${caveat} Et cette page ne peut pas vérifier le sceau elle-même : il faut pour cela un ` +
    'navigateur récent et une connexion sécurisée.',
}

/** The portal's verdict on a file, if there is one. */
export function contractIn(portal: PortalAnswer): SealedContract | null {
  if (portal.is === 'known') return portal.verification.found
  return portal.is === 'altered' || portal.is === 'original' ? portal.contract : null
}

/** The receipt of a lead's registration that a file is, if it is one. */
export function receiptIn(portal: PortalAnswer): Receipt | null {
  return portal.is === 'known' ? portal.verification.receipt : null
}

/** Combined verdict. A document other than the requested one is never shown as simply genuine. */
export function fileMessage(answer: FileAnswer): Words {
  const words = ownVerdict(answer)
  const reference = contractIn(answer.portal)?.reference ?? receiptIn(answer.portal)?.reference ?? answer.fileReference
  if (!answer.pageReference || !reference || reference === answer.pageReference) return words
  return {
    tone: words.tone === 'danger' ? 'danger' : 'todo',
    title: 'Ce n’est pas le document de cette référence',
    text:
      `Vous vérifiez la référence ${formatReference(answer.pageReference)}, mais ce fichier porte la ` +
      `référence ${formatReference(reference)} : c’est un autre document. Pour ce fichier : ` +
      `${words.title.toLowerCase()}. ${words.text}`,
  }
}

function ownVerdict({ portal, check }: FileAnswer): Words {
  switch (portal.is) {
    case 'known':
      return knownWords[portal.verification.receipt ? 'receipt' : portal.verification.verdict]
    case 'original':
    case 'unknown':
      return knownWords[portal.is]
    case 'altered':
      return {
        tone: 'danger',
        title: 'Fichier modifié',
        text:
          `Ce fichier porte la référence ${formatReference(portal.contract.reference)}, mais ce n’est pas le ` +
          'fichier scellé : il a été modifié.',
      }
    case 'unasked':
      return check ? ownWords[check.is] : nothingKnown
  }
}
