import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ofCompany } from '#leads/domain/client-names.ts'
import { formatReference } from '#platform/domain/references.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import type { Verification } from '../api.ts'
import { m } from '../messages/messages.ts'
import type { FileAnswer, Receipt, SealedContract } from './data.ts'
import { contractIn, fileMessage, receiptIn, type Words } from './file-messages.ts'
import type { SealCheck, SealReport } from './seal-check.ts'
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
        <div key={`${role} ${signedAt}`}>
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

const states = {
  intact: m.intact(),
  broken: m.broken(),
  unreadable: m.unreadable(),
} as const satisfies Record<SealReport['is'], string>

const trusts = {
  portal: m.issuedByPortal(),
  other: m.issuedByOther(),
  unknown: m.issuerUnknown(),
} as const satisfies Record<SealReport['trust'], string>

/** Results of the local check for each seal, independent of the portal's answer. */
function SealFacts({ check }: { check: SealCheck }) {
  return (
    <section className={classes.own} aria-label={m.checkedInBrowser()}>
      <Title order={3} fz={14}>
        {m.checkedWithoutPortal()}
      </Title>
      {check.seals.length === 0 && <p>{check.is === 'unsealed' ? m.noSealShort() : m.sealUnreadable()}</p>}
      <ul>
        {check.seals.map((seal, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of seals in a file is what they are known by
          <li key={at}>
            <strong>{m.sealNumber({ number: at + 1, count: check.seals.length })}</strong>
            <span>{states[seal.is]}</span>
            <span>{coverOf(seal, at === check.seals.length - 1)}</span>
            <span>{m.certificateOf({ trust: trusts[seal.trust], certificate: seal.certificate })}</span>
            {seal.isTimestamped && <span>{m.timestampUnchecked()}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function coverOf({ coversWholeFile }: SealReport, isLast: boolean): string {
  if (coversWholeFile) return m.coversAll()
  return isLast ? m.coversPart() : m.coversEarlier()
}

const receiptWords: Words = {
  tone: 'known',
  title: m.knownReceipt(),
  text: m.knownReceiptText(),
}

/** What a receipt of a registration says, and whether the journal still holds it. */
function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { reference, number, provider, partner, company, submitted, recordSha256, fileSha256, madeAt, journal } = receipt
  const isErased = recordSha256 === null
  return (
    <dl className={classes.facts}>
      <dt>{m.receipt()}</dt>
      <dd>
        {number}
        <small className="figure">{formatReference(reference)}</small>
      </dd>
      <dt>{m.registration()}</dt>
      <dd>{m.broughtBy({ of: isErased ? 'erased' : ofCompany(company ?? ''), company: company ?? '–', partner, provider })}</dd>
      <dt>{m.registeredOn()}</dt>
      <dd>{submitted}</dd>
      <dt>{m.journal()}</dt>
      <dd>
        {journal.holds ? m.lineHolds({ seq: journal.seq }) : m.lineChanged({ seq: journal.seq })}
        <small>{journal.closedOn ? closedText(journal.closedOn, journal.stampedAt) : m.dayOpen()}</small>
      </dd>
      <dt>{m.lineHash()}</dt>
      <dd className={classes.hash}>{journal.hash}</dd>
      <dt>{m.recordHash()}</dt>
      <dd className={classes.hash}>{recordSha256 ?? '–'}</dd>
      <dt>{m.receiptHash({ day: longDate(madeAt) })}</dt>
      <dd className={classes.hash}>{fileSha256}</dd>
    </dl>
  )
}

function closedText(day: string, stampedAt: string | null): string {
  return stampedAt
    ? m.dayClosedStamped({ day: dayText(day), stampedAt: longDate(stampedAt) })
    : m.dayClosed({ day: dayText(day) })
}
