import { type Catalogue, everything, type Row } from './catalogue.ts'
import { commissionPaid } from './commission-tables.ts'
import { as, idOf, karim, marie, monday, tuesday } from './people.ts'

export const disputeMarie = idOf(121)
export const disputeAlone = idOf(122)
export const disputeKarim = idOf(123)
export const disputeKarimAlone = idOf(124)
const disputeOfAda = idOf(125)
const disputeClosed = idOf(126)

const commissionContested = idOf(56)
const opened = { state: 'open', opened_at: monday }
const upheld = { state: 'upheld', opened_at: monday, closed_at: tuesday, closed_by: as.alan.userId }
const dispute = (id: string, partner_id: string, about: object): Row => ({ id, partner_id, kind: 'missing', ...opened, ...about })
const insert = (columns: string, values: string) =>
  `insert into disputes (id, partner_id, opened_at, ${columns}) values ('${idOf(130)}', '${marie}', '${tuesday}', ${values})`
const subject = { refused: 'disputes_subject' }
const set = (id: string, what: string) => `update disputes set ${what} where id = '${id}'`
const closed = (state: string, by: string) => `state = '${state}', closed_at = '${tuesday}', closed_by = '${by}'`

export const disputeTables: Catalogue['tables'] = {
  disputes: {
    rights: { update: ['money'] },
    rows: {
      "Marie's, about an amount": dispute(disputeMarie, marie, {
        kind: 'amount',
        commission_id: commissionContested,
        lead_id: idOf(46),
      }),
      "Marie's, without a lead": dispute(disputeAlone, marie, {}),
      "Marie's, closed": dispute(disputeClosed, marie, upheld),
      "Karim's, about a lead": dispute(disputeKarim, karim, { lead_id: idOf(44) }),
      "Karim's, without a lead": dispute(disputeKarimAlone, karim, {}),
      "of Ada's own": dispute(disputeOfAda, as.ada.userId, {}),
    },
    access: {
      system: everything,
      admin: {
        select: 'all',
        update: [
          "Marie's, about an amount",
          "Marie's, without a lead",
          "Marie's, closed",
          "Karim's, about a lead",
          "Karim's, without a lead",
        ],
      },
      partner: {
        select: ["Marie's, about an amount", "Marie's, without a lead", "Marie's, closed"],
        insert: ["Marie's, about an amount", "Marie's, without a lead"],
        update: ["Marie's, about an amount", "Marie's, without a lead", "Marie's, closed"],
      },
    },
    triggers: {
      check_dispute: [
        {
          title: 'a commission of another partner cannot be contested',
          as: as.marie,
          sql: insert('kind, commission_id', `'amount', '${idOf(55)}'`),
          expect: subject,
        },
        {
          title: 'a dispute about an amount names the lead of the commission',
          as: as.marie,
          sql: insert('kind, commission_id, lead_id', `'amount', '${commissionPaid}', '${idOf(42)}'`),
          expect: subject,
        },
        {
          title: 'no commission is missing of a lead that is still open',
          as: as.marie,
          sql: insert('kind, lead_id', `'missing', '${idOf(41)}'`),
          expect: subject,
        },
        {
          title: 'a commission may be missing of a signed lead',
          as: as.marie,
          sql: `${insert('kind, lead_id', `'missing', '${idOf(42)}'`)} returning state`,
          expect: { value: 'open' },
        },
      ],
      dispute_goes_forward: [
        {
          title: 'a dispute is answered, asked again and upheld',
          as: as.ada,
          sql: `${set(disputeMarie, `state = 'answered', answered_at = '${tuesday}', answered_by = '${as.ada.userId}'`)};
            ${set(disputeMarie, closed('upheld', as.ada.userId))} returning state`,
          expect: { value: 'upheld' },
        },
        {
          title: 'a closed dispute stays closed',
          as: as.marie,
          sql: set(disputeClosed, "state = 'open', closed_at = null, closed_by = null"),
          expect: { refused: 'disputes_forward' },
        },
        {
          title: 'staff withdraw nothing',
          as: as.ada,
          sql: set(disputeMarie, closed('withdrawn', as.ada.userId)),
          expect: { refused: 'disputes_of_partner' },
        },
        {
          title: 'a partner does not decide',
          as: as.marie,
          sql: set(disputeMarie, closed('corrected', marie)),
          expect: { refused: 'disputes_own' },
        },
      ],
      keep_open_dispute: [
        {
          title: 'a lead whose dispute is open is not deleted',
          as: as.system,
          setup: `update disputes set kind = 'missing', commission_id = null where id = '${disputeMarie}'`,
          sql: `delete from commissions where lead_id = '${idOf(46)}'; delete from leads where id = '${idOf(46)}'`,
          expect: { refused: 'disputes_open_kept' },
        },
      ],
      note_dispute: [
        {
          title: 'a commission is marked as contested',
          as: as.marie,
          sql: `${insert('kind, commission_id', `'amount', '${commissionPaid}'`)};
            select disputed from commissions where id = '${commissionPaid}'`,
          expect: { value: true },
        },
        {
          title: 'a decided one is no more',
          as: as.ada,
          setup: `update commissions set dispute_state = 'open' where id = '${commissionContested}'`,
          sql: `${set(disputeMarie, closed('upheld', as.ada.userId))};
            select dispute_state || disputed::text from commissions where id = '${commissionContested}'`,
          expect: { value: 'upheldfalse' },
        },
      ],
    },
  },
}
