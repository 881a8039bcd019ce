import type { Fact } from './catalogue.ts'
import { as, karim } from './people.ts'

const onlyByGrants = (table: string) => `alter table ${table} disable row level security`

/** Attempts that policies do not decide about: without a grant none of these reaches the table in this way. */
const withheldFrom = (actors: readonly ('ada' | 'marie' | 'system')[], table: string, deeds: Readonly<Record<string, string>>) =>
  Object.entries(deeds).flatMap(([why, sql]) =>
    actors.map(
      (actor): Fact => ({
        title: `${table}: ${why} (${as[actor].role})`,
        as: as[actor],
        setup: onlyByGrants(table),
        sql,
        expect: { refused: '42501' },
      }),
    ),
  )

/** What may never be granted, and why. */
export const withheld: readonly Fact[] = [
  ...withheldFrom(['ada', 'system'], 'payment_infos', {
    'partners alone write their bank details': `insert into payment_infos (partner_id) values ('${karim}')`,
    'and change them': 'update payment_infos set company = company',
  }),
  ...withheldFrom(['ada'], 'payment_infos', {
    'staff see the state of bank details, not the IBAN': 'select iban_encrypted from payment_infos',
  }),
  ...withheldFrom(['ada'], 'billing_profiles', {
    'whose they are stays': 'update billing_profiles set partner_id = partner_id',
  }),
  ...withheldFrom(['ada'], 'mails', { 'a subject may hold a code': 'select subject from mails' }),
  ...withheldFrom(['marie'], 'programme_settings', {
    'the provider’s account is none of a partner’s business': 'select iban_encrypted from programme_settings',
  }),
  ...withheldFrom(['marie'], 'lead_registrations', {
    'a partner does not read who decided': 'select decided_by from lead_registrations',
    'nor into which lead theirs was merged': 'select merged_into from lead_registrations',
  }),
  ...withheldFrom(['marie'], 'lead_notices', {
    'a partner reads how far a client was told, not why': 'select reason from lead_notices',
    'nor by whom': 'select settled_by from lead_notices',
  }),
  ...withheldFrom(['ada'], 'lead_notices', {
    'by when somebody is told follows from what happened': 'update lead_notices set due_at = due_at',
  }),
  ...withheldFrom(['ada', 'marie', 'system'], 'leads', {
    'what triggers keep is written by nobody else': 'update leads set settled = settled',
  }),
  ...withheldFrom(['ada', 'system'], 'bank_answers', {
    'what was applied stays': 'update bank_answers set sha256 = sha256',
  }),
  ...withheldFrom(['ada', 'system'], 'client_payments', {
    'what was recorded stays': 'update client_payments set net_cents = net_cents',
    'a mistake is corrected by a refund': 'delete from client_payments',
  }),
  ...withheldFrom(['ada', 'system'], 'signatures', {
    'evidence stays': 'update signatures set evidence = evidence',
    'and is not deleted': 'delete from signatures',
  }),
  ...withheldFrom(['ada', 'marie', 'system'], 'unread_leads', {
    'marks are made by app.mark_unread alone': 'insert into unread_leads select * from unread_leads',
  }),
]
