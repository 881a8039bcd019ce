import { formatReference } from '#platform/domain/references.ts'
import { m } from '../messages/messages.ts'
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
    title: m.genuine(),
    text: m.genuineText(),
  },
  superseded: {
    tone: 'known',
    title: m.superseded(),
    text: m.supersededText(),
  },
  revoked: {
    tone: 'danger',
    title: m.revokedFile(),
    text: m.revokedFileText(),
  },
  unknown: {
    tone: 'todo',
    title: m.unknownFile(),
    text: m.unknownFileText(),
  },
  receipt: {
    tone: 'received',
    title: m.genuineReceipt(),
    text: m.genuineReceiptText(),
  },
  original: {
    tone: 'known',
    title: m.originalDocument(),
    text: m.originalDocumentText(),
  },
} as const satisfies Record<string, Words>

/** Caveat if the portal was unreachable. */
const caveat = m.caveat()

const ownWords = {
  sealed: {
    tone: 'known',
    title: m.sealIntact(),
    text: m.sealIntactText({ caveat }),
  },
  changed: {
    tone: 'danger',
    title: m.changedFile(),
    text: m.changedFileText({ caveat }),
  },
  unsealed: {
    tone: 'todo',
    title: m.noSeal(),
    text: m.noSealText({ caveat }),
  },
  uncertain: {
    tone: 'todo',
    title: m.otherSeal(),
    text: m.otherSealText({ caveat }),
  },
} as const satisfies Record<SealCheck['is'], Words>

const nothingKnown: Words = {
  tone: 'todo',
  title: m.unverified(),
  text: m.unverifiedText({ caveat }),
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
    title: m.otherDocument(),
    text: m.otherDocumentText({
      pageReference: formatReference(answer.pageReference),
      fileReference: formatReference(reference),
      verdict: words.title.toLowerCase(),
      text: words.text,
    }),
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
        title: m.changedFile(),
        text: m.alteredText({ reference: formatReference(portal.contract.reference) }),
      }
    case 'unasked':
      return check ? ownWords[check.is] : nothingKnown
  }
}
