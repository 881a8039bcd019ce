import { jobTitle } from '#operations/failures/web/failure-messages.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { longDate, relativeDate } from '#platform/web/ui/dates.ts'
import type { SystemState } from '../api.ts'
import {
  backupFinding,
  databaseFinding,
  formatBytes,
  formatSeconds,
  liveFinding,
  mailFinding,
  queueFinding,
  scannerFinding,
  sealFinding,
  storageFinding,
} from '../domain.ts'
import { Part } from './part.tsx'

const engines = { pglite: 'PostgreSQL in the portal (PGlite)', postgres: 'PostgreSQL server' } as const
const places = { folder: 'Folder', bucket: 'Bucket' } as const

// Styles of one page alone, so that it needs no file of styles.
const grid = { display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))' } as const

export function SystemParts({ state }: { state: SystemState }) {
  const { database, storage, mail, seal, backups, queues } = state
  const { certificate, timestamps } = seal
  const working = queues.filter(({ due, running, later }) => due + running + later > 0)
  return (
    <div style={grid}>
      <Part
        title="Version"
        finding={{ condition: 'good', sentence: `Passerelle ${state.version} is running.` }}
        facts={[
          ['Schema', state.schema],
          ['Node', state.node],
          ['This server started', relativeDate(state.startedAt, new Date(state.at))],
        ]}
      />
      <Part
        title="Database"
        finding={databaseFinding(database)}
        facts={[
          ['Kind', engines[database.kind]],
          ['Version', database.version],
          ['Size', formatBytes(database.bytes)],
          ...(database.connections
            ? ([['Connections', `${database.connections.used} of ${database.connections.most}`]] as const)
            : []),
        ]}
      />
      <Part
        title="Files"
        finding={storageFinding(storage)}
        facts={[
          [places[storage.kind], storage.place],
          ['Files', formatCount(storage.files)],
          ['Used', formatBytes(storage.bytes)],
          ...(storage.freeBytes === null ? [] : ([['Free', formatBytes(storage.freeBytes)]] as const)),
        ]}
      />
      <Part
        title="Mail"
        finding={mailFinding(mail)}
        facts={[
          ['Waiting', formatCount(mail.waiting)],
          ['Longest due', mail.oldestSeconds > 0 ? formatSeconds(mail.oldestSeconds) : '—'],
        ]}
      />
      <Part
        title="Electronic seal"
        finding={sealFinding(seal)}
        facts={[
          ...(certificate
            ? ([
                ['Subject', certificate.subject],
                ['Issuer', certificate.issuer],
                ['Valid until', `${longDate(certificate.validUntil)} (${formatCount(certificate.daysLeft)} days left)`],
                ['Made by', certificate.own ? 'your own P12 file' : 'the portal'],
              ] as const)
            : []),
          ['Time-stamp service', timestamps?.service ?? 'none set'],
        ]}
      />
      <Part
        title="Backups"
        finding={backupFinding(backups)}
        facts={
          backups
            ? [
                ['Folder', backups.directory],
                ['Last', backups.last ? relativeDate(backups.last.at, new Date(state.at)) : 'none'],
                ...(backups.last ? ([['Size', formatBytes(backups.last.bytes)]] as const) : []),
                ['Next', `${longDate(backups.next)}, ${backups.next.slice(11, 16)} UTC`],
              ]
            : []
        }
      />
      <Part
        title="Background work"
        finding={queueFinding(queues)}
        facts={working.length === 0 ? [['Waiting', 'nothing']] : working.map((queue) => [jobTitle(queue.name), jobsText(queue)])}
      />
      <Part title="Live updates" finding={liveFinding(state.liveSeconds)} facts={[]} />
      <Part title="Virus scanner" finding={scannerFinding(state.scanner)} facts={[]} />
    </div>
  )
}

function jobsText({ due, running, later, oldestSeconds }: SystemState['queues'][number]): string {
  const oldest = oldestSeconds >= 1 ? ` for ${formatSeconds(oldestSeconds)}` : ''
  return `${due} due${oldest}, ${running} running, ${later} later`
}
