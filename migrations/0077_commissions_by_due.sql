-- Commissions by the day on which they are due, for the staff's list; what is paid or waits for no date comes last.
create index commissions_by_due on commissions
  (coalesce(case when status = 'valide' then payable_by end, '2200-01-01Z'::timestamptz), id) where created_at > '-infinity';

-- What waits otherwise than the many: held commissions, pending ones without a lead's payment to wait for, and leads that do not
-- become due as the programme says.
create index commissions_held on commissions (validated_at) include (amount_cents, disputed) where held_reason is not null;
create index commissions_pending_others on commissions (id) where status = 'en_attente' and kind <> 'deal';
create index lead_terms_by_basis on lead_terms (commission_basis) where commission_basis is not null;
