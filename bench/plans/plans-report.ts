import { table } from '../report.ts'
import type { PlannedAnswer, PlansReport } from './plans.ts'

const slowMs = 20
const largeTables = ['leads', 'commissions', 'events']

/** Tables in Markdown: what takes long, and what reads a large table from one end to the other. */
export function plansTables({ leads, answers, withoutRecord }: PlansReport): string {
  const slow = slowOf(answers)
  return [
    `### ${leads.toLocaleString('en')} leads: ${answers.length} requests, ${slow.length} above ${slowMs} ms`,
    table(
      ['Caller', 'Request', 'p50 ms', 'Statements', 'Dearest statement, ms'],
      slow.map((answer) => [answer.caller, shownPath(answer), answer.p50.toFixed(1), String(answer.asked), dearest(answer)]),
    ),
    `Statements that read ${largeTables.join(', ')} from one end to the other, exports apart:`,
    table(['Table', 'Requests', 'For example', 'Longest, ms', 'Statement'], scanRows(answers)),
    withoutRecord.length > 0 ? `Not asked, since this world has no such record: ${withoutRecord.join(', ')}.` : '',
  ].join('\n\n')
}

/** The five slowest requests, for the page of figures. */
export function slowestTable({ leads, answers }: PlansReport): string {
  const slow = slowOf(answers)
  return [
    `### ${leads.toLocaleString('en')} leads: ${answers.length} requests, ${slow.length} above ${slowMs} ms`,
    table(
      ['Request', 'p50 ms'],
      slow.slice(0, 3).map((answer) => [`${answer.caller} ${shownPath(answer)}`, answer.p50.toFixed(1)]),
    ),
  ].join('\n\n')
}

/** The report without the statements that no table names. */
export function summaryOf(report: PlansReport): PlansReport {
  const answers = report.answers.map((answer) => {
    const most = dearestOf(answer)
    const isShown = (each: PlannedAnswer['statements'][number]) =>
      !answer.isExport && ((isSlow(answer) && each === most) || each.scanned.some((name) => largeTables.includes(name)))
    return { ...answer, statements: answer.statements.filter(isShown) }
  })
  return { ...report, answers }
}

const slowOf = (answers: readonly PlannedAnswer[]) => answers.filter(isSlow).sort((one, other) => other.p50 - one.p50)
const isSlow = ({ p50, isExport }: PlannedAnswer) => p50 > slowMs && !isExport

/** A row for each statement and table, from the longest to the shortest. */
function scanRows(answers: readonly PlannedAnswer[]): string[][] {
  const scans = answers
    .filter(({ isExport }) => !isExport)
    .flatMap((answer) =>
      answer.statements.flatMap((statement) =>
        [...new Set(statement.scanned)]
          .filter((name) => largeTables.includes(name))
          .map((name) => ({ name, answer, text: short(statement.text), ms: statement.ms })),
      ),
    )
    .sort((one, other) => other.ms - one.ms)
  const groups = Object.values(Object.groupBy(scans, ({ name, text }) => `${name} ${text}`)).flatMap((group) =>
    group ? [group] : [],
  )
  return groups.flatMap((group) => {
    const [longest] = group
    if (!longest) return []
    const { name, answer, text, ms } = longest
    const requests = new Set(group.map((each) => each.answer)).size
    return [[name, String(requests), `${answer.caller} ${shownPath(answer)}`, ms.toFixed(1), code(text)]]
  })
}

function dearestOf({ statements }: PlannedAnswer) {
  return [...statements].sort((one, other) => other.ms - one.ms)[0]
}

function dearest(answer: PlannedAnswer): string {
  const most = dearestOf(answer)
  return most ? `${most.ms.toFixed(1)} ${code(short(most.text))}` : ''
}

const shownPath = ({ path }: PlannedAnswer) => code(decodeURIComponent(path).replace(/cursor=.*/, 'cursor=…'))
const short = (text: string) => (text.length > 100 ? `${text.slice(0, 99)}…` : text)
const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``
