-- Counters of attempts on one account, so that all of them can be forgotten at once, whatever address or browser they count. A hash,
-- as the keys are; null for counters of something else.
alter table auth.rate_limits add column account text;
create index rate_limits_by_account on auth.rate_limits (account) where account is not null;
