-- Partners are told what changes of their terms by events of their own, which whoever reads their money reads.
CREATE OR REPLACE FUNCTION app.event_topic(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
as $function$
#variable_conflict use_column
begin
  return case
    when split_part(name, '.', 1) in ('lead', 'leads', 'registration', 'introduction_link', 'client_invoice') then 'all_leads'
    when split_part(name, '.', 1) in ('client_payment', 'commission', 'dispute', 'payout', 'payout_run', 'invoice', 'das2', 'terms')
      then 'money'
    when split_part(name, '.', 1) in ('payment_info', 'billing', 'supplier_code') then 'bank'
    when split_part(name, '.', 1) = 'vigilance' then 'documents'
    when split_part(name, '.', 1) = 'contract' then 'contracts'
    else 'team'
  end;
end $function$;

create index events_of_terms on events (partner_id, seq) where name = 'terms.changed';
