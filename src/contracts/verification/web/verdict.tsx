import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatReference } from '#platform/domain/references.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import type { Verification } from '../api.ts'
import { m } from '../messages/messages.ts'
import type { FileAnswer, Receipt, SealedContract } from './data.ts'
import { contractIn, fileMessage, receiptIn, type Words } from './file-messages.ts'
import { ReceiptFacts, receiptWords } from './receipt-facts.tsx'
import type { SealCheck } from './seal-check.ts'
import { SealFacts } from './seal-facts.tsx'
import classes from './verify-page.module.css'

const referenceWords = {
  genuine: {
    tone: 'known',
    title: m.knownReference(),
    text: m.knownReferenceText(),
  },
  superseded: {
    tone: 'known',
    title: m.knownReference(),
    text: m.supersededReferenceText(),
  },
  revoked: {
    tone: 'danger',
    title: m.revokedSignature(),
    text: m.revokedReferenceText(),
  },
  unknown: {
    tone: 'todo',
    title: m.unknownReference(),
    text: m.unknownReferenceText(),
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
    <section className={classes.verdict} role="status" aria-label={m.result()}>
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
  A: m.sealsPdf(),
  B: m.sealsCertificate(),
  link: m.sealsLink(),
} as const

const levelWords = {
  'B-B': m.levelBB(),
  'B-T': m.levelBT(),
} as const

function Facts({ contract }: { contract: SealedContract }) {
  return (
    <dl className={classes.facts}>
      <dt>{m.reference()}</dt>
      <dd className="figure">{formatReference(contract.reference)}</dd>
      <dt>{m.document()}</dt>
      <dd>
        <span className={classes.kind}>{m.contractKind({ contractType: contract.contractType })}</span> · {contract.provider}
      </dd>
      {contract.signatures.map(({ role, name, signedAt, level }) => (
        <div key={`${role} ${signedAt}`} className={classes.fact}>
          <dt>{role === 'partner' ? m.signedBy() : m.counterSignedBy()}</dt>
          <dd>
            {m.nameAndDay({ name, day: longDate(signedAt) })}
            <small>{levelWords[level]}</small>
          </dd>
        </div>
      ))}
      {contract.revokedAt && (
        <>
          <dt>{m.revoked()}</dt>
          <dd>{m.onDay({ day: longDate(contract.revokedAt) })}</dd>
        </>
      )}
      <dt>{m.sealed()}</dt>
      <dd>{sealKindLabels[contract.route]}</dd>
      <dt>{m.fileHash()}</dt>
      <dd className={classes.hash}>{contract.fileSha256}</dd>
      {contract.documentSha256 && (
        <>
          <dt>{m.documentHash()}</dt>
          <dd className={classes.hash}>{contract.documentSha256}</dd>
        </>
      )}
    </dl>
  )
}
