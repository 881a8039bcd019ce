-- Further accounts of the provider, encrypted as the one that pays: statements of any other account change nothing.
alter table programme_settings add column other_ibans_encrypted text[] not null default '{}';
