-- The tagline in single languages, beside the one that is read where a language has none. The tagline that a portal begins with has
-- both; what was typed instead is kept as it is.
alter table settings add column taglines jsonb not null default '{}',
  add constraint settings_taglines check (app.names_fit(taglines, 200));
update settings set taglines = '{"fr": "Recommandez, suivez, soyez rémunéré.", "en": "Refer, follow up, get paid."}'
  where tagline = 'Recommandez, suivez, soyez rémunéré.';
