-- Oldest version that may run on it: 0.3.0-dev
-- A decision is about the text that somebody read: a keyed hash of it, so that what is written there until it is taken out stays.
-- Null for decisions of before, and for a text that stays.
alter table erasure_mentions
  add column decided_text text,
  add constraint erasure_mentions_decided_text check (decided_text is null or decision = 'empty');
grant update (decided_text) on erasure_mentions to passerelle_admin;
