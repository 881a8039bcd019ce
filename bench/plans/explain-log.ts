// Statements and their plans, from PostgreSQL's log (auto_explain).
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Settings of a server whose log `readPlans` reads. `explainAll` switches the plans on and off. */
export const explainSettings = {
  session_preload_libraries: 'auto_explain',
  log_line_prefix: '~~ ',
}

export const explainAll = (on: boolean) => [
  `alter system set auto_explain.log_min_duration = ${on ? 0 : -1}`,
  'alter system set auto_explain.log_analyze = on',
  'alter system set auto_explain.log_buffers = on',
  'alter system set auto_explain.log_nested_statements = on',
  "alter system set auto_explain.log_format = 'json'",
  'select pg_reload_conf()',
]

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

export interface ExplainedStatement {
  readonly text: string
  readonly ms: number
  /** 8 kB pages read, from memory or disk. */
  readonly pages: number
  /** Tables that were read from one end to the other. */
  readonly scanned: readonly string[]
}

/** Where the log ends now. */
export function endOf(log: string): number {
  const file = openSync(log, 'r')
  try {
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}

/**
 * The statements that were logged since. Nested ones of functions are their own; those of the job queue are left out, and so is
 * the one that the server is writing: a request's own statements are logged before its answer, thus it is another connection's.
 */
export function readPlans(log: string, since: number): ExplainedStatement[] {
  const entries = textSince(log, since).split(/^~~ /m)
  return entries.flatMap((entry, index) => {
    const match = /^LOG: {2}duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(entry)
    const isBeingWritten = index === entries.length - 1 && !entry.endsWith('\n\t}\n')
    if (!match || isBeingWritten) return []
    const { 'Query Text': text, Plan: plan } = JSON.parse(match[2] ?? '') as { 'Query Text': string; Plan: PlanNode }
    if (text.includes('pgboss')) return []
    const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    return [{ text: text.replace(/\s+/g, ' ').trim(), ms: Number(match[1]), pages, scanned: scannedIn(plan) }]
  })
}

function textSince(log: string, since: number): string {
  const file = openSync(log, 'r')
  try {
    const buffer = Buffer.alloc(fstatSync(file).size - since)
    readSync(file, buffer, 0, buffer.length, since)
    return buffer.toString()
  } finally {
    closeSync(file)
  }
}

function scannedIn(node: PlanNode): string[] {
  const own =
    node['Node Type'] === 'Seq Scan' && node['Relation Name'] && (node['Actual Loops'] ?? 0) > 0
      ? // A month of events stands for all of them.
        [node['Relation Name'].replace(/^(events)_.*$/, '$1')]
      : []
  return [...own, ...(node.Plans ?? []).flatMap(scannedIn)]
}
