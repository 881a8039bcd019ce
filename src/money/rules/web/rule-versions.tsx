import type { ReactNode } from 'react'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ListedVersion } from '../api/rules.ts'
import { ruleSummary } from '../domain/rule-summary.ts'
import { m } from '../messages/messages.ts'
import classes from './rules.module.css'

const beginning = '0001-01-01'

/** 'Version 2, since 1 December 2026'. */
export function versionText({ version, validFrom, state }: ListedVersion): string {
  if (validFrom === beginning) return m.versionFromStart({ version })
  const day = dayText(validFrom)
  return state === 'future' ? m.versionFrom({ version, day }) : m.versionSince({ version, day })
}

/** What a version pays, in a line. */
export const versionSummary = ({ definition }: ListedVersion): string =>
  definition === null ? m.versionEnds() : ruleSummary(definition).join(', ')

const stateTexts = { current: m.inForce, future: m.toCome, past: m.notInForce } as const
const tones = { current: 'received', future: 'known', past: 'slate' } as const

/** A version of a rule: what it pays, since when, and who published it. */
export function VersionLine({ version, children }: { version: ListedVersion; children?: ReactNode }) {
  const { publishedBy, publishedAt, state } = version
  return (
    <li className={classes.version}>
      <p>
        <span className={classes.name}>{versionText(version)}</span>{' '}
        <StatusBadge tone={tones[state]}>{stateTexts[state]()}</StatusBadge>
      </p>
      <p>{versionSummary(version)}</p>
      <SoftText component="p" fz="sm">
        {publishedBy === null ? m.cameWithPortal() : m.publishedByOn({ name: publishedBy, day: longDate(publishedAt) })}
      </SoftText>
      {children}
    </li>
  )
}
