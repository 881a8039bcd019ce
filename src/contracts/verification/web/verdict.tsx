import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { contractWords } from '#contracts/contracts/domain.ts'
import { formatReference } from '#platform/domain/references.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import type { Verification } from '../api.ts'
import type { FileAnswer, Receipt, SealedContract } from './data.ts'
import { contractIn, fileMessage, receiptIn, type Words } from './file-messages.ts'
import { ReceiptFacts, receiptWords } from './receipt-facts.tsx'
import type { SealCheck } from './seal-check.ts'
import { SealFacts } from './seal-facts.tsx'
import classes from './verify-page.module.css'

const referenceWords = {
  genuine: {
    tone: 'known',
    title: 'Référence connue',
    text:
      'Un document a bien été scellé sous cette référence. Pour savoir si votre fichier est celui-là, ' +
      'et inchangé, déposez-le ci-dessus.',
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

export function FileVerdict({ answer, name }: { answer: FileAnswer; name: string }) {
  return (
    <Verdict
      words={fileMessage(answer)}
      contract={contractIn(answer.portal)}
      receipt={receiptIn(answer.portal)}
      check={answer.check}
    >
      <p className={classes.fileName}>{name}</p>
    </Verdict>
  )
}

export function ReferenceVerdict({ verification }: { verification: Verification }) {
  const { verdict, found: contract, receipt } = verification
  return <Verdict words={receipt ? receiptWords : referenceWords[verdict]} contract={contract} receipt={receipt} />
}

interface VerdictProps {
  readonly words: Words
  readonly contract: SealedContract | null
  readonly receipt: Receipt | null
  readonly check?: SealCheck | null
  readonly children?: ReactNode
}

function Verdict({ words, contract, receipt, check, children }: VerdictProps) {
  return (
    <section className={classes.verdict} role="status" aria-label="Résultat">
      <div className={classes.head} style={{ background: `var(--${words.tone}-wash)`, color: `var(--${words.tone}-ink)` }}>
        <Title order={2} fz={20}>
          {words.title}
        </Title>
        {children}
        <p>{words.text}</p>
      </div>
      {contract && <Facts contract={contract} />}
      {receipt && <ReceiptFacts receipt={receipt} />}
      {check && <SealFacts check={check} />}
    </section>
  )
}

const sealKindLabels = {
  A: 'Le document PDF lui-même',
  B: 'Un certificat PDF qui contient le document, inchangé',
  link: 'Un certificat sur un document extérieur, dont le contenu n’est pas détenu par le portail',
} as const

const levelWords = {
  'B-B': 'PAdES B-B : l’heure est celle du serveur du portail',
  'B-T': 'PAdES B-T : l’heure est attestée par un service d’horodatage',
} as const

function Facts({ contract }: { contract: SealedContract }) {
  return (
    <dl className={classes.facts}>
      <dt>Référence</dt>
      <dd className="figure">{formatReference(contract.reference)}</dd>
      <dt>Document</dt>
      <dd>
        <span className={classes.kind}>{contractWords[contract.contractType].noun}</span> · {contract.provider}
      </dd>
      {contract.signatures.map(({ role, name, signedAt, level }) => (
        <div key={`${role} ${signedAt}`} className={classes.fact}>
          <dt>{role === 'partner' ? 'Signé par' : 'Contresigné par'}</dt>
          <dd>
            {name}, le {longDate(signedAt)}
            <small>{levelWords[level]}</small>
          </dd>
        </div>
      ))}
      {contract.revokedAt && (
        <>
          <dt>Révoqué</dt>
          <dd>le {longDate(contract.revokedAt)}</dd>
        </>
      )}
      <dt>Ce qui est scellé</dt>
      <dd>{sealKindLabels[contract.route]}</dd>
      <dt>Empreinte SHA-256 du fichier en vigueur</dt>
      <dd className={classes.hash}>{contract.fileSha256}</dd>
      {contract.documentSha256 && (
        <>
          <dt>Empreinte SHA-256 du document avant signature</dt>
          <dd className={classes.hash}>{contract.documentSha256}</dd>
        </>
      )}
    </dl>
  )
}
