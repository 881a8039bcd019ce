import { type Catalogue, everything, type Row, type TableExpectation } from './catalogue.ts'
import { ada, alan, as, idOf, monday, tuesday } from './people.ts'

const payoutMarie = idOf(161)
const [fileAda, fileAlan] = [idOf(181), idOf(182)]
const [lineMarie, lineAda] = [idOf(183), idOf(184)]

const file = (id: string, number: number, created_by: string, file_id: string): Row => {
  const facts = { format: 'pain.001.001.09', execute_on: '2026-03-04', batch_booking: true, instant: false, line_count: 1 }
  const columns = { created_by, created_at: tuesday, file_id, sha256: 'a'.repeat(64) }
  return { id, message_id: `PAY-2026-03-${number}`, ...facts, total_cents: 15_000, ...columns }
}
const line = (id: string, payout_file_id: string, payout_id: string, number: number): Row => {
  const ids = { end_to_end_id: `REL-2026-03-${number}`, instruction_id: `PAY-2026-03-${number}-1` }
  const facts = { position: 1, total_cents: 15_000, holder: 'Marie Dupont', reasons: 'Compte clos', changed_at: monday }
  return { id, payout_file_id, payout_id, ...ids, ...facts, state: 'rejected' }
}

/** Alan sends Marie's payout. */
const sentState = (number: number) => `
  update payouts set accepted_at = '${tuesday}' where id = '${payoutMarie}';
  select set_config('app.user_id', '${alan}', true), set_config('app.partner_id', '${alan}', true);
  update payouts set status = 'approved', approved_by = '${alan}', approved_at = now() where id = '${payoutMarie}';
  update payouts set status = 'sent', sent_at = now() where id = '${payoutMarie}';
  ${newFile(number)};
  ${newLine(number)};
  set constraints all immediate; set constraints all deferred`
const newFile = (number: number, cents = 15_000) => `insert into payout_files (id, message_id, format, execute_on, batch_booking,
    instant, line_count, total_cents, sha256, file_id, created_by, created_at)
  values ('${idOf(number)}', 'PAY-2026-03-${number}', 'pain.001.001.03', '2026-03-04', true, false, 1, ${cents},
    '${'b'.repeat(64)}', '${idOf(175)}', '${alan}', now())`
const newLine = (number: number, state = 'sent', cents = 15_000) => `insert into payout_file_lines (id, payout_file_id, position,
    payout_id, end_to_end_id, instruction_id, total_cents, holder, state, changed_at)
  values ('${idOf(number)}', '${idOf(number)}', 1, '${payoutMarie}', 'REL-2026-03-161-${number}', 'PAY-2026-03-${number}-1',
    ${cents}, 'Marie Dupont', '${state}', now())`
const withdraw = `update payout_files set withdrawn_at = now(), withdrawn_by = '${ada}', withdraw_reason = 'Erreur'
  where id = '${idOf(190)}'`
const move = (set: string) => `update payout_file_lines set ${set} where id = '${idOf(190)}'`
const back = `update payouts set status = 'approved' where id = '${payoutMarie}'`
const final = { refused: 'payout_files_final' }
const lineFinal = { refused: 'payout_file_lines_final' }
const forward = { refused: 'payout_file_lines_forward' }
const together = { refused: 'payouts_sent' }
const reconcile = { refused: 'payout_files_reconcile' }

/** What ties payouts to the lines that send them. */
export const payoutSentTriggers: NonNullable<TableExpectation['triggers']> = {
  check_payout_sent: [
    {
      title: 'a payout is not sent without a file',
      as: as.alan,
      setup: `update payouts set accepted_at = '${tuesday}' where id = '${payoutMarie}';
        select set_config('app.user_id', '${alan}', true), set_config('app.partner_id', '${alan}', true);
        update payouts set status = 'approved', approved_by = '${alan}', approved_at = now() where id = '${payoutMarie}'`,
      sql: `update payouts set status = 'sent' where id = '${payoutMarie}'`,
      expect: together,
    },
    { title: 'nor taken back while it is in one', as: as.ada, setup: sentState(190), sql: back, expect: together },
  ],
}

/** After the payouts that they send. */
export const payoutFileTables: Catalogue['tables'] = {
  payout_files: {
    rights: { insert: ['money'], update: ['money'] },
    rows: {
      "Ada's": file(fileAda, 1, ada, idOf(173)),
      "Alan's": file(fileAlan, 2, alan, idOf(174)),
    },
    access: { system: everything, admin: { select: 'all', insert: ["Ada's"], update: 'all' } },
    triggers: {
      payout_file_stays: [
        {
          title: 'a file is withdrawn with its lines',
          as: as.ada,
          setup: sentState(190),
          sql: `${withdraw}; ${move(`state = 'withdrawn'`)}; ${back} returning status`,
          expect: { value: 'approved' },
        },
        {
          title: 'and stays withdrawn',
          as: as.ada,
          setup: `${sentState(190)}; ${withdraw}; ${move(`state = 'withdrawn'`)}; ${back}`,
          sql: `update payout_files set withdraw_reason = 'Autre' where id = '${idOf(190)}'`,
          expect: final,
        },
        {
          title: 'nobody changes what a file says',
          as: as.system,
          setup: 'grant update on payout_files to passerelle_system',
          sql: `update payout_files set execute_on = '2026-03-05' where id = '${fileAda}'`,
          expect: final,
        },
      ],
      check_payout_file: [
        { title: 'a file without lines is not kept', as: as.alan, sql: newFile(190), expect: reconcile },
        {
          title: 'a file is not withdrawn without its lines',
          as: as.ada,
          setup: sentState(190),
          sql: withdraw,
          expect: reconcile,
        },
      ],
    },
  },
  payout_file_lines: {
    rights: { insert: ['money'], update: ['money'] },
    rows: {
      "Marie's": line(lineMarie, fileAda, payoutMarie, 1),
      "Ada's own": line(lineAda, fileAlan, idOf(163), 2),
    },
    access: { system: everything, admin: { select: 'all', insert: ["Marie's"], update: 'all' } },
    triggers: {
      payout_file_line_goes_forward: [
        {
          title: 'a line keeps its ids',
          as: as.system,
          setup: allColumns(),
          sql: change(`end_to_end_id = 'X'`),
          expect: lineFinal,
        },
        { title: 'what came back is final', as: as.ada, sql: change(`state = 'sent'`), expect: forward },
      ],
      check_line_added: [
        {
          title: 'a line sends its payout',
          as: as.alan,
          sql: `${newFile(190)}; ${newLine(190)}`,
          expect: together,
        },
        {
          title: 'for the amount of the payout',
          as: as.alan,
          sql: `${newFile(190, 14_999)}; ${newLine(190, 'rejected', 14_999)}`,
          expect: together,
        },
      ],
      check_line_changed: [
        {
          title: 'a line is paid with its payout alone',
          as: as.ada,
          setup: sentState(190),
          sql: move(`state = 'paid'`),
          expect: together,
        },
        {
          title: 'the bank has taken it: it is still under way',
          as: as.ada,
          setup: sentState(190),
          sql: `${move(`state = 'accepted', bank_status = 'ACCP'`)} returning state`,
          expect: { value: 'accepted' },
        },
      ],
      check_file_of_line_added: [
        {
          title: 'no line slips into a file',
          as: as.ada,
          sql: `insert into payout_file_lines (id, payout_file_id, position, payout_id, end_to_end_id, instruction_id,
              total_cents, holder, state, changed_at)
            values ('${idOf(191)}', '${fileAda}', 2, '${idOf(162)}', 'E', 'I', 15000, 'Karim', 'rejected', now())`,
          expect: reconcile,
        },
      ],
      check_file_of_line_changed: [
        {
          title: 'a line is withdrawn with its file alone',
          as: as.ada,
          setup: sentState(190),
          sql: `${move(`state = 'withdrawn'`)}; ${back}`,
          expect: reconcile,
        },
      ],
    },
  },
}

function change(set: string): string {
  return `update payout_file_lines set ${set} where id = '${lineMarie}'`
}

function allColumns(): string {
  return 'grant update on payout_file_lines to passerelle_system'
}
