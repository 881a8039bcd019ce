import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Verification } from '#contract/signing.ts'
import { formatReference } from '#domain/signing.ts'
import { longDate } from '../ui/dates.ts'
import type { FileAnswer } from './data.ts'
import classes from './verify-page.module.css'

type Found = NonNullable<Verification['found']>
type Tone = 'received' | 'todo' | 'danger' | 'known'

interface Words {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

const fileWords = {
  genuine: {
    tone: 'received',
    title: 'Authentique et inchangé',
    text: 'Ce fichier est, à l’octet près, celui que le portail a scellé en dernier.',
  },
  superseded: {
    tone: 'known',
    title: 'Authentique, mais remplacé depuis',
    text: 'Ce fichier a bien été scellé par le portail et n’a pas été modifié. Une version plus récente existe : il a été contresigné, ou signé de nouveau, depuis.',
  },
  revoked: {
    tone: 'danger',
    title: 'Authentique, mais signature révoquée',
    text: 'Ce fichier a bien été scellé par le portail et n’a pas été modifié, mais l’organisation a révoqué cette signature depuis.',
  },
  unknown: {
    tone: 'todo',
    title: 'Fichier inconnu',
    text: 'Aucun fichier scellé par ce portail n’a cette empreinte. Il vient d’ailleurs, ou il a été modifié, ou enregistré de nouveau par un autre logiciel.',
  },
  original: {
    tone: 'known',
    title: 'Document d’origine, sans le sceau',
    text: 'Ce fichier est le document tel qu’il était avant la signature. Il a été signé sous la référence ci-dessous, mais ce fichier-ci ne porte pas le sceau.',
  },
} as const satisfies Record<string, Words>

const referenceWords = {
  genuine: {
    tone: 'known',
    title: 'Référence connue',
    text: 'Un document a bien été scellé sous cette référence. Pour savoir si votre fichier est celui-là, et inchangé, déposez-le ci-dessus.',
  },
  superseded: {
    tone: 'known',
    title: 'Référence connue',
    text: 'Un document a été scellé sous cette référence, puis contresigné ou signé de nouveau.',
  },
  revoked: {
    tone: 'danger',
    title: 'Signature révoquée',
    text: 'Un document a été scellé sous cette référence, mais l’organisation a révoqué cette signature depuis.',
  },
  unknown: {
    tone: 'todo',
    title: 'Référence inconnue',
    text: 'Rien n’a été scellé sous cette référence dans ce portail. Vérifiez les seize caractères imprimés sur le certificat.',
  },
} as const satisfies Record<Verification['verdict'], Words>

function wordsOf(answer: FileAnswer): Words {
  if (answer.is === 'known') return fileWords[answer.verification.verdict]
  if (answer.is !== 'altered') return fileWords[answer.is]
  const reference = formatReference(answer.found.reference)
  return {
    tone: 'danger',
    title: 'Fichier modifié',
    text: `Ce fichier porte la référence ${reference}, mais ce n’est pas le fichier scellé : il a été modifié.`,
  }
}

export function FileVerdict({ answer, name }: { answer: FileAnswer; name: string }) {
  const found = answer.is === 'known' ? answer.verification.found : answer.is === 'unknown' ? null : answer.found
  return (
    <Verdict words={wordsOf(answer)} found={found}>
      <p className={classes.fileName}>{name}</p>
    </Verdict>
  )
}

export function ReferenceVerdict({ verification }: { verification: Verification }) {
  return <Verdict words={referenceWords[verification.verdict]} found={verification.found} />
}

function Verdict({ words, found, children }: { words: Words; found: Found | null; children?: ReactNode }) {
  return (
    <section className={classes.verdict} role="status" aria-label="Résultat">
      <div className={classes.head} style={{ background: `var(--${words.tone}-wash)`, color: `var(--${words.tone}-ink)` }}>
        <Title order={2} fz={20}>
          {words.title}
        </Title>
        {children}
        <p>{words.text}</p>
      </div>
      {found && <Facts found={found} />}
    </section>
  )
}

const routeWords = {
  A: 'Le document PDF lui-même',
  B: 'Un certificat PDF qui contient le document, inchangé',
  link: 'Un certificat sur un document extérieur, dont le contenu n’est pas détenu par le portail',
} as const

const levelWords = {
  'B-B': 'PAdES B-B : l’heure est celle du serveur du portail',
  'B-T': 'PAdES B-T : l’heure est attestée par un service d’horodatage',
} as const

function Facts({ found }: { found: Found }) {
  return (
    <dl className={classes.facts}>
      <dt>Référence</dt>
      <dd className="figure">{formatReference(found.reference)}</dd>
      <dt>Document</dt>
      <dd>
        {found.contractType === 'main' ? 'Contrat' : 'Avenant'} · {found.provider}
      </dd>
      {found.signatures.map(({ role, name, signedAt, level }) => (
        <div key={`${role} ${signedAt}`} className={classes.fact}>
          <dt>{role === 'partner' ? 'Signé par' : 'Contresigné par'}</dt>
          <dd>
            {name}, le {longDate(signedAt)}
            <small>{levelWords[level]}</small>
          </dd>
        </div>
      ))}
      {found.revokedAt && (
        <>
          <dt>Révoqué</dt>
          <dd>le {longDate(found.revokedAt)}</dd>
        </>
      )}
      <dt>Ce qui est scellé</dt>
      <dd>{routeWords[found.route]}</dd>
      <dt>Empreinte SHA-256 du fichier en vigueur</dt>
      <dd className={classes.hash}>{found.fileSha256}</dd>
      {found.documentSha256 && (
        <>
          <dt>Empreinte SHA-256 du document avant signature</dt>
          <dd className={classes.hash}>{found.documentSha256}</dd>
        </>
      )}
    </dl>
  )
}
