import { endOf, type WorldSizes } from './world-sizes.ts'

const admin = '(select user_id from payees where number = 0)'
/** Filled once, so that payouts, their documents and their transfers tell of the same. */
const party = `jsonb_build_object('name', 'Réseau', 'legalForm', 'SAS', 'address', jsonb_build_object('street', 'Rue du Port',
  'buildingNumber', '1', 'postcode', '44000', 'town', 'Nantes', 'country', 'FR'), 'siren', null, 'siret', null,
  'vatNumber', null)`

/**
 * What the paid commissions were paid with: a run for each month, a payout for each partner in it with its receipt, a file for
 * the bank for each run, and the clients' payments before it. Most partners have bank details and a billing profile.
 */
export const payoutsSql = ({ until }: WorldSizes) => [
  `create temp table payees as
    select user_id, full_name, company, created_at as since, row_number() over (order by user_id) - 1 as number
    from profiles`,
  `create temp table paid as
    select c.id, c.partner_id, c.lead_id, c.amount_cents, c.revenue_cents, date_trunc('month', c.paid_at, 'UTC') as month
    from commissions c where c.status = 'paye' and c.amount_cents > 0`,
  `create temp table runs as
    select month, row_number() over (order by month) as n, least(month + interval '1 month', ${endOf({ until })}) as at
    from (select distinct month from paid) months`,
  `create temp table paying as
    select p.partner_id, r.month, r.at, r.n as run, row_number() over (order by r.month, p.partner_id) as n,
      sum(p.amount_cents)::bigint as net, count(*) as commissions
    from paid p join runs r using (month) group by 1, 2, 3, 4`,
  `insert into payout_runs (id, payable_until, issued_by, issued_at)
    select pg_temp.id_at(at, n, 5), at::date, ${admin}, at from runs`,
  `insert into payouts (id, run_id, partner_id, reference, status, net_cents, commission_count, statement, issued_by, issued_at,
      contest_until, accepted_at, approved_by, approved_at, sent_at, paid_at, paid_on,
      payment_reference)
    select pg_temp.id_at(y.at, y.n, 6), pg_temp.id_at(y.at, y.run, 5), y.partner_id,
      'REL-' || to_char(y.month, 'YYYY-MM') || '-' || y.n, 'paid', y.net, y.commissions,
      jsonb_build_object('number', 'REL-' || y.n, 'issueDate', y.at::date, 'period', jsonb_build_object('from', y.month::date,
        'to', y.at::date), 'provider', ${party}, 'payee', ${party}, 'lines', '[]'::jsonb, 'held', '[]'::jsonb, 'carriedCents', 0,
        'vatCents', 0, 'noVatReason', 'Art. 293 B', 'invoices', '[]'::jsonb, 'contestUntil', null, 'transfer', null),
      ${admin}, y.at, y.at + interval '7 days', y.at + interval '2 days', ${admin}, y.at + interval '3 days',
      y.at + interval '4 days', y.at + interval '6 days', (y.at + interval '6 days')::date, 'VIR-' || y.n
    from paying y`,
  `update commissions c set payout_id = pg_temp.id_at(y.at, y.n, 6)
    from paid p join paying y using (partner_id, month) where p.id = c.id`,
  `insert into invoices (id, payout_id, partner_id, kind, series, number, issued_on, issued_at, issued_by, net_cents, content)
    select pg_temp.id_at(y.at, y.n, 7), pg_temp.id_at(y.at, y.n, 6), y.partner_id, 'receipt',
      'RC-' || lpad(p.number::text, 4, '0') || '-' || to_char(y.at, 'YYYY'),
      row_number() over (partition by y.partner_id, to_char(y.at, 'YYYY') order by y.at), y.at::date, y.at, ${admin}, y.net,
      '{"kind": "receipt", "content": {}}'
    from paying y join payees p on p.user_id = y.partner_id`,
  `insert into invoice_lines (invoice_id, position, commission_id, net_cents)
    select pg_temp.id_at(y.at, y.n, 7), row_number() over (partition by y.n order by p.id), p.id, p.amount_cents
    from paid p join paying y using (partner_id, month)`,
  `insert into files (id, purpose, name, kind, size, sha256, created_at, claimed_at)
    select pg_temp.id_at(at, n, 8), 'payout', 'virements.xml', 'application/xml', 1000, repeat('0', 64), at, at from runs`,
  `insert into payout_files (id, message_id, format, execute_on, batch_booking, instant, line_count, total_cents, sha256, file_id,
      created_by, created_at)
    select pg_temp.id_at(r.at, r.n, 9), 'PAY-' || r.n, 'pain.001.001.09', (r.at + interval '5 days')::date, true, false, count(*),
      sum(y.net), repeat('0', 64), pg_temp.id_at(r.at, r.n, 8), ${admin}, r.at + interval '4 days'
    from runs r join paying y on y.run = r.n group by r.n, r.at`,
  `insert into payout_file_lines (id, payout_file_id, position, payout_id, end_to_end_id, instruction_id, total_cents, holder,
      state, changed_at)
    select pg_temp.id_at(y.at, y.n, 10), pg_temp.id_at(y.at, y.run, 9), row_number() over (partition by y.run order by y.n),
      pg_temp.id_at(y.at, y.n, 6), 'E2E-' || y.n, 'INS-' || y.n, y.net, left(p.full_name, 70), 'paid', y.at + interval '6 days'
    from paying y join payees p on p.user_id = y.partner_id`,
  `insert into client_payments (id, lead_id, reference, received_on, net_cents, recorded_by, created_at,
      partner_key, lead_key, search_text)
    select pg_temp.id_at(y.at, row_number() over (order by p.id), 11), p.lead_id, 'F-' || row_number() over (order by p.id),
      (y.at - interval '20 days')::date, p.revenue_cents, ${admin}, y.at - interval '20 days',
      c.partner_key, app.unaccent(lower(l.company)), 'f-' || row_number() over (order by p.id) || ' ' || c.search_text
    from paid p join paying y using (partner_id, month) join commissions c on c.id = p.id join leads l on l.id = p.lead_id
    where p.revenue_cents > 0`,
  `insert into payment_infos (partner_id, company, iban_encrypted, iban_checks_out, address, country, updated_at, iban_changed_at,
      account_holder, town, postal_country, iban_fingerprint)
    select user_id, company, 'x' || number, number % 50 > 0, 'Rue du Port, Nantes', 'France', since, since, left(full_name, 70),
      'Nantes', 'FR', md5(number::text)
    from payees where number > 0 and number % 20 > 0`,
  `insert into billing_profiles (partner_id, mode, regime, legal_name, street, postcode, town, country, updated_at)
    select user_id, 'receipt', 'none', full_name, 'Rue du Port', '44000', 'Nantes', 'FR', since
    from payees where number > 0 and number % 10 > 0`,
]
