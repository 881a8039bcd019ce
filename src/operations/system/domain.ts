import { m } from './messages/messages.ts'

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

const units = [m.bytes, m.kilobytes, m.megabytes, m.gigabytes, m.terabytes] as const

/** `1 300 000` as `1.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const text = power === 0 || value >= 100 ? String(Math.round(value)) : value.toFixed(1).replace('.', m.decimalSign())
  return (units[power] ?? m.bytes)({ value: text })
}

/** `40 s`, `12 min`, `3 h`, `5 days`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : m.days({ count: Math.round(seconds / 86_400) })
}

interface DatabaseFigures extends Health {
  readonly connections: { readonly used: number; readonly most: number } | null
}

export function databaseFinding({ ok, detail, connections }: DatabaseFigures): Finding {
  if (!ok) {
    return bad(ended(m.databaseNotWritten({ reason: detail ?? m.noReason() })), m.freeDiskSpace())
  }
  if (connections && connections.used > connections.most * 0.8) {
    return attention(m.connectionsTaken({ used: connections.used, most: connections.most }), m.raiseConnections())
  }
  return good(m.databaseGood())
}

/** Below this, staff are told before uploads are refused. */
const littleFree = 1_000_000_000

export function storageFinding({ ok, detail, freeBytes }: Health & { readonly freeBytes: number | null }): Finding {
  if (!ok) {
    return bad(ended(detail ?? m.filesNotWritten()), m.checkFolder())
  }
  if (freeBytes !== null && freeBytes < littleFree) {
    return attention(m.littleFree({ freeBytes: formatBytes(freeBytes) }), m.freeSpace())
  }
  return good(m.filesGood())
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
    return bad(ended(detail ?? m.mailSilent()), m.checkMailServer())
  }
  if (!isSent) return attention(m.mailToFiles(), m.setSmtpUrl())
  if (lastError !== null) {
    return attention(ended(m.mailRefused({ lastError })), m.mailRetried())
  }
  if (oldestSeconds > longWait) return lateFinding(oldestSeconds)
  return good(waiting === 0 ? m.mailGood() : m.mailOnItsWay())
}

const lateFinding = (oldest: number) => bad(m.workWaiting({ oldest: formatSeconds(oldest) }), m.lookAtLog())

interface SealFigures extends Health {
  readonly certificate: { readonly daysLeft: number } | null
  readonly timestamps: { readonly outage: { readonly reason: string } | null } | null
}

/** Days before its end at which staff are told. */
const sealWarning = 60

export function sealFinding({ ok, detail, certificate, timestamps }: SealFigures): Finding {
  if (!ok) return bad(ended(detail ?? m.nothingSealed()), m.signingRefused())
  if (!certificate) return good(m.certificateLater())
  if (certificate.daysLeft <= sealWarning) {
    return attention(m.certificateEnds({ daysLeft: certificate.daysLeft }), detail ?? m.renewCertificate())
  }
  if (timestamps?.outage) {
    return attention(ended(m.timestampsSilent({ reason: timestamps.outage.reason })), m.timestampsMeanwhile())
  }
  return good(m.sealGood())
}

export interface BackupFigures {
  readonly detail: string | null
  readonly last: { readonly at: string } | null
  readonly failure: { readonly reason: string } | null
}

export function backupFinding(backups: BackupFigures | null): Finding {
  if (!backups) return attention(m.noBackups(), m.setBackupDir())
  const { detail, last, failure } = backups
  const reason = detail ?? failure?.reason
  if (reason) return bad(ended(reason), m.backupRetried())
  if (!last) return attention(m.noBackupYet(), m.firstBackup())
  return good(m.backupGood())
}

interface QueueFigures {
  readonly oldestSeconds: number
}

export function queueFinding(queues: readonly QueueFigures[]): Finding {
  const oldest = Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds))
  return oldest > longWait ? lateFinding(oldest) : good(m.queueGood())
}

export function liveFinding(seconds: number | null): Finding {
  if (seconds === null) {
    return bad(m.liveSilent(), m.setDirectAddress())
  }
  const reached = m.liveGood({ seconds: formatSeconds(seconds) })
  return seconds > 2 ? attention(reached, m.serverBusy()) : good(reached)
}

export function scannerFinding(scanner: Health | null): Finding {
  if (!scanner) return attention(m.notScanned(), m.setClamdUrl())
  return scanner.ok ? good(m.scannerGood()) : bad(ended(scanner.detail ?? m.scannerSilent()), m.uploadsRefused())
}
