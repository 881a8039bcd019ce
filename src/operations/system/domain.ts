/** How a part of the portal works. */
export type Condition = 'good' | 'attention' | 'bad'

/** A sentence about a part of the portal, and what to do where something is to be done. */
export interface Finding {
  readonly condition: Condition
  readonly sentence: string
  readonly remedy?: string
}

interface Health {
  readonly ok: boolean
  readonly detail: string | null
}

const good = (sentence: string): Finding => ({ condition: 'good', sentence })
const attention = (sentence: string, remedy: string): Finding => ({ condition: 'attention', sentence, remedy })
const bad = (sentence: string, remedy: string): Finding => ({ condition: 'bad', sentence, remedy })
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `1 300 000` as `1.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

/** `40 s`, `12 min`, `3 h`, `5 days`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}

interface DatabaseFigures extends Health {
  readonly connections: { readonly used: number; readonly most: number } | null
}

export function databaseFinding({ ok, detail, connections }: DatabaseFigures): Finding {
  if (!ok) {
    return bad(
      ended(`The database cannot be written: ${detail ?? 'no reason was given'}`),
      'Free disk space, or look at its server.',
    )
  }
  if (connections && connections.used > connections.most * 0.8) {
    return attention(
      `${connections.used} of ${connections.most} connections of the database server are taken.`,
      'Raise max_connections, or put PgBouncer in front of it.',
    )
  }
  return good('The database reads and writes.')
}

/** Below this, staff are told before uploads are refused. */
const littleFree = 1_000_000_000

export function storageFinding({ ok, detail, freeBytes }: Health & { readonly freeBytes: number | null }): Finding {
  if (!ok) {
    return bad(
      ended(detail ?? 'Files cannot be written: uploads are refused'),
      'Check the folder’s rights and space, or the bucket’s address and keys.',
    )
  }
  if (freeBytes !== null && freeBytes < littleFree) {
    return attention(`Only ${formatBytes(freeBytes)} are free.`, 'Free space: uploads are refused below 64 MB.')
  }
  return good('Files can be read and written.')
}

/** How long work may wait before somebody should look. */
const longWait = 300

export interface MailFigures extends Health {
  readonly isSent: boolean
  readonly waiting: number
  readonly oldestSeconds: number
  readonly lastError: string | null
}

export function mailFinding({ ok, detail, isSent, waiting, oldestSeconds, lastError }: MailFigures): Finding {
  if (!ok) {
    return bad(
      ended(detail ?? 'The mail server does not answer'),
      'Check SMTP_URL and the mail server. Waiting mail is tried for a day and then stands in the list below.',
    )
  }
  if (!isSent) return attention('Mail is written to files and not sent.', 'Set SMTP_URL to the address of a mail server.')
  if (lastError !== null) {
    return attention(
      ended(`The mail server refuses: ${lastError}`),
      'Waiting mail is tried again by itself for a day. Ask who runs the mail server if the reason stays.',
    )
  }
  if (oldestSeconds > longWait) return lateFinding(oldestSeconds)
  return good(waiting === 0 ? 'All mail was handed to the mail server.' : 'Mail is on its way to the mail server.')
}

const lateFinding = (oldest: number) =>
  bad(
    `Work has been waiting for ${formatSeconds(oldest)}.`,
    'Look at the log of the portal for errors of the job queue, and start it again if there are none.',
  )

interface SealFigures extends Health {
  readonly certificate: { readonly daysLeft: number } | null
  readonly timestamps: { readonly outage: { readonly reason: string } | null } | null
}

/** Days before its end at which staff are told. */
const sealWarning = 60

export function sealFinding({ ok, detail, certificate, timestamps }: SealFigures): Finding {
  if (!ok) return bad(ended(detail ?? 'Nothing can be sealed'), 'Signing is refused until the seal has a valid certificate.')
  if (!certificate) return good('The certificate is made with the first seal.')
  if (certificate.daysLeft <= sealWarning) {
    return attention(
      `The certificate ends in ${certificate.daysLeft} days.`,
      detail ?? 'Renew it before: nothing can be sealed afterwards.',
    )
  }
  if (timestamps?.outage) {
    return attention(
      ended(`The time-stamp service does not answer: ${timestamps.outage.reason}`),
      'Contracts are sealed with the time of this server meanwhile. Check TSA_URL if it stays so.',
    )
  }
  return good('Contracts can be sealed.')
}

export interface BackupFigures {
  readonly detail: string | null
  readonly last: { readonly at: string } | null
  readonly failure: { readonly reason: string } | null
}

export function backupFinding(backups: BackupFigures | null): Finding {
  if (!backups) return attention('No backups are scheduled.', 'Set BACKUP_DIR to a folder on another disk.')
  const { detail, last, failure } = backups
  const reason = detail ?? failure?.reason
  if (reason) return bad(ended(reason), 'It is tried again every hour. Check the folder, its space and BACKUP_DIR.')
  if (!last) return attention('No backup was made yet.', 'The first one is made at the next time that is set.')
  return good('The last backup succeeded.')
}

interface QueueFigures {
  readonly oldestSeconds: number
}

export function queueFinding(queues: readonly QueueFigures[]): Finding {
  const oldest = Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds))
  return oldest > longWait ? lateFinding(oldest) : good('Work is done as it comes.')
}

export function liveFinding(seconds: number | null): Finding {
  if (seconds === null) {
    return bad(
      'A message of the database did not reach this server within 5 s: open pages show changes late.',
      'Behind PgBouncer, set the direct address of the database for LISTEN. Otherwise start the portal again.',
    )
  }
  const reached = `A change reaches this server in ${formatSeconds(seconds)}.`
  return seconds > 2 ? attention(reached, 'The server or its database is busy: look at processor and disk.') : good(reached)
}

export function scannerFinding(scanner: Health | null): Finding {
  if (!scanner) return attention('Uploads are not scanned for viruses.', 'Set CLAMD_URL to the address of ClamAV.')
  return scanner.ok
    ? good('Uploads are scanned for viruses.')
    : bad(ended(scanner.detail ?? 'The virus scanner does not answer'), 'Uploads are refused until it does.')
}
