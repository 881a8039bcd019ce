// The overview of staff as one statement that answers the portal's JSON (src/overview/server).

const pendingContracts = `from contracts c
  where c.status = 'en_attente' and exists (select 1 from profiles p
    where p.user_id = c.user_id and p.deleted_at is null and app.role_of(p.user_id) = 'partner')`

const partnersWithoutContract = `select count(*) from profiles p
  where p.deleted_at is null and p.joined_at is not null and app.role_of(p.user_id) = 'partner'
    and not exists (select from contracts c where c.user_id = p.user_id and c.contract_type = 'main')`

const undeliveredMail = `select count(*) from mails m
  where m.failed_at is not null and m.dismissed_at is null and (m.kind <> 'invitation' or exists (
    select from events e join invitations i on i.user_id = m.user_id and i.id::text = e.after ->> 'invitationId'
    where e.id = m.event_id and i.accepted_at is null and i.withdrawn_at is null))`

const nextPayment = `select json_build_object(
    'payableBy', to_char((min(validated_at) + interval '720 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'amountCents', sum(amount_cents))
  from commissions
  where status = 'valide' and validated_at < (date_trunc('day', (
      select min(validated_at) + interval '720 hours' from commissions where status = 'valide'
    ) at time zone 'Europe/Paris') + interval '1 day') at time zone 'Europe/Paris' - interval '720 hours'
  having count(*) > 0`

const late = `select count(*) as count, coalesce(sum(amount_cents), 0) as cents from commissions
  where status = 'valide' and validated_at <= now() - interval '720 hours'`

const oldestDispute = `select to_char(min(opened_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from disputes
  where state = 'open'`

const partnersToCheck = `select count(distinct d.partner_id) from vigilance_documents d
  join profiles p on p.user_id = d.partner_id
  where d.status = 'received' and p.deleted_at is null and app.role_of(p.user_id) = 'partner'`

const leads = (condition = 'true') => `(select coalesce(sum(n), 0) from l where ${condition})`
const money = (condition = 'true') => `(select coalesce(sum(cents), 0) from c where ${condition})`
const count = (status: string) => `(select coalesce(sum(n), 0) from c where status = '${status}')`

/** As the portal writes an instant. */
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const byClient = `from commissions c join programme_settings s on s.commission_basis = 'cash'
  where c.status = 'en_attente' and c.kind = 'deal' and not c.disputed`
const held = `from commissions where status = 'valide' and held_reason is not null and not disputed`
const toAnswer = `from lead_registrations r where r.state in ('submitted', 'appealed')`

export const overviewSql = `
  with l as materialized (select status, sum(count) as n from lead_stats group by status),
    c as materialized (select status, sum(count) as n, sum(amount_cents) as cents from commission_stats group by status),
    late as (${late}),
    invited as (select count(*) as pending, count(*) filter (where expires_at <= now()) as expired,
      count(*) filter (where expires_at > now()) as open, min(created_at) filter (where expires_at > now()) as since
      from invitations where accepted_at is null and withdrawn_at is null)
  select json_build_object(
    'totalOpportunities', ${leads()}, 'contractsSigned', ${leads("status = 'signe'")},
    'totalCommissionsCents', ${money()}, 'pendingPaymentsCents', ${money("status <> 'paye'")},
    'earnedCents', ${money("status <> 'en_attente'")}, 'comingCents', ${money("status <> 'paye'")},
    'paidCents', ${money("status = 'paye'")}, 'nextPayment', (${nextPayment}), 'withheld', null, 'steps', null,
    'unread', json_build_object(
      'count', (select count(distinct lead_id) from unread_leads where user_id = app.user_id()), 'leads', coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'company', l.company) order by u.latest_at desc)
      from unread_leads u join leads l on l.id = u.lead_id where u.user_id = app.user_id()), '[]')),
    'inbox', json_build_object(
      'partnersWithoutContract', (${partnersWithoutContract}),
      'contractsToCountersign', (select count(*) from contracts
        where status = 'signe' and signing_method = 'electronic' and countersigned_at is null),
      'contractsDeclined', (select count(*) ${pendingContracts} and c.declined_at is not null),
      'contractsAwaitingPartner', (select count(*) ${pendingContracts} and c.declined_at is null),
      'contractsAwaitingSince', (select ${instant('min(c.created_at)')} ${pendingContracts} and c.declined_at is null),
      'commissionsToValidate', ${count('en_attente')}, 'commissionsToValidateCents', ${money("status = 'en_attente'")},
      'commissionsToPay', ${count('valide')}, 'commissionsToPayCents', ${money("status = 'valide'")},
      'commissionsOverdue', late.count, 'commissionsOverdueCents', late.cents,
      'commissionsAwaitingClient', (select count(*) ${byClient}),
      'commissionsAwaitingClientSince', (select ${instant('min(c.created_at)')} ${byClient}),
      'commissionsHeld', (select count(*) ${held}), 'commissionsHeldSince', (select ${instant('min(validated_at)')} ${held}),
      'disputesOpen', (select count(*) from disputes where state = 'open'), 'oldestDisputeAt', (${oldestDispute}),
      'invoicesToCheck', (select count(*) from uploaded_invoices where status = 'submitted'),
      'partnersToCheck', (${partnersToCheck}),
      'registrationsToAnswer', (select count(*) ${toAnswer}),
      'registrationsLate', (select count(*) ${toAnswer} and coalesce(r.appealed_at, r.submitted_at)
        + (select registration_hours from programme_settings) * interval '1 hour' < now()),
      'extensionsToAnswer', (select count(*) from lead_registrations
        where extension_state = 'asked' and state in ('accepted', 'extended')),
      'possibleDuplicates', (select count(*) from leads where possible_duplicate_of is not null),
      'undelivered', (${undeliveredMail}) + (select count(*) from failed_jobs),
      'invitationsPending', invited.pending, 'invitationsExpired', invited.expired,
      'invitationsOpen', invited.open, 'invitationsOpenSince', ${instant('invited.since')})) as overview
  from late, invited`
