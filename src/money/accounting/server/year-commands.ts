import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { refuseOverwriting, withChanges } from '#platform/domain/changes.ts'
import { csvMark } from '#platform/domain/csv.ts'
import { csvRecords } from '#platform/server/http/lists/csv-export.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { lockProgramme, type ProgrammeRow } from '#provider/programme/server/queries.ts'
import type { YearSettings, yearSettingsForm } from '../api/year.ts'
import { das2Table } from '../domain/das2-table.ts'
import type { Accounts } from '../domain/entries.ts'
import { das2File } from '../domain/fixed-width-file.ts'
import { readDeclaration } from './declaration-queries.ts'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Keeps the declaration of a year as it is now, with the bytes of its table and, where it can be made, its file. */
export async function exportDas2(context: TransactionContext, year: number): Promise<string> {
  const { tx, now } = context
  const { partners, declarant, fileObstacle } = await readDeclaration(tx, year)
  const lines = partners.map(({ line }) => line)
  const remarks = new Map(partners.map(({ partner, remarks: some }) => [partner.id, some]))
  const table = csvMark + csvRecords(das2Table(lines, ({ beneficiary }) => remarks.get(beneficiary.id) ?? []))
  const file = fileObstacle === null ? das2File(year, declarant, lines) : null
  const declared = lines.filter(({ state }) => state === 'to_declare')
  const id = newId()
  const euros = declared.reduce((sum, line) => sum + line.euros, 0)
  await tx
    .insertInto('das2_exports')
    .values({
      id,
      year,
      table_text: table,
      table_sha256: sha256(table),
      file_text: file && Buffer.from(file).toString('latin1'),
      file_sha256: file && sha256(file),
      file_obstacle: fileObstacle && JSON.stringify(fileObstacle),
      declared: declared.length,
      declared_euros: euros,
      paid: JSON.stringify(
        partners.map(({ partner, line }) => ({ partnerId: partner.id, name: partner.name, cents: line.beneficiary.paidCents })),
      ),
      created_by: personOf(context).userId,
      created_at: now,
    })
    .execute()
  await context.recordEvent({
    name: 'das2.exported',
    subjectId: null,
    audience: staff,
    after: { exportId: id, year, declared: declared.length, euros },
  })
  return id
}

/** Saves who declares, the accounts and the alert; what is left out stays. */
export async function saveYearSettings(
  context: TransactionContext,
  { expected, ...changes }: z.output<typeof yearSettingsForm>,
): Promise<void> {
  const { tx, now } = context
  const before = yearSettingsOf(await lockProgramme(tx))
  refuseOverwriting(before, expected, 'settings_changed_meanwhile')
  const form = withChanges(before, changes)
  const changed = (Object.keys(form) as (keyof YearSettings)[]).filter((name) => form[name] !== before[name])
  if (changed.length === 0) return
  await tx
    .updateTable('programme_settings')
    .set({ ...toColumns(form), changed_at: now })
    .execute()
  const only = (values: YearSettings) => Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<YearSettings>
  await context.recordEvent({
    name: 'year_settings.changed',
    subjectId: null,
    audience: staff,
    before: only(before),
    after: only(form),
  })
}

/** The account numbers of the journal. */
export function accountsOf(row: ProgrammeRow): Accounts {
  return {
    commissions: row.account_commissions,
    vat: row.account_vat,
    suppliers: row.account_suppliers,
    accrued: row.account_accrued,
    bank: row.account_bank,
  }
}

function toColumns(form: YearSettings) {
  return {
    siret: form.siret,
    ape: form.ape,
    pays_wages: form.paysWages,
    declaration_contact: form.declarationContact,
    declaration_phone: form.declarationPhone,
    declaration_email: form.declarationEmail,
    account_commissions: form.accountCommissions,
    account_vat: form.accountVat,
    account_suppliers: form.accountSuppliers,
    account_accrued: form.accountAccrued,
    account_bank: form.accountBank,
    occasional_payments: form.occasionalPayments,
    occasional_cents: form.occasionalCents,
  }
}

export function yearSettingsOf(row: ProgrammeRow): YearSettings {
  return {
    siret: row.siret,
    ape: row.ape,
    paysWages: row.pays_wages,
    declarationContact: row.declaration_contact,
    declarationPhone: row.declaration_phone,
    declarationEmail: row.declaration_email,
    accountCommissions: row.account_commissions,
    accountVat: row.account_vat,
    accountSuppliers: row.account_suppliers,
    accountAccrued: row.account_accrued,
    accountBank: row.account_bank,
    occasionalPayments: row.occasional_payments,
    occasionalCents: row.occasional_cents,
  }
}
