import { Title } from '@mantine/core'
import { m } from '../messages/messages.ts'
import type { SealCheck, SealReport } from './seal-check.ts'
import classes from './verify-page.module.css'

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
export function SealFacts({ check }: { check: SealCheck }) {
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
