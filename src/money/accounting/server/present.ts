import type { Das2Export, YearLine, YearOverview } from '../api/year.ts'
import { remarkText } from '../domain/beneficiary.ts'
import { fileObstacleText } from '../domain/declarant-check.ts'
import { das2States, missingNames } from '../domain/declaration.ts'
import { reachesAlert } from '../domain/occasional.ts'
import type { DeclaredPartner } from './declaration-queries.ts'
import type { exportsOfYear, requestsOfYear } from './year-queries.ts'

type Requests = Awaited<ReturnType<typeof requestsOfYear>>
type ExportRow = Awaited<ReturnType<typeof exportsOfYear>>[number]

interface LineFacts {
  readonly hasCertificate: boolean
  readonly requests: Requests
}

export function presentLine(declared: DeclaredPartner, { hasCertificate, requests }: LineFacts): YearLine {
  const { partner, line, remarks, hasAccess } = declared
  const request = requests.get(partner.id)
  const { beneficiary, state, euros, missing } = line
  const { name } = beneficiary
  return {
    partner,
    name: name.kind === 'business' ? name.companyName : `${name.lastName} ${name.firstName}`.trim(),
    siret: beneficiary.siret,
    state,
    euros,
    paidCents: beneficiary.paidCents,
    missing: missingNames(missing),
    missingCodes: [...missing],
    remarks: remarks.map(remarkText),
    hasCertificate,
    canBeAsked: hasAccess && state === 'incomplete',
    request: request ? { at: request.requested_at.toISOString(), by: request.requested_by_name } : null,
  }
}

/** Count and sums of the lines in each state. */
export function sumsByState(partners: readonly DeclaredPartner[]): YearOverview['sums'] {
  return das2States.map((state) => {
    const lines = partners.map(({ line }) => line).filter((line) => line.state === state)
    const sum = (of: (line: DeclaredPartner['line']) => number) => lines.reduce((total, line) => total + of(line), 0)
    return { state, count: lines.length, euros: sum(({ euros }) => euros), paidCents: sum((each) => each.beneficiary.paidCents) }
  })
}

export function presentIndividuals(
  partners: readonly DeclaredPartner[],
  alert: YearOverview['alert'],
): YearOverview['individuals'] {
  return partners
    .filter(({ isIndividual }) => isIndividual)
    .map(({ partner, paid, line }) => {
      const paidCents = line.beneficiary.paidCents
      const { payments } = paid
      return { partner, payments, paidCents, reachesAlert: reachesAlert({ payments, amountCents: paidCents }, alert) }
    })
}

/** An export, compared with what is known to be paid now. */
export function presentExport(row: ExportRow, partners: readonly DeclaredPartner[]): Das2Export {
  const before = new Map(row.paid.map((sum) => [sum.partnerId, sum]))
  const now = new Map(partners.map(({ partner, line }) => [partner.id, { ...partner, cents: line.beneficiary.paidCents }]))
  const changed = [...new Set([...before.keys(), ...now.keys()])]
    .map((id) => ({
      name: now.get(id)?.name ?? before.get(id)?.name ?? '',
      beforeCents: before.get(id)?.cents ?? 0,
      nowCents: now.get(id)?.cents ?? 0,
    }))
    .filter(({ beforeCents, nowCents }) => beforeCents !== nowCents)
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    declared: row.declared,
    declaredEuros: row.declared_euros,
    tableSha256: row.table_sha256,
    fileSha256: row.file_sha256,
    fileMissing: row.file_obstacle ? fileObstacleText(row.file_obstacle) : row.file_missing,
    changed,
  }
}
