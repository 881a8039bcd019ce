import { Text } from '@mantine/core'
import { jobTitle } from '#operations/failures/web/failure-messages.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { longDate, relativeDate } from '#platform/web/ui/dates.ts'
import { type Fact, FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { SystemState } from '../api.ts'
import {
  backupFinding,
  type Condition,
  databaseFinding,
  type Finding,
  formatBytes,
  formatSeconds,
  liveFinding,
  mailFinding,
  queueFinding,
  scannerFinding,
  sealFinding,
  storageFinding,
} from '../domain.ts'
import { m } from '../messages/messages.ts'

const engines = { pglite: m.pglite(), postgres: m.postgres() } as const
const places = { folder: m.folder(), bucket: m.bucket() } as const

// Styles of one page alone, so that it needs no file of styles.
const grid = { display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))' } as const

export function SystemParts({ state }: { state: SystemState }) {
  const { database, storage, mail, seal, backups, queues } = state
  const { certificate, timestamps } = seal
  const working = queues.filter(({ due, running, later }) => due + running + later > 0)
  return (
    <div style={grid}>
      <Part
        title={m.version()}
        finding={{ condition: 'good', sentence: m.isRunning({ version: state.version }) }}
        facts={[
          [m.schema(), state.schema],
          ['Node', state.node],
          [m.serverStarted(), relativeDate(state.startedAt, new Date(state.at))],
        ]}
      />
      <Part
        title={m.database()}
        finding={databaseFinding(database)}
        facts={[
          [m.kind(), engines[database.kind]],
          [m.version(), database.version],
          [m.size(), formatBytes(database.bytes)],
          ...(database.connections ? ([[m.connections(), m.connectionsUsed(database.connections)]] as const) : []),
        ]}
      />
      <Part
        title={m.files()}
        finding={storageFinding(storage)}
        facts={[
          [places[storage.kind], storage.place],
          [m.files(), formatCount(storage.files)],
          [m.used(), formatBytes(storage.bytes)],
          ...(storage.freeBytes === null ? [] : ([[m.free(), formatBytes(storage.freeBytes)]] as const)),
        ]}
      />
      <Part
        title={m.mail()}
        finding={mailFinding(mail)}
        facts={[
          [m.waiting(), formatCount(mail.waiting)],
          [m.longestDue(), mail.oldestSeconds > 0 ? formatSeconds(mail.oldestSeconds) : '—'],
        ]}
      />
      <Part
        title={m.seal()}
        finding={sealFinding(seal)}
        facts={[
          ...(certificate
            ? ([
                [m.subject(), certificate.subject],
                [m.issuer(), certificate.issuer],
                [
                  m.validUntil(),
                  m.validWithDaysLeft({
                    validUntil: longDate(certificate.validUntil),
                    daysLeft: formatCount(certificate.daysLeft),
                  }),
                ],
                [m.madeBy(), certificate.own ? m.ownFile() : m.thePortalItself()],
              ] as const)
            : []),
          [m.timestampService(), timestamps?.service ?? m.noneSet()],
        ]}
      />
      <Part
        title={m.backups()}
        finding={backupFinding(backups)}
        facts={
          backups
            ? [
                [m.folder(), backups.directory],
                [m.last(), backups.last ? relativeDate(backups.last.at, new Date(state.at)) : m.noBackup()],
                ...(backups.last ? ([[m.size(), formatBytes(backups.last.bytes)]] as const) : []),
                [m.next(), `${longDate(backups.next)}, ${backups.next.slice(11, 16)} UTC`],
              ]
            : []
        }
      />
      <Part
        title={m.backgroundWork()}
        finding={queueFinding(queues)}
        facts={
          working.length === 0 ? [[m.waiting(), m.nothing()]] : working.map((queue) => [jobTitle(queue.name), jobsText(queue)])
        }
      />
      <Part title={m.liveUpdates()} finding={liveFinding(state.liveSeconds)} facts={[]} />
      <Part title={m.virusScanner()} finding={scannerFinding(state.scanner)} facts={[]} />
    </div>
  )
}

function jobsText({ due, running, later, oldestSeconds }: SystemState['queues'][number]): string {
  const counts = { due, running, later }
  return oldestSeconds >= 1 ? m.jobsDueFor({ ...counts, oldest: formatSeconds(oldestSeconds) }) : m.jobs(counts)
}

const badges: Readonly<Record<Condition, { readonly tone: BadgeTone; readonly label: string }>> = {
  good: { tone: 'received', label: m.good() },
  attention: { tone: 'todo', label: m.attention() },
  bad: { tone: 'danger', label: m.problem() },
}

/** A part of the portal: how it is in a sentence, what to do, and its figures. */
function Part({ title, finding, facts }: { title: string; finding: Finding; facts: readonly Fact[] }) {
  const { tone, label } = badges[finding.condition]
  return (
    <FactCard title={title} beside={<StatusBadge tone={tone}>{label}</StatusBadge>} facts={facts}>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {finding.sentence}
      </Text>
      {finding.remedy && (
        <SoftText mt={4} style={{ overflowWrap: 'anywhere' }}>
          {finding.remedy}
        </SoftText>
      )}
    </FactCard>
  )
}
