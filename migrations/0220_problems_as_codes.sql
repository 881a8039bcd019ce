-- What the portal itself says of a bank file's line, of a webhook's delivery and of what a client left is kept as facts, for which each
-- reader has words. What earlier releases wrote stays as it stands, but for two sentences that are certain.

-- Why the checks kept a payout out of the file that was made instead; `reasons` keeps what a person typed.
alter table payout_file_lines add column problems jsonb,
  drop constraint payout_file_lines_held_out, drop constraint payout_file_lines_reasons;
alter table payout_file_lines
  add constraint payout_file_lines_held_out check (
    not held_out or (state = 'withdrawn' and (reasons <> '' or problems is not null))),
  add constraint payout_file_lines_reasons check ((reasons <> '')::int + num_nonnulls(bank_reasons, problems) <= 1);
grant update (problems) on payout_file_lines to passerelle_admin, passerelle_system;

-- Why a message was not delivered, where the portal says it; `error` keeps the words of the network.
alter table webhook_deliveries add column problem jsonb;
update webhook_deliveries set error = null, problem = '{"code": "endpoint_off"}' where error = 'The endpoint is switched off';
update webhook_deliveries
  set error = null, problem = jsonb_build_object('code', 'no_answer', 'seconds', substring(error from '\d+')::int)
  where error ~ '^No answer within \d+ seconds$';
alter table webhook_deliveries add constraint webhook_deliveries_problem check (num_nonnulls(error, problem) <= 1);

-- What a client left otherwise than an existing lead has it; '' where it is the same. The message is theirs alone.
alter table client_confirmations add column name_left text not null default '', add column phone_left text not null default '',
  drop constraint client_confirmations_consent, drop constraint client_confirmations_texts;
alter table client_confirmations
  add constraint client_confirmations_consent check ((left_at is null) = (consent_text = '')
    and (left_at is null) = (consent_sha256 is null) and (left_at is not null or message || name_left || phone_left = '')),
  add constraint client_confirmations_texts check (length(message) <= 1300 and length(answer_name) <= 100
    and length(name_left) <= 200 and length(phone_left) <= 100);
grant select (name_left, phone_left) on client_confirmations to passerelle_partner;
