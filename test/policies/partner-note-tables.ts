import { type Catalogue, everything } from './catalogue.ts'
import { ada, alan, as, gone, idOf, karim, marie, monday, tuesday, withoutRights } from './people.ts'

const note = (id: string, partner_id: string, author_id: string) => ({
  id,
  partner_id,
  author_id,
  body: 'Rappeler en avril',
  created_at: monday,
})
const removed = (person: string, table: string, column: string) =>
  `select app.remove_staff_records('${person}'); select count(*) from ${table} where ${column} = '${person}'`

export const partnerNoteTables: Catalogue['tables'] = {
  partner_notes: {
    rights: { insert: ['partners'], update: ['partners'], delete: ['partners'] },
    rows: {
      'Ada’s about Marie': note(idOf(401), marie, ada),
      'Alan’s about Marie': note(idOf(402), marie, alan),
      'Ada’s about Karim': note(idOf(403), karim, ada),
      'Alan’s about Gaston, who is gone': note(idOf(404), gone, alan),
    },
    access: {
      system: { select: 'all' },
      admin: {
        select: 'all',
        insert: ['Ada’s about Marie', 'Ada’s about Karim'],
        update: ['Ada’s about Marie', 'Ada’s about Karim'],
        delete: ['Ada’s about Marie', 'Ada’s about Karim'],
      },
    },
  },
  last_visits: {
    rows: { Marie: { user_id: marie, seen_at: tuesday }, gone: { user_id: gone, seen_at: monday } },
    access: { system: everything, admin: { select: 'all' } },
  },
}

export const partnerNoteFunctions: Catalogue['functions'] = {
  'app.remove_staff_records(uuid)': {
    facts: [
      {
        title: 'of somebody who was deleted, notes go whoever wrote them',
        as: as.ada,
        sql: removed(gone, 'partner_notes', 'partner_id'),
        expect: { value: 0 },
      },
      {
        title: 'the last visit goes too',
        as: as.ada,
        sql: removed(gone, 'last_visits', 'user_id'),
        expect: { value: 0 },
      },
      {
        title: 'and addresses that waited for their confirmation',
        as: as.ada,
        setup: `update email_changes set user_id = '${gone}' where user_id = '${karim}'`,
        sql: removed(gone, 'email_changes', 'user_id'),
        expect: { value: 0 },
      },
      {
        title: 'and saved views',
        as: as.ada,
        sql: removed(gone, 'saved_views', 'user_id'),
        expect: { value: 0 },
      },
      {
        title: 'the views of others stay',
        as: as.ada,
        sql: `select app.remove_staff_records('${gone}'); set local role passerelle_system; select count(*) from saved_views`,
        expect: { value: 4 },
      },
      {
        title: 'those of others stay',
        as: as.ada,
        sql: `select app.remove_staff_records('${gone}'); select count(*) from email_changes where user_id = '${marie}'`,
        expect: { value: 3 },
      },
      {
        title: 'the notes about others stay',
        as: as.ada,
        sql: `select app.remove_staff_records('${gone}'); select count(*) from partner_notes where partner_id <> '${gone}'`,
        expect: { value: 3 },
      },
      {
        title: 'the visits of others stay',
        as: as.ada,
        sql: `select app.remove_staff_records('${gone}'); select count(*) from last_visits where user_id = '${marie}'`,
        expect: { value: 1 },
      },
      {
        title: 'of a partner with access nothing is removed',
        as: as.ada,
        sql: `select app.remove_staff_records('${marie}')`,
        expect: { refused: 'staff_records_of_deleted' },
      },
      {
        title: 'nor without the right to partners',
        as: as.ada,
        setup: withoutRights,
        sql: `select app.remove_staff_records('${gone}')`,
        expect: { refused: '42501' },
      },
    ],
    checks: {
      'the right': [`not app.has_right('partners', 'team')`, 'false'],
      'only who was deleted': ['and deleted_at is not null', ''],
      'only notes about them': ['where main_person_id = person', 'where person is not null'],
      'only their addresses': [
        'delete from email_changes where user_id = person',
        'delete from email_changes where person is not null',
      ],
      'only their views': ['delete from saved_views where user_id = person', 'delete from saved_views where person is not null'],
      'only their visit': ['delete from last_visits where user_id = person', 'delete from last_visits where person is not null'],
    },
  },
}
