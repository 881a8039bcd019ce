-- Oldest version that may run on it: 0.3.0-dev
-- Addresses that public pages link to (legal, privacy, accessibility), and the one where weaknesses are reported (security).
alter table settings add column links jsonb not null default '{}',
  add constraint settings_links check (jsonb_typeof(links) = 'object' and length(links::text) <= 10000);
