import type { Catalogue, Row } from './catalogue.ts'
import { invoiceMarie, issueOfMarie, undoHandover } from './invoice-tables.ts'
import { ada, alan, as, idOf, tuesday } from './people.ts'

const platformStatus = (number: number, invoice_id: string, recorded_by: string): Row => ({
  id: idOf(number),
  invoice_id,
  status: 'deposited',
  on_day: '2026-03-03',
  recorded_at: tuesday,
  recorded_by,
})
const tell = (on = '2026-03-03') =>
  `insert into invoice_platform_statuses (id, invoice_id, status, on_day, recorded_at, recorded_by)
    values ('${idOf(258)}', '${invoiceMarie}', 'paid', '${on}', now(), '${ada}') returning status`
const saidImpossible = { refused: 'invoice_platform_statuses_possible' }

/** What platforms say of documents; after the documents and their hand-overs. */
export const platformStatusTables: Catalogue['tables'] = {
  invoice_platform_statuses: {
    rights: { insert: ['money'] },
    rows: {
      "Marie's, by Ada": platformStatus(256, invoiceMarie, ada),
      "Karim's, by Alan": platformStatus(257, idOf(182), alan),
    },
    access: { admin: { select: 'all', insert: ["Marie's, by Ada"] }, partner: { select: ["Marie's, by Ada"] } },
    triggers: {
      check_platform_status: [
        { title: 'the platform says what became of it', as: as.ada, sql: tell(), expect: { value: 'paid' } },
        { title: 'not before it was handed over', as: as.ada, sql: tell('2026-03-02'), expect: saidImpossible },
        { title: 'nor of what is not handed over', as: as.ada, setup: undoHandover, sql: tell(), expect: saidImpossible },
        {
          title: 'nor of what is void',
          as: as.ada,
          setup:
            'alter table invoices disable trigger user; ' +
            `${issueOfMarie({ archive_only: 'true' })}; alter table invoices enable trigger user`,
          sql: tell(),
          expect: saidImpossible,
        },
        {
          title: 'nor of a credit note that is kept only',
          as: as.ada,
          setup:
            'alter table invoices disable trigger user; ' +
            `update invoices set kind = 'credit_note', corrects_id = '${idOf(182)}', archive_only = true ` +
            `where id = '${invoiceMarie}'`,
          sql: tell(),
          expect: saidImpossible,
        },
      ],
    },
  },
}
