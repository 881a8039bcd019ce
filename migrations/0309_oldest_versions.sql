-- Oldest version that may run on it: 0.3.0-dev
-- A version starts on a database with migrations that it does not know where each of them lets it; the version that brought one is
-- named to those that it does not let.
alter table passerelle.migrations
  add column oldest_version text,
  add column applied_by text;
