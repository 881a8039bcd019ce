-- The whole database, written by 'npm run db:types' from what the migrations make: do not edit.
-- Tables with their constraints, indexes, policies, triggers and grants, then the functions; passerelle_owner owns all of them.
-- Left out: the months of events (schema event_months), which the portal makes as time goes on, and the job queue's own tables.

CREATE ROLE passerelle_admin NOLOGIN;
CREATE ROLE passerelle_anonymous NOLOGIN;
CREATE ROLE passerelle_auth NOLOGIN;
CREATE ROLE passerelle_jobs NOLOGIN;
CREATE ROLE passerelle_owner NOLOGIN;
CREATE ROLE passerelle_partner NOLOGIN;
CREATE ROLE passerelle_sharer NOLOGIN;
CREATE ROLE passerelle_system NOLOGIN;
CREATE EXTENSION pg_trgm WITH SCHEMA public;
CREATE EXTENSION unaccent WITH SCHEMA public;
CREATE SCHEMA app;
GRANT USAGE ON SCHEMA app TO passerelle_admin, passerelle_anonymous, passerelle_auth, passerelle_partner, passerelle_system;
CREATE SCHEMA auth;
GRANT USAGE ON SCHEMA auth TO passerelle_auth, passerelle_system;
CREATE SCHEMA passerelle;
GRANT USAGE ON SCHEMA public TO PUBLIC;

CREATE TABLE accounting_closings (
  id uuid NOT NULL,
  scope text NOT NULL,
  until_day date NOT NULL,
  missing jsonb NOT NULL,
  accounts jsonb NOT NULL,
  closed_by uuid NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  reopening_reason text,
  reopening_asked_by uuid,
  reopening_asked_at timestamp with time zone,
  reopened_by uuid,
  reopened_at timestamp with time zone,
  CONSTRAINT accounting_closings_pkey PRIMARY KEY (id),
  CONSTRAINT accounting_closings_asked CHECK ((reopening_reason IS NULL) = (reopening_asked_by IS NULL) AND (reopening_reason IS NULL) = (reopening_asked_at IS NULL)),
  CONSTRAINT accounting_closings_four_eyes CHECK (reopened_by <> reopening_asked_by),
  CONSTRAINT accounting_closings_reopened CHECK ((reopened_by IS NULL) = (reopened_at IS NULL) AND (reopened_by IS NULL OR reopening_asked_by IS NOT NULL)),
  CONSTRAINT accounting_closings_scope CHECK (scope = ANY (ARRAY['month'::text, 'year'::text])),
  CONSTRAINT accounting_closings_until CHECK (until_day = (date_trunc(scope, until_day::timestamp without time zone) + (('1 '::text || scope)::interval) - '1 day'::interval)::date),
  CONSTRAINT accounting_closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES profiles(user_id),
  CONSTRAINT accounting_closings_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES profiles(user_id),
  CONSTRAINT accounting_closings_reopening_asked_by_fkey FOREIGN KEY (reopening_asked_by) REFERENCES profiles(user_id)
);
CREATE UNIQUE INDEX accounting_closings_once ON accounting_closings USING btree (scope, until_day) WHERE (reopened_at IS NULL);
ALTER TABLE accounting_closings ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_closes ON accounting_closings FOR INSERT TO passerelle_admin WITH CHECK (closed_by = app.user_id());
CREATE POLICY admin_reads ON accounting_closings FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_reopens ON accounting_closings FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (app.user_id() = COALESCE(reopened_by, reopening_asked_by));
CREATE POLICY partner_reads ON accounting_closings FOR SELECT TO passerelle_partner USING (scope = 'year'::text AND reopened_at IS NULL);
CREATE POLICY rights ON accounting_closings AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON accounting_closings TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER check_closing BEFORE INSERT OR UPDATE ON accounting_closings FOR EACH ROW EXECUTE FUNCTION app.check_closing();
GRANT INSERT, SELECT, UPDATE ON accounting_closings TO passerelle_admin, passerelle_system;
GRANT SELECT (id, scope, until_day, reopened_at) ON accounting_closings TO passerelle_partner;

CREATE TABLE accounting_entries (
  year integer NOT NULL,
  number integer NOT NULL,
  closing_id uuid NOT NULL,
  kind text NOT NULL,
  piece_id uuid NOT NULL,
  booked_on date NOT NULL,
  reference text NOT NULL,
  dated date NOT NULL,
  payout text NOT NULL,
  bank_reference text NOT NULL,
  partner_id uuid NOT NULL,
  partner_name text NOT NULL,
  supplier_code text NOT NULL,
  earned_cents bigint NOT NULL,
  taken_back_cents bigint NOT NULL,
  vat_cents bigint NOT NULL,
  CONSTRAINT accounting_entries_pkey PRIMARY KEY (year, number),
  CONSTRAINT accounting_entries_once UNIQUE (kind, piece_id),
  CONSTRAINT accounting_entries_kind CHECK (kind = ANY (ARRAY['invoiced'::text, 'credited'::text, 'issued'::text, 'accrued'::text, 'accepted'::text, 'reopened'::text, 'accrualCancelled'::text, 'cancelled'::text, 'byHand'::text, 'paidByHand'::text, 'paid'::text, 'returned'::text])),
  CONSTRAINT accounting_entries_year CHECK (year::numeric = EXTRACT(year FROM booked_on) AND number > 0),
  CONSTRAINT accounting_entries_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES accounting_closings(id),
  CONSTRAINT accounting_entries_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX accounting_entries_by_day ON accounting_entries USING btree (booked_on);
ALTER TABLE accounting_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_adds ON accounting_entries FOR INSERT TO passerelle_admin WITH CHECK (true);
CREATE POLICY admin_reads ON accounting_entries FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON accounting_entries AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON accounting_entries TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON accounting_entries TO passerelle_admin, passerelle_system;

CREATE TABLE announcement_recipients (
  announcement_id uuid NOT NULL,
  user_id uuid NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT announcement_recipients_pkey PRIMARY KEY (announcement_id, user_id),
  CONSTRAINT announcement_recipients_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id),
  CONSTRAINT announcement_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX announcement_recipients_by_person ON announcement_recipients USING btree (user_id, read_at);
ALTER TABLE announcement_recipients ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_addresses ON announcement_recipients FOR INSERT TO passerelle_admin WITH CHECK (read_at IS NULL);
CREATE POLICY admin_reads ON announcement_recipients FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON announcement_recipients FOR SELECT TO passerelle_partner USING (user_id = app.user_id());
CREATE POLICY own_receipt ON announcement_recipients FOR UPDATE TO passerelle_partner USING (user_id = app.user_id() AND read_at IS NULL) WITH CHECK (user_id = app.user_id());
CREATE POLICY rights ON announcement_recipients AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['announcements'::text]) AS has_right));
CREATE POLICY system_all ON announcement_recipients TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON announcement_recipients TO passerelle_admin, passerelle_system;
GRANT SELECT ON announcement_recipients TO passerelle_partner;
GRANT UPDATE (read_at) ON announcement_recipients TO passerelle_partner;

CREATE TABLE announcements (
  id uuid NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  link text,
  ends_on date,
  audience text NOT NULL,
  tier_name text,
  published_at timestamp with time zone NOT NULL,
  published_by uuid NOT NULL,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  tier_names jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT announcements_pkey PRIMARY KEY (id),
  CONSTRAINT announcements_audience CHECK (audience = ANY (ARRAY['all'::text, 'tier'::text, 'dormant'::text])),
  CONSTRAINT announcements_body_length CHECK (length(body) >= 1 AND length(body) <= 5000),
  CONSTRAINT announcements_link_length CHECK (length(link) >= 1 AND length(link) <= 2048),
  CONSTRAINT announcements_tier CHECK ((audience = 'tier'::text) = (tier_name IS NOT NULL)),
  CONSTRAINT announcements_tier_names CHECK (app.names_fit(tier_names, 50) AND (tier_name IS NOT NULL OR tier_names = '{}'::jsonb)),
  CONSTRAINT announcements_title_length CHECK (length(title) >= 1 AND length(title) <= 120),
  CONSTRAINT announcements_withdrawn CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
  CONSTRAINT announcements_published_by_fkey FOREIGN KEY (published_by) REFERENCES profiles(user_id),
  CONSTRAINT announcements_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES profiles(user_id)
);
CREATE INDEX announcements_newest ON announcements USING btree (published_at DESC, id DESC);
ALTER TABLE announcements ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_publishes ON announcements FOR INSERT TO passerelle_admin WITH CHECK (published_by = app.user_id());
CREATE POLICY admin_reads ON announcements FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_withdraws ON announcements FOR UPDATE TO passerelle_admin USING (withdrawn_at IS NULL) WITH CHECK (withdrawn_by = app.user_id());
CREATE POLICY received ON announcements FOR SELECT TO passerelle_partner USING (withdrawn_at IS NULL AND (id IN ( SELECT r.announcement_id FROM announcement_recipients r WHERE r.user_id = app.user_id())));
CREATE POLICY rights ON announcements AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['announcements'::text]) AS has_right));
CREATE POLICY system_reads ON announcements FOR SELECT TO passerelle_system USING (true);
GRANT INSERT, SELECT ON announcements TO passerelle_admin;
GRANT SELECT ON announcements TO passerelle_partner, passerelle_system;
GRANT UPDATE (withdrawn_at, withdrawn_by) ON announcements TO passerelle_admin;

CREATE TABLE api_keys (
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  token_hash text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_token_once UNIQUE (token_hash),
  CONSTRAINT api_keys_life CHECK (expires_at > created_at),
  CONSTRAINT api_keys_name CHECK (length(name) >= 1 AND length(name) <= 80 AND name = btrim(name)),
  CONSTRAINT api_keys_revoked CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  CONSTRAINT api_keys_scopes CHECK (cardinality(scopes) > 0),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id),
  CONSTRAINT api_keys_id_fkey FOREIGN KEY (id) REFERENCES profiles(user_id),
  CONSTRAINT api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES profiles(user_id)
);
CREATE INDEX api_keys_newest ON api_keys USING btree (created_at DESC, id DESC);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_makes ON api_keys FOR INSERT TO passerelle_admin WITH CHECK (created_by = app.user_id() AND revoked_at IS NULL AND last_used_at IS NULL);
CREATE POLICY admin_reads ON api_keys FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_revokes ON api_keys FOR UPDATE TO passerelle_admin USING (revoked_at IS NULL) WITH CHECK (revoked_by = app.user_id());
CREATE POLICY rights ON api_keys AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY system_all ON api_keys TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT ON api_keys TO passerelle_admin;
GRANT SELECT ON api_keys TO passerelle_system;
GRANT SELECT (id, name, prefix, scopes, created_at, created_by, expires_at, last_used_at, revoked_at, revoked_by), UPDATE (revoked_at, revoked_by) ON api_keys TO passerelle_admin;
GRANT UPDATE (last_used_at) ON api_keys TO passerelle_system;

CREATE TABLE appointment_notices (
  id uuid NOT NULL,
  appointment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT appointment_notices_pkey PRIMARY KEY (id),
  CONSTRAINT appointment_notices_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  CONSTRAINT appointment_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX appointment_notices_by_person ON appointment_notices USING btree (user_id);
CREATE UNIQUE INDEX appointment_notices_once ON appointment_notices USING btree (appointment_id, user_id);
ALTER TABLE appointment_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_makes ON appointment_notices FOR INSERT TO passerelle_admin WITH CHECK (true);
CREATE POLICY rights ON appointment_notices AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON appointment_notices TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT ON appointment_notices TO passerelle_admin;
GRANT INSERT, SELECT ON appointment_notices TO passerelle_system;

CREATE TABLE appointments (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  person_id uuid NOT NULL,
  act text NOT NULL,
  role_before text,
  saw_amounts boolean,
  main_before uuid,
  change_id uuid,
  made_by uuid NOT NULL,
  made_at timestamp with time zone NOT NULL,
  objected_by uuid,
  objected_at timestamp with time zone,
  answered_by uuid,
  answered_at timestamp with time zone,
  kept boolean,
  CONSTRAINT appointments_pkey PRIMARY KEY (id),
  CONSTRAINT appointments_act CHECK (act = ANY (ARRAY['invited'::text, 'role'::text, 'moved'::text, 'main'::text, 'address'::text])),
  CONSTRAINT appointments_answer CHECK ((answered_at IS NULL) = (answered_by IS NULL) AND (answered_at IS NULL) = (kept IS NULL) AND (answered_at IS NULL OR objected_at IS NOT NULL)),
  CONSTRAINT appointments_objection CHECK ((objected_at IS NULL) = (objected_by IS NULL)),
  CONSTRAINT appointments_role_before CHECK (role_before = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text, 'accountant'::text])),
  CONSTRAINT appointments_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(user_id),
  CONSTRAINT appointments_change_id_fkey FOREIGN KEY (change_id) REFERENCES email_changes(id) ON DELETE SET NULL,
  CONSTRAINT appointments_made_by_fkey FOREIGN KEY (made_by) REFERENCES profiles(user_id),
  CONSTRAINT appointments_main_before_fkey FOREIGN KEY (main_before) REFERENCES profiles(user_id),
  CONSTRAINT appointments_objected_by_fkey FOREIGN KEY (objected_by) REFERENCES profiles(user_id),
  CONSTRAINT appointments_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT appointments_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(user_id)
);
CREATE INDEX appointments_by_change ON appointments USING btree (change_id);
CREATE INDEX appointments_by_partner ON appointments USING btree (partner_id);
CREATE INDEX appointments_by_person ON appointments USING btree (person_id);
ALTER TABLE appointments ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_makes ON appointments FOR INSERT TO passerelle_admin WITH CHECK (made_by = app.user_id() AND objected_at IS NULL);
CREATE POLICY admin_reads ON appointments FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON appointments AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON appointments TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON appointments TO passerelle_admin, passerelle_system;
GRANT UPDATE (objected_by, objected_at, answered_by, answered_at, kept) ON appointments TO passerelle_system;

CREATE TABLE bank_account_answers (
  partner_id uuid NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  refused_on date,
  refused_reason text,
  payee_match text,
  payee_name text,
  changed_at timestamp with time zone NOT NULL,
  bank_reasons jsonb,
  CONSTRAINT bank_account_answers_pkey PRIMARY KEY (partner_id),
  CONSTRAINT bank_account_answers_match CHECK (payee_match = ANY (ARRAY['match'::text, 'close_match'::text, 'no_match'::text, 'not_possible'::text])),
  CONSTRAINT bank_account_answers_name CHECK (length(payee_name) >= 1 AND length(payee_name) <= 140 AND (payee_name IS NULL OR payee_match = 'close_match'::text)),
  CONSTRAINT bank_account_answers_refused CHECK ((refused_on IS NULL) = (num_nonnulls(refused_reason, bank_reasons) = 0) AND num_nonnulls(refused_reason, bank_reasons) <= 1 AND (refused_reason IS NULL OR length(refused_reason) >= 2 AND length(refused_reason) <= 500)),
  CONSTRAINT bank_account_answers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
ALTER TABLE bank_account_answers ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON bank_account_answers TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_reads ON bank_account_answers FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY rights ON bank_account_answers AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON bank_account_answers AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('bank'::text) AS partner_may));
CREATE POLICY system_all ON bank_account_answers TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, SELECT ON bank_account_answers TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON bank_account_answers TO passerelle_admin;
GRANT SELECT ON bank_account_answers TO passerelle_partner;

CREATE TABLE bank_answers (
  id uuid NOT NULL,
  sha256 text NOT NULL,
  version text NOT NULL,
  message_id text NOT NULL,
  sender text,
  period_from date NOT NULL,
  period_to date NOT NULL,
  accepted_count integer NOT NULL,
  paid_count integer NOT NULL,
  paid_cents bigint NOT NULL,
  rejected_count integer NOT NULL,
  rejected_cents bigint NOT NULL,
  verified_count integer NOT NULL,
  client_payment_count integer NOT NULL,
  applied_by uuid NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_answers_pkey PRIMARY KEY (id),
  CONSTRAINT bank_answers_file_once UNIQUE (sha256),
  CONSTRAINT bank_answers_counts CHECK (LEAST(accepted_count::bigint, paid_count::bigint, paid_cents, rejected_count::bigint, rejected_cents, verified_count::bigint, client_payment_count::bigint) >= 0 AND (accepted_count + paid_count + rejected_count + verified_count + client_payment_count) > 0),
  CONSTRAINT bank_answers_period CHECK (period_from <= period_to),
  CONSTRAINT bank_answers_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT bank_answers_texts CHECK (length(version) <= 35 AND length(message_id) >= 1 AND length(message_id) <= 140 AND length(sender) >= 1 AND length(sender) <= 140),
  CONSTRAINT bank_answers_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES profiles(user_id)
);
CREATE INDEX bank_answers_by_message ON bank_answers USING btree (message_id);
CREATE INDEX bank_answers_newest ON bank_answers USING btree (applied_at DESC, id DESC);
ALTER TABLE bank_answers ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_applies ON bank_answers FOR INSERT TO passerelle_admin WITH CHECK (applied_by = app.user_id());
CREATE POLICY admin_reads ON bank_answers FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON bank_answers AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON bank_answers TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON bank_answers TO passerelle_admin;
GRANT SELECT ON bank_answers TO passerelle_system;

CREATE TABLE billing_profiles (
  partner_id uuid NOT NULL,
  mode text NOT NULL,
  regime text NOT NULL,
  vat_rate numeric(4,2),
  legal_name text NOT NULL,
  legal_form text DEFAULT ''::text NOT NULL,
  siren text DEFAULT ''::text NOT NULL,
  siret text DEFAULT ''::text NOT NULL,
  vat_number text DEFAULT ''::text NOT NULL,
  street text NOT NULL,
  building_number text DEFAULT ''::text NOT NULL,
  postcode text DEFAULT ''::text NOT NULL,
  town text NOT NULL,
  country text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  corrected_at timestamp with time zone,
  electronic_address text DEFAULT ''::text NOT NULL,
  CONSTRAINT billing_profiles_pkey PRIMARY KEY (partner_id),
  CONSTRAINT billing_profiles_address CHECK (length(street) >= 1 AND length(street) <= 70 AND length(building_number) <= 16 AND length(town) >= 1 AND length(town) <= 35 AND country ~ '^[A-Z]{2}$'::text AND country !~ '^(GF|GP|MQ|RE|YT)$'::text AND length(postcode) <= 16 AND (country <> 'FR'::text OR postcode ~ '^[0-9]{5}$'::text)),
  CONSTRAINT billing_profiles_combination CHECK ( CASE WHEN mode = 'receipt'::text THEN regime = 'none'::text WHEN country = 'FR'::text THEN regime = 'standard'::text OR regime = 'franchise'::text WHEN country ~ '^(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)$'::text THEN regime = 'reverse_charge'::text OR regime = 'none'::text AND mode = 'upload'::text ELSE regime = 'none'::text AND mode = 'upload'::text END),
  CONSTRAINT billing_profiles_electronic_address CHECK (electronic_address = ''::text OR electronic_address ~ '^[A-Za-z0-9._-]{9,125}$'::text AND "left"(electronic_address, 9) = siren),
  CONSTRAINT billing_profiles_legal_form CHECK (length(legal_form) <= 60 AND CASE WHEN mode = 'receipt'::text THEN legal_form = ''::text ELSE legal_form <> ''::text OR country <> 'FR'::text END),
  CONSTRAINT billing_profiles_legal_name CHECK (length(legal_name) >= 2 AND length(legal_name) <= 200),
  CONSTRAINT billing_profiles_mode CHECK (mode = ANY (ARRAY['self_billing'::text, 'upload'::text, 'receipt'::text])),
  CONSTRAINT billing_profiles_regime CHECK (regime = ANY (ARRAY['standard'::text, 'franchise'::text, 'reverse_charge'::text, 'none'::text])),
  CONSTRAINT billing_profiles_siren CHECK ( CASE WHEN mode <> 'receipt'::text AND country = 'FR'::text THEN siren ~ '^[0-9]{9}$'::text ELSE siren = ''::text END),
  CONSTRAINT billing_profiles_siret CHECK (siret = ''::text OR siret ~ '^[0-9]{14}$'::text AND "left"(siret, 9) = siren),
  CONSTRAINT billing_profiles_vat_number CHECK ( CASE regime WHEN 'standard'::text THEN vat_number ~ '^FR[0-9A-Z]{2}[0-9]{9}$'::text AND "right"(vat_number, 9) = siren WHEN 'reverse_charge'::text THEN vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,13}$'::text AND "left"(vat_number, 2) = CASE country WHEN 'GR'::text THEN 'EL'::text ELSE country END ELSE vat_number = ''::text END),
  CONSTRAINT billing_profiles_vat_rate CHECK ((regime = 'standard'::text) = (vat_rate IS NOT NULL) AND (COALESCE(vat_rate, 20::numeric) = ANY (ARRAY[20::numeric, 10::numeric, 8.5, 5.5, 2.1]))),
  CONSTRAINT billing_profiles_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
ALTER TABLE billing_profiles ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_corrects ON billing_profiles FOR UPDATE TO passerelle_admin USING (partner_id IS DISTINCT FROM app.partner_id()) WITH CHECK (partner_id IS DISTINCT FROM app.partner_id());
CREATE POLICY admin_reads ON billing_profiles FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own ON billing_profiles TO passerelle_partner USING (partner_id = app.partner_id()) WITH CHECK (partner_id = app.partner_id());
CREATE POLICY rights ON billing_profiles AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON billing_profiles AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('bank'::text) AS partner_may));
CREATE POLICY system_reads ON billing_profiles FOR SELECT TO passerelle_system USING (true);
GRANT INSERT, SELECT, UPDATE ON billing_profiles TO passerelle_partner;
GRANT SELECT ON billing_profiles TO passerelle_admin, passerelle_system;
GRANT UPDATE (mode, regime, vat_rate, legal_name, legal_form, siren, siret, vat_number, street, building_number, postcode, town, country, updated_at, corrected_at, electronic_address) ON billing_profiles TO passerelle_admin;

CREATE TABLE booked_clients (
  commission_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  name text NOT NULL,
  CONSTRAINT booked_clients_pkey PRIMARY KEY (commission_id),
  CONSTRAINT booked_clients_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id) ON DELETE CASCADE,
  CONSTRAINT booked_clients_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
);
CREATE INDEX booked_clients_of_lead ON booked_clients USING btree (lead_id);
ALTER TABLE booked_clients ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON booked_clients FOR SELECT TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_reads ON booked_clients FOR SELECT TO passerelle_system USING (true);
GRANT SELECT ON booked_clients TO passerelle_admin, passerelle_system;

CREATE TABLE carried_jobs (
  id uuid NOT NULL,
  name text NOT NULL,
  data jsonb NOT NULL,
  priority integer NOT NULL,
  start_after timestamp with time zone NOT NULL,
  CONSTRAINT carried_jobs_pkey PRIMARY KEY (id)
);
ALTER TABLE carried_jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON carried_jobs TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, SELECT ON carried_jobs TO passerelle_system;

CREATE TABLE client_addresses (
  address_hash text NOT NULL,
  mails smallint DEFAULT 0 NOT NULL,
  mails_since timestamp with time zone NOT NULL,
  never_since timestamp with time zone,
  refused_since timestamp with time zone,
  CONSTRAINT client_addresses_pkey PRIMARY KEY (address_hash),
  CONSTRAINT client_addresses_refused CHECK (refused_since IS NULL OR never_since IS NOT NULL)
);
CREATE INDEX client_addresses_to_forget ON client_addresses USING btree (mails_since) WHERE (never_since IS NULL);
ALTER TABLE client_addresses ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON client_addresses TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON client_addresses TO passerelle_system;

CREATE TABLE client_confirmations (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  email text NOT NULL,
  asked_by uuid,
  created_at timestamp with time zone NOT NULL,
  mails smallint DEFAULT 0 NOT NULL,
  mailed_at timestamp with time zone,
  expires_at timestamp with time zone,
  left_at timestamp with time zone,
  consent_text text DEFAULT ''::text NOT NULL,
  consent_sha256 text,
  message text DEFAULT ''::text NOT NULL,
  answer text,
  answer_name text DEFAULT ''::text NOT NULL,
  answered_at timestamp with time zone,
  voided_at timestamp with time zone,
  company text DEFAULT ''::text NOT NULL,
  name_left text DEFAULT ''::text NOT NULL,
  phone_left text DEFAULT ''::text NOT NULL,
  offer_chosen boolean DEFAULT true NOT NULL,
  CONSTRAINT client_confirmations_pkey PRIMARY KEY (id),
  CONSTRAINT client_confirmations_answer CHECK (answer = ANY (ARRAY['yes'::text, 'other'::text, 'no'::text, 'never'::text])),
  CONSTRAINT client_confirmations_answered CHECK ((answered_at IS NULL) = (answer IS NULL) AND (answer_name = ''::text OR COALESCE(answer = 'other'::text, false))),
  CONSTRAINT client_confirmations_consent CHECK ((left_at IS NULL) = (consent_text = ''::text) AND (left_at IS NULL) = (consent_sha256 IS NULL) AND (left_at IS NOT NULL OR ((message || name_left) || phone_left) = ''::text)),
  CONSTRAINT client_confirmations_consent_sha256 CHECK (consent_sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT client_confirmations_mailed CHECK (email <> ''::text OR mailed_at IS NULL OR COALESCE(answered_at, voided_at) IS NOT NULL),
  CONSTRAINT client_confirmations_mails CHECK (mails >= 0 AND mails <= 2 AND (mails = 0) = (mailed_at IS NULL) AND (mailed_at IS NULL) = (expires_at IS NULL)),
  CONSTRAINT client_confirmations_offer CHECK (left_at IS NOT NULL OR offer_chosen),
  CONSTRAINT client_confirmations_origin CHECK (asked_by IS NOT NULL OR left_at IS NOT NULL),
  CONSTRAINT client_confirmations_texts CHECK (length(message) <= 150000 AND length(answer_name) <= 100 AND length(name_left) <= 200 AND length(phone_left) <= 100),
  CONSTRAINT client_confirmations_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES profiles(user_id),
  CONSTRAINT client_confirmations_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT client_confirmations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX client_confirmations_by_lead ON client_confirmations USING btree (lead_id);
CREATE UNIQUE INDEX client_confirmations_one_current ON client_confirmations USING btree (lead_id) WHERE (voided_at IS NULL);
ALTER TABLE client_confirmations ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_asks ON client_confirmations FOR INSERT TO passerelle_admin WITH CHECK (asked_by = app.user_id() AND answer IS NULL AND left_at IS NULL AND (EXISTS ( SELECT FROM leads l WHERE l.id = client_confirmations.lead_id AND l.partner_id = client_confirmations.partner_id AND l.company = client_confirmations.company AND lower(l.email) = lower(client_confirmations.email))));
CREATE POLICY admin_asks_again ON client_confirmations FOR UPDATE TO passerelle_admin USING (answer IS NULL AND voided_at IS NULL) WITH CHECK (asked_by = app.user_id() AND answer IS NULL);
CREATE POLICY admin_reads ON client_confirmations FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_asks ON client_confirmations FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id() AND asked_by = app.user_id() AND answer IS NULL AND left_at IS NULL AND (EXISTS ( SELECT FROM leads l WHERE l.id = client_confirmations.lead_id AND l.partner_id = app.partner_id() AND l.company = client_confirmations.company AND lower(l.email) = lower(client_confirmations.email))));
CREATE POLICY own_asks_again ON client_confirmations FOR UPDATE TO passerelle_partner USING (partner_id = app.partner_id() AND answer IS NULL AND voided_at IS NULL) WITH CHECK (partner_id = app.partner_id() AND asked_by = app.user_id() AND answer IS NULL AND voided_at IS NULL);
CREATE POLICY own_reads ON client_confirmations FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id() AND (voided_at IS NULL OR answer IS NOT NULL AND (EXISTS ( SELECT FROM leads l WHERE l.id = client_confirmations.lead_id AND l.partner_id = app.partner_id()))));
CREATE POLICY rights ON client_confirmations AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY roles ON client_confirmations AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('all_leads'::text) AS partner_may) OR (lead_id IN ( SELECT l.id FROM leads l)));
CREATE POLICY system_all ON client_confirmations TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER follow_client_mail AFTER INSERT OR UPDATE OF mailed_at, left_at, answer ON client_confirmations FOR EACH ROW EXECUTE FUNCTION app.follow_client_mail();
CREATE TRIGGER keep_client_word AFTER INSERT OR DELETE OR UPDATE ON client_confirmations FOR EACH ROW EXECUTE FUNCTION app.keep_client_word();
GRANT INSERT, SELECT, UPDATE ON client_confirmations TO passerelle_system;
GRANT SELECT ON client_confirmations TO passerelle_admin;
GRANT INSERT (id, lead_id, partner_id, email, asked_by, created_at, mails, mailed_at, expires_at, company), SELECT (id, lead_id, partner_id, email, asked_by, created_at, mails, mailed_at, expires_at, left_at, consent_text, consent_sha256, message, answer, answered_at, voided_at, company, name_left, phone_left, offer_chosen), UPDATE (asked_by, mails, mailed_at, expires_at) ON client_confirmations TO passerelle_partner;
GRANT INSERT (id, lead_id, partner_id, email, asked_by, created_at, mails, mailed_at, expires_at, company), UPDATE (asked_by, mails, mailed_at, expires_at) ON client_confirmations TO passerelle_admin;

CREATE TABLE client_denials (
  address_hash text NOT NULL,
  partner_id uuid NOT NULL,
  answer text NOT NULL,
  denied_at timestamp with time zone NOT NULL,
  CONSTRAINT client_denials_pkey PRIMARY KEY (address_hash, partner_id),
  CONSTRAINT client_denials_answer CHECK (answer = ANY (ARRAY['other'::text, 'no'::text])),
  CONSTRAINT client_denials_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX client_denials_by_partner ON client_denials USING btree (partner_id);
ALTER TABLE client_denials ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON client_denials FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON client_denials FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY system_all ON client_denials TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON client_denials TO passerelle_system;
GRANT SELECT ON client_denials TO passerelle_admin, passerelle_partner;

CREATE TABLE client_invoices (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  number text NOT NULL,
  number_key text NOT NULL,
  issued_on date NOT NULL,
  net_cents bigint NOT NULL,
  vat_cents bigint NOT NULL,
  total_cents bigint GENERATED ALWAYS AS (net_cents + vat_cents) STORED NOT NULL,
  recorded_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT client_invoices_pkey PRIMARY KEY (id),
  CONSTRAINT client_invoices_number_once UNIQUE (number_key),
  CONSTRAINT client_invoices_of_lead UNIQUE (id, lead_id),
  CONSTRAINT client_invoices_amounts CHECK (net_cents > 0 AND vat_cents >= 0),
  CONSTRAINT client_invoices_number CHECK (length(number) >= 1 AND length(number) <= 20 AND length(number_key) >= 1 AND length(number_key) <= 60),
  CONSTRAINT client_invoices_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT client_invoices_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES profiles(user_id)
);
CREATE INDEX client_invoices_by_lead ON client_invoices USING btree (lead_id);
ALTER TABLE client_invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON client_invoices FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_records ON client_invoices FOR INSERT TO passerelle_admin WITH CHECK (recorded_by = app.user_id());
CREATE POLICY admin_removes ON client_invoices FOR DELETE TO passerelle_admin USING (true);
CREATE POLICY right_to_delete ON client_invoices AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY rights ON client_invoices AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON client_invoices TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON client_invoices TO passerelle_admin;
GRANT SELECT ON client_invoices TO passerelle_system;

CREATE TABLE client_mail_counts (
  subject text NOT NULL,
  mails integer NOT NULL,
  mails_since timestamp with time zone NOT NULL,
  CONSTRAINT client_mail_counts_pkey PRIMARY KEY (subject)
);
CREATE INDEX client_mail_counts_to_forget ON client_mail_counts USING btree (mails_since);
ALTER TABLE client_mail_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON client_mail_counts TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, SELECT ON client_mail_counts TO passerelle_system;

CREATE TABLE client_payments (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  kind text DEFAULT 'payment'::text NOT NULL,
  reference text NOT NULL,
  received_on date NOT NULL,
  net_cents bigint NOT NULL,
  refunds_id uuid,
  recorded_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  client_invoice_id uuid,
  total_cents bigint,
  partner_key text DEFAULT ''::text NOT NULL,
  lead_key text DEFAULT ''::text NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  CONSTRAINT client_payments_pkey PRIMARY KEY (id),
  CONSTRAINT client_payments_of_lead UNIQUE (id, lead_id),
  CONSTRAINT client_payments_kind CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text])),
  CONSTRAINT client_payments_net CHECK (net_cents > 0),
  CONSTRAINT client_payments_reference_length CHECK (length(reference) >= 1 AND length(reference) <= 35),
  CONSTRAINT client_payments_refunds CHECK ((kind = 'refund'::text) = (refunds_id IS NOT NULL)),
  CONSTRAINT client_payments_total CHECK (total_cents >= net_cents AND (total_cents IS NULL OR client_invoice_id IS NOT NULL)),
  CONSTRAINT client_payments_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id),
  CONSTRAINT client_payments_of_invoice FOREIGN KEY (client_invoice_id, lead_id) REFERENCES client_invoices(id, lead_id),
  CONSTRAINT client_payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES profiles(user_id),
  CONSTRAINT client_payments_refunds_own FOREIGN KEY (refunds_id, lead_id) REFERENCES client_payments(id, lead_id)
);
CREATE INDEX client_payments_by_amount ON client_payments USING btree (net_cents, id);
CREATE INDEX client_payments_by_invoice ON client_payments USING btree (client_invoice_id) WHERE (client_invoice_id IS NOT NULL);
CREATE INDEX client_payments_by_lead_key ON client_payments USING btree (lead_key, id);
CREATE INDEX client_payments_by_partner_key ON client_payments USING btree (partner_key, id);
CREATE INDEX client_payments_newest ON client_payments USING btree (received_on DESC, id DESC);
CREATE UNIQUE INDEX client_payments_once ON client_payments USING btree (lead_id, kind, upper(reference));
CREATE INDEX client_payments_refunded ON client_payments USING btree (refunds_id) INCLUDE (net_cents) WHERE (refunds_id IS NOT NULL);
CREATE INDEX client_payments_search ON client_payments USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit='128');
ALTER TABLE client_payments ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON client_payments FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_records ON client_payments FOR INSERT TO passerelle_admin WITH CHECK (recorded_by = app.user_id());
CREATE POLICY own_lead_reads ON client_payments FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM leads l WHERE l.id = client_payments.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY rights ON client_payments AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON client_payments AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_all ON client_payments TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER check_client_payment BEFORE INSERT ON client_payments FOR EACH ROW EXECUTE FUNCTION app.check_client_payment();
CREATE CONSTRAINT TRIGGER check_received AFTER INSERT ON client_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_received();
CREATE TRIGGER set_keys BEFORE INSERT OR UPDATE OF search_text ON client_payments FOR EACH ROW EXECUTE FUNCTION app.set_client_payment_keys();
GRANT INSERT, SELECT ON client_payments TO passerelle_admin, passerelle_system;
GRANT SELECT ON client_payments TO passerelle_partner;

CREATE TABLE commission_facts (
  seq bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  partner_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  body jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT commission_facts_pkey PRIMARY KEY (seq),
  CONSTRAINT commission_facts_kind CHECK (kind = ANY (ARRAY['signed'::text, 'validated'::text, 'corrected'::text, 'paid'::text, 'refunded'::text, 'taken_back'::text, 'closed'::text, 'left'::text, 'ended'::text, 'withdrawn'::text])),
  CONSTRAINT commission_facts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT commission_facts_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES commission_rules(id)
);
CREATE INDEX commission_facts_of_lead ON commission_facts USING btree (lead_id, partner_id, seq);
CREATE INDEX commission_facts_of_partner ON commission_facts USING btree (partner_id, rule_id, seq);
ALTER TABLE commission_facts ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON commission_facts TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_adds ON commission_facts FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id() AND (kind = ANY (ARRAY['signed'::text, 'withdrawn'::text])));
CREATE POLICY own_reads ON commission_facts FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY rights ON commission_facts AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text, 'money'::text]) AS has_right));
CREATE POLICY roles ON commission_facts AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_all ON commission_facts TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER fact_stays BEFORE DELETE OR UPDATE ON commission_facts FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON commission_facts TO passerelle_admin, passerelle_partner, passerelle_system;
GRANT INSERT (partner_id, rule_id, lead_id, kind, day, recorded_at, body) ON commission_facts TO passerelle_admin;
GRANT INSERT (partner_id, rule_id, lead_id, kind, day, recorded_at, body) ON commission_facts TO passerelle_partner;
GRANT INSERT (partner_id, rule_id, lead_id, kind, day, recorded_at, body) ON commission_facts TO passerelle_system;

CREATE TABLE commission_rule_versions (
  rule_id uuid NOT NULL,
  version integer NOT NULL,
  valid_from date NOT NULL,
  definition jsonb,
  published_by uuid,
  published_at timestamp with time zone NOT NULL,
  CONSTRAINT commission_rule_versions_pkey PRIMARY KEY (rule_id, version),
  CONSTRAINT commission_rule_versions_definition CHECK (definition IS NULL OR app.rule_fits(definition)),
  CONSTRAINT commission_rule_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES profiles(user_id),
  CONSTRAINT commission_rule_versions_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES commission_rules(id) ON DELETE CASCADE
);
ALTER TABLE commission_rule_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON commission_rule_versions TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_reads ON commission_rule_versions FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM commission_rules r WHERE r.id = commission_rule_versions.rule_id)));
CREATE POLICY right_to_delete ON commission_rule_versions AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (valid_from > (now() AT TIME ZONE app.time_zone())::date AND ( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY rights ON commission_rule_versions AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_reads ON commission_rule_versions FOR SELECT TO passerelle_system USING (true);
CREATE CONSTRAINT TRIGGER check_rule_has_tiers AFTER INSERT OR DELETE ON commission_rule_versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_rule_has_tiers();
CREATE TRIGGER check_rule_version AFTER INSERT ON commission_rule_versions FOR EACH ROW EXECUTE FUNCTION app.check_rule_version();
GRANT DELETE, INSERT, SELECT ON commission_rule_versions TO passerelle_admin;
GRANT SELECT ON commission_rule_versions TO passerelle_partner, passerelle_system;

CREATE TABLE commission_rules (
  id uuid NOT NULL,
  partner_id uuid,
  offer text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT commission_rules_pkey PRIMARY KEY (id),
  CONSTRAINT commission_rules_scope UNIQUE NULLS NOT DISTINCT (partner_id, offer),
  CONSTRAINT commission_rules_offer_fkey FOREIGN KEY (offer) REFERENCES offers(key) ON DELETE CASCADE,
  CONSTRAINT commission_rules_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
ALTER TABLE commission_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON commission_rules TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_reads ON commission_rules FOR SELECT TO passerelle_partner USING (partner_id IS NULL OR partner_id = app.partner_id());
CREATE POLICY rights ON commission_rules AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_reads ON commission_rules FOR SELECT TO passerelle_system USING (true);
GRANT INSERT, SELECT ON commission_rules TO passerelle_admin;
GRANT SELECT ON commission_rules TO passerelle_partner, passerelle_system;

CREATE TABLE commission_stats (
  partner_id uuid NOT NULL,
  status text NOT NULL,
  count bigint DEFAULT 0 NOT NULL,
  revenue_cents bigint DEFAULT 0 NOT NULL,
  amount_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT commission_stats_pkey PRIMARY KEY (partner_id, status),
  CONSTRAINT commission_stats_count CHECK (count >= 0),
  CONSTRAINT commission_stats_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
ALTER TABLE commission_stats ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON commission_stats TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own ON commission_stats FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY roles ON commission_stats AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_all ON commission_stats TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON commission_stats TO passerelle_system;
GRANT SELECT ON commission_stats TO passerelle_admin, passerelle_partner;

CREATE TABLE commission_totals (
  month date NOT NULL,
  status text NOT NULL,
  shard integer NOT NULL,
  count bigint DEFAULT 0 NOT NULL,
  revenue_cents bigint DEFAULT 0 NOT NULL,
  amount_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT commission_totals_pkey PRIMARY KEY (month, status, shard)
) WITH (fillfactor=50);
ALTER TABLE commission_totals ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON commission_totals FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_all ON commission_totals TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON commission_totals TO passerelle_system;
GRANT SELECT ON commission_totals TO passerelle_admin;

CREATE TABLE commissions (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  lead_id uuid,
  revenue_cents bigint NOT NULL,
  commission_rate numeric(5,2) NOT NULL,
  tier_name text NOT NULL,
  amount_cents bigint NOT NULL,
  status text DEFAULT 'en_attente'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  validated_at timestamp with time zone,
  paid_at timestamp with time zone,
  description text DEFAULT ''::text NOT NULL,
  partner_key text DEFAULT ''::text NOT NULL,
  lead_key text DEFAULT ''::text NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  kind text DEFAULT 'deal'::text NOT NULL,
  reverses_id uuid,
  payable_by timestamp with time zone,
  payment_reference text DEFAULT ''::text NOT NULL,
  held_reason text,
  client_payment_id uuid,
  payout_id uuid,
  dispute_state text,
  disputed boolean GENERATED ALWAYS AS (COALESCE(dispute_state = ANY (ARRAY['open'::text, 'answered'::text]), false)) STORED NOT NULL,
  paid_on date,
  tier_names jsonb DEFAULT '{}'::jsonb NOT NULL,
  rule_id uuid DEFAULT '01940000-0000-7000-8000-000000000205'::uuid NOT NULL,
  rule_version integer DEFAULT 1 NOT NULL,
  reason jsonb,
  CONSTRAINT commissions_pkey PRIMARY KEY (id),
  CONSTRAINT commissions_amount CHECK ( CASE WHEN reason IS NOT NULL THEN app.commission_adds_up(kind, revenue_cents, commission_rate, amount_cents, reason) WHEN kind = 'clawback'::text THEN amount_cents <= 0 ELSE amount_cents::numeric = round(revenue_cents::numeric * commission_rate / 100::numeric) END),
  CONSTRAINT commissions_clawback_counts CHECK (kind <> 'clawback'::text OR status <> 'en_attente'::text),
  CONSTRAINT commissions_clawback_reason CHECK (kind <> 'clawback'::text OR description <> ''::text),
  CONSTRAINT commissions_client_payment CHECK ( CASE WHEN kind = 'payment'::text THEN client_payment_id IS NOT NULL AND status <> 'en_attente'::text WHEN kind = 'clawback'::text THEN true WHEN kind = 'fixed'::text THEN client_payment_id IS NULL OR status <> 'en_attente'::text ELSE client_payment_id IS NULL END),
  CONSTRAINT commissions_description_length CHECK (length(description) <= 200),
  CONSTRAINT commissions_dispute_state CHECK (dispute_state = ANY (ARRAY['open'::text, 'answered'::text, 'corrected'::text, 'upheld'::text, 'withdrawn'::text])),
  CONSTRAINT commissions_explained CHECK (lead_id IS NOT NULL OR description <> ''::text),
  CONSTRAINT commissions_held CHECK (held_reason IS NULL OR length(held_reason) >= 1 AND length(held_reason) <= 500 AND status <> 'paye'::text AND kind <> 'clawback'::text),
  CONSTRAINT commissions_kind CHECK (kind = ANY (ARRAY['deal'::text, 'manual'::text, 'clawback'::text, 'payment'::text, 'fixed'::text, 'bonus'::text])),
  CONSTRAINT commissions_kind_lead CHECK ( CASE WHEN kind = ANY (ARRAY['manual'::text, 'bonus'::text]) THEN lead_id IS NULL WHEN kind = 'clawback'::text THEN true ELSE lead_id IS NOT NULL END),
  CONSTRAINT commissions_kind_reason CHECK ( CASE WHEN kind = ANY (ARRAY['fixed'::text, 'bonus'::text]) THEN reason IS NOT NULL WHEN kind = 'manual'::text THEN reason IS NULL ELSE true END),
  CONSTRAINT commissions_paid_at CHECK ((paid_at IS NULL) = (status <> 'paye'::text)),
  CONSTRAINT commissions_paid_day CHECK ((paid_on IS NULL) = (paid_at IS NULL)),
  CONSTRAINT commissions_payable_by CHECK ((payable_by IS NOT NULL) = (status <> 'en_attente'::text AND kind <> 'clawback'::text)),
  CONSTRAINT commissions_payment_reference CHECK (length(payment_reference) <= 140 AND (payment_reference = ''::text OR status = 'paye'::text)),
  CONSTRAINT commissions_payout_counts CHECK (payout_id IS NULL OR status <> 'en_attente'::text),
  CONSTRAINT commissions_payout_not_held CHECK (payout_id IS NULL OR held_reason IS NULL),
  CONSTRAINT commissions_rate CHECK (commission_rate >= 0::numeric AND commission_rate <= 100::numeric),
  CONSTRAINT commissions_revenue_sign CHECK ( CASE WHEN kind <> 'clawback'::text THEN revenue_cents >= 0 WHEN reason IS NULL THEN revenue_cents < 0 ELSE revenue_cents <= 0 END),
  CONSTRAINT commissions_reverses CHECK ((kind = 'clawback'::text) = (reverses_id IS NOT NULL)),
  CONSTRAINT commissions_status CHECK (status = ANY (ARRAY['en_attente'::text, 'valide'::text, 'paye'::text])),
  CONSTRAINT commissions_tier_names CHECK (app.names_fit(tier_names, 50)),
  CONSTRAINT commissions_validated_after_created CHECK (validated_at >= created_at),
  CONSTRAINT commissions_validated_at CHECK ((validated_at IS NULL) = (status = 'en_attente'::text)),
  CONSTRAINT commissions_client_payment_id_fkey FOREIGN KEY (client_payment_id) REFERENCES client_payments(id),
  CONSTRAINT commissions_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id),
  CONSTRAINT commissions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT commissions_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT commissions_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES commissions(id),
  CONSTRAINT commissions_rule FOREIGN KEY (rule_id, rule_version) REFERENCES commission_rule_versions(rule_id, version)
);
CREATE INDEX commissions_by_amount ON commissions USING btree (amount_cents, id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_by_client_payment ON commissions USING btree (client_payment_id) WHERE (client_payment_id IS NOT NULL);
CREATE INDEX commissions_by_due ON commissions USING btree (COALESCE( CASE WHEN (status = 'valide'::text) THEN payable_by ELSE NULL::timestamp with time zone END, '2200-01-01 00:00:00+00'::timestamp with time zone), id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_by_lead ON commissions USING btree (lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX commissions_by_lead_key ON commissions USING btree (lead_key, id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_by_paid_at ON commissions USING btree (COALESCE(paid_at, '1970-01-01 00:00:00+00'::timestamp with time zone), id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_by_partner_key ON commissions USING btree (partner_key, id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_by_payout ON commissions USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX commissions_by_rate ON commissions USING btree ((((commission_rate * (100)::numeric))::bigint), id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_by_revenue ON commissions USING btree (revenue_cents, id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_by_rule ON commissions USING btree (partner_id, rule_id, ((reason ->> 'year'::text))) WHERE (reason IS NOT NULL);
CREATE INDEX commissions_by_stage ON commissions USING btree (array_position(ARRAY['en_attente'::text, 'valide'::text, 'paye'::text], status), id) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE UNIQUE INDEX commissions_client_payment_once ON commissions USING btree (client_payment_id) WHERE ((client_payment_id IS NOT NULL) AND (reason IS NULL));
CREATE UNIQUE INDEX commissions_deal_once ON commissions USING btree (lead_id) WHERE ((kind = 'deal'::text) AND (reason IS NULL));
CREATE INDEX commissions_disputed ON commissions USING btree (created_at) WHERE disputed;
CREATE UNIQUE INDEX commissions_fact_once ON commissions USING btree ((((reason ->> 'seq'::text))::bigint), (((reason ->> 'line'::text))::integer)) WHERE (reason IS NOT NULL);
CREATE INDEX commissions_held ON commissions USING btree (validated_at) INCLUDE (amount_cents, disputed) WHERE (held_reason IS NOT NULL);
CREATE INDEX commissions_newest ON commissions USING btree (created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_newest_by_partner ON commissions USING btree (partner_id, created_at DESC, id DESC) INCLUDE (status, revenue_cents, amount_cents);
CREATE INDEX commissions_newest_by_status ON commissions USING btree (status, created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_paid_by_hand ON commissions USING btree (paid_on) WHERE ((status = 'paye'::text) AND (payout_id IS NULL));
CREATE INDEX commissions_payable ON commissions USING btree (payable_by) INCLUDE (amount_cents) WHERE ((status = 'valide'::text) AND (held_reason IS NULL) AND (NOT disputed));
CREATE INDEX commissions_payable_by_partner ON commissions USING btree (partner_id, payable_by) INCLUDE (amount_cents) WHERE ((status = 'valide'::text) AND (held_reason IS NULL) AND (NOT disputed));
CREATE INDEX commissions_pending_by_rule ON commissions USING btree (id) WHERE ((status = 'en_attente'::text) AND (kind = 'deal'::text) AND (reason IS NOT NULL));
CREATE INDEX commissions_pending_others ON commissions USING btree (id) WHERE ((status = 'en_attente'::text) AND (kind <> 'deal'::text));
CREATE INDEX commissions_reversals ON commissions USING btree (reverses_id) INCLUDE (revenue_cents, amount_cents) WHERE (reverses_id IS NOT NULL);
CREATE INDEX commissions_search ON commissions USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit='128');
CREATE INDEX commissions_sums_by_day ON commissions USING btree (created_at) INCLUDE (status, revenue_cents, amount_cents) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_to_settle ON commissions USING btree (partner_id) INCLUDE (reverses_id, amount_cents) WHERE ((status = 'valide'::text) AND (kind = 'clawback'::text));
ALTER TABLE commissions ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON commissions TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_adds ON commissions FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id() AND held_reason IS NULL AND (status = 'en_attente'::text AND (kind = 'deal'::text OR reason IS NOT NULL AND (kind = ANY (ARRAY['fixed'::text, 'bonus'::text]))) OR status = 'valide'::text AND kind = 'clawback'::text AND (reason ->> 'why'::text) = 'bonus_lost'::text));
CREATE POLICY own_reads ON commissions FOR SELECT TO passerelle_partner USING (partner_id = (( SELECT app.partner_id() AS partner_id)));
CREATE POLICY own_removes ON commissions FOR DELETE TO passerelle_partner USING (partner_id = app.partner_id() AND status = 'en_attente'::text);
CREATE POLICY right_to_delete ON commissions AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right) OR status = 'en_attente'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY rights ON commissions AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right) OR status = 'en_attente'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY roles ON commissions AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may) OR ( SELECT app.partner_may('own_money'::text) AS partner_may) AND (lead_id IN ( SELECT l.id FROM leads l)));
CREATE POLICY roles_add ON commissions AS RESTRICTIVE FOR INSERT TO passerelle_partner WITH CHECK (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY roles_remove ON commissions AS RESTRICTIVE FOR DELETE TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_all ON commissions TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER check_clawback BEFORE INSERT ON commissions FOR EACH ROW WHEN (new.kind = 'clawback'::text) EXECUTE FUNCTION app.check_clawback();
CREATE TRIGGER check_earning_day BEFORE INSERT ON commissions FOR EACH ROW WHEN (new.reason IS NOT NULL AND new.kind <> 'clawback'::text AND new.client_payment_id IS NOT NULL) EXECUTE FUNCTION app.check_earning_day();
CREATE CONSTRAINT TRIGGER check_own_commission AFTER INSERT ON commissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (app.is_partner(CURRENT_USER::text)) EXECUTE FUNCTION app.check_own_commission();
CREATE TRIGGER check_part BEFORE INSERT ON commissions FOR EACH ROW WHEN (new.client_payment_id IS NOT NULL) EXECUTE FUNCTION app.check_part();
CREATE CONSTRAINT TRIGGER check_payout_added AFTER INSERT ON commissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.payout_id IS NOT NULL) EXECUTE FUNCTION app.check_payout();
CREATE CONSTRAINT TRIGGER check_payout_changed AFTER UPDATE ON commissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.payout_id IS DISTINCT FROM new.payout_id OR new.payout_id IS NOT NULL AND (old.status IS DISTINCT FROM new.status OR old.amount_cents IS DISTINCT FROM new.amount_cents)) EXECUTE FUNCTION app.check_payout();
CREATE CONSTRAINT TRIGGER check_payout_removed AFTER DELETE ON commissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.payout_id IS NOT NULL) EXECUTE FUNCTION app.check_payout();
CREATE CONSTRAINT TRIGGER check_received AFTER INSERT OR DELETE OR UPDATE OF status, revenue_cents, commission_rate ON commissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_received();
CREATE TRIGGER check_registered AFTER INSERT OR UPDATE OF status ON commissions FOR EACH ROW WHEN (new.lead_id IS NOT NULL AND new.status = 'valide'::text AND new.kind <> 'clawback'::text) EXECUTE FUNCTION app.check_registered();
CREATE TRIGGER check_rule_line BEFORE INSERT ON commissions FOR EACH ROW WHEN (new.reason IS NOT NULL AND new.kind <> 'clawback'::text) EXECUTE FUNCTION app.check_rule_line();
CREATE CONSTRAINT TRIGGER check_signed_lead AFTER INSERT OR DELETE ON commissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_signed_lead();
CREATE TRIGGER check_undisputed BEFORE UPDATE OF status ON commissions FOR EACH ROW WHEN (new.status = 'paye'::text AND old.status <> 'paye'::text) EXECUTE FUNCTION app.check_undisputed();
CREATE TRIGGER commission_goes_forward BEFORE UPDATE OF status, partner_id, lead_id, kind, reverses_id, client_payment_id, revenue_cents, commission_rate, tier_name, tier_names, amount_cents, validated_at, payable_by, paid_at, payment_reference ON commissions FOR EACH ROW WHEN (current_setting('role'::text) <> 'passerelle_owner'::text) EXECUTE FUNCTION app.commission_goes_forward();
CREATE TRIGGER commission_keeps_payout BEFORE UPDATE OF payout_id ON commissions FOR EACH ROW WHEN (old.payout_id IS DISTINCT FROM new.payout_id) EXECUTE FUNCTION app.commission_keeps_payout();
CREATE TRIGGER commission_keeps_rule BEFORE UPDATE OF rule_id, rule_version, reason ON commissions FOR EACH ROW WHEN (old.rule_id IS DISTINCT FROM new.rule_id OR old.rule_version IS DISTINCT FROM new.rule_version OR old.reason IS DISTINCT FROM new.reason) EXECUTE FUNCTION app.commission_keeps_rule();
CREATE TRIGGER count_added AFTER INSERT ON commissions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.count_commissions();
CREATE TRIGGER count_changed AFTER UPDATE ON commissions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.count_commissions();
CREATE TRIGGER count_removed AFTER DELETE ON commissions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION app.count_commissions();
CREATE TRIGGER keep_settled AFTER UPDATE OF status, lead_id ON commissions FOR EACH ROW WHEN ((new.status = 'en_attente'::text) <> (old.status = 'en_attente'::text) OR new.lead_id IS DISTINCT FROM old.lead_id) EXECUTE FUNCTION app.keep_settled();
CREATE TRIGGER keep_settled_added AFTER INSERT ON commissions FOR EACH ROW WHEN (new.lead_id IS NOT NULL AND new.status <> 'en_attente'::text) EXECUTE FUNCTION app.keep_settled();
CREATE TRIGGER keep_settled_removed AFTER DELETE ON commissions FOR EACH ROW WHEN (old.lead_id IS NOT NULL AND old.status <> 'en_attente'::text) EXECUTE FUNCTION app.keep_settled();
CREATE TRIGGER note_paid_day BEFORE INSERT OR UPDATE OF paid_at, paid_on ON commissions FOR EACH ROW EXECUTE FUNCTION app.note_paid_day();
CREATE TRIGGER set_keys BEFORE INSERT OR UPDATE OF partner_id, lead_id, description, search_text ON commissions FOR EACH ROW EXECUTE FUNCTION app.set_commission_keys();
CREATE TRIGGER total_added AFTER INSERT ON commissions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.total_commissions();
CREATE TRIGGER total_changed AFTER UPDATE ON commissions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.total_commissions();
CREATE TRIGGER total_removed AFTER DELETE ON commissions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION app.total_commissions();
GRANT DELETE, INSERT, SELECT ON commissions TO passerelle_partner;
GRANT DELETE, INSERT, SELECT, UPDATE ON commissions TO passerelle_admin, passerelle_system;

CREATE TABLE contract_template_versions (
  id uuid NOT NULL,
  template_id uuid NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid,
  CONSTRAINT contract_template_versions_pkey PRIMARY KEY (id),
  CONSTRAINT contract_template_versions_once UNIQUE (template_id, version),
  CONSTRAINT contract_template_versions_number CHECK (version >= 1),
  CONSTRAINT contract_template_versions_title_length CHECK (length(title) >= 1 AND length(title) <= 200),
  CONSTRAINT contract_template_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id),
  CONSTRAINT contract_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES contract_templates(id)
);
ALTER TABLE contract_template_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON contract_template_versions FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_writes ON contract_template_versions FOR INSERT TO passerelle_admin WITH CHECK (created_by = app.user_id());
CREATE POLICY rights ON contract_template_versions AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_reads ON contract_template_versions FOR SELECT TO passerelle_system USING (true);
CREATE POLICY system_ships ON contract_template_versions FOR INSERT TO passerelle_system WITH CHECK (created_by IS NULL);
GRANT INSERT, SELECT ON contract_template_versions TO passerelle_admin, passerelle_system;

CREATE TABLE contract_templates (
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  to_review boolean DEFAULT false NOT NULL,
  language text DEFAULT 'fr'::text NOT NULL,
  names jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT contract_templates_pkey PRIMARY KEY (id),
  CONSTRAINT contract_templates_kind CHECK (kind = ANY (ARRAY['main'::text, 'amendment'::text, 'mandate'::text])),
  CONSTRAINT contract_templates_language CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT contract_templates_name_length CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT contract_templates_names CHECK (app.names_fit(names, 100))
);
ALTER TABLE contract_templates ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON contract_templates TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON contract_templates AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_reads ON contract_templates FOR SELECT TO passerelle_system USING (true);
CREATE POLICY system_ships ON contract_templates FOR INSERT TO passerelle_system WITH CHECK (true);
GRANT INSERT, SELECT ON contract_templates TO passerelle_admin, passerelle_system;
GRANT UPDATE (name, archived_at, to_review, language, names) ON contract_templates TO passerelle_admin;

CREATE TABLE contract_texts (
  contract_id uuid NOT NULL,
  document_sha256 text NOT NULL,
  title text NOT NULL,
  body jsonb NOT NULL,
  sha256 text NOT NULL,
  CONSTRAINT contract_texts_pkey PRIMARY KEY (contract_id),
  CONSTRAINT contract_texts_hashes CHECK (document_sha256 ~ '^[0-9a-f]{64}$'::text AND sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT contract_texts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE
);
ALTER TABLE contract_texts ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON contract_texts FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_writes ON contract_texts FOR INSERT TO passerelle_admin WITH CHECK (true);
CREATE POLICY own_reads ON contract_texts FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT 1 FROM contracts c WHERE c.id = contract_texts.contract_id AND c.user_id = app.partner_id())));
CREATE POLICY rights ON contract_texts AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['contracts'::text]) AS has_right));
CREATE POLICY system_all ON contract_texts TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON contract_texts TO passerelle_admin, passerelle_system;
GRANT SELECT ON contract_texts TO passerelle_partner;

CREATE TABLE contracts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  contract_type text NOT NULL,
  status text DEFAULT 'en_attente'::text NOT NULL,
  title text NOT NULL,
  file_id uuid,
  link text,
  created_at timestamp with time zone NOT NULL,
  signed_at timestamp with time zone,
  signing_method text,
  sign_route text,
  remarks text[] DEFAULT '{}'::text[] NOT NULL,
  amends_id uuid,
  opened_at timestamp with time zone,
  code_sent_at timestamp with time zone,
  declined_at timestamp with time zone,
  decline_reason text,
  countersigned_at timestamp with time zone,
  scan_file_id uuid,
  template_version_id uuid,
  revoked_at timestamp with time zone,
  revoke_reason text,
  title_key text GENERATED ALWAYS AS (app.unaccent(lower(title))) STORED NOT NULL,
  contest_days integer,
  language text DEFAULT 'fr'::text NOT NULL,
  CONSTRAINT contracts_pkey PRIMARY KEY (id),
  CONSTRAINT contracts_amends_main CHECK (amends_id IS NULL OR contract_type = 'amendment'::text),
  CONSTRAINT contracts_contest_days CHECK ((contest_days IS NOT NULL) = (contract_type = 'mandate'::text) AND contest_days >= 0 AND contest_days <= 90),
  CONSTRAINT contracts_declined CHECK ((declined_at IS NULL) = (decline_reason IS NULL)),
  CONSTRAINT contracts_document CHECK (num_nonnulls(file_id, link) = 1),
  CONSTRAINT contracts_language CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT contracts_revoked CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL)),
  CONSTRAINT contracts_sign_route CHECK (sign_route = ANY (ARRAY['A'::text, 'B'::text, 'link'::text])),
  CONSTRAINT contracts_signed_at CHECK ((signed_at IS NOT NULL) = (status = 'signe'::text)),
  CONSTRAINT contracts_signing_method CHECK ((signing_method IS NOT NULL) = (status = 'signe'::text) AND (signing_method = ANY (ARRAY['electronic'::text, 'validated'::text]))),
  CONSTRAINT contracts_status CHECK (status = ANY (ARRAY['en_attente'::text, 'signe'::text])),
  CONSTRAINT contracts_title_length CHECK (length(title) >= 1 AND length(title) <= 200),
  CONSTRAINT contracts_type CHECK (contract_type = ANY (ARRAY['main'::text, 'amendment'::text, 'mandate'::text])),
  CONSTRAINT contracts_amends_id_fkey FOREIGN KEY (amends_id) REFERENCES contracts(id),
  CONSTRAINT contracts_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT contracts_scan_file_id_fkey FOREIGN KEY (scan_file_id) REFERENCES files(id),
  CONSTRAINT contracts_template_version_id_fkey FOREIGN KEY (template_version_id) REFERENCES contract_template_versions(id),
  CONSTRAINT contracts_user_id_fkey FOREIGN KEY (user_id) REFERENCES partners(id)
);
CREATE INDEX contracts_by_amended ON contracts USING btree (amends_id) WHERE (amends_id IS NOT NULL);
CREATE INDEX contracts_by_file ON contracts USING btree (file_id);
CREATE INDEX contracts_by_scan ON contracts USING btree (scan_file_id) WHERE (scan_file_id IS NOT NULL);
CREATE INDEX contracts_by_signed_at ON contracts USING btree (COALESCE(signed_at, '1970-01-01 00:00:00+00'::timestamp with time zone), id);
CREATE INDEX contracts_by_template_version ON contracts USING btree (template_version_id) WHERE (template_version_id IS NOT NULL);
CREATE INDEX contracts_by_title ON contracts USING btree (title_key, id);
CREATE INDEX contracts_by_type ON contracts USING btree (contract_type, id);
CREATE INDEX contracts_mandates ON contracts USING btree (user_id, created_at DESC, id DESC) WHERE (contract_type = 'mandate'::text);
CREATE INDEX contracts_newest ON contracts USING btree (created_at DESC, id DESC);
CREATE INDEX contracts_newest_by_user ON contracts USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX contracts_open ON contracts USING btree (user_id) WHERE (status = 'en_attente'::text);
CREATE INDEX contracts_to_countersign ON contracts USING btree (id) WHERE ((status = 'signe'::text) AND (signing_method = 'electronic'::text) AND (countersigned_at IS NULL));
ALTER TABLE contracts ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON contracts TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_reads ON contracts FOR SELECT TO passerelle_partner USING (user_id = app.partner_id());
CREATE POLICY right_to_delete ON contracts AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['contracts'::text, 'partners'::text]) AS has_right));
CREATE POLICY rights ON contracts AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['contracts'::text]) AS has_right));
CREATE POLICY roles ON contracts AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('contracts'::text) AS partner_may));
CREATE POLICY system_all ON contracts TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER keep_main_contract AFTER INSERT OR DELETE OR UPDATE OF user_id, contract_type, status, created_at ON contracts FOR EACH ROW EXECUTE FUNCTION app.keep_main_contract();
GRANT DELETE, INSERT, SELECT, UPDATE ON contracts TO passerelle_admin, passerelle_system;
GRANT SELECT ON contracts TO passerelle_partner;

CREATE TABLE countersign_codes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  signature_ids uuid[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  checked_at timestamp with time zone,
  CONSTRAINT countersign_codes_pkey PRIMARY KEY (id),
  CONSTRAINT countersign_codes_some CHECK (cardinality(signature_ids) >= 1 AND cardinality(signature_ids) <= 200),
  CONSTRAINT countersign_codes_tries CHECK (tries >= 0 AND tries <= 5),
  CONSTRAINT countersign_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX countersign_codes_newest ON countersign_codes USING btree (user_id, created_at DESC);
ALTER TABLE countersign_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON countersign_codes TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON countersign_codes TO passerelle_system;

CREATE TABLE das2_exports (
  id uuid NOT NULL,
  year integer NOT NULL,
  table_text text NOT NULL,
  table_sha256 text NOT NULL,
  file_text text,
  file_sha256 text,
  file_missing text,
  declared integer NOT NULL,
  declared_euros bigint NOT NULL,
  paid jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  file_obstacle jsonb,
  CONSTRAINT das2_exports_pkey PRIMARY KEY (id),
  CONSTRAINT das2_exports_file CHECK ((file_text IS NULL) = (file_sha256 IS NULL) AND num_nonnulls(file_text, file_missing, file_obstacle) = 1),
  CONSTRAINT das2_exports_sums CHECK (declared >= 0 AND declared_euros >= 0),
  CONSTRAINT das2_exports_year CHECK (year >= 2000 AND year <= 2999),
  CONSTRAINT das2_exports_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id)
);
CREATE INDEX das2_exports_of_year ON das2_exports USING btree (year, created_at DESC);
ALTER TABLE das2_exports ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_adds ON das2_exports FOR INSERT TO passerelle_admin WITH CHECK (created_by = app.user_id());
CREATE POLICY admin_reads ON das2_exports FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON das2_exports AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON das2_exports TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON das2_exports TO passerelle_admin, passerelle_system;

CREATE TABLE data_periods (
  id boolean DEFAULT true NOT NULL,
  chosen jsonb DEFAULT '{}'::jsonb NOT NULL,
  confirmed jsonb,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  ran_at timestamp with time zone,
  removed jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT data_periods_pkey PRIMARY KEY (id),
  CONSTRAINT data_periods_chosen CHECK (jsonb_typeof(chosen) = 'object'::text AND length(chosen::text) <= 20000),
  CONSTRAINT data_periods_confirmed CHECK ((confirmed IS NULL) = (confirmed_at IS NULL) AND (confirmed IS NULL) = (confirmed_by IS NULL)),
  CONSTRAINT data_periods_one_row CHECK (id),
  CONSTRAINT data_periods_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES profiles(user_id)
);
ALTER TABLE data_periods ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_chooses ON data_periods FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (confirmed_by IS NULL OR confirmed_by = app.user_id());
CREATE POLICY admin_reads ON data_periods FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON data_periods AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right));
CREATE POLICY system_all ON data_periods TO passerelle_system USING (true) WITH CHECK (true);
GRANT SELECT ON data_periods TO passerelle_admin, passerelle_system;
GRANT UPDATE (chosen, confirmed, confirmed_by, confirmed_at) ON data_periods TO passerelle_admin;
GRANT UPDATE (ran_at, removed) ON data_periods TO passerelle_system;

CREATE TABLE declaration_requests (
  year integer NOT NULL,
  partner_id uuid NOT NULL,
  missing text[] NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  requested_by uuid NOT NULL,
  CONSTRAINT declaration_requests_pkey PRIMARY KEY (year, partner_id),
  CONSTRAINT declaration_requests_missing CHECK (cardinality(missing) > 0),
  CONSTRAINT declaration_requests_year CHECK (year >= 2000 AND year <= 2999),
  CONSTRAINT declaration_requests_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT declaration_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(user_id)
);
ALTER TABLE declaration_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_asks ON declaration_requests FOR INSERT TO passerelle_admin WITH CHECK (requested_by = app.user_id());
CREATE POLICY admin_asks_again ON declaration_requests FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (requested_by = app.user_id());
CREATE POLICY admin_reads ON declaration_requests FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON declaration_requests AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_reads ON declaration_requests FOR SELECT TO passerelle_system USING (true);
GRANT INSERT, SELECT ON declaration_requests TO passerelle_admin;
GRANT SELECT ON declaration_requests TO passerelle_system;
GRANT UPDATE (missing, requested_at, requested_by) ON declaration_requests TO passerelle_admin;

CREATE TABLE declared_payments (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  year integer NOT NULL,
  partner_id uuid NOT NULL,
  paid_on date NOT NULL,
  reference text NOT NULL,
  by_hand boolean NOT NULL,
  payments integer NOT NULL,
  net_cents bigint NOT NULL,
  vat_cents bigint NOT NULL,
  CONSTRAINT declared_payments_pkey PRIMARY KEY (id),
  CONSTRAINT declared_payments_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX declared_payments_of_year ON declared_payments USING btree (year, partner_id);
ALTER TABLE declared_payments ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON declared_payments TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_reads ON declared_payments FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY right_to_delete ON declared_payments AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY rights ON declared_payments AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON declared_payments AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_all ON declared_payments TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON declared_payments TO passerelle_admin, passerelle_system;
GRANT SELECT ON declared_payments TO passerelle_partner;

CREATE TABLE disputes (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  kind text NOT NULL,
  commission_id uuid,
  lead_id uuid,
  expected_cents bigint,
  state text DEFAULT 'open'::text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  answered_by uuid,
  closed_at timestamp with time zone,
  closed_by uuid,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_answered CHECK ((answered_at IS NULL) = (answered_by IS NULL) AND (state <> 'answered'::text OR answered_at IS NOT NULL)),
  CONSTRAINT disputes_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (state <> ALL (ARRAY['corrected'::text, 'upheld'::text, 'withdrawn'::text]))),
  CONSTRAINT disputes_commission CHECK (kind = 'amount'::text OR commission_id IS NULL),
  CONSTRAINT disputes_expected CHECK (expected_cents >= 0 AND expected_cents <= '100000000000'::bigint),
  CONSTRAINT disputes_kind CHECK (kind = ANY (ARRAY['amount'::text, 'missing'::text])),
  CONSTRAINT disputes_state CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'corrected'::text, 'upheld'::text, 'withdrawn'::text])),
  CONSTRAINT disputes_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(user_id),
  CONSTRAINT disputes_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES profiles(user_id),
  CONSTRAINT disputes_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id) ON DELETE SET NULL,
  CONSTRAINT disputes_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT disputes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX disputes_by_commission ON disputes USING btree (commission_id, opened_at DESC) WHERE (commission_id IS NOT NULL);
CREATE INDEX disputes_by_lead ON disputes USING btree (lead_id, opened_at DESC) WHERE (lead_id IS NOT NULL);
CREATE INDEX disputes_by_partner ON disputes USING btree (partner_id, opened_at DESC, id DESC);
CREATE UNIQUE INDEX disputes_commission_once ON disputes USING btree (commission_id) WHERE (state = ANY (ARRAY['open'::text, 'answered'::text]));
CREATE UNIQUE INDEX disputes_missing_once ON disputes USING btree (lead_id) WHERE ((kind = 'missing'::text) AND (state = ANY (ARRAY['open'::text, 'answered'::text])));
CREATE INDEX disputes_newest ON disputes USING btree (opened_at DESC, id DESC);
CREATE INDEX disputes_to_answer ON disputes USING btree (opened_at) WHERE (state = 'open'::text);
ALTER TABLE disputes ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_decides ON disputes FOR UPDATE TO passerelle_admin USING (partner_id IS DISTINCT FROM app.partner_id()) WITH CHECK (partner_id IS DISTINCT FROM app.partner_id());
CREATE POLICY admin_reads ON disputes FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_changes ON disputes FOR UPDATE TO passerelle_partner USING (partner_id = app.partner_id()) WITH CHECK (partner_id = app.partner_id());
CREATE POLICY own_opens ON disputes FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id() AND state = 'open'::text);
CREATE POLICY own_reads ON disputes FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY rights ON disputes AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON disputes AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_all ON disputes TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER check_dispute BEFORE INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION app.check_dispute();
CREATE TRIGGER dispute_goes_forward BEFORE UPDATE ON disputes FOR EACH ROW EXECUTE FUNCTION app.dispute_goes_forward();
CREATE TRIGGER keep_open_dispute BEFORE DELETE ON disputes FOR EACH ROW WHEN (old.state = ANY (ARRAY['open'::text, 'answered'::text])) EXECUTE FUNCTION app.keep_open_dispute();
CREATE TRIGGER note_dispute AFTER INSERT OR UPDATE OF state ON disputes FOR EACH ROW WHEN (new.commission_id IS NOT NULL) EXECUTE FUNCTION app.note_dispute();
GRANT INSERT, SELECT ON disputes TO passerelle_partner;
GRANT INSERT, SELECT, UPDATE ON disputes TO passerelle_system;
GRANT SELECT ON disputes TO passerelle_admin;
GRANT UPDATE (state, answered_at, answered_by, closed_at, closed_by) ON disputes TO passerelle_admin;
GRANT UPDATE (state, closed_at, closed_by) ON disputes TO passerelle_partner;

CREATE TABLE document_views (
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  user_id uuid NOT NULL,
  document_sha256 text NOT NULL,
  way text NOT NULL,
  session_id uuid NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  pages_shown integer[],
  page_count integer,
  text_sha256 text,
  CONSTRAINT document_views_pkey PRIMARY KEY (id),
  CONSTRAINT document_views_order CHECK (first_at <= last_at),
  CONSTRAINT document_views_pages CHECK ((pages_shown IS NULL) = (page_count IS NULL)),
  CONSTRAINT document_views_text CHECK ((way = 'text'::text) = (text_sha256 IS NOT NULL)),
  CONSTRAINT document_views_way CHECK (way = ANY (ARRAY['opened'::text, 'downloaded'::text, 'link'::text, 'text'::text])),
  CONSTRAINT document_views_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE,
  CONSTRAINT document_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX document_views_by_contract ON document_views USING btree (contract_id, user_id, document_sha256);
ALTER TABLE document_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON document_views FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON document_views FOR SELECT TO passerelle_partner USING (user_id = app.user_id());
CREATE POLICY system_all ON document_views TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON document_views TO passerelle_system;
GRANT SELECT ON document_views TO passerelle_admin, passerelle_partner;

CREATE TABLE email_changes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  requested_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_lower CHECK (new_email = lower(new_email)),
  CONSTRAINT email_changes_one_outcome CHECK (confirmed_at IS NULL OR withdrawn_at IS NULL),
  CONSTRAINT email_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(user_id),
  CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX email_changes_by_user ON email_changes USING btree (user_id);
CREATE UNIQUE INDEX email_changes_one_open ON email_changes USING btree (user_id) WHERE ((confirmed_at IS NULL) AND (withdrawn_at IS NULL));
ALTER TABLE email_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_asks ON email_changes FOR INSERT TO passerelle_admin WITH CHECK (requested_by = app.user_id() AND confirmed_at IS NULL AND withdrawn_at IS NULL);
CREATE POLICY admin_reads ON email_changes FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_withdraws ON email_changes FOR UPDATE TO passerelle_admin USING (confirmed_at IS NULL AND withdrawn_at IS NULL) WITH CHECK (withdrawn_at IS NOT NULL);
CREATE POLICY rights ON email_changes AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right));
CREATE POLICY system_all ON email_changes TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, SELECT ON email_changes TO passerelle_system;
GRANT INSERT, SELECT ON email_changes TO passerelle_admin;
GRANT UPDATE (confirmed_at, withdrawn_at) ON email_changes TO passerelle_system;
GRANT UPDATE (withdrawn_at) ON email_changes TO passerelle_admin;

CREATE TABLE erasure_leads (
  erasure_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  sole_trader boolean NOT NULL,
  partner_id uuid NOT NULL,
  outcome text,
  CONSTRAINT erasure_leads_pkey PRIMARY KEY (erasure_id, lead_id),
  CONSTRAINT erasure_leads_outcome CHECK (outcome = ANY (ARRAY['deleted'::text, 'emptied'::text])),
  CONSTRAINT erasure_leads_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES erasures(id) ON DELETE CASCADE,
  CONSTRAINT erasure_leads_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX erasure_leads_by_lead ON erasure_leads USING btree (lead_id);
ALTER TABLE erasure_leads ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_plans ON erasure_leads TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON erasure_leads AS RESTRICTIVE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right)) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right));
CREATE POLICY system_all ON erasure_leads TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON erasure_leads TO passerelle_admin;
GRANT INSERT, SELECT, UPDATE ON erasure_leads TO passerelle_system;

CREATE TABLE erasure_mentions (
  id uuid NOT NULL,
  erasure_id uuid NOT NULL,
  table_name text NOT NULL,
  column_name text NOT NULL,
  key_column text NOT NULL,
  row_key text NOT NULL,
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  emptied_at timestamp with time zone,
  decided_text text,
  CONSTRAINT erasure_mentions_pkey PRIMARY KEY (id),
  CONSTRAINT erasure_mentions_once UNIQUE (erasure_id, table_name, column_name, row_key),
  CONSTRAINT erasure_mentions_decided CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL) AND (emptied_at IS NULL OR decision = 'empty'::text)),
  CONSTRAINT erasure_mentions_decided_text CHECK (decided_text IS NULL OR decision = 'empty'::text),
  CONSTRAINT erasure_mentions_decision CHECK (decision = ANY (ARRAY['keep'::text, 'empty'::text])),
  CONSTRAINT erasure_mentions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(user_id),
  CONSTRAINT erasure_mentions_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES erasures(id) ON DELETE CASCADE
);
ALTER TABLE erasure_mentions ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_decides ON erasure_mentions TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON erasure_mentions AS RESTRICTIVE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right)) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right));
CREATE POLICY system_all ON erasure_mentions TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON erasure_mentions TO passerelle_system;
GRANT SELECT ON erasure_mentions TO passerelle_admin;
GRANT UPDATE (decision, decided_by, decided_at, decided_text) ON erasure_mentions TO passerelle_admin;

CREATE TABLE erasures (
  id uuid NOT NULL,
  user_id uuid,
  period text,
  planned_by uuid,
  planned_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  stopped_by uuid,
  stopped_at timestamp with time zone,
  listed_at timestamp with time zone,
  done_at timestamp with time zone,
  told_at timestamp with time zone,
  plan jsonb,
  report jsonb,
  request_id uuid,
  CONSTRAINT erasures_pkey PRIMARY KEY (id),
  CONSTRAINT erasures_done CHECK ((done_at IS NULL) = (report IS NULL) AND (done_at IS NULL OR listed_at IS NOT NULL)),
  CONSTRAINT erasures_due CHECK (due_at >= planned_at),
  CONSTRAINT erasures_stopped CHECK ((stopped_by IS NULL) = (stopped_at IS NULL) AND (stopped_at IS NULL OR listed_at IS NULL)),
  CONSTRAINT erasures_planned_by_fkey FOREIGN KEY (planned_by) REFERENCES profiles(user_id),
  CONSTRAINT erasures_request_id_fkey FOREIGN KEY (request_id) REFERENCES people_requests(id) ON DELETE SET NULL,
  CONSTRAINT erasures_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES profiles(user_id),
  CONSTRAINT erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX erasures_by_request ON erasures USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX erasures_waiting ON erasures USING btree (due_at) WHERE ((told_at IS NULL) AND (stopped_at IS NULL));
ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_plans ON erasures TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON erasures AS RESTRICTIVE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right)) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right));
CREATE POLICY system_all ON erasures TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON erasures TO passerelle_admin;
GRANT INSERT, SELECT, UPDATE ON erasures TO passerelle_system;
GRANT UPDATE (due_at, stopped_by, stopped_at) ON erasures TO passerelle_admin;

CREATE TABLE events (
  id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  actor_id uuid,
  subject_id uuid,
  partner_id uuid,
  audience text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text,
  origin jsonb,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_audience CHECK (audience = ANY (ARRAY['staff'::text, 'partner'::text, 'everyone'::text])),
  CONSTRAINT events_partner CHECK (audience <> 'partner'::text OR partner_id IS NOT NULL),
  CONSTRAINT events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES profiles(user_id),
  CONSTRAINT events_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
) PARTITION BY range (id);
CREATE INDEX events_by_lead_before ON ONLY events USING btree (((before ->> 'leadId'::text))) WHERE ((before ->> 'leadId'::text) IS NOT NULL);
CREATE INDEX events_by_lead_named ON ONLY events USING btree (((after ->> 'leadId'::text))) WHERE ((after ->> 'leadId'::text) IS NOT NULL);
CREATE INDEX events_by_partner ON ONLY events USING btree (partner_id, seq);
CREATE INDEX events_by_subject ON ONLY events USING btree (subject_id, seq);
CREATE INDEX events_in_order ON ONLY events USING btree (seq);
CREATE INDEX events_of_refused_contacts ON ONLY events USING btree (occurred_at) WHERE (name = 'contact.refused'::text);
CREATE INDEX events_of_terms ON ONLY events USING btree (partner_id, seq) WHERE (name = 'terms.changed'::text);
CREATE INDEX events_with_origin ON ONLY events USING btree (occurred_at) WHERE (origin IS NOT NULL);
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON events FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_records ON events FOR INSERT TO passerelle_admin WITH CHECK (actor_id = app.user_id());
CREATE POLICY handed_over_reads ON events FOR SELECT TO passerelle_partner USING (audience = 'partner'::text AND (EXISTS ( SELECT FROM lead_registrations r WHERE r.lead_id = events.subject_id AND r.partner_id = app.partner_id() AND (events.partner_id = ANY (r.former_partners)))));
CREATE POLICY own_reads ON events FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id() AND audience = 'partner'::text);
CREATE POLICY partner_records ON events FOR INSERT TO passerelle_partner WITH CHECK (actor_id = app.user_id() AND (partner_id IS NULL OR partner_id = app.partner_id()));
CREATE POLICY roles ON events AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('team'::text) AS partner_may) OR actor_id = app.user_id() OR subject_id = app.user_id() OR CASE app.event_topic(name) WHEN 'all_leads'::text THEN ( SELECT app.partner_may('all_leads'::text) AS partner_may) OR (subject_id IN ( SELECT l.id FROM leads l)) WHEN 'money'::text THEN ( SELECT app.partner_may('money'::text) AS partner_may) OR ( SELECT app.partner_may('own_money'::text) AS partner_may) AND split_part(name, '.'::text, 1) = 'commission'::text AND (app.event_lead(name, subject_id, before, after) IN ( SELECT l.id FROM leads l)) WHEN 'bank'::text THEN ( SELECT app.partner_may('bank'::text) AS partner_may) WHEN 'documents'::text THEN ( SELECT app.partner_may('documents'::text) AS partner_may) WHEN 'contracts'::text THEN ( SELECT app.partner_may('contracts'::text) AS partner_may) ELSE false END);
CREATE POLICY system_reads ON events FOR SELECT TO passerelle_system USING (true);
CREATE POLICY system_records ON events FOR INSERT TO passerelle_system WITH CHECK (true);
CREATE TRIGGER announce_event AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION app.announce_event();
GRANT INSERT, SELECT ON events TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE TABLE failed_jobs (
  id uuid NOT NULL,
  name text NOT NULL,
  data jsonb NOT NULL,
  error text NOT NULL,
  attempts integer NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  cause jsonb,
  CONSTRAINT failed_jobs_pkey PRIMARY KEY (id),
  CONSTRAINT failed_jobs_once UNIQUE (name, data)
);
ALTER TABLE failed_jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON failed_jobs FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_settles ON failed_jobs FOR DELETE TO passerelle_admin USING (true);
CREATE POLICY right_to_delete ON failed_jobs AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY system_all ON failed_jobs TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON failed_jobs TO passerelle_system;
GRANT DELETE, SELECT ON failed_jobs TO passerelle_admin;

CREATE TABLE files (
  id uuid NOT NULL,
  purpose text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  uploaded_by uuid,
  created_at timestamp with time zone NOT NULL,
  claimed_at timestamp with time zone,
  inspection jsonb,
  released_at timestamp with time zone,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_purpose CHECK (purpose = ANY (ARRAY['lead_file'::text, 'lead_receipt'::text, 'partner_document'::text, 'partner_invoice'::text, 'invoice'::text, 'contract'::text, 'resource'::text, 'logo'::text, 'scan'::text, 'sealed'::text, 'statement'::text, 'payout'::text])),
  CONSTRAINT files_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES profiles(user_id)
);
CREATE INDEX files_to_empty ON files USING btree (released_at) WHERE ((claimed_at IS NOT NULL) AND (released_at IS NOT NULL) AND (size > 0));
CREATE INDEX files_unclaimed ON files USING btree (created_at) WHERE (claimed_at IS NULL);
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON files TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY logo ON files FOR SELECT TO passerelle_anonymous, passerelle_partner USING (id = (( SELECT settings.logo_file_id FROM settings)));
CREATE POLICY of_colleagues ON files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM partner_members m WHERE m.person_id = files.uploaded_by AND m.partner_id = app.partner_id() AND files.created_at >= m.since AND (m.until IS NULL OR files.created_at < m.until))) AND (purpose = 'partner_invoice'::text AND ( SELECT app.partner_may('money'::text) AS partner_may) OR purpose = 'partner_document'::text AND ( SELECT app.partner_may('documents'::text) AS partner_may)));
CREATE POLICY own_uploads ON files TO passerelle_partner USING (uploaded_by = app.user_id() AND (purpose = ANY (ARRAY['partner_invoice'::text, 'partner_document'::text, 'lead_file'::text]))) WITH CHECK (uploaded_by = app.user_id() AND (purpose = ANY (ARRAY['partner_invoice'::text, 'partner_document'::text, 'lead_file'::text])));
CREATE POLICY right_to_delete ON files AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['partners'::text, 'contracts'::text, 'leads'::text, 'money'::text, 'resources'::text, 'announcements'::text, 'programme'::text]) AS has_right));
CREATE POLICY rights ON files AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text, 'contracts'::text, 'leads'::text, 'money'::text, 'resources'::text, 'announcements'::text, 'programme'::text]) AS has_right));
CREATE POLICY system_all ON files TO passerelle_system USING (true) WITH CHECK (true);
CREATE POLICY through_documents ON files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT 1 FROM contracts c WHERE c.file_id = files.id)) OR (EXISTS ( SELECT 1 FROM resources r WHERE r.file_id = files.id)));
CREATE POLICY through_invoices ON files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM invoice_files f WHERE files.id = f.file_id OR files.id = f.xml_file_id)));
CREATE POLICY through_leads ON files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM lead_files f WHERE f.file_id = files.id)));
CREATE POLICY through_payouts ON files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM payouts p WHERE p.statement_file_id = files.id)));
CREATE POLICY through_signatures ON files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT 1 FROM signatures s WHERE s.file_id = files.id)) OR (EXISTS ( SELECT 1 FROM contracts c WHERE c.scan_file_id = files.id)));
GRANT DELETE, INSERT, SELECT, UPDATE ON files TO passerelle_admin, passerelle_system;
GRANT INSERT, SELECT ON files TO passerelle_partner;
GRANT SELECT ON files TO passerelle_anonymous;
GRANT UPDATE (claimed_at) ON files TO passerelle_partner;

CREATE TABLE idempotency_keys (
  actor_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  response text,
  created_at timestamp with time zone NOT NULL,
  claimed_by text,
  claimed_until timestamp with time zone,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (actor_id, key),
  CONSTRAINT idempotency_keys_claim CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
  CONSTRAINT idempotency_keys_length CHECK (length(key) >= 1 AND length(key) <= 200)
);
CREATE INDEX idempotency_keys_oldest ON idempotency_keys USING btree (created_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON idempotency_keys TO passerelle_admin, passerelle_partner USING (actor_id = app.user_id()) WITH CHECK (actor_id = app.user_id());
CREATE POLICY system_all ON idempotency_keys TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON idempotency_keys TO passerelle_admin, passerelle_partner;

CREATE TABLE identity_providers (
  id uuid NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  secret_encrypted text,
  scopes text NOT NULL,
  enabled boolean NOT NULL,
  staff_domains text[] DEFAULT '{}'::text[] NOT NULL,
  staff_role text DEFAULT 'viewer'::text NOT NULL,
  role_claim text DEFAULT ''::text NOT NULL,
  claim_roles jsonb DEFAULT '{}'::jsonb NOT NULL,
  partner_domains text[] DEFAULT '{}'::text[] NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  role_untold_at timestamp with time zone,
  CONSTRAINT identity_providers_pkey PRIMARY KEY (id),
  CONSTRAINT identity_providers_claim_roles CHECK (jsonb_typeof(claim_roles) = 'object'::text),
  CONSTRAINT identity_providers_client_id CHECK (length(client_id) >= 1 AND length(client_id) <= 300),
  CONSTRAINT identity_providers_issuer CHECK (length(issuer) >= 8 AND length(issuer) <= 500),
  CONSTRAINT identity_providers_name CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT identity_providers_role_claim CHECK (length(role_claim) <= 100),
  CONSTRAINT identity_providers_scopes CHECK (length(scopes) >= 1 AND length(scopes) <= 300),
  CONSTRAINT identity_providers_staff_role CHECK (staff_role = ANY (ARRAY['administrator'::text, 'partner_manager'::text, 'finance'::text, 'viewer'::text]))
);
CREATE UNIQUE INDEX identity_providers_one_enabled ON identity_providers USING btree (enabled) WHERE enabled;
ALTER TABLE identity_providers ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON identity_providers TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON identity_providers AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY system_all ON identity_providers TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON identity_providers TO passerelle_admin;
GRANT SELECT ON identity_providers TO passerelle_system;
GRANT UPDATE (role_untold_at) ON identity_providers TO passerelle_system;

CREATE TABLE import_mappings (
  id uuid NOT NULL,
  kind text NOT NULL,
  partner_id uuid,
  titles_hash text NOT NULL,
  titles jsonb NOT NULL,
  mapping jsonb NOT NULL,
  saved_by uuid NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT import_mappings_pkey PRIMARY KEY (id),
  CONSTRAINT import_mappings_once UNIQUE NULLS NOT DISTINCT (kind, partner_id, titles_hash),
  CONSTRAINT import_mappings_kind CHECK (kind = ANY (ARRAY['leads'::text, 'partners'::text, 'client_payments'::text])),
  CONSTRAINT import_mappings_titles_hash CHECK (titles_hash ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT import_mappings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT import_mappings_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES profiles(user_id)
);
ALTER TABLE import_mappings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_all ON import_mappings TO passerelle_partner USING (partner_id = app.partner_id() AND kind = 'leads'::text) WITH CHECK (partner_id = app.partner_id() AND kind = 'leads'::text AND saved_by = app.user_id());
CREATE POLICY rights ON import_mappings AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (kind = 'leads'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right) OR kind = 'partners'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) OR kind = 'client_payments'::text AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY rights_to_forget ON import_mappings AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (kind = 'leads'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right) OR kind = 'partners'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) OR kind = 'client_payments'::text AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY staff_all ON import_mappings TO passerelle_admin USING (partner_id IS NULL) WITH CHECK (partner_id IS NULL AND saved_by = app.user_id());
GRANT DELETE, INSERT, SELECT ON import_mappings TO passerelle_admin, passerelle_partner;
GRANT UPDATE (titles, mapping, saved_by, saved_at) ON import_mappings TO passerelle_admin;
GRANT UPDATE (titles, mapping, saved_by, saved_at) ON import_mappings TO passerelle_partner;

CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  number integer NOT NULL,
  cells jsonb NOT NULL,
  outcome text NOT NULL,
  messages jsonb DEFAULT '[]'::jsonb NOT NULL,
  read jsonb,
  row_key text NOT NULL,
  content text NOT NULL,
  marks text[] DEFAULT '{}'::text[] NOT NULL,
  record_id uuid,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, number),
  CONSTRAINT import_rows_imported CHECK ((outcome = 'imported'::text) = (record_id IS NOT NULL)),
  CONSTRAINT import_rows_number CHECK (number > 0),
  CONSTRAINT import_rows_outcome CHECK (outcome = ANY (ARRAY['ready'::text, 'imported'::text, 'refused'::text, 'duplicate'::text, 'known'::text, 'repeated'::text])),
  CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);
CREATE INDEX import_rows_content ON import_rows USING btree (import_id, content);
ALTER TABLE import_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_import ON import_rows TO passerelle_admin, passerelle_partner USING ((import_id IN ( SELECT i.id FROM imports i))) WITH CHECK ((import_id IN ( SELECT i.id FROM imports i)));
CREATE POLICY rights ON import_rows AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK ((EXISTS ( SELECT FROM imports i WHERE i.id = import_rows.import_id AND (i.kind = 'leads'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right) OR i.kind = 'partners'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) OR i.kind = 'client_payments'::text AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right)))));
CREATE POLICY system_all ON import_rows TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, SELECT ON import_rows TO passerelle_system;
GRANT INSERT, SELECT ON import_rows TO passerelle_admin, passerelle_partner;
GRANT UPDATE (outcome, messages, record_id) ON import_rows TO passerelle_admin;
GRANT UPDATE (outcome, messages, record_id) ON import_rows TO passerelle_partner;
GRANT UPDATE (outcome, messages, record_id) ON import_rows TO passerelle_system;

CREATE TABLE imported_rows (
  kind text NOT NULL,
  scope uuid NOT NULL,
  row_key text NOT NULL,
  content text NOT NULL,
  record_id uuid,
  import_id uuid NOT NULL,
  CONSTRAINT imported_rows_pkey PRIMARY KEY (kind, scope, row_key),
  CONSTRAINT imported_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id)
);
CREATE INDEX imported_rows_of_import ON imported_rows USING btree (import_id);
ALTER TABLE imported_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_all ON imported_rows TO passerelle_partner USING (scope = app.partner_id() AND kind = 'leads'::text) WITH CHECK (scope = app.partner_id() AND kind = 'leads'::text);
CREATE POLICY right_to_delete ON imported_rows AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (kind = 'leads'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right) OR kind = 'partners'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) OR kind = 'client_payments'::text AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY rights ON imported_rows AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (kind = 'leads'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right) OR kind = 'partners'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) OR kind = 'client_payments'::text AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY staff_all ON imported_rows TO passerelle_admin USING (scope = '00000000-0000-0000-0000-000000000000'::uuid OR ( SELECT app.is_administrator() AS is_administrator)) WITH CHECK (scope = '00000000-0000-0000-0000-000000000000'::uuid);
CREATE POLICY system_all ON imported_rows TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON imported_rows TO passerelle_admin, passerelle_partner, passerelle_system;
GRANT UPDATE (record_id) ON imported_rows TO passerelle_admin;
GRANT UPDATE (record_id) ON imported_rows TO passerelle_partner;
GRANT UPDATE (record_id) ON imported_rows TO passerelle_system;

CREATE TABLE imports (
  id uuid NOT NULL,
  kind text NOT NULL,
  state text DEFAULT 'staging'::text NOT NULL,
  brought_by uuid NOT NULL,
  partner_id uuid,
  file_name text NOT NULL,
  file_hash text NOT NULL,
  tool text NOT NULL,
  row_count integer NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  confirmed boolean DEFAULT false NOT NULL,
  mark integer DEFAULT 0 NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  applied_at timestamp with time zone,
  ended_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_by uuid,
  CONSTRAINT imports_pkey PRIMARY KEY (id),
  CONSTRAINT imports_file_hash CHECK (file_hash ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT imports_file_name CHECK (length(file_name) >= 1 AND length(file_name) <= 255),
  CONSTRAINT imports_kind CHECK (kind = ANY (ARRAY['leads'::text, 'partners'::text, 'client_payments'::text])),
  CONSTRAINT imports_own_leads CHECK (partner_id IS NULL OR kind = 'leads'::text),
  CONSTRAINT imports_row_count CHECK (row_count >= 1 AND row_count <= 50000),
  CONSTRAINT imports_state CHECK (state = ANY (ARRAY['staging'::text, 'applying'::text, 'stopped'::text, 'done'::text, 'undone'::text])),
  CONSTRAINT imports_tool CHECK (length(tool) <= 60),
  CONSTRAINT imports_undone CHECK ((state = 'undone'::text) = (undone_at IS NOT NULL) AND (undone_at IS NULL) = (undone_by IS NULL)),
  CONSTRAINT imports_brought_by_fkey FOREIGN KEY (brought_by) REFERENCES profiles(user_id),
  CONSTRAINT imports_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT imports_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES profiles(user_id)
);
CREATE INDEX imports_newest ON imports USING btree (created_at DESC, id DESC);
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_all ON imports TO passerelle_partner USING (brought_by = app.user_id() AND partner_id = app.partner_id()) WITH CHECK (brought_by = app.user_id() AND partner_id = app.partner_id());
CREATE POLICY right_to_discard ON imports AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (kind = 'leads'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right) OR kind = 'partners'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) OR kind = 'client_payments'::text AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY rights ON imports AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (kind = 'leads'::text AND ( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right) OR kind = 'partners'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) OR kind = 'client_payments'::text AND ( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY staff_all ON imports TO passerelle_admin USING (brought_by = app.user_id() OR ( SELECT app.is_administrator() AS is_administrator)) WITH CHECK (brought_by = app.user_id() OR ( SELECT app.is_administrator() AS is_administrator));
CREATE POLICY system_all ON imports TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON imports TO passerelle_admin, passerelle_partner;
GRANT DELETE, SELECT ON imports TO passerelle_system;
GRANT UPDATE (state, settings, confirmed, mark, counts, applied_at, ended_at, undone_at, undone_by) ON imports TO passerelle_admin;
GRANT UPDATE (state, settings, confirmed, mark, counts, applied_at, ended_at, undone_at, undone_by) ON imports TO passerelle_partner;
GRANT UPDATE (state, settings, mark, counts, ended_at, undone_at, undone_by) ON imports TO passerelle_system;

CREATE TABLE installation (
  id boolean DEFAULT true NOT NULL,
  store_mark uuid NOT NULL,
  secret_fingerprint text NOT NULL,
  seal_fingerprint text,
  is_client_list_void boolean DEFAULT false NOT NULL,
  CONSTRAINT installation_pkey PRIMARY KEY (id),
  CONSTRAINT installation_one_row CHECK (id),
  CONSTRAINT installation_seal_fingerprint_fkey FOREIGN KEY (seal_fingerprint) REFERENCES seal_keys(fingerprint)
);
ALTER TABLE installation ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON installation TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER void_client_list BEFORE UPDATE OF secret_fingerprint ON installation FOR EACH ROW WHEN (new.secret_fingerprint <> old.secret_fingerprint) EXECUTE FUNCTION app.void_client_list();
GRANT INSERT, SELECT, UPDATE ON installation TO passerelle_system;

CREATE TABLE introduction_forms (
  form_id uuid NOT NULL,
  contents text NOT NULL,
  lead_id uuid,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT introduction_forms_pkey PRIMARY KEY (form_id, contents),
  CONSTRAINT introduction_forms_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE SET NULL
);
CREATE INDEX introduction_forms_by_lead ON introduction_forms USING btree (lead_id);
CREATE INDEX introduction_forms_to_forget ON introduction_forms USING btree (sent_at);
ALTER TABLE introduction_forms ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON introduction_forms TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON introduction_forms TO passerelle_system;

CREATE TABLE introduction_links (
  partner_id uuid NOT NULL,
  link_id uuid NOT NULL,
  token_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  paused_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_by uuid,
  CONSTRAINT introduction_links_pkey PRIMARY KEY (partner_id),
  CONSTRAINT introduction_links_token_once UNIQUE (token_hash),
  CONSTRAINT introduction_links_disabled CHECK ((disabled_at IS NULL) = (disabled_by IS NULL)),
  CONSTRAINT introduction_links_disabled_by_fkey FOREIGN KEY (disabled_by) REFERENCES profiles(user_id),
  CONSTRAINT introduction_links_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
ALTER TABLE introduction_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_disables ON introduction_links FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (disabled_by IS NULL OR disabled_by = app.user_id());
CREATE POLICY admin_reads ON introduction_links FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_changes ON introduction_links FOR UPDATE TO passerelle_partner USING (partner_id = app.partner_id() AND disabled_at IS NULL) WITH CHECK (partner_id = app.partner_id());
CREATE POLICY own_makes ON introduction_links FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id());
CREATE POLICY own_reads ON introduction_links FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY rights ON introduction_links AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right));
CREATE POLICY roles ON introduction_links AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('all_leads'::text) AS partner_may));
CREATE POLICY system_reads ON introduction_links FOR SELECT TO passerelle_system USING (true);
GRANT SELECT ON introduction_links TO passerelle_admin, passerelle_system;
GRANT INSERT (partner_id, link_id, token_hash, created_at), SELECT (partner_id, link_id, token_hash, created_at, paused_at, disabled_at), UPDATE (link_id, token_hash, created_at, paused_at) ON introduction_links TO passerelle_partner;
GRANT UPDATE (disabled_at, disabled_by) ON introduction_links TO passerelle_admin;

CREATE TABLE invitations (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  invited_by uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_one_outcome CHECK (accepted_at IS NULL OR withdrawn_at IS NULL),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES profiles(user_id),
  CONSTRAINT invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX invitations_one_open ON invitations USING btree (user_id) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON invitations TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY right_to_delete ON invitations AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['partners'::text, 'team'::text]) AS has_right));
CREATE POLICY rights ON invitations AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text, 'team'::text]) AS has_right));
CREATE POLICY system_all ON invitations TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON invitations TO passerelle_admin, passerelle_system;

CREATE TABLE invoice_codes (
  partner_id uuid NOT NULL,
  code integer NOT NULL,
  CONSTRAINT invoice_codes_pkey PRIMARY KEY (partner_id),
  CONSTRAINT invoice_codes_once UNIQUE (code),
  CONSTRAINT invoice_codes_positive CHECK (code > 0),
  CONSTRAINT invoice_codes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
ALTER TABLE invoice_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON invoice_codes TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON invoice_codes AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_reads ON invoice_codes FOR SELECT TO passerelle_system USING (true);
GRANT INSERT, SELECT ON invoice_codes TO passerelle_admin;
GRANT SELECT ON invoice_codes TO passerelle_system;

CREATE TABLE invoice_files (
  invoice_id uuid NOT NULL,
  file_id uuid NOT NULL,
  xml_file_id uuid,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT invoice_files_pkey PRIMARY KEY (invoice_id),
  CONSTRAINT invoice_files_once UNIQUE (file_id),
  CONSTRAINT invoice_files_xml_once UNIQUE (xml_file_id),
  CONSTRAINT invoice_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT invoice_files_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT invoice_files_xml_file_id_fkey FOREIGN KEY (xml_file_id) REFERENCES files(id)
);
ALTER TABLE invoice_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON invoice_files FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON invoice_files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM invoices i WHERE i.id = invoice_files.invoice_id)));
CREATE POLICY system_all ON invoice_files TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER invoice_file_stays BEFORE DELETE OR UPDATE ON invoice_files FOR EACH ROW EXECUTE FUNCTION app.invoice_stays();
GRANT INSERT, SELECT ON invoice_files TO passerelle_system;
GRANT SELECT ON invoice_files TO passerelle_admin, passerelle_partner;

CREATE TABLE invoice_handovers (
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  handed_on date NOT NULL,
  platform text NOT NULL,
  reference text DEFAULT ''::text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  undone_at timestamp with time zone,
  undone_by uuid,
  undo_reason text,
  CONSTRAINT invoice_handovers_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_handovers_platform CHECK (length(platform) >= 1 AND length(platform) <= 100 AND platform = btrim(platform)),
  CONSTRAINT invoice_handovers_reference CHECK (length(reference) <= 140),
  CONSTRAINT invoice_handovers_undone CHECK ((undone_at IS NULL) = (undone_by IS NULL) AND (undone_at IS NULL) = (undo_reason IS NULL) AND (undo_reason IS NULL OR length(undo_reason) >= 2 AND length(undo_reason) <= 500)),
  CONSTRAINT invoice_handovers_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT invoice_handovers_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES profiles(user_id),
  CONSTRAINT invoice_handovers_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES profiles(user_id)
);
CREATE INDEX invoice_handovers_by_invoice ON invoice_handovers USING btree (invoice_id);
CREATE UNIQUE INDEX invoice_handovers_live_once ON invoice_handovers USING btree (invoice_id) WHERE (undone_at IS NULL);
CREATE INDEX invoice_handovers_newest ON invoice_handovers USING btree (recorded_at DESC);
ALTER TABLE invoice_handovers ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON invoice_handovers FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_records ON invoice_handovers FOR INSERT TO passerelle_admin WITH CHECK (recorded_by = app.user_id() AND undone_at IS NULL);
CREATE POLICY admin_undoes ON invoice_handovers FOR UPDATE TO passerelle_admin USING (undone_at IS NULL) WITH CHECK (undone_by = app.user_id());
CREATE POLICY own_reads ON invoice_handovers FOR SELECT TO passerelle_partner USING (undone_at IS NULL AND (EXISTS ( SELECT FROM invoices i WHERE i.id = invoice_handovers.invoice_id)));
CREATE POLICY rights ON invoice_handovers AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE TRIGGER check_handover BEFORE INSERT ON invoice_handovers FOR EACH ROW EXECUTE FUNCTION app.check_handover();
GRANT INSERT, SELECT ON invoice_handovers TO passerelle_admin;
GRANT SELECT ON invoice_handovers TO passerelle_partner;
GRANT UPDATE (undone_at, undone_by, undo_reason) ON invoice_handovers TO passerelle_admin;

CREATE TABLE invoice_lines (
  invoice_id uuid NOT NULL,
  "position" integer NOT NULL,
  commission_id uuid NOT NULL,
  net_cents bigint NOT NULL,
  CONSTRAINT invoice_lines_pkey PRIMARY KEY (invoice_id, "position"),
  CONSTRAINT invoice_lines_once UNIQUE (invoice_id, commission_id),
  CONSTRAINT invoice_lines_values CHECK ("position" > 0 AND net_cents <> 0),
  CONSTRAINT invoice_lines_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  CONSTRAINT invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id)
);
CREATE INDEX invoice_lines_by_commission ON invoice_lines USING btree (commission_id);
ALTER TABLE invoice_lines ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_issues ON invoice_lines FOR INSERT TO passerelle_admin WITH CHECK ((EXISTS ( SELECT FROM invoices i WHERE i.id = invoice_lines.invoice_id AND i.issued_by = app.user_id())));
CREATE POLICY admin_reads ON invoice_lines FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON invoice_lines FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM invoices i WHERE i.id = invoice_lines.invoice_id)));
CREATE POLICY rights ON invoice_lines AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_reads ON invoice_lines FOR SELECT TO passerelle_system USING (true);
CREATE CONSTRAINT TRIGGER check_invoice_line AFTER INSERT ON invoice_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_invoice();
CREATE TRIGGER invoice_line_stays BEFORE DELETE OR UPDATE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION app.invoice_stays();
GRANT INSERT, SELECT ON invoice_lines TO passerelle_admin;
GRANT SELECT ON invoice_lines TO passerelle_partner, passerelle_system;

CREATE TABLE invoice_platform_statuses (
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  status text NOT NULL,
  on_day date NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  CONSTRAINT invoice_platform_statuses_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_platform_statuses_reason CHECK (length(reason) <= 500 AND (status = ANY (ARRAY['rejected'::text, 'refused'::text])) = (reason <> ''::text)),
  CONSTRAINT invoice_platform_statuses_status CHECK (status = ANY (ARRAY['deposited'::text, 'not_transmitted'::text, 'rejected'::text, 'refused'::text, 'payment_sent'::text, 'paid'::text])),
  CONSTRAINT invoice_platform_statuses_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT invoice_platform_statuses_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES profiles(user_id)
);
CREATE INDEX invoice_platform_statuses_newest ON invoice_platform_statuses USING btree (invoice_id, recorded_at DESC, id DESC);
ALTER TABLE invoice_platform_statuses ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON invoice_platform_statuses FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_records ON invoice_platform_statuses FOR INSERT TO passerelle_admin WITH CHECK (recorded_by = app.user_id());
CREATE POLICY own_reads ON invoice_platform_statuses FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM invoices i WHERE i.id = invoice_platform_statuses.invoice_id)));
CREATE POLICY rights ON invoice_platform_statuses AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE TRIGGER check_platform_status BEFORE INSERT ON invoice_platform_statuses FOR EACH ROW EXECUTE FUNCTION app.check_platform_status();
GRANT INSERT, SELECT ON invoice_platform_statuses TO passerelle_admin;
GRANT SELECT ON invoice_platform_statuses TO passerelle_partner;

CREATE TABLE invoices (
  id uuid NOT NULL,
  payout_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  kind text NOT NULL,
  series text NOT NULL,
  number integer NOT NULL,
  reference text GENERATED ALWAYS AS ((series || '-'::text) || lpad(number::text, 5, '0'::text)) STORED NOT NULL,
  issued_on date NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  issued_by uuid NOT NULL,
  corrects_id uuid,
  mandate_id uuid,
  vat_case text,
  vat_rate numeric(4,2) DEFAULT 0 NOT NULL,
  net_cents bigint NOT NULL,
  vat_cents bigint DEFAULT 0 NOT NULL,
  total_cents bigint GENERATED ALWAYS AS (net_cents + vat_cents) STORED NOT NULL,
  content jsonb NOT NULL,
  archive_only boolean DEFAULT false NOT NULL,
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_number_once UNIQUE (series, number),
  CONSTRAINT invoices_reference_once UNIQUE (reference),
  CONSTRAINT invoices_archive_only CHECK (NOT archive_only OR kind = 'credit_note'::text),
  CONSTRAINT invoices_corrects CHECK ((kind = 'credit_note'::text) = (corrects_id IS NOT NULL)),
  CONSTRAINT invoices_kind CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'receipt'::text])),
  CONSTRAINT invoices_mandate CHECK ((kind = 'receipt'::text) = (mandate_id IS NULL)),
  CONSTRAINT invoices_net CHECK (net_cents > 0),
  CONSTRAINT invoices_reference CHECK (reference ~ '^[A-Za-z0-9/_+-]{1,35}$'::text),
  CONSTRAINT invoices_series CHECK (series ~ CASE kind WHEN 'receipt'::text THEN '^RC-[0-9]{4,10}-[0-9]{4}$'::text ELSE '^AF-[0-9]{4,10}-[0-9]{4}$'::text END AND "right"(series, 4)::integer::numeric = EXTRACT(year FROM issued_on)),
  CONSTRAINT invoices_vat CHECK (COALESCE(vat_case = 'standard'::text, false) = (vat_rate > 0::numeric) AND vat_cents::numeric = round(net_cents::numeric * vat_rate / 100::numeric)),
  CONSTRAINT invoices_vat_case CHECK ( CASE kind WHEN 'receipt'::text THEN vat_case IS NULL ELSE vat_case IS NOT NULL END AND (vat_case = ANY (ARRAY['standard'::text, 'franchise'::text, 'reverse_charge'::text]))),
  CONSTRAINT invoices_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoices(id),
  CONSTRAINT invoices_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES profiles(user_id),
  CONSTRAINT invoices_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES contracts(id),
  CONSTRAINT invoices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT invoices_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id)
);
CREATE INDEX invoices_by_corrected ON invoices USING btree (corrects_id) WHERE (corrects_id IS NOT NULL);
CREATE INDEX invoices_by_mandate ON invoices USING btree (mandate_id) WHERE (mandate_id IS NOT NULL);
CREATE INDEX invoices_by_partner ON invoices USING btree (partner_id, issued_at DESC, id DESC);
CREATE INDEX invoices_by_payout ON invoices USING btree (payout_id);
CREATE INDEX invoices_newest ON invoices USING btree (issued_at DESC, id DESC);
CREATE UNIQUE INDEX invoices_voided_once ON invoices USING btree (corrects_id) WHERE archive_only;
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_issues ON invoices FOR INSERT TO passerelle_admin WITH CHECK (issued_by = app.user_id() AND partner_id IS DISTINCT FROM app.partner_id());
CREATE POLICY admin_reads ON invoices FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON invoices FOR SELECT TO passerelle_partner USING (partner_id = (( SELECT app.partner_id() AS partner_id)));
CREATE POLICY rights ON invoices AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON invoices AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_reads ON invoices FOR SELECT TO passerelle_system USING (true);
CREATE CONSTRAINT TRIGGER check_invoice AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_invoice();
CREATE CONSTRAINT TRIGGER check_payout_of_invoice AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_payout_documents();
CREATE TRIGGER invoice_stays BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW WHEN (current_setting('role'::text) <> 'passerelle_owner'::text) EXECUTE FUNCTION app.invoice_stays();
CREATE TRIGGER prepare_invoice BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION app.prepare_invoice();
GRANT INSERT ON invoices TO passerelle_admin;
GRANT SELECT ON invoices TO passerelle_system;
GRANT SELECT (id, payout_id, partner_id, kind, series, number, reference, issued_on, issued_at, issued_by, corrects_id, mandate_id, vat_case, vat_rate, net_cents, vat_cents, total_cents, content, archive_only) ON invoices TO passerelle_admin;
GRANT SELECT (id, payout_id, partner_id, kind, series, number, reference, issued_on, issued_at, issued_by, corrects_id, mandate_id, vat_case, vat_rate, net_cents, vat_cents, total_cents, content, archive_only) ON invoices TO passerelle_partner;

CREATE TABLE journal (
  seq bigint NOT NULL,
  event_id uuid NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  chained_at timestamp with time zone NOT NULL,
  name text NOT NULL,
  record_hash bytea NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT journal_pkey PRIMARY KEY (seq),
  CONSTRAINT journal_event_once UNIQUE (event_id),
  CONSTRAINT journal_hashes CHECK (length(record_hash) = 32 AND length(prev_hash) = 32 AND length(hash) = 32)
);
ALTER TABLE journal ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON journal FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_appends ON journal FOR INSERT TO passerelle_system WITH CHECK (true);
CREATE POLICY system_reads ON journal FOR SELECT TO passerelle_system USING (true);
CREATE TRIGGER journal_continues AFTER INSERT ON journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.journal_continues();
CREATE TRIGGER journal_stays BEFORE DELETE OR UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION app.journal_stays();
GRANT INSERT, SELECT ON journal TO passerelle_system;
GRANT SELECT ON journal TO passerelle_admin;

CREATE TABLE journal_head (
  id boolean DEFAULT true NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  searched_to bigint NOT NULL,
  pending_to bigint,
  pending_on text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT journal_head_pkey PRIMARY KEY (id),
  CONSTRAINT journal_head_hash CHECK (length(hash) = 32),
  CONSTRAINT journal_head_one_row CHECK (id)
);
ALTER TABLE journal_head ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON journal_head FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_all ON journal_head TO passerelle_system USING (true) WITH CHECK (true);
GRANT SELECT ON journal_head TO passerelle_admin;
GRANT SELECT, UPDATE ON journal_head TO passerelle_system;

CREATE TABLE journal_roots (
  day date NOT NULL,
  time_zone text NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  prev_root bytea NOT NULL,
  made_at timestamp with time zone NOT NULL,
  token bytea,
  stamped_at timestamp with time zone,
  CONSTRAINT journal_roots_pkey PRIMARY KEY (day),
  CONSTRAINT journal_roots_seq UNIQUE (seq),
  CONSTRAINT journal_roots_hashes CHECK (length(hash) = 32 AND length(prev_root) = 32),
  CONSTRAINT journal_roots_stamp CHECK ((token IS NULL) = (stamped_at IS NULL)),
  CONSTRAINT journal_roots_seq_fkey FOREIGN KEY (seq) REFERENCES journal(seq)
);
ALTER TABLE journal_roots ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON journal_roots FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_all ON journal_roots TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER journal_root_stays BEFORE DELETE OR UPDATE OF day, time_zone, seq, hash, prev_root, made_at ON journal_roots FOR EACH ROW EXECUTE FUNCTION app.journal_stays();
CREATE TRIGGER journal_stamp_stays BEFORE UPDATE OF token, stamped_at ON journal_roots FOR EACH ROW EXECUTE FUNCTION app.journal_stamp_stays();
GRANT INSERT, SELECT ON journal_roots TO passerelle_system;
GRANT SELECT ON journal_roots TO passerelle_admin;
GRANT UPDATE (token, stamped_at) ON journal_roots TO passerelle_system;

CREATE TABLE journal_salts (
  seq bigint NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT journal_salts_pkey PRIMARY KEY (seq),
  CONSTRAINT journal_salts_length CHECK (length(salt) = 32),
  CONSTRAINT journal_salts_seq_fkey FOREIGN KEY (seq) REFERENCES journal(seq)
);
ALTER TABLE journal_salts ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON journal_salts FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_appends ON journal_salts FOR INSERT TO passerelle_system WITH CHECK (true);
CREATE POLICY system_reads ON journal_salts FOR SELECT TO passerelle_system USING (true);
CREATE TRIGGER journal_salt_stays BEFORE UPDATE ON journal_salts FOR EACH ROW EXECUTE FUNCTION app.journal_stays();
GRANT INSERT, SELECT ON journal_salts TO passerelle_system;
GRANT SELECT ON journal_salts TO passerelle_admin;

CREATE TABLE last_visits (
  user_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT last_visits_pkey PRIMARY KEY (user_id),
  CONSTRAINT last_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
ALTER TABLE last_visits ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON last_visits FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_all ON last_visits TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON last_visits TO passerelle_system;
GRANT SELECT ON last_visits TO passerelle_admin;
GRANT UPDATE (seen_at) ON last_visits TO passerelle_system;

CREATE TABLE lead_comments (
  id uuid NOT NULL,
  lead_id uuid,
  author_id uuid NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  dispute_id uuid,
  CONSTRAINT lead_comments_pkey PRIMARY KEY (id),
  CONSTRAINT lead_comments_body_length CHECK (length(body) >= 1 AND length(body) <= 2000),
  CONSTRAINT lead_comments_subject CHECK (lead_id IS NOT NULL OR dispute_id IS NOT NULL),
  CONSTRAINT lead_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(user_id),
  CONSTRAINT lead_comments_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id) ON DELETE CASCADE,
  CONSTRAINT lead_comments_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
);
CREATE INDEX lead_comments_newest ON lead_comments USING btree (lead_id, created_at DESC, id DESC);
CREATE INDEX lead_comments_of_dispute ON lead_comments USING btree (dispute_id, created_at DESC, id DESC) WHERE (dispute_id IS NOT NULL);
ALTER TABLE lead_comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON lead_comments FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_writes ON lead_comments FOR INSERT TO passerelle_admin WITH CHECK (author_id = app.user_id());
CREATE POLICY own_dispute_reads ON lead_comments FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT 1 FROM disputes d WHERE d.id = lead_comments.dispute_id)));
CREATE POLICY own_dispute_writes ON lead_comments FOR INSERT TO passerelle_partner WITH CHECK (author_id = app.user_id() AND (EXISTS ( SELECT 1 FROM disputes d WHERE d.id = lead_comments.dispute_id AND NOT d.lead_id IS DISTINCT FROM lead_comments.lead_id)));
CREATE POLICY own_lead_reads ON lead_comments FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM leads l WHERE l.id = lead_comments.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY own_lead_writes ON lead_comments FOR INSERT TO passerelle_partner WITH CHECK (dispute_id IS NULL AND author_id = app.user_id() AND (EXISTS ( SELECT FROM leads l WHERE l.id = lead_comments.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY rights ON lead_comments AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text, 'money'::text]) AS has_right));
CREATE POLICY system_all ON lead_comments TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON lead_comments TO passerelle_system;
GRANT INSERT, SELECT ON lead_comments TO passerelle_admin, passerelle_partner;

CREATE TABLE lead_fields (
  key text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  names jsonb DEFAULT '{}'::jsonb NOT NULL,
  help text DEFAULT ''::text NOT NULL,
  helps jsonb DEFAULT '{}'::jsonb NOT NULL,
  options jsonb DEFAULT '[]'::jsonb NOT NULL,
  required boolean DEFAULT false NOT NULL,
  required_from text,
  partner_access text DEFAULT 'edits'::text NOT NULL,
  staff_edits boolean DEFAULT true NOT NULL,
  on_introductions boolean DEFAULT false NOT NULL,
  searchable boolean DEFAULT false NOT NULL,
  on_card boolean DEFAULT false NOT NULL,
  in_list boolean DEFAULT false NOT NULL,
  place integer NOT NULL,
  archived_at timestamp with time zone,
  used_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL,
  column_name text,
  required_at_start boolean DEFAULT false NOT NULL,
  column_searched boolean DEFAULT false NOT NULL,
  about_person boolean DEFAULT true NOT NULL,
  CONSTRAINT lead_fields_pkey PRIMARY KEY (key),
  CONSTRAINT lead_fields_column_name_once UNIQUE (column_name),
  CONSTRAINT lead_fields_place_once UNIQUE (place) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT lead_fields_built_in CHECK ( CASE WHEN column_name IS NULL THEN NOT required_at_start AND NOT column_searched ELSE partner_access = 'edits'::text AND staff_edits AND NOT on_introductions AND NOT searchable AND NOT on_card AND NOT in_list END),
  CONSTRAINT lead_fields_edited CHECK (partner_access = 'edits'::text OR staff_edits OR on_introductions),
  CONSTRAINT lead_fields_help_length CHECK (length(help) <= 200),
  CONSTRAINT lead_fields_helps CHECK (app.names_fit(helps, 200)),
  CONSTRAINT lead_fields_key CHECK (key ~ CASE WHEN column_name IS NULL THEN '^[a-z][a-z0-9_]{0,39}$'::text ELSE '^[a-z][a-zA-Z0-9]{0,39}$'::text END),
  CONSTRAINT lead_fields_kind CHECK (kind = ANY (ARRAY['text'::text, 'long_text'::text, 'number'::text, 'amount'::text, 'date'::text, 'choice'::text, 'choices'::text, 'yes_no'::text, 'email'::text, 'phone'::text, 'link'::text, 'siren'::text, 'siret'::text, 'offer'::text])),
  CONSTRAINT lead_fields_name_length CHECK (length(name) >= CASE WHEN column_name IS NULL THEN 1 ELSE 0 END AND length(name) <= 60),
  CONSTRAINT lead_fields_names CHECK (app.names_fit(names, 60)),
  CONSTRAINT lead_fields_offer CHECK ((kind = 'offer'::text) = (column_name IS NOT NULL AND column_name = 'offer_type'::text)),
  CONSTRAINT lead_fields_options CHECK (app.options_fit(options) AND (options <> '[]'::jsonb) = (kind = ANY (ARRAY['choice'::text, 'choices'::text]))),
  CONSTRAINT lead_fields_partner_access CHECK (partner_access = ANY (ARRAY['none'::text, 'reads'::text, 'edits'::text])),
  CONSTRAINT lead_fields_required_from CHECK (required OR required_from IS NULL),
  CONSTRAINT lead_fields_searched CHECK (NOT searchable OR (kind = ANY (ARRAY['text'::text, 'long_text'::text, 'email'::text, 'phone'::text, 'link'::text, 'siren'::text, 'siret'::text]))),
  CONSTRAINT lead_fields_required_from_fkey FOREIGN KEY (required_from) REFERENCES lead_stages(key)
);
ALTER TABLE lead_fields ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON lead_fields TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY right_to_delete ON lead_fields AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (used_at IS NULL AND column_name IS NULL AND ( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY rights ON lead_fields AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY seen_reads ON lead_fields FOR SELECT TO passerelle_partner USING (partner_access <> 'none'::text);
CREATE POLICY system_reads ON lead_fields FOR SELECT TO passerelle_system USING (true);
CREATE CONSTRAINT TRIGGER check_fields AFTER INSERT OR DELETE OR UPDATE ON lead_fields DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_fields();
GRANT DELETE, SELECT ON lead_fields TO passerelle_admin;
GRANT SELECT ON lead_fields TO passerelle_partner, passerelle_system;
GRANT INSERT (key, kind, name, names, help, helps, options, required, required_from, partner_access, staff_edits, on_introductions, searchable, on_card, in_list, place, changed_at, about_person), UPDATE (kind, name, names, help, helps, options, required, required_from, partner_access, staff_edits, on_introductions, searchable, on_card, in_list, place, archived_at, changed_at, about_person) ON lead_fields TO passerelle_admin;

CREATE TABLE lead_files (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  file_id uuid NOT NULL,
  added_by uuid NOT NULL,
  of_staff boolean NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT lead_files_pkey PRIMARY KEY (id),
  CONSTRAINT lead_files_file_once UNIQUE (file_id),
  CONSTRAINT lead_files_added_by_fkey FOREIGN KEY (added_by) REFERENCES profiles(user_id),
  CONSTRAINT lead_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT lead_files_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
);
CREATE INDEX lead_files_by_lead ON lead_files USING btree (lead_id, added_at);
ALTER TABLE lead_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON lead_files TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_adds ON lead_files FOR INSERT TO passerelle_partner WITH CHECK (added_by = app.user_id() AND NOT of_staff AND (EXISTS ( SELECT FROM leads l WHERE l.id = lead_files.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY own_reads ON lead_files FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM leads l WHERE l.id = lead_files.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY own_removes ON lead_files FOR DELETE TO passerelle_partner USING (added_by = app.user_id() AND (EXISTS ( SELECT FROM leads l WHERE l.id = lead_files.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY right_to_delete ON lead_files AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY rights ON lead_files AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY system_all ON lead_files TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER release_lead_file AFTER DELETE ON lead_files FOR EACH ROW EXECUTE FUNCTION app.release_lead_file();
GRANT DELETE, INSERT, SELECT ON lead_files TO passerelle_admin, passerelle_partner;
GRANT DELETE, SELECT ON lead_files TO passerelle_system;

CREATE TABLE lead_notices (
  lead_id uuid NOT NULL,
  state text DEFAULT 'due'::text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  inherited boolean DEFAULT false NOT NULL,
  queued_at timestamp with time zone,
  queued_by uuid,
  text_id uuid,
  mailed_at timestamp with time zone,
  settled_at timestamp with time zone,
  settled_by uuid,
  how text,
  reason text DEFAULT ''::text NOT NULL,
  CONSTRAINT lead_notices_pkey PRIMARY KEY (lead_id),
  CONSTRAINT lead_notices_how CHECK (how = ANY (ARRAY['call'::text, 'letter'::text, 'meeting'::text, 'former_tool'::text, 'left'::text, 'no_person'::text])),
  CONSTRAINT lead_notices_how_of_state CHECK ((how IS NOT NULL) = (state = ANY (ARRAY['otherwise'::text, 'not_needed'::text])) AND (how IS NULL OR (how = ANY (ARRAY['left'::text, 'no_person'::text])) = (state = 'not_needed'::text))),
  CONSTRAINT lead_notices_queued CHECK (queued_at IS NULL OR state = 'due'::text),
  CONSTRAINT lead_notices_reason CHECK ((state = 'impossible'::text) = (reason <> ''::text) AND length(reason) <= 500),
  CONSTRAINT lead_notices_settled CHECK ((state = 'due'::text) = (settled_at IS NULL) AND (settled_at IS NOT NULL OR settled_by IS NULL)),
  CONSTRAINT lead_notices_state CHECK (state = ANY (ARRAY['due'::text, 'told'::text, 'otherwise'::text, 'not_needed'::text, 'no_mail'::text, 'impossible'::text])),
  CONSTRAINT lead_notices_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT lead_notices_queued_by_fkey FOREIGN KEY (queued_by) REFERENCES profiles(user_id),
  CONSTRAINT lead_notices_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES profiles(user_id),
  CONSTRAINT lead_notices_text_id_fkey FOREIGN KEY (text_id) REFERENCES notice_texts(id)
);
CREATE INDEX lead_notices_due ON lead_notices USING btree (due_at) WHERE (state = 'due'::text);
CREATE INDEX lead_notices_inherited ON lead_notices USING btree (lead_id) WHERE ((state = 'due'::text) AND inherited);
CREATE INDEX lead_notices_queued ON lead_notices USING btree (queued_at, lead_id) WHERE (queued_at IS NOT NULL);
ALTER TABLE lead_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON lead_notices FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_settles ON lead_notices FOR UPDATE TO passerelle_admin USING (true) WITH CHECK ((settled_by IS NULL OR settled_by = app.user_id()) AND (queued_by IS NULL OR queued_by = app.user_id()));
CREATE POLICY own_reads ON lead_notices FOR SELECT TO passerelle_partner USING ((lead_id IN ( SELECT l.id FROM leads l WHERE l.partner_id = app.partner_id())));
CREATE POLICY rights ON lead_notices AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right));
CREATE POLICY system_all ON lead_notices TO passerelle_system USING (true) WITH CHECK (true);
GRANT SELECT ON lead_notices TO passerelle_admin;
GRANT SELECT, UPDATE ON lead_notices TO passerelle_system;
GRANT SELECT (lead_id, state, due_at, settled_at) ON lead_notices TO passerelle_partner;
GRANT UPDATE (state, queued_at, queued_by, settled_at, settled_by, how, reason) ON lead_notices TO passerelle_admin;

CREATE TABLE lead_receipts (
  reference text NOT NULL,
  lead_id uuid,
  partner_id uuid NOT NULL,
  content jsonb NOT NULL,
  journal_seq bigint NOT NULL,
  journal_hash bytea NOT NULL,
  file_id uuid,
  file_sha256 text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT lead_receipts_pkey PRIMARY KEY (reference),
  CONSTRAINT lead_receipts_once UNIQUE (lead_id, partner_id),
  CONSTRAINT lead_receipts_file_sha256 CHECK (file_sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT lead_receipts_hash CHECK (length(journal_hash) = 32),
  CONSTRAINT lead_receipts_reference CHECK (reference ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text),
  CONSTRAINT lead_receipts_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT lead_receipts_journal_seq_fkey FOREIGN KEY (journal_seq) REFERENCES journal(seq),
  CONSTRAINT lead_receipts_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE SET NULL,
  CONSTRAINT lead_receipts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX lead_receipts_by_file ON lead_receipts USING btree (file_sha256);
ALTER TABLE lead_receipts ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON lead_receipts FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON lead_receipts FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY roles ON lead_receipts AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('all_leads'::text) AS partner_may) OR (lead_id IN ( SELECT l.id FROM leads l)));
CREATE POLICY system_all ON lead_receipts TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON lead_receipts TO passerelle_system;
GRANT SELECT (reference, lead_id, partner_id, made_at) ON lead_receipts TO passerelle_admin;
GRANT SELECT (reference, lead_id, partner_id, made_at) ON lead_receipts TO passerelle_partner;

CREATE TABLE lead_registrations (
  lead_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  number text NOT NULL,
  seq bigint NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  reason text,
  message text DEFAULT ''::text NOT NULL,
  merged_into uuid,
  protected_until timestamp with time zone,
  reminded_days integer,
  extension_state text,
  extension_asked_at timestamp with time zone,
  extension_reason text DEFAULT ''::text NOT NULL,
  extension_answered_at timestamp with time zone,
  extension_answer text DEFAULT ''::text NOT NULL,
  appealed_at timestamp with time zone,
  appeal text DEFAULT ''::text NOT NULL,
  former_partners uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  decided_for uuid,
  CONSTRAINT lead_registrations_pkey PRIMARY KEY (lead_id),
  CONSTRAINT lead_registrations_number_once UNIQUE (number),
  CONSTRAINT lead_registrations_appeal CHECK ((appealed_at IS NULL) = (appeal = ''::text) AND (state <> 'appealed'::text OR appealed_at IS NOT NULL)),
  CONSTRAINT lead_registrations_decided CHECK ((decided_at IS NULL) = (state = 'submitted'::text) AND (decided_at IS NOT NULL OR decided_by IS NULL)),
  CONSTRAINT lead_registrations_decided_for CHECK (decided_for <> lead_id),
  CONSTRAINT lead_registrations_extension CHECK ((extension_asked_at IS NULL) = (extension_state IS NULL) AND (extension_reason <> ''::text) = (extension_state IS NOT NULL) AND (extension_answered_at IS NULL) = (COALESCE(extension_state, 'asked'::text) = 'asked'::text) AND (state <> 'extended'::text OR COALESCE(extension_state = 'granted'::text, false))),
  CONSTRAINT lead_registrations_extension_state CHECK (extension_state = ANY (ARRAY['asked'::text, 'granted'::text, 'refused'::text])),
  CONSTRAINT lead_registrations_merged CHECK (merged_into IS NULL OR state = 'merged'::text AND merged_into <> lead_id),
  CONSTRAINT lead_registrations_protected CHECK (protected_until IS NULL OR decided_at IS NOT NULL),
  CONSTRAINT lead_registrations_reason CHECK (reason = ANY (ARRAY['deja_client'::text, 'deja_apporte'::text, 'hors_cible'::text, 'incomplet'::text, 'doublon'::text, 'autre'::text])),
  CONSTRAINT lead_registrations_refused CHECK ((reason IS NOT NULL) = (state = ANY (ARRAY['refused'::text, 'appealed'::text])) AND (reason <> 'autre'::text OR message <> ''::text)),
  CONSTRAINT lead_registrations_reminded CHECK (reminded_days = ANY (ARRAY[30, 7])),
  CONSTRAINT lead_registrations_state CHECK (state = ANY (ARRAY['submitted'::text, 'accepted'::text, 'refused'::text, 'merged'::text, 'extended'::text, 'expired'::text, 'converted'::text, 'appealed'::text])),
  CONSTRAINT lead_registrations_texts CHECK (length(message) <= 1000 AND length(extension_reason) <= 1000 AND length(extension_answer) <= 1000 AND length(appeal) <= 1000),
  CONSTRAINT lead_registrations_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(user_id),
  CONSTRAINT lead_registrations_decided_for_fkey FOREIGN KEY (decided_for) REFERENCES leads(id) ON DELETE SET NULL,
  CONSTRAINT lead_registrations_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT lead_registrations_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES leads(id) ON DELETE SET NULL,
  CONSTRAINT lead_registrations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX lead_registrations_by_decided_for ON lead_registrations USING btree (decided_for) WHERE (decided_for IS NOT NULL);
CREATE INDEX lead_registrations_ending ON lead_registrations USING btree (protected_until) WHERE ((state = ANY (ARRAY['accepted'::text, 'extended'::text])) AND (protected_until IS NOT NULL));
CREATE INDEX lead_registrations_extensions ON lead_registrations USING btree (extension_asked_at) WHERE (extension_state = 'asked'::text);
CREATE INDEX lead_registrations_merged_into ON lead_registrations USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX lead_registrations_to_answer ON lead_registrations USING btree (submitted_at) WHERE (state = ANY (ARRAY['submitted'::text, 'appealed'::text]));
ALTER TABLE lead_registrations ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_answers ON lead_registrations FOR UPDATE TO passerelle_admin USING (partner_id IS DISTINCT FROM app.partner_id()) WITH CHECK (partner_id IS DISTINCT FROM app.partner_id());
CREATE POLICY admin_reads ON lead_registrations FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_asks ON lead_registrations FOR UPDATE TO passerelle_partner USING (partner_id = app.partner_id()) WITH CHECK (partner_id = app.partner_id());
CREATE POLICY own_reads ON lead_registrations FOR SELECT TO passerelle_partner USING (partner_id = (( SELECT app.partner_id() AS partner_id)));
CREATE POLICY rights ON lead_registrations AS RESTRICTIVE FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY roles ON lead_registrations AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('all_leads'::text) AS partner_may) OR (lead_id IN ( SELECT l.id FROM leads l)));
CREATE POLICY system_all ON lead_registrations TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER check_conflict_reason BEFORE UPDATE OF decided_for ON lead_registrations FOR EACH ROW WHEN (new.decided_for IS NOT NULL AND new.decided_for IS DISTINCT FROM old.decided_for) EXECUTE FUNCTION app.check_conflict_reason();
CREATE TRIGGER keep_registration AFTER UPDATE OF state, protected_until ON lead_registrations FOR EACH ROW WHEN (new.state <> old.state OR new.protected_until IS DISTINCT FROM old.protected_until) EXECUTE FUNCTION app.keep_registration();
CREATE TRIGGER registration_goes_forward BEFORE UPDATE ON lead_registrations FOR EACH ROW EXECUTE FUNCTION app.registration_goes_forward();
GRANT SELECT ON lead_registrations TO passerelle_admin, passerelle_system;
GRANT SELECT (lead_id, partner_id, number, seq, submitted_at, state, decided_at, reason, message, protected_until, extension_state, extension_asked_at, extension_reason, extension_answered_at, extension_answer, appealed_at, appeal, former_partners), UPDATE (state, extension_state, extension_asked_at, extension_reason, appealed_at, appeal) ON lead_registrations TO passerelle_partner;
GRANT UPDATE (state, decided_at, decided_by, reason, message, merged_into, protected_until, reminded_days, extension_state, extension_answered_at, extension_answer, decided_for) ON lead_registrations TO passerelle_admin;
GRANT UPDATE (state, decided_at, decided_by, reason, message, protected_until, reminded_days, decided_for) ON lead_registrations TO passerelle_system;

CREATE TABLE lead_shares (
  lead_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  share integer NOT NULL,
  shared_at timestamp with time zone NOT NULL,
  shared_by uuid NOT NULL,
  CONSTRAINT lead_shares_pkey PRIMARY KEY (lead_id, partner_id),
  CONSTRAINT lead_shares_share CHECK (share >= 1 AND share <= 9999),
  CONSTRAINT lead_shares_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT lead_shares_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT lead_shares_shared_by_fkey FOREIGN KEY (shared_by) REFERENCES profiles(user_id)
);
CREATE INDEX lead_shares_by_partner ON lead_shares USING btree (partner_id);
ALTER TABLE lead_shares ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON lead_shares TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_reads ON lead_shares FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id() OR (EXISTS ( SELECT FROM leads l WHERE l.id = lead_shares.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY right_to_delete ON lead_shares AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY rights ON lead_shares AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY roles ON lead_shares AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('all_leads'::text) AS partner_may) OR (lead_id IN ( SELECT l.id FROM leads l)));
CREATE POLICY system_reads ON lead_shares FOR SELECT TO passerelle_system USING (true);
CREATE TRIGGER check_lead_share AFTER INSERT OR DELETE OR UPDATE ON lead_shares FOR EACH ROW EXECUTE FUNCTION app.check_lead_share();
CREATE TRIGGER forget_shared_lead AFTER DELETE ON lead_shares FOR EACH ROW EXECUTE FUNCTION app.forget_shared_lead();
CREATE TRIGGER hasten_notice AFTER INSERT ON lead_shares FOR EACH ROW EXECUTE FUNCTION app.hasten_notice();
CREATE TRIGGER keep_shared AFTER INSERT OR DELETE ON lead_shares FOR EACH ROW EXECUTE FUNCTION app.keep_shared();
GRANT DELETE, INSERT, SELECT ON lead_shares TO passerelle_admin;
GRANT SELECT ON lead_shares TO passerelle_partner, passerelle_system;
GRANT UPDATE (share) ON lead_shares TO passerelle_admin;

CREATE TABLE lead_signings (
  lead_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  rule_version integer NOT NULL,
  signed_on date NOT NULL,
  revenue_cents bigint NOT NULL,
  share integer DEFAULT 10000 NOT NULL,
  commission_rate numeric(5,2),
  tier_name text DEFAULT ''::text NOT NULL,
  tier_names jsonb DEFAULT '{}'::jsonb NOT NULL,
  fixed_cents bigint,
  lead_cap_cents bigint,
  ended_on date,
  client_since date,
  in_one_line boolean DEFAULT false NOT NULL,
  CONSTRAINT lead_signings_pkey PRIMARY KEY (lead_id, partner_id),
  CONSTRAINT lead_signings_client_since CHECK (client_since <= signed_on),
  CONSTRAINT lead_signings_ended CHECK (ended_on >= signed_on),
  CONSTRAINT lead_signings_revenue CHECK (revenue_cents >= 0),
  CONSTRAINT lead_signings_share CHECK (share >= 1 AND share <= 10000),
  CONSTRAINT lead_signings_tier_names CHECK (app.names_fit(tier_names, 50)),
  CONSTRAINT lead_signings_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id),
  CONSTRAINT lead_signings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT lead_signings_rule FOREIGN KEY (rule_id, rule_version) REFERENCES commission_rule_versions(rule_id, version)
);
CREATE INDEX lead_signings_by_partner ON lead_signings USING btree (partner_id);
ALTER TABLE lead_signings ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON lead_signings TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY begins ON lead_signings AS RESTRICTIVE FOR INSERT TO passerelle_partner WITH CHECK (ended_on IS NULL AND client_since IS NULL);
CREATE POLICY own_adds ON lead_signings FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id() AND (EXISTS ( SELECT FROM leads l WHERE l.id = lead_signings.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY own_reads ON lead_signings FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY own_removes ON lead_signings FOR DELETE TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY right_to_delete ON lead_signings AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['leads'::text, 'money'::text]) AS has_right));
CREATE POLICY rights ON lead_signings AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text, 'money'::text]) AS has_right));
CREATE POLICY roles ON lead_signings AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_all ON lead_signings TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER check_ending BEFORE UPDATE ON lead_signings FOR EACH ROW WHEN (new.ended_on IS DISTINCT FROM old.ended_on) EXECUTE FUNCTION app.check_ending();
CREATE CONSTRAINT TRIGGER check_signed_lead AFTER INSERT OR DELETE ON lead_signings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_signed_lead();
CREATE TRIGGER check_signing BEFORE INSERT ON lead_signings FOR EACH ROW EXECUTE FUNCTION app.check_signing();
CREATE TRIGGER keep_lead_terms AFTER INSERT OR DELETE ON lead_signings FOR EACH ROW EXECUTE FUNCTION app.keep_lead_terms();
GRANT DELETE, INSERT, SELECT ON lead_signings TO passerelle_admin, passerelle_partner, passerelle_system;
GRANT UPDATE (ended_on) ON lead_signings TO passerelle_admin;

CREATE TABLE lead_staff_fields (
  lead_id uuid NOT NULL,
  fields jsonb NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  CONSTRAINT lead_staff_fields_pkey PRIMARY KEY (lead_id),
  CONSTRAINT lead_staff_fields_object CHECK (jsonb_typeof(fields) = 'object'::text),
  CONSTRAINT lead_staff_fields_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
);
CREATE INDEX lead_staff_fields_by_value ON lead_staff_fields USING gin (fields jsonb_path_ops) WITH (gin_pending_list_limit='128');
CREATE INDEX lead_staff_fields_search ON lead_staff_fields USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit='128');
ALTER TABLE lead_staff_fields ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON lead_staff_fields TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON lead_staff_fields AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY system_all ON lead_staff_fields TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER check_required_hidden AFTER UPDATE ON lead_staff_fields FOR EACH ROW EXECUTE FUNCTION app.check_required_hidden();
CREATE TRIGGER check_staff_fields BEFORE INSERT OR UPDATE ON lead_staff_fields FOR EACH ROW EXECUTE FUNCTION app.check_staff_fields();
CREATE TRIGGER note_staff_fields AFTER INSERT OR UPDATE ON lead_staff_fields FOR EACH ROW EXECUTE FUNCTION app.note_used_fields();
GRANT SELECT ON lead_staff_fields TO passerelle_admin, passerelle_system;
GRANT INSERT (lead_id, fields), UPDATE (fields) ON lead_staff_fields TO passerelle_admin;
GRANT INSERT (lead_id, fields), UPDATE (fields) ON lead_staff_fields TO passerelle_system;

CREATE TABLE lead_stages (
  key text NOT NULL,
  name text NOT NULL,
  names jsonb DEFAULT '{}'::jsonb NOT NULL,
  colour text NOT NULL,
  place integer NOT NULL,
  counts_as_call boolean DEFAULT false NOT NULL,
  partner_enters boolean DEFAULT true NOT NULL,
  partner_leaves boolean DEFAULT true NOT NULL,
  staff_enters boolean DEFAULT true NOT NULL,
  staff_leaves boolean DEFAULT true NOT NULL,
  asks text,
  archived_at timestamp with time zone,
  merged_into text,
  changed_at timestamp with time zone NOT NULL,
  stale_after_days integer,
  CONSTRAINT lead_stages_pkey PRIMARY KEY (key),
  CONSTRAINT lead_stages_place_once UNIQUE (place) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT lead_stages_asks CHECK (asks = ANY (ARRAY['amount'::text, 'reason'::text, 'file'::text])),
  CONSTRAINT lead_stages_colour CHECK (colour = ANY (ARRAY['blue'::text, 'amber'::text, 'violet'::text, 'green'::text, 'red'::text, 'teal'::text, 'pink'::text, 'slate'::text, 'olive'::text])),
  CONSTRAINT lead_stages_key CHECK (key ~ '^[a-z][a-z0-9_]{0,39}$'::text),
  CONSTRAINT lead_stages_merged CHECK (merged_into IS NULL OR archived_at IS NOT NULL AND merged_into <> key),
  CONSTRAINT lead_stages_name_length CHECK (length(name) >= 1 AND length(name) <= 30),
  CONSTRAINT lead_stages_names CHECK (app.names_fit(names, 30)),
  CONSTRAINT lead_stages_open_only CHECK ((key <> ALL (ARRAY['signe'::text, 'refuse'::text, 'perdu'::text])) OR NOT counts_as_call AND asks IS NULL AND stale_after_days IS NULL),
  CONSTRAINT lead_stages_stale CHECK (stale_after_days >= 1 AND stale_after_days <= 365),
  CONSTRAINT lead_stages_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES lead_stages(key)
);
ALTER TABLE lead_stages ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_adds ON lead_stages FOR INSERT TO passerelle_admin WITH CHECK (true);
CREATE POLICY admin_changes ON lead_stages FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_deletes ON lead_stages FOR DELETE TO passerelle_admin USING (true);
CREATE POLICY admin_reads ON lead_stages FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY everyone_reads ON lead_stages FOR SELECT TO passerelle_partner USING (true);
CREATE POLICY right_to_delete ON lead_stages AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right) AND app.is_unused_stage(key));
CREATE POLICY rights ON lead_stages AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_reads ON lead_stages FOR SELECT TO passerelle_system USING (true);
CREATE CONSTRAINT TRIGGER check_stages AFTER INSERT OR DELETE OR UPDATE ON lead_stages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_stages();
GRANT DELETE, SELECT ON lead_stages TO passerelle_admin;
GRANT SELECT ON lead_stages TO passerelle_partner, passerelle_system;
GRANT INSERT (key, name, names, colour, place, counts_as_call, partner_enters, partner_leaves, staff_enters, staff_leaves, asks, changed_at, stale_after_days), UPDATE (name, names, colour, place, counts_as_call, partner_enters, partner_leaves, staff_enters, staff_leaves, asks, archived_at, merged_into, changed_at, stale_after_days) ON lead_stages TO passerelle_admin;

CREATE TABLE lead_stats (
  partner_id uuid NOT NULL,
  status text NOT NULL,
  count bigint DEFAULT 0 NOT NULL,
  amount_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT lead_stats_pkey PRIMARY KEY (partner_id, status),
  CONSTRAINT lead_stats_count CHECK (count >= 0),
  CONSTRAINT lead_stats_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
ALTER TABLE lead_stats ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON lead_stats TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own ON lead_stats FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY roles ON lead_stats AS RESTRICTIVE FOR SELECT TO passerelle_partner USING (( SELECT app.partner_may('all_leads'::text) AS partner_may));
CREATE POLICY system_all ON lead_stats TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON lead_stats TO passerelle_system;
GRANT SELECT ON lead_stats TO passerelle_admin, passerelle_partner;

CREATE TABLE lead_terms (
  lead_id uuid NOT NULL,
  commission_basis text,
  expected_cents bigint,
  CONSTRAINT lead_terms_pkey PRIMARY KEY (lead_id),
  CONSTRAINT lead_terms_basis CHECK (commission_basis = ANY (ARRAY['signature'::text, 'cash'::text])),
  CONSTRAINT lead_terms_expected CHECK (expected_cents IS NULL OR expected_cents >= 0 AND commission_basis = 'cash'::text),
  CONSTRAINT lead_terms_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
);
CREATE INDEX lead_terms_by_basis ON lead_terms USING btree (commission_basis) WHERE (commission_basis IS NOT NULL);
ALTER TABLE lead_terms ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON lead_terms TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_lead_reads ON lead_terms FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT FROM leads l WHERE l.id = lead_terms.lead_id AND l.partner_id = app.partner_id())));
CREATE POLICY rights ON lead_terms AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text, 'money'::text]) AS has_right));
CREATE POLICY system_all ON lead_terms TO passerelle_system USING (true) WITH CHECK (true);
CREATE CONSTRAINT TRIGGER check_received AFTER DELETE OR UPDATE ON lead_terms DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_received();
GRANT DELETE, INSERT, SELECT, UPDATE ON lead_terms TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON lead_terms TO passerelle_admin;
GRANT SELECT ON lead_terms TO passerelle_partner;

CREATE TABLE lead_totals (
  status text NOT NULL,
  shard integer NOT NULL,
  count bigint DEFAULT 0 NOT NULL,
  amount_cents bigint DEFAULT 0 NOT NULL,
  possible_duplicates bigint DEFAULT 0 NOT NULL,
  CONSTRAINT lead_totals_pkey PRIMARY KEY (status, shard)
) WITH (fillfactor=50);
ALTER TABLE lead_totals ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON lead_totals FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_all ON lead_totals TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON lead_totals TO passerelle_system;
GRANT SELECT ON lead_totals TO passerelle_admin;

CREATE TABLE leads (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  name text NOT NULL,
  company text NOT NULL,
  email text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  website text DEFAULT ''::text NOT NULL,
  estimated_amount_cents bigint NOT NULL,
  offer_type text NOT NULL,
  notes text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'nouveau'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  company_key text DEFAULT ''::text NOT NULL,
  possible_duplicate_of uuid,
  external_id text,
  lost_reason text,
  lost_note text,
  registration_state text DEFAULT 'submitted'::text NOT NULL,
  protected_until timestamp with time zone,
  client_word text,
  client_word_at timestamp with time zone,
  settled boolean DEFAULT false NOT NULL,
  offer_version integer DEFAULT 1 NOT NULL,
  fields jsonb DEFAULT '{}'::jsonb NOT NULL,
  stage_since timestamp with time zone DEFAULT now() NOT NULL,
  client_name text GENERATED ALWAYS AS (COALESCE(NULLIF(company, ''::text), name)) STORED NOT NULL,
  phone_key text DEFAULT ''::text NOT NULL,
  typed_by uuid DEFAULT app.user_id() NOT NULL,
  shared boolean DEFAULT false NOT NULL,
  restricted_at timestamp with time zone,
  erased_at timestamp with time zone,
  mail_domain text DEFAULT ''::text NOT NULL,
  trader_hash text DEFAULT ''::text NOT NULL,
  CONSTRAINT leads_pkey PRIMARY KEY (id),
  CONSTRAINT leads_amount_positive CHECK (estimated_amount_cents >= 0),
  CONSTRAINT leads_client_reached CHECK (email <> ''::text OR phone <> ''::text OR erased_at IS NOT NULL),
  CONSTRAINT leads_client_word CHECK (client_word = ANY (ARRAY['left'::text, 'asked'::text, 'yes'::text, 'other'::text, 'no'::text, 'never'::text])),
  CONSTRAINT leads_client_word_at CHECK ((client_word IS NULL) = (client_word_at IS NULL)),
  CONSTRAINT leads_company_length CHECK (company = ''::text OR length(company) >= 2 AND length(company) <= 100),
  CONSTRAINT leads_email_length CHECK (length(email) <= 255),
  CONSTRAINT leads_erased CHECK (erased_at IS NULL OR (((email || phone) || website) || notes) = ''::text AND fields = '{}'::jsonb),
  CONSTRAINT leads_external_id CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  CONSTRAINT leads_fields CHECK (jsonb_typeof(fields) = 'object'::text),
  CONSTRAINT leads_lost CHECK (lost_reason IS NULL OR status = 'refuse'::text OR status = 'perdu'::text),
  CONSTRAINT leads_lost_note CHECK ((lost_note IS NULL) = (lost_reason IS NULL) AND length(lost_note) <= 500),
  CONSTRAINT leads_lost_reason CHECK (lost_reason = ANY (ARRAY['budget'::text, 'competitor'::text, 'no_answer'::text, 'no_need'::text, 'not_target'::text, 'already_client'::text, 'other'::text])),
  CONSTRAINT leads_name_length CHECK (length(name) >= 2 AND length(name) <= 100),
  CONSTRAINT leads_notes_length CHECK (length(notes) <= 1000),
  CONSTRAINT leads_registration_state CHECK (registration_state = ANY (ARRAY['submitted'::text, 'accepted'::text, 'refused'::text, 'merged'::text, 'extended'::text, 'expired'::text, 'converted'::text, 'appealed'::text])),
  CONSTRAINT leads_offer_type FOREIGN KEY (offer_type, offer_version) REFERENCES offer_names(offer, version),
  CONSTRAINT leads_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT leads_possible_duplicate_of_fkey FOREIGN KEY (possible_duplicate_of) REFERENCES leads(id) ON DELETE SET NULL,
  CONSTRAINT leads_status FOREIGN KEY (status) REFERENCES lead_stages(key),
  CONSTRAINT leads_typed_by_fkey FOREIGN KEY (typed_by) REFERENCES profiles(user_id)
);
CREATE INDEX leads_by_company ON leads USING btree (company_key);
CREATE INDEX leads_by_email ON leads USING btree (lower(email));
CREATE INDEX leads_by_fields ON leads USING gin (fields jsonb_path_ops) WITH (gin_pending_list_limit='128') WHERE (fields <> '{}'::jsonb);
CREATE INDEX leads_by_mail_domain ON leads USING btree (mail_domain) WHERE (mail_domain <> ''::text);
CREATE INDEX leads_by_offer ON leads USING btree (offer_type, created_at DESC, id DESC);
CREATE INDEX leads_by_original ON leads USING btree (possible_duplicate_of) WHERE (possible_duplicate_of IS NOT NULL);
CREATE INDEX leads_by_phone ON leads USING btree (phone_key) WHERE (phone_key <> ''::text);
CREATE INDEX leads_by_stage_since ON leads USING btree (status, stage_since);
CREATE INDEX leads_by_trader ON leads USING btree (trader_hash) WHERE (trader_hash <> ''::text);
CREATE UNIQUE INDEX leads_external_id_once ON leads USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX leads_newest ON leads USING btree (created_at DESC, id DESC) INCLUDE (status, estimated_amount_cents, restricted_at) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX leads_newest_by_partner ON leads USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX leads_newest_by_partner_and_status ON leads USING btree (partner_id, status, created_at DESC, id DESC);
CREATE INDEX leads_newest_by_status ON leads USING btree (status, created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX leads_possible_duplicates ON leads USING btree (created_at DESC, id DESC) WHERE (possible_duplicate_of IS NOT NULL);
CREATE INDEX leads_restricted ON leads USING btree (id) WHERE (restricted_at IS NOT NULL);
CREATE INDEX leads_search ON leads USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit='128');
ALTER TABLE leads ALTER COLUMN search_text SET STATISTICS 1000;
ALTER TABLE leads ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON leads TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own ON leads TO passerelle_partner USING (partner_id = (( SELECT app.partner_id() AS partner_id))) WITH CHECK (partner_id = app.partner_id());
CREATE POLICY restricted ON leads AS RESTRICTIVE TO passerelle_partner USING (restricted_at IS NULL) WITH CHECK (true);
CREATE POLICY right_to_delete ON leads AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY rights ON leads AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['leads'::text]) AS has_right));
CREATE POLICY roles ON leads AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('all_leads'::text) AS partner_may) OR typed_by = app.user_id() AND ( SELECT app.partner_may('leads'::text) AS partner_may));
CREATE POLICY shared_reads ON leads FOR SELECT TO passerelle_sharer USING (id = ANY ((( SELECT app.shared_leads() AS shared_leads))::uuid[]));
CREATE POLICY system_all ON leads TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER begin_lead_facts BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION app.begin_lead_facts();
CREATE TRIGGER begin_notice_anew AFTER UPDATE OF email ON leads FOR EACH ROW WHEN (new.email <> ''::text AND lower(new.email) <> lower(old.email)) EXECUTE FUNCTION app.begin_notice_anew();
CREATE TRIGGER begin_notices AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.begin_notices();
CREATE CONSTRAINT TRIGGER check_entered_hidden AFTER UPDATE OF status ON leads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION app.check_required_hidden();
CREATE TRIGGER check_fields BEFORE UPDATE OF fields ON leads FOR EACH ROW WHEN (new.fields <> old.fields) EXECUTE FUNCTION app.check_lead_fields();
CREATE TRIGGER check_new_fields BEFORE INSERT ON leads FOR EACH ROW WHEN (new.fields <> '{}'::jsonb) EXECUTE FUNCTION app.check_lead_fields();
CREATE CONSTRAINT TRIGGER check_new_hidden AFTER INSERT ON leads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_required_hidden();
CREATE CONSTRAINT TRIGGER check_new_lead AFTER INSERT ON leads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'signe'::text) EXECUTE FUNCTION app.check_signed_lead();
CREATE TRIGGER check_new_required AFTER INSERT ON leads FOR EACH ROW EXECUTE FUNCTION app.check_required_fields();
CREATE TRIGGER check_new_signature AFTER INSERT ON leads FOR EACH ROW WHEN (new.status = 'signe'::text) EXECUTE FUNCTION app.check_signature();
CREATE TRIGGER check_new_stage BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION app.check_stage();
CREATE TRIGGER check_required AFTER UPDATE OF status, name, company, email, phone, website, estimated_amount_cents, notes, fields ON leads FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status OR new.name IS DISTINCT FROM old.name OR new.company IS DISTINCT FROM old.company OR new.email IS DISTINCT FROM old.email OR new.phone IS DISTINCT FROM old.phone OR new.website IS DISTINCT FROM old.website OR new.estimated_amount_cents IS DISTINCT FROM old.estimated_amount_cents OR new.notes IS DISTINCT FROM old.notes OR new.fields IS DISTINCT FROM old.fields) EXECUTE FUNCTION app.check_required_fields();
CREATE TRIGGER check_shared_hand_over AFTER UPDATE OF partner_id ON leads FOR EACH ROW WHEN (new.partner_id <> old.partner_id) EXECUTE FUNCTION app.check_shared_hand_over();
CREATE TRIGGER check_signature AFTER UPDATE OF status ON leads FOR EACH ROW WHEN (new.status = 'signe'::text AND old.status <> 'signe'::text) EXECUTE FUNCTION app.check_signature();
CREATE CONSTRAINT TRIGGER check_signed_lead AFTER UPDATE OF status, partner_id ON leads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ('signe'::text = old.status OR 'signe'::text = new.status) EXECUTE FUNCTION app.check_signed_lead();
CREATE TRIGGER check_stage BEFORE UPDATE OF status ON leads FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION app.check_stage();
CREATE TRIGGER count_added AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.count_leads();
CREATE TRIGGER count_changed AFTER UPDATE ON leads REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.count_leads();
CREATE TRIGGER count_removed AFTER DELETE ON leads REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION app.count_leads();
CREATE TRIGGER follow_hand_over AFTER UPDATE OF partner_id ON leads FOR EACH ROW WHEN (new.partner_id <> old.partner_id) EXECUTE FUNCTION app.follow_hand_over();
CREATE TRIGGER follow_signature AFTER UPDATE OF status ON leads FOR EACH ROW WHEN ((new.status = 'signe'::text) <> (old.status = 'signe'::text)) EXECUTE FUNCTION app.follow_signature();
CREATE TRIGGER forget_client_mails AFTER DELETE ON leads FOR EACH ROW EXECUTE FUNCTION app.forget_client_mails();
CREATE TRIGGER hasten_notice AFTER UPDATE OF partner_id ON leads FOR EACH ROW WHEN (new.partner_id <> old.partner_id) EXECUTE FUNCTION app.hasten_notice();
CREATE TRIGGER keep_client_word AFTER UPDATE OF partner_id ON leads FOR EACH ROW WHEN (new.partner_id <> old.partner_id) EXECUTE FUNCTION app.keep_client_word();
CREATE TRIGGER keep_lead_keys BEFORE INSERT OR UPDATE OF name, company, email, phone, fields ON leads FOR EACH ROW EXECUTE FUNCTION app.keep_lead_keys();
CREATE TRIGGER keep_offer_version BEFORE INSERT OR UPDATE OF offer_type ON leads FOR EACH ROW EXECUTE FUNCTION app.keep_offer_version();
CREATE TRIGGER keep_restricted BEFORE INSERT OR UPDATE OF restricted_at, name, company, email, phone, fields ON leads FOR EACH ROW WHEN (new.restricted_at IS NOT NULL) EXECUTE FUNCTION app.hide_restricted();
CREATE TRIGGER keep_trader BEFORE INSERT OR UPDATE OF company ON leads FOR EACH ROW WHEN (new.erased_at IS NULL AND (new.trader_hash <> ''::text OR current_setting('app.traders'::text, true) <> ''::text)) EXECUTE FUNCTION app.keep_trader();
CREATE TRIGGER keep_typed_by BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION app.keep_typed_by();
CREATE TRIGGER keep_typed_by_after_hand_over BEFORE UPDATE OF partner_id ON leads FOR EACH ROW WHEN (new.partner_id <> old.partner_id) EXECUTE FUNCTION app.keep_typed_by();
CREATE TRIGGER name_hidden_client AFTER UPDATE OF restricted_at ON leads FOR EACH ROW WHEN ((old.restricted_at IS NULL) <> (new.restricted_at IS NULL)) EXECUTE FUNCTION app.name_hidden_client();
CREATE TRIGGER note_fields AFTER UPDATE OF fields ON leads FOR EACH ROW WHEN (new.fields <> old.fields) EXECUTE FUNCTION app.note_used_fields();
CREATE TRIGGER note_new_fields AFTER INSERT ON leads FOR EACH ROW WHEN (new.fields <> '{}'::jsonb) EXECUTE FUNCTION app.note_used_fields();
CREATE TRIGGER register_added AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.register_leads();
CREATE TRIGGER rename_in_commissions AFTER UPDATE OF name, company ON leads FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.company IS DISTINCT FROM new.company) EXECUTE FUNCTION app.rename_in_commissions();
CREATE TRIGGER resubmit AFTER UPDATE OF company, email, phone ON leads FOR EACH ROW WHEN (app.is_partner(CURRENT_USER::text) AND (new.company_key <> old.company_key OR lower(new.email) <> lower(old.email) OR (''::text = new.company OR ''::text = new.email) AND new.phone_key <> old.phone_key)) EXECUTE FUNCTION app.resubmit();
CREATE TRIGGER void_client_confirmations AFTER UPDATE OF email, company, partner_id ON leads FOR EACH ROW WHEN ((lower(new.email) <> lower(old.email) OR new.company_key IS DISTINCT FROM old.company_key OR new.partner_id <> old.partner_id) AND (new.erased_at IS NULL OR old.erased_at IS NOT NULL)) EXECUTE FUNCTION app.void_client_confirmations();
GRANT DELETE, SELECT ON leads TO passerelle_admin, passerelle_partner, passerelle_system;
GRANT INSERT (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at, updated_at, possible_duplicate_of, external_id, lost_reason, lost_note, fields), UPDATE (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at, updated_at, possible_duplicate_of, external_id, lost_reason, lost_note, fields) ON leads TO passerelle_admin;
GRANT INSERT (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at, updated_at, possible_duplicate_of, external_id, lost_reason, lost_note, fields), UPDATE (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at, updated_at, possible_duplicate_of, external_id, lost_reason, lost_note, fields) ON leads TO passerelle_partner;
GRANT INSERT (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at, updated_at, possible_duplicate_of, external_id, lost_reason, lost_note, fields), UPDATE (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at, updated_at, possible_duplicate_of, external_id, lost_reason, lost_note, fields, typed_by) ON leads TO passerelle_system;

CREATE TABLE mails (
  event_id uuid NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  sent_at timestamp with time zone,
  kind text NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid,
  message_id text,
  response text,
  attempts integer DEFAULT 0 NOT NULL,
  last_tried_at timestamp with time zone,
  last_error text,
  failed_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  CONSTRAINT mails_pkey PRIMARY KEY (event_id, recipient, kind),
  CONSTRAINT mails_id UNIQUE (id),
  CONSTRAINT mails_attempts CHECK (attempts >= 0),
  CONSTRAINT mails_outcome CHECK (sent_at IS NULL OR failed_at IS NULL),
  CONSTRAINT mails_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX mails_of_person ON mails USING btree (user_id, kind);
CREATE INDEX mails_undelivered ON mails USING btree (failed_at) WHERE ((failed_at IS NOT NULL) AND (dismissed_at IS NULL));
ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON mails FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_settles ON mails FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON mails AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY system_all ON mails TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER note_told AFTER UPDATE OF sent_at ON mails FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['client_confirmation'::text, 'client_notice'::text])) AND old.sent_at IS NULL AND new.sent_at IS NOT NULL) EXECUTE FUNCTION app.note_told();
GRANT DELETE, INSERT, SELECT, UPDATE ON mails TO passerelle_system;
GRANT SELECT (event_id, recipient, sent_at, kind, id, user_id, message_id, response, attempts, last_tried_at, last_error, failed_at, dismissed_at), UPDATE (failed_at, dismissed_at) ON mails TO passerelle_admin;

CREATE TABLE maintenance (
  id boolean DEFAULT true NOT NULL,
  since timestamp with time zone NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  CONSTRAINT maintenance_pkey PRIMARY KEY (id),
  CONSTRAINT maintenance_message CHECK (length(message) <= 500),
  CONSTRAINT maintenance_one_row CHECK (id)
);
ALTER TABLE maintenance ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON maintenance TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance TO passerelle_system;

CREATE TABLE news_digests (
  user_id uuid NOT NULL,
  day date NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT news_digests_pkey PRIMARY KEY (user_id, day),
  CONSTRAINT news_digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
ALTER TABLE news_digests ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON news_digests TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON news_digests TO passerelle_system;

CREATE TABLE news_settings (
  id boolean DEFAULT true NOT NULL,
  digest_hour smallint DEFAULT 8 NOT NULL,
  reminder_days smallint[] DEFAULT '{3,7,14}'::smallint[] NOT NULL,
  CONSTRAINT news_settings_pkey PRIMARY KEY (id),
  CONSTRAINT news_settings_digest_hour CHECK (digest_hour >= 0 AND digest_hour <= 23),
  CONSTRAINT news_settings_one_row CHECK (id),
  CONSTRAINT news_settings_reminder_days CHECK (reminder_days <@ ARRAY[3::smallint, 7::smallint, 14::smallint])
);
ALTER TABLE news_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON news_settings FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_writes ON news_settings FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON news_settings AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_all ON news_settings TO passerelle_system USING (true) WITH CHECK (true);
GRANT SELECT ON news_settings TO passerelle_system;
GRANT SELECT, UPDATE ON news_settings TO passerelle_admin;

CREATE TABLE notice_texts (
  id uuid NOT NULL,
  audience text NOT NULL,
  language text NOT NULL,
  version integer NOT NULL,
  sections jsonb NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT notice_texts_pkey PRIMARY KEY (id),
  CONSTRAINT notice_texts_once UNIQUE (audience, language, version),
  CONSTRAINT notice_texts_audience CHECK (audience = ANY (ARRAY['client'::text, 'partner'::text, 'member'::text, 'staff'::text, 'visitor'::text])),
  CONSTRAINT notice_texts_language CHECK (language ~ '^[a-z]{2,12}$'::text),
  CONSTRAINT notice_texts_sections CHECK (jsonb_typeof(sections) = 'array'::text AND length(sections::text) <= 50000),
  CONSTRAINT notice_texts_version CHECK (version > 0)
);
ALTER TABLE notice_texts ENABLE ROW LEVEL SECURITY;
CREATE POLICY everyone_reads ON notice_texts FOR SELECT TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system USING (true);
CREATE POLICY system_writes ON notice_texts FOR INSERT TO passerelle_system WITH CHECK (true);
GRANT INSERT, SELECT ON notice_texts TO passerelle_system;
GRANT SELECT ON notice_texts TO passerelle_admin, passerelle_anonymous, passerelle_partner;

CREATE TABLE notification_choices (
  user_id uuid NOT NULL,
  switched_off text[] NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  news_at_once text[] DEFAULT '{}'::text[] NOT NULL,
  news_digest text[] DEFAULT '{}'::text[] NOT NULL,
  news_off text[] DEFAULT '{}'::text[] NOT NULL,
  colleagues_leads boolean,
  CONSTRAINT notification_choices_pkey PRIMARY KEY (user_id),
  CONSTRAINT notification_choices_kinds CHECK (switched_off <@ ARRAY['account_name_differs'::text, 'document_requested'::text, 'contract_to_sign'::text, 'contract_validated'::text, 'client_payment_received'::text, 'commission_validated'::text, 'commission_paid'::text, 'commission_withheld'::text, 'payout_issued'::text, 'payout_settled'::text, 'dispute_answered'::text, 'tier_reached'::text]),
  CONSTRAINT notification_choices_news_at_once CHECK (news_at_once <@ ARRAY['lead_answered'::text, 'lead_moved'::text, 'lead_lost'::text, 'lead_registration'::text, 'lead_client'::text, 'announcement'::text, 'partner_added_lead'::text, 'partner_answered'::text, 'partner_moved_lead'::text]),
  CONSTRAINT notification_choices_news_digest CHECK (news_digest <@ ARRAY['lead_answered'::text, 'lead_moved'::text, 'lead_lost'::text, 'lead_registration'::text, 'lead_client'::text, 'announcement'::text, 'partner_added_lead'::text, 'partner_answered'::text, 'partner_moved_lead'::text]),
  CONSTRAINT notification_choices_news_off CHECK (news_off <@ ARRAY['lead_answered'::text, 'lead_moved'::text, 'lead_lost'::text, 'lead_registration'::text, 'lead_client'::text, 'announcement'::text, 'partner_added_lead'::text, 'partner_answered'::text, 'partner_moved_lead'::text]),
  CONSTRAINT notification_choices_news_once CHECK (NOT news_at_once && news_digest AND NOT news_at_once && news_off AND NOT news_digest && news_off),
  CONSTRAINT notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
ALTER TABLE notification_choices ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON notification_choices TO passerelle_admin, passerelle_partner USING (user_id = app.user_id()) WITH CHECK (user_id = app.user_id());
CREATE POLICY system_all ON notification_choices TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_choices TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON notification_choices TO passerelle_admin, passerelle_partner;

CREATE TABLE number_series (
  series text NOT NULL,
  last_number integer NOT NULL,
  CONSTRAINT number_series_pkey PRIMARY KEY (series),
  CONSTRAINT number_series_positive CHECK (last_number > 0)
);
ALTER TABLE number_series ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON number_series TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON number_series AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON number_series TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON number_series TO passerelle_admin, passerelle_system;

CREATE TABLE offer_names (
  offer text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  names jsonb NOT NULL,
  staff_name text NOT NULL,
  staff_names jsonb NOT NULL,
  CONSTRAINT offer_names_pkey PRIMARY KEY (offer, version),
  CONSTRAINT offer_names_offer_fkey FOREIGN KEY (offer) REFERENCES offers(key) ON DELETE CASCADE
);
ALTER TABLE offer_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON offer_names FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY everyone_reads ON offer_names FOR SELECT TO passerelle_partner USING (true);
CREATE POLICY system_reads ON offer_names FOR SELECT TO passerelle_system USING (true);
GRANT SELECT ON offer_names TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE TABLE offers (
  key text NOT NULL,
  name text NOT NULL,
  names jsonb DEFAULT '{}'::jsonb NOT NULL,
  staff_name text NOT NULL,
  staff_names jsonb DEFAULT '{}'::jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  descriptions jsonb DEFAULT '{}'::jsonb NOT NULL,
  suggested_cents bigint,
  least_cents bigint,
  most_cents bigint,
  place integer NOT NULL,
  on_introductions boolean DEFAULT false NOT NULL,
  archived_at timestamp with time zone,
  used_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT offers_pkey PRIMARY KEY (key),
  CONSTRAINT offers_place_once UNIQUE (place) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT offers_amounts_positive CHECK (suggested_cents > 0 AND least_cents >= 0),
  CONSTRAINT offers_description_length CHECK (length(description) <= 500),
  CONSTRAINT offers_descriptions CHECK (app.names_fit(descriptions, 500)),
  CONSTRAINT offers_key CHECK (key ~ '^[a-z][a-z0-9_]{0,39}$'::text),
  CONSTRAINT offers_name_length CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT offers_names CHECK (app.names_fit(names, 60)),
  CONSTRAINT offers_range CHECK (least_cents <= most_cents AND (least_cents IS NULL) = (most_cents IS NULL)),
  CONSTRAINT offers_staff_name_length CHECK (length(staff_name) >= 1 AND length(staff_name) <= 60),
  CONSTRAINT offers_staff_names CHECK (app.names_fit(staff_names, 60)),
  CONSTRAINT offers_suggested CHECK (suggested_cents >= least_cents AND suggested_cents <= most_cents)
);
ALTER TABLE offers ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON offers TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY everyone_reads ON offers FOR SELECT TO passerelle_partner USING (true);
CREATE POLICY right_to_delete ON offers AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (used_at IS NULL AND ( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY rights ON offers AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_reads ON offers FOR SELECT TO passerelle_system USING (true);
CREATE CONSTRAINT TRIGGER check_open_offers AFTER DELETE OR UPDATE ON offers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_open_offers();
CREATE TRIGGER count_offer_names BEFORE UPDATE ON offers FOR EACH ROW WHEN (new.name IS DISTINCT FROM old.name OR new.names IS DISTINCT FROM old.names OR new.staff_name IS DISTINCT FROM old.staff_name OR new.staff_names IS DISTINCT FROM old.staff_names) EXECUTE FUNCTION app.count_offer_names();
CREATE TRIGGER keep_offer_names AFTER INSERT OR UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION app.keep_offer_names();
GRANT DELETE, SELECT ON offers TO passerelle_admin;
GRANT SELECT ON offers TO passerelle_partner, passerelle_system;
GRANT INSERT (key, name, names, staff_name, staff_names, description, descriptions, suggested_cents, least_cents, most_cents, place, on_introductions, changed_at), UPDATE (name, names, staff_name, staff_names, description, descriptions, suggested_cents, least_cents, most_cents, place, on_introductions, archived_at, changed_at) ON offers TO passerelle_admin;

CREATE TABLE partner_members (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  partner_id uuid NOT NULL,
  person_id uuid NOT NULL,
  role text NOT NULL,
  sees_amounts boolean DEFAULT false NOT NULL,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone,
  appointed_at timestamp with time zone,
  held_role text,
  CONSTRAINT partner_members_pkey PRIMARY KEY (id),
  CONSTRAINT partner_members_held CHECK (held_role IS NULL OR (held_role = ANY (ARRAY['owner'::text, 'accountant'::text])) AND role = 'member'::text),
  CONSTRAINT partner_members_order CHECK (until >= since),
  CONSTRAINT partner_members_role CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text, 'accountant'::text])),
  CONSTRAINT partner_members_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT partner_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(user_id)
);
CREATE INDEX partner_members_beside_first ON partner_members USING btree (partner_id) WHERE (person_id <> partner_id);
CREATE INDEX partner_members_of_partner ON partner_members USING btree (partner_id, person_id);
CREATE UNIQUE INDEX partner_members_once ON partner_members USING btree (person_id) WHERE (until IS NULL);
ALTER TABLE partner_members ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_adds ON partner_members FOR INSERT TO passerelle_admin WITH CHECK (true);
CREATE POLICY admin_reads ON partner_members FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON partner_members FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY rights ON partner_members AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text, 'team'::text]) AS has_right));
CREATE POLICY system_all ON partner_members TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER announce_membership AFTER UPDATE OF role, sees_amounts, until ON partner_members FOR EACH ROW EXECUTE FUNCTION app.announce_membership();
CREATE TRIGGER give_company AFTER INSERT ON partner_members FOR EACH ROW WHEN (new.until IS NULL) EXECUTE FUNCTION app.give_company();
CREATE TRIGGER keep_an_owner AFTER DELETE OR UPDATE ON partner_members FOR EACH ROW WHEN (COALESCE(old.held_role, old.role) = 'owner'::text AND old.until IS NULL) EXECUTE FUNCTION app.keep_an_owner();
CREATE TRIGGER keep_out_of_merged BEFORE INSERT ON partner_members FOR EACH ROW WHEN (new.until IS NULL) EXECUTE FUNCTION app.keep_out_of_merged();
GRANT INSERT, SELECT ON partner_members TO passerelle_admin, passerelle_system;
GRANT SELECT ON partner_members TO passerelle_partner;
GRANT UPDATE (role, sees_amounts, until, appointed_at, held_role) ON partner_members TO passerelle_system;

CREATE TABLE partner_notes (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  author_id uuid NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  edited_at timestamp with time zone,
  CONSTRAINT partner_notes_pkey PRIMARY KEY (id),
  CONSTRAINT partner_notes_body_length CHECK (length(body) >= 1 AND length(body) <= 4000),
  CONSTRAINT partner_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(user_id),
  CONSTRAINT partner_notes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX partner_notes_newest ON partner_notes USING btree (partner_id, created_at DESC, id DESC);
ALTER TABLE partner_notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON partner_notes FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY author_deletes ON partner_notes FOR DELETE TO passerelle_admin USING (author_id = app.user_id());
CREATE POLICY author_edits ON partner_notes FOR UPDATE TO passerelle_admin USING (author_id = app.user_id()) WITH CHECK (author_id = app.user_id());
CREATE POLICY author_writes ON partner_notes FOR INSERT TO passerelle_admin WITH CHECK (author_id = app.user_id());
CREATE POLICY right_to_delete ON partner_notes AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right));
CREATE POLICY rights ON partner_notes AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right));
CREATE POLICY system_reads ON partner_notes FOR SELECT TO passerelle_system USING (true);
GRANT DELETE, INSERT, SELECT ON partner_notes TO passerelle_admin;
GRANT SELECT ON partner_notes TO passerelle_system;
GRANT UPDATE (body, edited_at) ON partner_notes TO passerelle_admin;

CREATE TABLE partner_revenue (
  partner_id uuid NOT NULL,
  revenue_cents bigint NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT partner_revenue_pkey PRIMARY KEY (partner_id),
  CONSTRAINT partner_revenue_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
) WITH (fillfactor=70);
CREATE INDEX partner_revenue_highest ON partner_revenue USING btree (revenue_cents DESC, partner_id);
ALTER TABLE partner_revenue ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON partner_revenue FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY system_all ON partner_revenue TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON partner_revenue TO passerelle_system;
GRANT SELECT ON partner_revenue TO passerelle_admin;

CREATE TABLE partner_tiers (
  id uuid NOT NULL,
  name text NOT NULL,
  tier_order integer,
  min_revenue_cents bigint NOT NULL,
  max_revenue_cents bigint,
  commission_rate numeric(5,2) NOT NULL,
  names jsonb DEFAULT '{}'::jsonb NOT NULL,
  archived_at timestamp with time zone,
  CONSTRAINT partner_tiers_pkey PRIMARY KEY (id),
  CONSTRAINT partner_tiers_order_once UNIQUE (tier_order) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT partner_tiers_archived CHECK ((archived_at IS NULL) = (tier_order IS NOT NULL)),
  CONSTRAINT partner_tiers_min_positive CHECK (min_revenue_cents >= 0),
  CONSTRAINT partner_tiers_name_length CHECK (length(name) >= 1 AND length(name) <= 50),
  CONSTRAINT partner_tiers_names CHECK (app.names_fit(names, 50)),
  CONSTRAINT partner_tiers_order_positive CHECK (tier_order > 0),
  CONSTRAINT partner_tiers_range CHECK (max_revenue_cents > min_revenue_cents),
  CONSTRAINT partner_tiers_rate CHECK (commission_rate >= 0::numeric AND commission_rate <= 100::numeric)
);
ALTER TABLE partner_tiers ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON partner_tiers TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY everyone_reads ON partner_tiers FOR SELECT TO passerelle_partner USING (true);
CREATE POLICY right_to_delete ON partner_tiers AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY rights ON partner_tiers AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_all ON partner_tiers TO passerelle_system USING (true) WITH CHECK (true);
CREATE CONSTRAINT TRIGGER check_tiers AFTER INSERT OR DELETE OR UPDATE ON partner_tiers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_tiers();
GRANT DELETE, INSERT, SELECT, UPDATE ON partner_tiers TO passerelle_admin, passerelle_system;
GRANT SELECT ON partner_tiers TO passerelle_partner;

CREATE TABLE partner_views (
  session_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  person_id uuid NOT NULL,
  CONSTRAINT partner_views_pkey PRIMARY KEY (session_id),
  CONSTRAINT partner_views_ends CHECK (ends_at > started_at AND ends_at <= (started_at + '01:00:00'::interval)),
  CONSTRAINT partner_views_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT partner_views_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(user_id),
  CONSTRAINT partner_views_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
ALTER TABLE partner_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON partner_views TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON partner_views TO passerelle_system;

CREATE TABLE partners (
  id uuid NOT NULL,
  main_person_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  external_id text,
  main_contract text,
  colleagues integer,
  merged_into uuid,
  merged_at timestamp with time zone,
  CONSTRAINT partners_pkey PRIMARY KEY (id),
  CONSTRAINT partners_colleagues CHECK (colleagues >= 0 AND colleagues <= 99),
  CONSTRAINT partners_external_id CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  CONSTRAINT partners_merged CHECK ((merged_into IS NULL) = (merged_at IS NULL) AND merged_into <> id),
  CONSTRAINT partners_main_person_id_fkey FOREIGN KEY (main_person_id) REFERENCES profiles(user_id),
  CONSTRAINT partners_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES partners(id)
);
CREATE INDEX partners_by_main_person ON partners USING btree (main_person_id);
CREATE INDEX partners_by_successor ON partners USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE UNIQUE INDEX partners_external_id_once ON partners USING btree (external_id);
CREATE INDEX partners_without_contract ON partners USING btree (main_person_id) WHERE (main_contract IS NULL);
ALTER TABLE partners ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_adds ON partners FOR INSERT TO passerelle_admin WITH CHECK (true);
CREATE POLICY admin_changes ON partners FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_reads ON partners FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON partners FOR SELECT TO passerelle_partner USING (id = app.partner_id());
CREATE POLICY rights ON partners AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['partners'::text, 'team'::text]) AS has_right));
CREATE POLICY system_all ON partners TO passerelle_system USING (true) WITH CHECK (true);
CREATE CONSTRAINT TRIGGER begin_with_an_owner AFTER INSERT ON partners DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.keep_an_owner();
CREATE TRIGGER keep_main_person AFTER UPDATE OF main_person_id ON partners FOR EACH ROW WHEN (old.main_person_id IS DISTINCT FROM new.main_person_id) EXECUTE FUNCTION app.keep_an_owner();
CREATE TRIGGER keep_merged BEFORE UPDATE OF merged_into, merged_at, main_person_id ON partners FOR EACH ROW WHEN (old.merged_into IS NOT NULL OR new.merged_into IS NOT NULL) EXECUTE FUNCTION app.keep_merged();
CREATE TRIGGER rename_in_commissions AFTER UPDATE OF main_person_id ON partners FOR EACH ROW WHEN (old.main_person_id IS DISTINCT FROM new.main_person_id AND new.merged_into IS NULL) EXECUTE FUNCTION app.rename_in_commissions();
GRANT INSERT, SELECT ON partners TO passerelle_admin, passerelle_system;
GRANT SELECT ON partners TO passerelle_partner;
GRANT UPDATE (external_id) ON partners TO passerelle_admin;
GRANT UPDATE (main_person_id, external_id, colleagues, merged_into, merged_at) ON partners TO passerelle_system;

CREATE TABLE password_resets (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT password_resets_pkey PRIMARY KEY (id),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX password_resets_by_user ON password_resets USING btree (user_id);
ALTER TABLE password_resets ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON password_resets TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON password_resets TO passerelle_system;

CREATE TABLE payment_infos (
  partner_id uuid NOT NULL,
  company text NOT NULL,
  iban_encrypted text NOT NULL,
  iban_checks_out boolean NOT NULL,
  address text NOT NULL,
  country text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  iban_changed_at timestamp with time zone NOT NULL,
  iban_digest text GENERATED ALWAYS AS (encode(sha256(iban_encrypted::bytea), 'hex'::text)) STORED,
  iban_seal text,
  account_holder text DEFAULT ''::text NOT NULL,
  street text DEFAULT ''::text NOT NULL,
  building_number text DEFAULT ''::text NOT NULL,
  postcode text DEFAULT ''::text NOT NULL,
  town text DEFAULT ''::text NOT NULL,
  postal_country text DEFAULT ''::text NOT NULL,
  iban_fingerprint text,
  iban_mask_encrypted text,
  iban_end_fingerprint text,
  CONSTRAINT payment_infos_pkey PRIMARY KEY (partner_id),
  CONSTRAINT payment_infos_account_holder CHECK (length(account_holder) <= 70),
  CONSTRAINT payment_infos_postal_address CHECK (length(street) <= 70 AND length(building_number) <= 16 AND length(postcode) <= 16 AND length(town) <= 35 AND postal_country ~ '^([A-Z]{2})?$'::text AND (street = ''::text AND building_number = ''::text AND postcode = ''::text AND town = ''::text AND postal_country = ''::text OR town <> ''::text AND postal_country <> ''::text)),
  CONSTRAINT payment_infos_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX payment_infos_by_fingerprint ON payment_infos USING btree (iban_fingerprint);
CREATE INDEX payment_infos_by_iban_end ON payment_infos USING btree (iban_end_fingerprint);
ALTER TABLE payment_infos ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON payment_infos FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own ON payment_infos TO passerelle_partner USING (partner_id = app.partner_id()) WITH CHECK (partner_id = app.partner_id());
CREATE POLICY roles ON payment_infos AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('bank'::text) AS partner_may));
CREATE POLICY system_completes ON payment_infos FOR UPDATE TO passerelle_system USING (true) WITH CHECK (true);
CREATE POLICY system_reads ON payment_infos FOR SELECT TO passerelle_system USING (true);
CREATE POLICY system_removes ON payment_infos FOR DELETE TO passerelle_system USING (true);
GRANT DELETE, SELECT ON payment_infos TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON payment_infos TO passerelle_partner;
GRANT SELECT (partner_id, company, iban_checks_out, address, country, updated_at, iban_changed_at, iban_digest, iban_seal, account_holder, street, building_number, postcode, town, postal_country, iban_fingerprint, iban_mask_encrypted) ON payment_infos TO passerelle_admin;
GRANT UPDATE (iban_fingerprint, iban_mask_encrypted, iban_end_fingerprint) ON payment_infos TO passerelle_system;

CREATE TABLE payout_exclusions (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  commission_id uuid,
  amount_cents bigint NOT NULL,
  reason text NOT NULL,
  CONSTRAINT payout_exclusions_pkey PRIMARY KEY (id),
  CONSTRAINT payout_exclusions_once UNIQUE NULLS NOT DISTINCT (run_id, partner_id, commission_id),
  CONSTRAINT payout_exclusions_reason CHECK (length(reason) >= 2 AND length(reason) <= 500),
  CONSTRAINT payout_exclusions_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  CONSTRAINT payout_exclusions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT payout_exclusions_run_id_fkey FOREIGN KEY (run_id) REFERENCES payout_runs(id)
);
CREATE INDEX payout_exclusions_by_commission ON payout_exclusions USING btree (commission_id) WHERE (commission_id IS NOT NULL);
CREATE INDEX payout_exclusions_by_partner ON payout_exclusions USING btree (partner_id);
ALTER TABLE payout_exclusions ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON payout_exclusions TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON payout_exclusions AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON payout_exclusions TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON payout_exclusions TO passerelle_admin, passerelle_system;

CREATE TABLE payout_file_lines (
  id uuid NOT NULL,
  payout_file_id uuid NOT NULL,
  "position" integer NOT NULL,
  payout_id uuid NOT NULL,
  end_to_end_id text NOT NULL,
  instruction_id text NOT NULL,
  total_cents bigint NOT NULL,
  holder text NOT NULL,
  state text DEFAULT 'sent'::text NOT NULL,
  bank_status text,
  reasons text DEFAULT ''::text NOT NULL,
  payee_match text,
  payee_name text,
  held_out boolean DEFAULT false NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  bank_reasons jsonb,
  problems jsonb,
  CONSTRAINT payout_file_lines_pkey PRIMARY KEY (id),
  CONSTRAINT payout_file_lines_end_to_end_once UNIQUE (end_to_end_id),
  CONSTRAINT payout_file_lines_instruction_once UNIQUE (instruction_id),
  CONSTRAINT payout_file_lines_payout_once UNIQUE (payout_file_id, payout_id),
  CONSTRAINT payout_file_lines_position_once UNIQUE (payout_file_id, "position"),
  CONSTRAINT payout_file_lines_amount CHECK (total_cents >= 1 AND total_cents <= '99999999999'::bigint),
  CONSTRAINT payout_file_lines_answer CHECK (length(bank_status) >= 1 AND length(bank_status) <= 35 AND length(reasons) <= 2000 AND length(payee_name) >= 1 AND length(payee_name) <= 140),
  CONSTRAINT payout_file_lines_held_out CHECK (NOT held_out OR state = 'withdrawn'::text AND (reasons <> ''::text OR problems IS NOT NULL)),
  CONSTRAINT payout_file_lines_holder CHECK (length(holder) >= 1 AND length(holder) <= 70),
  CONSTRAINT payout_file_lines_ids CHECK (end_to_end_id ~ '^[A-Z0-9-]{1,35}$'::text AND instruction_id ~ '^[A-Z0-9-]{1,35}$'::text AND "position" > 0),
  CONSTRAINT payout_file_lines_match CHECK (payee_match = ANY (ARRAY['match'::text, 'close_match'::text, 'no_match'::text, 'not_possible'::text])),
  CONSTRAINT payout_file_lines_reasons CHECK (((reasons <> ''::text)::integer + num_nonnulls(bank_reasons, problems)) <= 1),
  CONSTRAINT payout_file_lines_state CHECK (state = ANY (ARRAY['sent'::text, 'accepted'::text, 'paid'::text, 'rejected'::text, 'returned'::text, 'withdrawn'::text])),
  CONSTRAINT payout_file_lines_payout_file_id_fkey FOREIGN KEY (payout_file_id) REFERENCES payout_files(id),
  CONSTRAINT payout_file_lines_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id)
);
CREATE INDEX payout_file_lines_by_payout ON payout_file_lines USING btree (payout_id);
CREATE UNIQUE INDEX payout_file_lines_live_once ON payout_file_lines USING btree (payout_id) WHERE (state = ANY (ARRAY['sent'::text, 'accepted'::text]));
ALTER TABLE payout_file_lines ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_makes ON payout_file_lines FOR INSERT TO passerelle_admin WITH CHECK ((EXISTS ( SELECT FROM payouts p WHERE p.id = payout_file_lines.payout_id AND p.partner_id IS DISTINCT FROM app.partner_id())));
CREATE POLICY admin_moves ON payout_file_lines FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_reads ON payout_file_lines FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON payout_file_lines AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON payout_file_lines TO passerelle_system USING (true) WITH CHECK (true);
CREATE CONSTRAINT TRIGGER check_file_of_line_added AFTER INSERT ON payout_file_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_payout_file();
CREATE CONSTRAINT TRIGGER check_file_of_line_changed AFTER UPDATE ON payout_file_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.state <> new.state AND (new.state = 'withdrawn'::text OR old.state = 'paid'::text)) EXECUTE FUNCTION app.check_payout_file();
CREATE CONSTRAINT TRIGGER check_line_added AFTER INSERT ON payout_file_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_payout_sent();
CREATE CONSTRAINT TRIGGER check_line_changed AFTER UPDATE ON payout_file_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.state <> new.state) EXECUTE FUNCTION app.check_payout_sent();
CREATE TRIGGER payout_file_line_goes_forward BEFORE UPDATE ON payout_file_lines FOR EACH ROW WHEN (current_setting('role'::text) <> 'passerelle_owner'::text) EXECUTE FUNCTION app.payout_file_line_goes_forward();
GRANT INSERT, SELECT ON payout_file_lines TO passerelle_admin;
GRANT SELECT ON payout_file_lines TO passerelle_system;
GRANT UPDATE (state, bank_status, reasons, payee_match, payee_name, held_out, changed_at, bank_reasons, problems) ON payout_file_lines TO passerelle_admin;
GRANT UPDATE (state, bank_status, reasons, payee_match, payee_name, held_out, changed_at, bank_reasons, problems) ON payout_file_lines TO passerelle_system;

CREATE TABLE payout_files (
  id uuid NOT NULL,
  message_id text NOT NULL,
  format text NOT NULL,
  execute_on date NOT NULL,
  batch_booking boolean NOT NULL,
  instant boolean NOT NULL,
  line_count integer NOT NULL,
  total_cents bigint NOT NULL,
  sha256 text NOT NULL,
  file_id uuid NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  replaces_id uuid,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  withdraw_reason text,
  CONSTRAINT payout_files_pkey PRIMARY KEY (id),
  CONSTRAINT payout_files_file_once UNIQUE (file_id),
  CONSTRAINT payout_files_message_once UNIQUE (message_id),
  CONSTRAINT payout_files_replaced_once UNIQUE (replaces_id),
  CONSTRAINT payout_files_amounts CHECK (line_count > 0 AND total_cents > 0),
  CONSTRAINT payout_files_format CHECK (format = ANY (ARRAY['pain.001.001.09'::text, 'pain.001.001.03'::text])),
  CONSTRAINT payout_files_instant CHECK (NOT instant OR format = 'pain.001.001.09'::text),
  CONSTRAINT payout_files_message CHECK (message_id ~ '^[A-Z0-9-]{1,32}$'::text),
  CONSTRAINT payout_files_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT payout_files_withdrawn CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL) AND (withdrawn_at IS NULL) = (withdraw_reason IS NULL) AND (withdraw_reason IS NULL OR length(withdraw_reason) >= 2 AND length(withdraw_reason) <= 500)),
  CONSTRAINT payout_files_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id),
  CONSTRAINT payout_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT payout_files_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES payout_files(id),
  CONSTRAINT payout_files_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES profiles(user_id)
);
CREATE INDEX payout_files_newest ON payout_files USING btree (created_at DESC, id DESC);
ALTER TABLE payout_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_makes ON payout_files FOR INSERT TO passerelle_admin WITH CHECK (created_by = app.user_id());
CREATE POLICY admin_reads ON payout_files FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_withdraws ON payout_files FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON payout_files AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON payout_files TO passerelle_system USING (true) WITH CHECK (true);
CREATE CONSTRAINT TRIGGER check_payout_file AFTER INSERT OR UPDATE ON payout_files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_payout_file();
CREATE TRIGGER payout_file_stays BEFORE UPDATE ON payout_files FOR EACH ROW EXECUTE FUNCTION app.payout_file_stays();
GRANT INSERT, SELECT ON payout_files TO passerelle_admin;
GRANT SELECT ON payout_files TO passerelle_system;
GRANT UPDATE (withdrawn_at, withdrawn_by, withdraw_reason) ON payout_files TO passerelle_admin;

CREATE TABLE payout_runs (
  id uuid NOT NULL,
  payable_until date NOT NULL,
  issued_by uuid NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_runs_pkey PRIMARY KEY (id),
  CONSTRAINT payout_runs_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES profiles(user_id)
);
ALTER TABLE payout_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_issues ON payout_runs FOR INSERT TO passerelle_admin WITH CHECK (issued_by = app.user_id());
CREATE POLICY admin_reads ON payout_runs FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON payout_runs AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON payout_runs TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON payout_runs TO passerelle_admin, passerelle_system;

CREATE TABLE payouts (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  reference text NOT NULL,
  status text DEFAULT 'issued'::text NOT NULL,
  net_cents bigint NOT NULL,
  vat_cents bigint DEFAULT 0 NOT NULL,
  total_cents bigint GENERATED ALWAYS AS (net_cents + vat_cents) STORED NOT NULL,
  commission_count integer NOT NULL,
  statement jsonb NOT NULL,
  statement_file_id uuid,
  issued_by uuid NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  contest_until timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  approved_by uuid,
  approved_at timestamp with time zone,
  approved_alone boolean DEFAULT false NOT NULL,
  sent_at timestamp with time zone,
  paid_at timestamp with time zone,
  payment_reference text DEFAULT ''::text NOT NULL,
  rejected_at timestamp with time zone,
  reject_reason text,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  billing_mode text,
  paid_on date,
  bank_reasons jsonb,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_reference_once UNIQUE (reference),
  CONSTRAINT payouts_amounts CHECK (net_cents > 0 AND (net_cents + vat_cents) > 0 AND commission_count > 0),
  CONSTRAINT payouts_approved CHECK ((approved_at IS NULL) = (approved_by IS NULL) AND approved_alone <= (approved_at IS NOT NULL)),
  CONSTRAINT payouts_approved_first CHECK ( CASE status WHEN 'issued'::text THEN true WHEN 'cancelled'::text THEN true ELSE approved_at IS NOT NULL END),
  CONSTRAINT payouts_billing_mode CHECK (billing_mode = ANY (ARRAY['self_billing'::text, 'upload'::text, 'receipt'::text])),
  CONSTRAINT payouts_cancelled CHECK ((cancelled_at IS NOT NULL) = (status = 'cancelled'::text) AND (cancel_reason IS NOT NULL) = (status = 'cancelled'::text) AND (cancel_reason IS NULL OR length(cancel_reason) >= 2 AND length(cancel_reason) <= 500)),
  CONSTRAINT payouts_paid CHECK ((paid_at IS NOT NULL) = (status = 'paid'::text)),
  CONSTRAINT payouts_paid_day CHECK ((paid_on IS NULL) = (paid_at IS NULL)),
  CONSTRAINT payouts_payment_reference CHECK (length(payment_reference) <= 140 AND (payment_reference = ''::text OR status = 'paid'::text)),
  CONSTRAINT payouts_reference CHECK (reference ~ '^[A-Z0-9-]{1,32}$'::text),
  CONSTRAINT payouts_rejected CHECK ((reject_reason IS NULL OR length(reject_reason) >= 2 AND length(reject_reason) <= 500) AND num_nonnulls(reject_reason, bank_reasons) <= 1 AND (status <> 'rejected'::text OR rejected_at IS NOT NULL AND num_nonnulls(reject_reason, bank_reasons) = 1)),
  CONSTRAINT payouts_status CHECK (status = ANY (ARRAY['issued'::text, 'approved'::text, 'sent'::text, 'paid'::text, 'rejected'::text, 'cancelled'::text])),
  CONSTRAINT payouts_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES profiles(user_id),
  CONSTRAINT payouts_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES profiles(user_id),
  CONSTRAINT payouts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT payouts_run_id_fkey FOREIGN KEY (run_id) REFERENCES payout_runs(id),
  CONSTRAINT payouts_statement_file_id_fkey FOREIGN KEY (statement_file_id) REFERENCES files(id)
);
CREATE INDEX payouts_by_partner ON payouts USING btree (partner_id, issued_at DESC, id DESC);
CREATE INDEX payouts_by_payment_reference ON payouts USING btree (upper(payment_reference)) WHERE (payment_reference <> ''::text);
CREATE INDEX payouts_by_run ON payouts USING btree (run_id);
CREATE INDEX payouts_by_statement_file ON payouts USING btree (statement_file_id) WHERE (statement_file_id IS NOT NULL);
CREATE INDEX payouts_by_status ON payouts USING btree (status) WHERE (status = ANY (ARRAY['issued'::text, 'approved'::text, 'sent'::text, 'rejected'::text]));
CREATE INDEX payouts_newest ON payouts USING btree (issued_at DESC, id DESC);
CREATE INDEX payouts_paid ON payouts USING btree (paid_on) WHERE (paid_on IS NOT NULL);
ALTER TABLE payouts ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_issues ON payouts FOR INSERT TO passerelle_admin WITH CHECK (issued_by = app.user_id() AND partner_id IS DISTINCT FROM app.partner_id() AND status = 'issued'::text);
CREATE POLICY admin_moves ON payouts FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_reads ON payouts FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_accepts ON payouts FOR UPDATE TO passerelle_partner USING (partner_id = app.partner_id()) WITH CHECK (partner_id = app.partner_id());
CREATE POLICY own_reads ON payouts FOR SELECT TO passerelle_partner USING (partner_id = (( SELECT app.partner_id() AS partner_id)));
CREATE POLICY rights ON payouts AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON payouts AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may)) WITH CHECK (true);
CREATE POLICY system_all ON payouts TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER cancel_uploaded_invoice AFTER UPDATE OF status ON payouts FOR EACH ROW WHEN (new.status = 'cancelled'::text AND old.status <> 'cancelled'::text) EXECUTE FUNCTION app.cancel_uploaded_invoice();
CREATE CONSTRAINT TRIGGER check_payout AFTER INSERT OR UPDATE OF status ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_payout();
CREATE CONSTRAINT TRIGGER check_payout_documents AFTER UPDATE OF status ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_payout_documents();
CREATE CONSTRAINT TRIGGER check_payout_sent AFTER UPDATE OF status ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION app.check_payout_sent();
CREATE TRIGGER check_uncontested BEFORE UPDATE OF status ON payouts FOR EACH ROW WHEN (old.status = 'issued'::text AND new.status = 'approved'::text) EXECUTE FUNCTION app.check_uncontested();
CREATE TRIGGER note_paid_day BEFORE INSERT OR UPDATE OF paid_at, paid_on ON payouts FOR EACH ROW EXECUTE FUNCTION app.note_paid_day();
CREATE TRIGGER payout_goes_forward BEFORE UPDATE ON payouts FOR EACH ROW WHEN (current_setting('role'::text) <> 'passerelle_owner'::text) EXECUTE FUNCTION app.payout_goes_forward();
CREATE TRIGGER payout_waits_for_documents BEFORE UPDATE OF status ON payouts FOR EACH ROW WHEN (old.status = 'issued'::text AND new.status = 'approved'::text) EXECUTE FUNCTION app.payout_waits_for_documents();
CREATE TRIGGER payout_waits_for_invoice BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION app.payout_waits_for_invoice();
GRANT INSERT, SELECT, UPDATE ON payouts TO passerelle_admin, passerelle_system;
GRANT SELECT ON payouts TO passerelle_partner;
GRANT UPDATE (accepted_at) ON payouts TO passerelle_partner;

CREATE TABLE people_request_choices (
  request_id uuid NOT NULL,
  item text NOT NULL,
  shown boolean NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT people_request_choices_pkey PRIMARY KEY (request_id, item),
  CONSTRAINT people_request_choices_item CHECK (length(item) <= 300),
  CONSTRAINT people_request_choices_reason CHECK (shown OR length(reason) >= 2 AND length(reason) <= 500),
  CONSTRAINT people_request_choices_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(user_id),
  CONSTRAINT people_request_choices_request_id_fkey FOREIGN KEY (request_id) REFERENCES people_requests(id) ON DELETE CASCADE
);
ALTER TABLE people_request_choices ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_decides ON people_request_choices FOR INSERT TO passerelle_admin WITH CHECK (decided_by = app.user_id());
CREATE POLICY admin_decides_again ON people_request_choices FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (decided_by = app.user_id());
CREATE POLICY admin_reads ON people_request_choices FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON people_request_choices AS RESTRICTIVE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right)) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right));
CREATE POLICY system_all ON people_request_choices TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON people_request_choices TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON people_request_choices TO passerelle_admin;

CREATE TABLE people_requests (
  id uuid NOT NULL,
  wish text NOT NULL,
  channel text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  proved_at timestamp with time zone,
  recognised text DEFAULT ''::text NOT NULL,
  entered_by uuid,
  due_at timestamp with time zone NOT NULL,
  extended_at timestamp with time zone,
  extension_reason text DEFAULT ''::text NOT NULL,
  answered_at timestamp with time zone,
  answered_by uuid,
  outcome text,
  report text DEFAULT ''::text NOT NULL,
  open_until timestamp with time zone,
  refused_at timestamp with time zone,
  CONSTRAINT people_requests_pkey PRIMARY KEY (id),
  CONSTRAINT people_requests_answered CHECK ((answered_at IS NULL) = (outcome IS NULL) AND (answered_at IS NULL) = (answered_by IS NULL) AND (answered_at IS NULL OR proved_at IS NOT NULL)),
  CONSTRAINT people_requests_channel CHECK (channel = ANY (ARRAY['page'::text, 'email'::text, 'letter'::text, 'call'::text])),
  CONSTRAINT people_requests_entered CHECK ((channel = 'page'::text) = (entered_by IS NULL) AND (channel = 'page'::text) = (recognised = ''::text) AND (channel = 'page'::text OR proved_at IS NOT NULL) AND (channel <> 'page'::text OR email <> ''::text)),
  CONSTRAINT people_requests_extended CHECK ((extended_at IS NULL) = (extension_reason = ''::text)),
  CONSTRAINT people_requests_outcome CHECK (outcome = ANY (ARRAY['done'::text, 'partly'::text, 'refused'::text, 'nothing'::text])),
  CONSTRAINT people_requests_texts CHECK (length(message) <= 2000 AND length(recognised) <= 500 AND length(extension_reason) <= 500 AND length(report) <= 5000 AND length(name) <= 200 AND length(phone) <= 50 AND length(email) <= 255),
  CONSTRAINT people_requests_wish CHECK (wish = ANY (ARRAY['read'::text, 'correct'::text, 'forget'::text, 'object'::text])),
  CONSTRAINT people_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(user_id),
  CONSTRAINT people_requests_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES profiles(user_id)
);
CREATE INDEX people_requests_in_order ON people_requests USING btree (received_at DESC, id DESC) WHERE (proved_at IS NOT NULL);
CREATE INDEX people_requests_open ON people_requests USING btree (due_at) WHERE ((answered_at IS NULL) AND (proved_at IS NOT NULL));
CREATE INDEX people_requests_to_forget ON people_requests USING btree (expires_at) WHERE (proved_at IS NULL);
ALTER TABLE people_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_answers ON people_requests FOR UPDATE TO passerelle_admin USING (proved_at IS NOT NULL AND answered_at IS NULL) WITH CHECK (proved_at IS NOT NULL AND (answered_by IS NULL OR answered_by = app.user_id()));
CREATE POLICY admin_enters ON people_requests FOR INSERT TO passerelle_admin WITH CHECK (entered_by = app.user_id());
CREATE POLICY admin_reads ON people_requests FOR SELECT TO passerelle_admin USING (proved_at IS NOT NULL);
CREATE POLICY rights ON people_requests AS RESTRICTIVE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right)) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['people'::text]) AS has_right));
CREATE POLICY system_all ON people_requests TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON people_requests TO passerelle_system;
GRANT SELECT ON people_requests TO passerelle_admin;
GRANT INSERT (id, wish, channel, email, name, phone, message, received_at, expires_at, proved_at, recognised, entered_by, due_at), UPDATE (due_at, extended_at, extension_reason, answered_at, answered_by, outcome, report, open_until) ON people_requests TO passerelle_admin;

CREATE TABLE profiles (
  user_id uuid NOT NULL,
  full_name text NOT NULL,
  company text DEFAULT ''::text NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  joined_at timestamp with time zone,
  deleted_at timestamp with time zone,
  name_key text GENERATED ALWAYS AS (app.unaccent(lower(full_name))) STORED NOT NULL,
  company_key text GENERATED ALWAYS AS (app.unaccent(lower(company))) STORED NOT NULL,
  search_text text GENERATED ALWAYS AS (app.unaccent(lower((((full_name || ' '::text) || company) || ' '::text) || email))) STORED NOT NULL,
  second_factor_reset_at timestamp with time zone,
  language text,
  address_taken boolean DEFAULT false NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (user_id),
  CONSTRAINT profiles_address_taken CHECK (NOT address_taken OR joined_at IS NULL),
  CONSTRAINT profiles_email_lower CHECK (email = lower(email)),
  CONSTRAINT profiles_full_name_length CHECK (length(full_name) >= 1 AND length(full_name) <= 100),
  CONSTRAINT profiles_language CHECK (language ~ '^[a-z]{2,12}$'::text)
);
CREATE INDEX profiles_by_company ON profiles USING btree (company_key, user_id) WHERE (deleted_at IS NULL);
CREATE INDEX profiles_by_joined ON profiles USING btree (COALESCE(joined_at, created_at), user_id) WHERE (deleted_at IS NULL);
CREATE INDEX profiles_by_language ON profiles USING btree (language) WHERE ((deleted_at IS NULL) AND (language IS NOT NULL));
CREATE INDEX profiles_by_name ON profiles USING btree (name_key, user_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX profiles_email_once ON profiles USING btree (email) WHERE ((deleted_at IS NULL) AND (NOT address_taken));
CREATE INDEX profiles_newest ON profiles USING btree (created_at DESC, user_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX profiles_search ON profiles USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit='128');
ALTER TABLE profiles ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON profiles TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY colleagues_read ON profiles FOR SELECT TO passerelle_partner USING ((user_id IN ( SELECT m.person_id FROM partner_members m WHERE m.partner_id = app.partner_id())));
CREATE POLICY own_changes ON profiles FOR UPDATE TO passerelle_partner USING (user_id = app.user_id()) WITH CHECK (user_id = app.user_id());
CREATE POLICY own_reads ON profiles FOR SELECT TO passerelle_partner USING (user_id = app.user_id());
CREATE POLICY rights ON profiles AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right) OR user_id = app.user_id() OR ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right) AND app.role_of(user_id) = 'partner'::text);
CREATE POLICY system_all ON profiles TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER keep_one_company AFTER UPDATE OF company ON profiles FOR EACH ROW WHEN (old.company <> new.company) EXECUTE FUNCTION app.keep_one_company();
CREATE TRIGGER rename_in_commissions AFTER UPDATE OF full_name ON profiles FOR EACH ROW WHEN (old.full_name IS DISTINCT FROM new.full_name) EXECUTE FUNCTION app.rename_in_commissions();
GRANT DELETE, INSERT, SELECT, UPDATE ON profiles TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON profiles TO passerelle_admin;
GRANT SELECT (user_id, full_name, company, email, created_at, joined_at, deleted_at, name_key, company_key, search_text, second_factor_reset_at, language), UPDATE (full_name, company, language) ON profiles TO passerelle_partner;

CREATE TABLE programme_settings (
  id boolean DEFAULT true NOT NULL,
  commission_basis text DEFAULT 'signature'::text NOT NULL,
  minimum_payout_cents bigint DEFAULT 0 NOT NULL,
  second_approval_above_cents bigint DEFAULT 0 NOT NULL,
  acceptance_days integer DEFAULT 15 NOT NULL,
  invoice_required boolean DEFAULT false NOT NULL,
  legal_name text DEFAULT ''::text NOT NULL,
  legal_form text DEFAULT ''::text NOT NULL,
  siren text DEFAULT ''::text NOT NULL,
  vat_number text DEFAULT ''::text NOT NULL,
  street text DEFAULT ''::text NOT NULL,
  building_number text DEFAULT ''::text NOT NULL,
  postcode text DEFAULT ''::text NOT NULL,
  town text DEFAULT ''::text NOT NULL,
  country text DEFAULT 'FR'::text NOT NULL,
  iban_encrypted text,
  bic text DEFAULT ''::text NOT NULL,
  bank_contract text DEFAULT ''::text NOT NULL,
  batch_booking boolean DEFAULT true NOT NULL,
  file_format text DEFAULT 'pain.001.001.09'::text NOT NULL,
  changed_at timestamp with time zone,
  instant_transfers boolean DEFAULT false NOT NULL,
  settled_is_paid boolean DEFAULT false NOT NULL,
  siret text DEFAULT ''::text NOT NULL,
  ape text DEFAULT ''::text NOT NULL,
  pays_wages boolean DEFAULT false NOT NULL,
  declaration_contact text DEFAULT ''::text NOT NULL,
  declaration_phone text DEFAULT ''::text NOT NULL,
  declaration_email text DEFAULT ''::text NOT NULL,
  account_commissions text DEFAULT '622200'::text NOT NULL,
  account_vat text DEFAULT '445660'::text NOT NULL,
  account_suppliers text DEFAULT '401000'::text NOT NULL,
  account_bank text DEFAULT '512000'::text NOT NULL,
  occasional_payments integer DEFAULT 3 NOT NULL,
  occasional_cents bigint DEFAULT 100000 NOT NULL,
  time_zone text DEFAULT 'Europe/Paris'::text NOT NULL,
  vigilance_threshold_cents bigint DEFAULT 500000 NOT NULL,
  vigilance_percent integer DEFAULT 80 NOT NULL,
  vigilance_hold boolean DEFAULT false NOT NULL,
  registrations boolean DEFAULT true NOT NULL,
  registration_hours integer DEFAULT 48 NOT NULL,
  silent_acceptance boolean DEFAULT false NOT NULL,
  protection_months integer DEFAULT 6 NOT NULL,
  extension_months integer DEFAULT 3 NOT NULL,
  other_ibans_encrypted text[] DEFAULT '{}'::text[] NOT NULL,
  account_accrued text DEFAULT '408100'::text NOT NULL,
  electronic_address text DEFAULT ''::text NOT NULL,
  CONSTRAINT programme_settings_pkey PRIMARY KEY (id),
  CONSTRAINT programme_settings_amounts CHECK (minimum_payout_cents >= 0 AND second_approval_above_cents >= 0),
  CONSTRAINT programme_settings_basis CHECK (commission_basis = ANY (ARRAY['signature'::text, 'cash'::text])),
  CONSTRAINT programme_settings_country CHECK (country ~ '^[A-Z]{2}$'::text),
  CONSTRAINT programme_settings_days CHECK (acceptance_days >= 0 AND acceptance_days <= 90),
  CONSTRAINT programme_settings_electronic_address CHECK (electronic_address = ''::text OR electronic_address ~ '^[A-Za-z0-9._-]{9,125}$'::text AND "left"(electronic_address, 9) = siren),
  CONSTRAINT programme_settings_extension_months CHECK (extension_months >= 1 AND extension_months <= 12),
  CONSTRAINT programme_settings_format CHECK (file_format = ANY (ARRAY['pain.001.001.09'::text, 'pain.001.001.03'::text])),
  CONSTRAINT programme_settings_instant CHECK (NOT instant_transfers OR file_format = 'pain.001.001.09'::text),
  CONSTRAINT programme_settings_occasional CHECK (occasional_payments > 0 AND occasional_cents > 0),
  CONSTRAINT programme_settings_one_row CHECK (id),
  CONSTRAINT programme_settings_protection_months CHECK (protection_months = ANY (ARRAY[3, 6, 9, 12])),
  CONSTRAINT programme_settings_registration_hours CHECK (registration_hours >= 1 AND registration_hours <= 720),
  CONSTRAINT programme_settings_vigilance CHECK (vigilance_threshold_cents >= 0 AND vigilance_percent >= 1 AND vigilance_percent <= 100)
);
ALTER TABLE programme_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON programme_settings FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_writes ON programme_settings FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY partner_reads ON programme_settings FOR SELECT TO passerelle_partner USING (true);
CREATE POLICY rights ON programme_settings AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text, 'money'::text]) AS has_right));
CREATE POLICY system_all ON programme_settings TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER count_months_again AFTER UPDATE OF time_zone ON programme_settings FOR EACH ROW WHEN (old.time_zone IS DISTINCT FROM new.time_zone) EXECUTE FUNCTION app.count_months_again();
GRANT DELETE, INSERT, SELECT, UPDATE ON programme_settings TO passerelle_system;
GRANT SELECT, UPDATE ON programme_settings TO passerelle_admin;
GRANT SELECT (commission_basis, minimum_payout_cents, acceptance_days, invoice_required, legal_name, legal_form, siren, vat_number, street, building_number, postcode, town, country, siret, time_zone, vigilance_hold, registrations, registration_hours, protection_months, extension_months, electronic_address) ON programme_settings TO passerelle_partner;

CREATE TABLE provider_accounts (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_accounts_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT provider_accounts_one_each UNIQUE (issuer, user_id),
  CONSTRAINT provider_accounts_subject CHECK (length(subject) >= 1 AND length(subject) <= 255),
  CONSTRAINT provider_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX provider_accounts_by_user ON provider_accounts USING btree (user_id);
ALTER TABLE provider_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON provider_accounts TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON provider_accounts TO passerelle_system;

CREATE TABLE provider_sign_ins (
  id uuid NOT NULL,
  provider_id uuid NOT NULL,
  issuer text NOT NULL,
  browser_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_sign_ins_pkey PRIMARY KEY (id),
  CONSTRAINT provider_sign_ins_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
);
CREATE INDEX provider_sign_ins_by_end ON provider_sign_ins USING btree (expires_at);
ALTER TABLE provider_sign_ins ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON provider_sign_ins TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON provider_sign_ins TO passerelle_system;

CREATE TABLE reminders (
  id uuid NOT NULL,
  contract_id uuid,
  invitation_id uuid,
  after_days smallint,
  sent_at timestamp with time zone NOT NULL,
  sent_by uuid,
  CONSTRAINT reminders_pkey PRIMARY KEY (id),
  CONSTRAINT reminders_contract_once UNIQUE (contract_id, after_days),
  CONSTRAINT reminders_invitation_once UNIQUE (invitation_id, after_days),
  CONSTRAINT reminders_after_days CHECK (after_days >= 1 AND after_days <= 60),
  CONSTRAINT reminders_by CHECK ((after_days IS NULL) = (sent_by IS NOT NULL)),
  CONSTRAINT reminders_of_one CHECK ((contract_id IS NULL) <> (invitation_id IS NULL)),
  CONSTRAINT reminders_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE,
  CONSTRAINT reminders_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
  CONSTRAINT reminders_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES profiles(user_id)
);
CREATE INDEX reminders_by_contract ON reminders USING btree (contract_id, sent_at);
CREATE INDEX reminders_by_invitation ON reminders USING btree (invitation_id, sent_at);
ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON reminders FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_records ON reminders FOR INSERT TO passerelle_admin WITH CHECK (sent_by = app.user_id());
CREATE POLICY own_read ON reminders FOR SELECT TO passerelle_partner USING ((contract_id IN ( SELECT c.id FROM contracts c WHERE c.user_id = app.partner_id())));
CREATE POLICY rights ON reminders AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['contracts'::text, 'partners'::text]) AS has_right));
CREATE POLICY system_all ON reminders TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON reminders TO passerelle_admin, passerelle_system;
GRANT SELECT ON reminders TO passerelle_partner;

CREATE TABLE resource_opens (
  user_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  version integer NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  CONSTRAINT resource_opens_pkey PRIMARY KEY (user_id, resource_id),
  CONSTRAINT resource_opens_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE,
  CONSTRAINT resource_opens_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX resource_opens_by_resource ON resource_opens USING btree (resource_id);
ALTER TABLE resource_opens ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON resource_opens TO passerelle_partner USING (user_id = app.user_id()) WITH CHECK (user_id = app.user_id());
GRANT INSERT, SELECT ON resource_opens TO passerelle_partner;
GRANT UPDATE (version, opened_at) ON resource_opens TO passerelle_partner;

CREATE TABLE resource_versions (
  resource_id uuid NOT NULL,
  version integer NOT NULL,
  file_id uuid,
  link text,
  change_note text,
  published_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  replaced_by uuid,
  CONSTRAINT resource_versions_pkey PRIMARY KEY (resource_id, version),
  CONSTRAINT resource_versions_document CHECK (num_nonnulls(file_id, link) = 1),
  CONSTRAINT resource_versions_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT resource_versions_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES profiles(user_id),
  CONSTRAINT resource_versions_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE
);
CREATE INDEX resource_versions_by_file ON resource_versions USING btree (file_id);
ALTER TABLE resource_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON resource_versions TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY right_to_delete ON resource_versions AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['resources'::text]) AS has_right));
CREATE POLICY rights ON resource_versions AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['resources'::text]) AS has_right));
CREATE POLICY system_all ON resource_versions TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON resource_versions TO passerelle_admin;
GRANT SELECT ON resource_versions TO passerelle_system;

CREATE TABLE resources (
  id uuid NOT NULL,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  category text DEFAULT 'documents'::text NOT NULL,
  file_id uuid,
  link text,
  min_tier_id uuid,
  created_at timestamp with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  revised_at timestamp with time zone,
  change_note text,
  CONSTRAINT resources_pkey PRIMARY KEY (id),
  CONSTRAINT resources_category CHECK (category = ANY (ARRAY['documents'::text, 'visuels'::text, 'outils'::text])),
  CONSTRAINT resources_change_note_length CHECK (length(change_note) >= 1 AND length(change_note) <= 500),
  CONSTRAINT resources_document CHECK (num_nonnulls(file_id, link) = 1),
  CONSTRAINT resources_revised CHECK ((version > 1) = (revised_at IS NOT NULL) AND (version > 1) = (change_note IS NOT NULL)),
  CONSTRAINT resources_title_length CHECK (length(title) >= 1 AND length(title) <= 200),
  CONSTRAINT resources_version CHECK (version >= 1),
  CONSTRAINT resources_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT resources_min_tier_id_fkey FOREIGN KEY (min_tier_id) REFERENCES partner_tiers(id)
);
CREATE INDEX resources_by_file ON resources USING btree (file_id);
CREATE INDEX resources_newest ON resources USING btree (created_at DESC, id DESC);
ALTER TABLE resources ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON resources TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY right_to_delete ON resources AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['resources'::text]) AS has_right));
CREATE POLICY rights ON resources AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['resources'::text]) AS has_right));
CREATE POLICY system_all ON resources TO passerelle_system USING (true) WITH CHECK (true);
CREATE POLICY tier_reads ON resources FOR SELECT TO passerelle_partner USING (min_tier_id IS NULL OR (( SELECT t.min_revenue_cents FROM partner_tiers t WHERE t.id = resources.min_tier_id)) <= (( SELECT app.own_tier_revenue() AS own_tier_revenue)));
GRANT DELETE, INSERT, SELECT, UPDATE ON resources TO passerelle_admin, passerelle_system;
GRANT SELECT ON resources TO passerelle_partner;

CREATE TABLE saved_views (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  page text NOT NULL,
  query text NOT NULL,
  name text NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_once UNIQUE (user_id, page, name),
  CONSTRAINT saved_views_name CHECK (name <> ''::text AND length(name) <= 60),
  CONSTRAINT saved_views_page CHECK (page ~ '^/dashboard(/[a-z-]+)+$'::text AND length(page) <= 100),
  CONSTRAINT saved_views_query CHECK (length(query) <= 2000),
  CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON saved_views TO passerelle_admin, passerelle_partner USING (user_id = app.user_id()) WITH CHECK (user_id = app.user_id());
CREATE POLICY system_all ON saved_views TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON saved_views TO passerelle_admin, passerelle_partner;
GRANT DELETE, SELECT ON saved_views TO passerelle_system;
GRANT UPDATE (query, saved_at) ON saved_views TO passerelle_admin;
GRANT UPDATE (query, saved_at) ON saved_views TO passerelle_partner;

CREATE TABLE scope_rights (
  scope text NOT NULL,
  right_name text NOT NULL,
  CONSTRAINT scope_rights_pkey PRIMARY KEY (scope, right_name),
  CONSTRAINT scope_rights_name CHECK (right_name = ANY (ARRAY['partners'::text, 'contracts'::text, 'leads'::text, 'money'::text, 'bank_details'::text, 'resources'::text, 'announcements'::text, 'programme'::text, 'team'::text, 'people'::text]))
);

CREATE TABLE seal_keys (
  fingerprint text NOT NULL,
  chain text NOT NULL,
  encrypted_key text,
  first_used_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT seal_keys_pkey PRIMARY KEY (fingerprint),
  CONSTRAINT seal_keys_fingerprint CHECK (fingerprint ~ '^[0-9a-f]{64}$'::text)
);
ALTER TABLE seal_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON seal_keys TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON seal_keys TO passerelle_system;

CREATE TABLE settings (
  id boolean DEFAULT true NOT NULL,
  provider_name text NOT NULL,
  tagline text DEFAULT ''::text NOT NULL,
  accent_colour text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  contact_email text DEFAULT ''::text NOT NULL,
  logo_file_id uuid,
  language text DEFAULT 'specified'::text NOT NULL,
  sign_in_links boolean DEFAULT false NOT NULL,
  colleagues integer DEFAULT 0 NOT NULL,
  taglines jsonb DEFAULT '{}'::jsonb NOT NULL,
  links jsonb DEFAULT '{}'::jsonb NOT NULL,
  notices_automatic boolean DEFAULT false NOT NULL,
  erasure_days smallint DEFAULT 3 NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (id),
  CONSTRAINT settings_accent_colour CHECK (accent_colour ~ '^#[0-9a-fA-F]{6}$'::text),
  CONSTRAINT settings_colleagues CHECK (colleagues >= 0 AND colleagues <= 99),
  CONSTRAINT settings_erasure_days CHECK (erasure_days >= 0 AND erasure_days <= 14),
  CONSTRAINT settings_language CHECK (language ~ '^[a-z]{2,12}$'::text),
  CONSTRAINT settings_links CHECK (jsonb_typeof(links) = 'object'::text AND length(links::text) <= 10000),
  CONSTRAINT settings_one_row CHECK (id),
  CONSTRAINT settings_taglines CHECK (app.names_fit(taglines, 200)),
  CONSTRAINT settings_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id)
);
ALTER TABLE settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_writes ON settings FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY everyone_reads ON settings FOR SELECT TO passerelle_admin, passerelle_anonymous, passerelle_partner USING (true);
CREATE POLICY rights ON settings AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_all ON settings TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON settings TO passerelle_system;
GRANT SELECT ON settings TO passerelle_anonymous, passerelle_partner;
GRANT SELECT, UPDATE ON settings TO passerelle_admin;

CREATE TABLE setup_checklist (
  id boolean DEFAULT true NOT NULL,
  tiers_seen_at timestamp with time zone,
  mail_tested_at timestamp with time zone,
  mail_error text,
  dismissed_at timestamp with time zone,
  CONSTRAINT setup_checklist_pkey PRIMARY KEY (id),
  CONSTRAINT setup_checklist_mail CHECK (mail_error IS NULL OR mail_tested_at IS NOT NULL),
  CONSTRAINT setup_checklist_one_row CHECK (id)
);
ALTER TABLE setup_checklist ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON setup_checklist TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON setup_checklist AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_all ON setup_checklist TO passerelle_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON setup_checklist TO passerelle_admin, passerelle_system;

CREATE TABLE setup_links (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT setup_links_pkey PRIMARY KEY (id)
);
ALTER TABLE setup_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON setup_links TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON setup_links TO passerelle_system;

CREATE TABLE sign_in_links (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  browser_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX sign_in_links_by_user ON sign_in_links USING btree (user_id);
ALTER TABLE sign_in_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON sign_in_links TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_links TO passerelle_system;

CREATE TABLE signatures (
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  role text NOT NULL,
  signer_id uuid NOT NULL,
  reference text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  document_sha256 text,
  file_id uuid NOT NULL,
  file_sha256 text NOT NULL,
  level text NOT NULL,
  certificate_sha256 text NOT NULL,
  route text NOT NULL,
  evidence jsonb NOT NULL,
  code_id uuid,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  revoke_reason text,
  countersign_code_id uuid,
  CONSTRAINT signatures_pkey PRIMARY KEY (id),
  CONSTRAINT signatures_level CHECK (level = ANY (ARRAY['B-B'::text, 'B-T'::text])),
  CONSTRAINT signatures_reference_form CHECK (reference ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text),
  CONSTRAINT signatures_role CHECK (role = ANY (ARRAY['partner'::text, 'provider'::text])),
  CONSTRAINT signatures_route CHECK (route = ANY (ARRAY['A'::text, 'B'::text, 'link'::text])),
  CONSTRAINT signatures_code_id_fkey FOREIGN KEY (code_id) REFERENCES signing_codes(id),
  CONSTRAINT signatures_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id),
  CONSTRAINT signatures_countersign_code_id_fkey FOREIGN KEY (countersign_code_id) REFERENCES countersign_codes(id),
  CONSTRAINT signatures_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT signatures_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES profiles(user_id),
  CONSTRAINT signatures_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES profiles(user_id)
);
CREATE INDEX signatures_by_file ON signatures USING btree (file_id);
CREATE INDEX signatures_by_file_hash ON signatures USING btree (file_sha256);
CREATE INDEX signatures_by_reference ON signatures USING btree (reference);
CREATE UNIQUE INDEX signatures_once ON signatures USING btree (contract_id, role) WHERE (revoked_at IS NULL);
ALTER TABLE signatures ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_reads ON signatures FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_revokes ON signatures FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own_reads ON signatures FOR SELECT TO passerelle_partner USING ((EXISTS ( SELECT 1 FROM contracts c WHERE c.id = signatures.contract_id AND c.user_id = app.partner_id())));
CREATE POLICY rights ON signatures AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['contracts'::text]) AS has_right));
CREATE POLICY system_all ON signatures TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON signatures TO passerelle_system;
GRANT SELECT ON signatures TO passerelle_admin, passerelle_partner;
GRANT UPDATE (revoked_at) ON signatures TO passerelle_system;
GRANT UPDATE (revoked_at, revoked_by, revoke_reason) ON signatures TO passerelle_admin;

CREATE TABLE signing_codes (
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  user_id uuid NOT NULL,
  document_sha256 text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT signing_codes_pkey PRIMARY KEY (id),
  CONSTRAINT signing_codes_tries CHECK (tries >= 0 AND tries <= 5),
  CONSTRAINT signing_codes_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE,
  CONSTRAINT signing_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX signing_codes_newest ON signing_codes USING btree (contract_id, user_id, created_at DESC);
ALTER TABLE signing_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON signing_codes TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON signing_codes TO passerelle_system;

CREATE TABLE staff_rights (
  staff_role text NOT NULL,
  right_name text NOT NULL,
  CONSTRAINT staff_rights_pkey PRIMARY KEY (staff_role, right_name),
  CONSTRAINT staff_rights_name CHECK (right_name = ANY (ARRAY['partners'::text, 'contracts'::text, 'leads'::text, 'money'::text, 'bank_details'::text, 'resources'::text, 'announcements'::text, 'programme'::text, 'team'::text, 'people'::text])),
  CONSTRAINT staff_rights_role CHECK (staff_role = ANY (ARRAY['administrator'::text, 'partner_manager'::text, 'finance'::text, 'viewer'::text]))
);

CREATE TABLE supplier_codes (
  partner_id uuid NOT NULL,
  code text NOT NULL,
  CONSTRAINT supplier_codes_pkey PRIMARY KEY (partner_id),
  CONSTRAINT supplier_codes_once UNIQUE (code),
  CONSTRAINT supplier_codes_code CHECK (code ~ '^[0-9A-Z]{1,17}$'::text),
  CONSTRAINT supplier_codes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);
ALTER TABLE supplier_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON supplier_codes TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY right_to_delete ON supplier_codes AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY rights ON supplier_codes AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY system_all ON supplier_codes TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON supplier_codes TO passerelle_admin, passerelle_system;

CREATE TABLE template_settings (
  id boolean DEFAULT true NOT NULL,
  tier_amendments_on boolean DEFAULT false NOT NULL,
  tier_amendment_template_id uuid,
  CONSTRAINT template_settings_pkey PRIMARY KEY (id),
  CONSTRAINT template_settings_chosen CHECK (NOT tier_amendments_on OR tier_amendment_template_id IS NOT NULL),
  CONSTRAINT template_settings_one_row CHECK (id),
  CONSTRAINT template_settings_tier_amendment_template_id_fkey FOREIGN KEY (tier_amendment_template_id) REFERENCES contract_templates(id)
);
ALTER TABLE template_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_changes ON template_settings FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_reads ON template_settings FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY rights ON template_settings AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['programme'::text]) AS has_right));
CREATE POLICY system_reads ON template_settings FOR SELECT TO passerelle_system USING (true);
GRANT SELECT ON template_settings TO passerelle_admin, passerelle_system;
GRANT UPDATE (tier_amendments_on, tier_amendment_template_id) ON template_settings TO passerelle_admin;

CREATE TABLE tier_amendments (
  partner_id uuid NOT NULL,
  tier_id uuid NOT NULL,
  contract_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT tier_amendments_pkey PRIMARY KEY (partner_id, tier_id),
  CONSTRAINT tier_amendments_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE SET NULL,
  CONSTRAINT tier_amendments_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT tier_amendments_tier_id_fkey FOREIGN KEY (tier_id) REFERENCES partner_tiers(id)
);
CREATE INDEX tier_amendments_by_contract ON tier_amendments USING btree (contract_id) WHERE (contract_id IS NOT NULL);
ALTER TABLE tier_amendments ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON tier_amendments TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON tier_amendments TO passerelle_system;

CREATE TABLE timestamp_outages (
  url text NOT NULL,
  since timestamp with time zone NOT NULL,
  reason text NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT timestamp_outages_pkey PRIMARY KEY (url)
);
ALTER TABLE timestamp_outages ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON timestamp_outages TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON timestamp_outages TO passerelle_system;

CREATE TABLE unread_head (
  id boolean DEFAULT true NOT NULL,
  journal_seq bigint NOT NULL,
  marked_events bigint NOT NULL,
  CONSTRAINT unread_head_pkey PRIMARY KEY (id),
  CONSTRAINT unread_head_one_row CHECK (id)
);
ALTER TABLE unread_head ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_reads ON unread_head FOR SELECT TO passerelle_system USING (true);
GRANT SELECT ON unread_head TO passerelle_system;

CREATE TABLE unread_leads (
  user_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  latest_at timestamp with time zone NOT NULL,
  event_name text NOT NULL,
  part text NOT NULL,
  CONSTRAINT unread_leads_pkey PRIMARY KEY (user_id, lead_id, part),
  CONSTRAINT unread_leads_part CHECK (part = ANY (ARRAY['details'::text, 'messages'::text])),
  CONSTRAINT unread_leads_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT unread_leads_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX unread_leads_by_lead ON unread_leads USING btree (lead_id);
CREATE INDEX unread_leads_newest ON unread_leads USING btree (user_id, latest_at DESC, lead_id DESC);
CREATE INDEX unread_leads_oldest ON unread_leads USING btree (latest_at);
ALTER TABLE unread_leads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_reads ON unread_leads FOR SELECT TO passerelle_admin, passerelle_partner USING (user_id = app.user_id());
CREATE POLICY own_settles ON unread_leads FOR DELETE TO passerelle_admin, passerelle_partner USING (user_id = app.user_id());
CREATE POLICY system_all ON unread_leads TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, SELECT ON unread_leads TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE TABLE uploaded_invoices (
  id uuid NOT NULL,
  payout_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  number text NOT NULL,
  issued_on date NOT NULL,
  net_cents bigint NOT NULL,
  vat_cents bigint NOT NULL,
  file_id uuid NOT NULL,
  status text DEFAULT 'submitted'::text NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  refuse_reason text,
  CONSTRAINT uploaded_invoices_pkey PRIMARY KEY (id),
  CONSTRAINT uploaded_invoices_file_once UNIQUE (file_id),
  CONSTRAINT uploaded_invoices_decided CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND CASE status WHEN 'submitted'::text THEN decided_at IS NULL WHEN 'cancelled'::text THEN true ELSE decided_at IS NOT NULL END),
  CONSTRAINT uploaded_invoices_number CHECK (length(number) >= 1 AND length(number) <= 35 AND number = btrim(number)),
  CONSTRAINT uploaded_invoices_reason CHECK ((refuse_reason IS NOT NULL) = (status = 'refused'::text) AND (refuse_reason IS NULL OR length(refuse_reason) >= 2 AND length(refuse_reason) <= 500)),
  CONSTRAINT uploaded_invoices_status CHECK (status = ANY (ARRAY['submitted'::text, 'accepted'::text, 'refused'::text, 'cancelled'::text])),
  CONSTRAINT uploaded_invoices_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(user_id),
  CONSTRAINT uploaded_invoices_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT uploaded_invoices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT uploaded_invoices_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id)
);
CREATE INDEX uploaded_invoices_by_number ON uploaded_invoices USING btree (lower(number));
CREATE UNIQUE INDEX uploaded_invoices_live_once ON uploaded_invoices USING btree (payout_id) WHERE (status = ANY (ARRAY['submitted'::text, 'accepted'::text]));
CREATE INDEX uploaded_invoices_newest ON uploaded_invoices USING btree (payout_id, submitted_at DESC, id DESC);
CREATE UNIQUE INDEX uploaded_invoices_number_once ON uploaded_invoices USING btree (partner_id, lower(number)) WHERE (status = ANY (ARRAY['submitted'::text, 'accepted'::text]));
CREATE INDEX uploaded_invoices_search ON uploaded_invoices USING gin (lower(number) gin_trgm_ops) WITH (gin_pending_list_limit='128');
CREATE INDEX uploaded_invoices_to_check ON uploaded_invoices USING btree (submitted_at) WHERE (status = 'submitted'::text);
ALTER TABLE uploaded_invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_decides ON uploaded_invoices FOR UPDATE TO passerelle_admin USING (partner_id IS DISTINCT FROM app.partner_id()) WITH CHECK (decided_by IS NULL OR decided_by = app.user_id());
CREATE POLICY admin_reads ON uploaded_invoices FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY own_reads ON uploaded_invoices FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY own_submits ON uploaded_invoices FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id() AND status = 'submitted'::text);
CREATE POLICY rights ON uploaded_invoices AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON uploaded_invoices AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('money'::text) AS partner_may));
CREATE POLICY system_reads ON uploaded_invoices FOR SELECT TO passerelle_system USING (true);
CREATE TRIGGER check_uploaded_invoice BEFORE INSERT ON uploaded_invoices FOR EACH ROW EXECUTE FUNCTION app.check_uploaded_invoice();
CREATE TRIGGER uploaded_invoice_goes_forward BEFORE UPDATE ON uploaded_invoices FOR EACH ROW WHEN (current_setting('role'::text) <> 'passerelle_owner'::text) EXECUTE FUNCTION app.uploaded_invoice_goes_forward();
GRANT INSERT, SELECT ON uploaded_invoices TO passerelle_partner;
GRANT SELECT ON uploaded_invoices TO passerelle_admin, passerelle_system;
GRANT UPDATE (status, decided_at, decided_by, refuse_reason) ON uploaded_invoices TO passerelle_admin;

CREATE TABLE user_roles (
  user_id uuid NOT NULL,
  role text NOT NULL,
  staff_role text,
  by_provider boolean DEFAULT false NOT NULL,
  CONSTRAINT user_roles_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_roles_by_provider CHECK (NOT by_provider OR role = 'admin'::text),
  CONSTRAINT user_roles_of_staff CHECK ((role = 'admin'::text) = (staff_role IS NOT NULL)),
  CONSTRAINT user_roles_role CHECK (role = ANY (ARRAY['partner'::text, 'admin'::text, 'api_key'::text])),
  CONSTRAINT user_roles_staff_role CHECK (staff_role = ANY (ARRAY['administrator'::text, 'partner_manager'::text, 'finance'::text, 'viewer'::text])),
  CONSTRAINT user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
ALTER TABLE user_roles ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON user_roles TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY own ON user_roles FOR SELECT TO passerelle_partner USING (user_id = app.user_id());
CREATE POLICY right_to_delete ON user_roles AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right) OR role = 'partner'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right));
CREATE POLICY right_to_insert ON user_roles AS RESTRICTIVE FOR INSERT TO passerelle_admin WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right) OR role = 'partner'::text AND ( SELECT app.has_right(VARIADIC ARRAY['partners'::text]) AS has_right));
CREATE POLICY right_to_update ON user_roles AS RESTRICTIVE FOR UPDATE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY system_all ON user_roles TO passerelle_system USING (true) WITH CHECK (true);
CREATE TRIGGER keep_an_administrator BEFORE DELETE OR UPDATE ON user_roles FOR EACH ROW EXECUTE FUNCTION app.keep_an_administrator();
GRANT DELETE, INSERT, SELECT, UPDATE ON user_roles TO passerelle_admin, passerelle_system;
GRANT SELECT ON user_roles TO passerelle_partner;

CREATE TABLE vigilance_documents (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  kind text NOT NULL,
  label text DEFAULT ''::text NOT NULL,
  status text NOT NULL,
  requested_at timestamp with time zone,
  requested_by uuid,
  received_at timestamp with time zone,
  file_id uuid,
  issued_on date,
  expires_on date,
  security_code text DEFAULT ''::text NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  refuse_reason text,
  CONSTRAINT vigilance_documents_pkey PRIMARY KEY (id),
  CONSTRAINT vigilance_documents_file_once UNIQUE (file_id),
  CONSTRAINT vigilance_documents_code CHECK (length(security_code) <= 40 AND (security_code = ''::text OR kind = 'urssaf'::text)),
  CONSTRAINT vigilance_documents_days CHECK ((expires_on IS NULL OR issued_on IS NOT NULL) AND COALESCE(expires_on >= issued_on, true)),
  CONSTRAINT vigilance_documents_decided CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (status = ANY (ARRAY['verified'::text, 'refused'::text, 'withdrawn'::text])) = (decided_at IS NOT NULL)),
  CONSTRAINT vigilance_documents_kind CHECK (kind = ANY (ARRAY['urssaf'::text, 'registration'::text, 'identity'::text, 'insurance'::text, 'vat'::text, 'other'::text])),
  CONSTRAINT vigilance_documents_label CHECK (length(label) <= 100 AND (label <> ''::text) = (kind = 'other'::text)),
  CONSTRAINT vigilance_documents_reason CHECK ((refuse_reason IS NOT NULL) = (status = 'refused'::text) AND (refuse_reason IS NULL OR length(refuse_reason) >= 2 AND length(refuse_reason) <= 500)),
  CONSTRAINT vigilance_documents_received CHECK ((status = ANY (ARRAY['requested'::text, 'withdrawn'::text])) = (received_at IS NULL) AND (received_at IS NULL) = (issued_on IS NULL) AND CASE WHEN file_id IS NULL THEN (status = ANY (ARRAY['requested'::text, 'withdrawn'::text])) OR status = 'verified'::text AND kind = 'identity'::text ELSE status <> ALL (ARRAY['requested'::text, 'withdrawn'::text]) END),
  CONSTRAINT vigilance_documents_requested CHECK ((requested_by IS NULL OR requested_at IS NOT NULL) AND ((status <> ALL (ARRAY['requested'::text, 'withdrawn'::text])) OR requested_at IS NOT NULL)),
  CONSTRAINT vigilance_documents_status CHECK (status = ANY (ARRAY['requested'::text, 'received'::text, 'verified'::text, 'refused'::text, 'withdrawn'::text])),
  CONSTRAINT vigilance_documents_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(user_id),
  CONSTRAINT vigilance_documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT vigilance_documents_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT vigilance_documents_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(user_id)
);
CREATE INDEX vigilance_documents_by_partner ON vigilance_documents USING btree (partner_id, kind);
CREATE INDEX vigilance_documents_ending ON vigilance_documents USING btree (expires_on) WHERE ((status = 'verified'::text) AND (expires_on IS NOT NULL));
CREATE UNIQUE INDEX vigilance_documents_open_once ON vigilance_documents USING btree (partner_id, kind, lower(label)) WHERE (status = ANY (ARRAY['requested'::text, 'received'::text]));
CREATE INDEX vigilance_documents_to_check ON vigilance_documents USING btree (received_at) WHERE (status = 'received'::text);
ALTER TABLE vigilance_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_decides ON vigilance_documents FOR UPDATE TO passerelle_admin USING (partner_id IS DISTINCT FROM app.partner_id()) WITH CHECK (decided_by = app.user_id());
CREATE POLICY admin_reads ON vigilance_documents FOR SELECT TO passerelle_admin USING (true);
CREATE POLICY admin_requests ON vigilance_documents FOR INSERT TO passerelle_admin WITH CHECK (status = 'requested'::text AND requested_by = app.user_id());
CREATE POLICY own_answers ON vigilance_documents FOR UPDATE TO passerelle_partner USING (partner_id = app.partner_id()) WITH CHECK (partner_id = app.partner_id() AND status = 'received'::text);
CREATE POLICY own_reads ON vigilance_documents FOR SELECT TO passerelle_partner USING (partner_id = app.partner_id());
CREATE POLICY own_uploads ON vigilance_documents FOR INSERT TO passerelle_partner WITH CHECK (partner_id = app.partner_id() AND status = 'received'::text AND requested_at IS NULL);
CREATE POLICY rights ON vigilance_documents AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['money'::text]) AS has_right));
CREATE POLICY roles ON vigilance_documents AS RESTRICTIVE TO passerelle_partner USING (( SELECT app.partner_may('documents'::text) AS partner_may));
CREATE POLICY system_reads ON vigilance_documents FOR SELECT TO passerelle_system USING (true);
CREATE POLICY system_removes_copies ON vigilance_documents FOR UPDATE TO passerelle_system USING (status = 'verified'::text AND kind = 'identity'::text) WITH CHECK (file_id IS NULL);
CREATE POLICY system_requests ON vigilance_documents FOR INSERT TO passerelle_system WITH CHECK (status = 'requested'::text AND requested_by IS NULL);
CREATE TRIGGER vigilance_document_goes_forward BEFORE UPDATE ON vigilance_documents FOR EACH ROW EXECUTE FUNCTION app.vigilance_document_goes_forward();
GRANT INSERT, SELECT ON vigilance_documents TO passerelle_admin, passerelle_partner, passerelle_system;
GRANT UPDATE (file_id) ON vigilance_documents TO passerelle_system;
GRANT UPDATE (status, decided_at, decided_by, refuse_reason) ON vigilance_documents TO passerelle_admin;
GRANT UPDATE (status, received_at, file_id, issued_on, expires_on, security_code) ON vigilance_documents TO passerelle_partner;

CREATE TABLE vigilance_reminders (
  document_id uuid NOT NULL,
  days_left integer NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT vigilance_reminders_pkey PRIMARY KEY (document_id, days_left),
  CONSTRAINT vigilance_reminders_days CHECK (days_left = ANY (ARRAY[30, 7, 0])),
  CONSTRAINT vigilance_reminders_document_id_fkey FOREIGN KEY (document_id) REFERENCES vigilance_documents(id) ON DELETE CASCADE
);
ALTER TABLE vigilance_reminders ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_all ON vigilance_reminders TO passerelle_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON vigilance_reminders TO passerelle_system;

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid,
  event_name text NOT NULL,
  body text NOT NULL,
  state text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  last_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  status integer,
  answer text,
  error text,
  duration_ms integer,
  problem jsonb,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_once UNIQUE (endpoint_id, event_id),
  CONSTRAINT webhook_deliveries_answer CHECK (length(answer) <= 1024),
  CONSTRAINT webhook_deliveries_next CHECK ((next_attempt_at IS NOT NULL) = (state = 'pending'::text)),
  CONSTRAINT webhook_deliveries_problem CHECK (num_nonnulls(error, problem) <= 1),
  CONSTRAINT webhook_deliveries_state CHECK (state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries USING btree (created_at DESC, id DESC);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON webhook_deliveries TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY rights ON webhook_deliveries AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY system_all ON webhook_deliveries TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO passerelle_system;
GRANT INSERT, SELECT, UPDATE ON webhook_deliveries TO passerelle_admin;

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  url text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  events text[] NOT NULL,
  enabled boolean NOT NULL,
  secret_encrypted text NOT NULL,
  previous_secret_encrypted text,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  failing_since timestamp with time zone,
  disabled_because text,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_description CHECK (length(description) <= 200),
  CONSTRAINT webhook_endpoints_disabled_because CHECK (disabled_because = ANY (ARRAY['failing'::text, 'gone'::text])),
  CONSTRAINT webhook_endpoints_events CHECK (cardinality(events) > 0),
  CONSTRAINT webhook_endpoints_off CHECK (disabled_because IS NULL OR NOT enabled),
  CONSTRAINT webhook_endpoints_previous CHECK ((previous_secret_encrypted IS NULL) = (previous_secret_until IS NULL)),
  CONSTRAINT webhook_endpoints_url CHECK (length(url) >= 8 AND length(url) <= 2048),
  CONSTRAINT webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id)
);
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY admin_all ON webhook_endpoints TO passerelle_admin USING (true) WITH CHECK (true);
CREATE POLICY right_to_delete ON webhook_endpoints AS RESTRICTIVE FOR DELETE TO passerelle_admin USING (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY rights ON webhook_endpoints AS RESTRICTIVE TO passerelle_admin USING (true) WITH CHECK (( SELECT app.has_right(VARIADIC ARRAY['team'::text]) AS has_right));
CREATE POLICY system_all ON webhook_endpoints TO passerelle_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_endpoints TO passerelle_admin;
GRANT SELECT, UPDATE ON webhook_endpoints TO passerelle_system;

CREATE TABLE auth.accounts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX accounts_once ON auth.accounts USING btree (user_id, provider_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.accounts TO passerelle_auth, passerelle_system;

CREATE TABLE auth.ended_sessions (
  id uuid NOT NULL,
  ended_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ended_sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX ended_sessions_by_time ON auth.ended_sessions USING btree (ended_at);
GRANT DELETE, INSERT, SELECT ON auth.ended_sessions TO passerelle_auth;
GRANT INSERT, SELECT ON auth.ended_sessions TO passerelle_system;

CREATE TABLE auth.passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text,
  public_key text NOT NULL,
  credential_id text NOT NULL,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_once UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON auth.passkeys USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.passkeys TO passerelle_auth;
GRANT DELETE, SELECT ON auth.passkeys TO passerelle_system;

CREATE TABLE auth.rate_limits (
  key text NOT NULL,
  count integer NOT NULL,
  window_ends_at timestamp with time zone NOT NULL,
  account text,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_by_account ON auth.rate_limits USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX rate_limits_by_end ON auth.rate_limits USING btree (window_ends_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.rate_limits TO passerelle_auth;

CREATE TABLE auth.sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token text NOT NULL,
  ip_address text,
  user_agent text,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  method text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_once UNIQUE (token),
  CONSTRAINT sessions_method CHECK (method = ANY (ARRAY['password'::text, 'password_totp'::text, 'password_recovery'::text, 'link'::text, 'link_totp'::text, 'link_recovery'::text, 'passkey'::text, 'provider'::text, 'provider_totp'::text, 'provider_recovery'::text])),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON auth.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON auth.sessions USING btree (user_id);
CREATE TRIGGER announce_session_end AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION app.announce_session_end();
CREATE TRIGGER note_session_end AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION app.note_session_end();
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sessions TO passerelle_auth, passerelle_system;

CREATE TABLE auth.two_factors (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean DEFAULT true,
  failed_verification_count integer DEFAULT 0,
  locked_until timestamp with time zone,
  CONSTRAINT two_factors_pkey PRIMARY KEY (id),
  CONSTRAINT two_factors_once UNIQUE (user_id),
  CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.two_factors TO passerelle_auth;

CREATE TABLE auth.users (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  image text,
  two_factor_enabled boolean DEFAULT false,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_once UNIQUE (email),
  CONSTRAINT users_email_lower CHECK (email = lower(email))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.users TO passerelle_auth, passerelle_system;

CREATE TABLE auth.verifications (
  id uuid NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_identifier ON auth.verifications USING btree (identifier);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.verifications TO passerelle_auth;

CREATE TABLE passerelle.migrations (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  oldest_version text,
  applied_by text,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE OR REPLACE FUNCTION app.acts_for(person uuid, partner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return exists (select from partner_members where partner_id = partner and person_id = person);
end $function$;
REVOKE EXECUTE ON FUNCTION app.acts_for(uuid,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.acts_for(uuid,uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.add_built_in_field(key text, kind text, column_name text, required boolean DEFAULT false, searched boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if key !~ '[A-Z]' then
    raise exception 'the key % of a built-in field needs a capital letter, since staff may give any other', key;
  end if;
  if exists (select from lead_fields f where f.key = add_built_in_field.key) then
    raise exception 'a field of this portal has the key % already: rename it before this upgrade', key;
  end if;
  execute format('alter table leads add column %I %s not null', column_name,
    case when kind = 'amount' then 'bigint default 0' else $type$text default ''$type$ end);
  execute format('grant insert (%1$I), update (%1$I) on leads to passerelle_admin, passerelle_partner, passerelle_system', column_name);
  insert into lead_fields (key, kind, name, required, place, changed_at, column_name, required_at_start, column_searched)
    select add_built_in_field.key, add_built_in_field.kind, '', add_built_in_field.required, max(f.place) + 1, now(),
      add_built_in_field.column_name, add_built_in_field.required, searched
    from lead_fields f;
  set constraints all immediate;
  set constraints all deferred;
  perform app.follow_built_in_fields();
end $function$;
REVOKE EXECUTE ON FUNCTION app.add_built_in_field(text,text,text,boolean,boolean) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.add_to_commission_totals(born date, stage text, n bigint, revenue bigint, cents bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update commission_totals t
    set count = t.count + n, revenue_cents = t.revenue_cents + revenue, amount_cents = t.amount_cents + cents
    where t.month = born and t.status = stage and t.shard = (
      select free.shard from commission_totals free where free.month = born and free.status = stage limit 1
      for update skip locked
    );
  if not found then
    insert into commission_totals as t (month, status, shard, count, revenue_cents, amount_cents)
      select born, stage, app.next_shard(max(shard)), n, revenue, cents from commission_totals
      where month = born and status = stage
      on conflict (month, status, shard) do update
        set count = t.count + excluded.count, revenue_cents = t.revenue_cents + excluded.revenue_cents,
          amount_cents = t.amount_cents + excluded.amount_cents;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.add_to_lead_stats(partner uuid, stage text, n bigint, cents bigint, duplicates bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if n <> 0 or cents <> 0 then
    update lead_stats s set count = s.count + n, amount_cents = s.amount_cents + cents
      where s.partner_id = partner and s.status = stage;
    if not found then
      insert into lead_stats as s (partner_id, status, count, amount_cents) values (partner, stage, n, cents)
        on conflict (partner_id, status) do update
          set count = s.count + excluded.count, amount_cents = s.amount_cents + excluded.amount_cents;
    end if;
  end if;
  perform app.add_to_lead_totals(stage, n, cents, duplicates);
end $function$;

CREATE OR REPLACE FUNCTION app.add_to_lead_totals(stage text, n bigint, cents bigint, duplicates bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_totals t
    set count = t.count + n, amount_cents = t.amount_cents + cents, possible_duplicates = t.possible_duplicates + duplicates
    where t.status = stage
      and t.shard = (select free.shard from lead_totals free where free.status = stage limit 1 for update skip locked);
  if not found then
    insert into lead_totals as t (status, shard, count, amount_cents, possible_duplicates)
      select stage, app.next_shard(max(shard)), n, cents, duplicates from lead_totals where status = stage
      on conflict (status, shard) do update
        set count = t.count + excluded.count, amount_cents = t.amount_cents + excluded.amount_cents,
          possible_duplicates = t.possible_duplicates + excluded.possible_duplicates;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.add_to_partner_revenue(partner uuid, revenue bigint, cents bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin

 INSERT INTO partner_revenue AS r (partner_id, revenue_cents, amount_cents)
   VALUES (add_to_partner_revenue.partner, add_to_partner_revenue.revenue, add_to_partner_revenue.cents) ON CONFLICT(partner_id) DO UPDATE SET revenue_cents = (r.revenue_cents + excluded.revenue_cents), amount_cents = (r.amount_cents + excluded.amount_cents);
end $function$;

CREATE OR REPLACE FUNCTION app.addresses_of(partner uuid)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  with recursive company as (
    select partner as id
    union select p.id from company c join partners p on p.merged_into = c.id
  ), people as (
    select m.person_id from company c join partner_members m on m.partner_id = c.id
    where not app.is_partner(current_setting('role')) or partner = app.partner_id()
  )
  select email from profiles join people on user_id = person_id
  union select email from auth.users join people on id = person_id
  union select unnest(array[old_email, new_email]) from email_changes join people on user_id = person_id;
end $function$;
REVOKE EXECUTE ON FUNCTION app.addresses_of(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.addresses_of(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.amount_is_missing(lead leads)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return lead.estimated_amount_cents = 0
    and exists (select from lead_fields f where f.key = 'estimatedAmountCents'
      and not (f.required and f.required_from is null and f.archived_at is null))
    and exists (
      select from (select (lead.updated_at at time zone app.time_zone())::date as day) today,
        app.rule_for(lead.partner_id, lead.offer_type, today.day) r,
        app.version_over_all(lead.partner_id, today.day, 'infinity') a
      where r.definition ->> 'base' = 'estimate' and jsonb_typeof(r.definition -> 'rate') = 'object'
        or exists (select from jsonb_array_elements(r.definition -> 'bonuses') b where b ->> 'measure' <> 'signatures')
        or exists (select from jsonb_array_elements(a.definition -> 'bonuses') b
          where b ->> 'measure' <> 'signatures' and b ->> 'counts' = 'all'));
end $function$;
REVOKE EXECUTE ON FUNCTION app.amount_is_missing(leads) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.announce_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  typed uuid;
begin
  select l.typed_by into typed from leads l where l.id = app.event_lead(new.name, new.subject_id, new.before, new.after);
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'actorId', new.actor_id, 'byPartner', app.acts_for(new.actor_id, new.partner_id), 'typedBy', typed,
    'sharedWith', array(select s.partner_id from lead_shares s where s.lead_id = new.subject_id), 'requestId', new.request_id,
    'audience', new.audience, 'from', new.before ->> 'status', 'to', new.after ->> 'status', 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'snapshot', pg_current_snapshot()::text)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.announce_membership()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('portal_memberships', json_build_object('userId', new.person_id, 'role', new.role)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.announce_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('portal_sessions', old.id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.api_key(key_hash text, at timestamp with time zone, OUT session_id uuid, OUT user_id uuid, OUT role text, OUT contract_signed boolean, OUT two_factor boolean, OUT updated_at timestamp with time zone, OUT ends_at timestamp with time zone, OUT scopes text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  select k.id, k.id, 'admin', false, false, coalesce(k.last_used_at, 'epoch'), coalesce(k.expires_at, at + interval '1 day'), k.scopes
  into session_id, user_id, role, contract_signed, two_factor, updated_at, ends_at, scopes
  from api_keys k
  where k.token_hash = key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
end $function$;
REVOKE EXECUTE ON FUNCTION app.api_key(text,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.api_key(text,timestamp with time zone) TO passerelle_anonymous, passerelle_system;

CREATE OR REPLACE FUNCTION app.bank_details_states(at timestamp with time zone)
 RETURNS TABLE(partner_id uuid, state text, held_until timestamp with time zone, shared boolean, payable boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT p.id,
     s.state,
     h.held_until,
     ((b.iban_fingerprint IS NOT NULL) AND (EXISTS ( SELECT
            FROM ((payment_infos o
              JOIN partners c ON ((c.id = o.partner_id)))
              JOIN profiles q ON ((q.user_id = c.main_person_id)))
           WHERE ((o.iban_fingerprint = b.iban_fingerprint) AND (o.partner_id <> b.partner_id) AND (q.deleted_at IS NULL))))),
     ((s.state = 'complete'::text) AND (h.held_until IS NULL))
    FROM ((((partners p
      LEFT JOIN payment_infos b ON ((b.partner_id = p.id)))
      LEFT JOIN bank_account_answers a ON (((a.partner_id = b.partner_id) AND (a.refused_on IS NOT NULL) AND (a.sent_at >= b.iban_changed_at))))
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN (b.partner_id IS NULL) THEN 'missing'::text
                     WHEN (NOT b.iban_checks_out) THEN 'checksum'::text
                     WHEN (a.partner_id IS NOT NULL) THEN 'refused'::text
                     ELSE 'complete'::text
                 END AS state) s)
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN ((b.iban_changed_at + '72:00:00'::interval) > bank_details_states.at) THEN (b.iban_changed_at + '72:00:00'::interval)
                     ELSE NULL::timestamp with time zone
                 END AS held_until) h);
END;

CREATE OR REPLACE FUNCTION app.begin_lead_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  programme programme_settings := p from programme_settings p;
begin
  if programme.registrations
      and not (current_setting('role') = 'passerelle_admin' and new.possible_duplicate_of is null) then
    new.registration_state := 'submitted';
    new.protected_until := null;
  else
    new.registration_state := case when new.status = 'signe' then 'converted' else 'accepted' end;
    new.protected_until := case when programme.registrations
      then app.months_after(new.created_at, programme.protection_months) end;
  end if;
  new.client_word := null;
  new.client_word_at := null;
  new.settled := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.begin_notice_anew()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_notices set state = 'due', due_at = new.updated_at + interval '1 month', inherited = false, text_id = null,
      mailed_at = null, settled_at = null, settled_by = null, how = null, reason = ''
    where lead_id = new.id and (state in ('told', 'no_mail', 'impossible') or how = 'left');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.begin_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into lead_notices (lead_id, due_at) select id, updated_at + interval '1 month' from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.blanked(value jsonb, keys text[], is_persons boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, app.blanked(e.value, keys, e.key = any(keys))), '{}') from jsonb_each(value) e)
    when 'array' then (
      select coalesce(jsonb_agg(app.blanked(e.value, keys, is_persons) order by e.ordinality), '[]')
      from jsonb_array_elements(value) with ordinality e)
    when 'string' then case when is_persons and value <> '""' then '"[…]"' else value end
    else value
  end;
end $function$;

CREATE OR REPLACE FUNCTION app.bonus_fits(bonus jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(bonus) = 'object' and jsonb_typeof(bonus -> 'pays') = 'object' then coalesce(
      bonus ?& array['measure', 'per', 'from', 'pays'] and (bonus - array['measure', 'per', 'from', 'pays', 'counts']) = '{}'
        and bonus ->> 'measure' in ('signatures', 'revenue', 'amount') and bonus ->> 'per' in ('quarter', 'half_year', 'year')
        and coalesce(bonus -> 'counts', '"rule"') in ('"rule"', '"all"')
        and app.whole_fits(bonus -> 'from', 1, case bonus ->> 'measure' when 'signatures' then 10000 else 100000000000 end)
        and ((bonus -> 'pays') - 'cents' = '{}' and app.sum_fits(bonus #> '{pays,cents}', false)
          or (bonus -> 'pays') - 'percent' = '{}' and app.percent_fits(bonus #> '{pays,percent}')
            and (bonus #> '{pays,percent}')::numeric > 0), false)
    else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.cancel_uploaded_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update uploaded_invoices set status = 'cancelled' where payout_id = new.id and status in ('submitted', 'accepted');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_clawback()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  original commissions;
  revenue_left bigint;
  amount_left bigint;
begin
  select * into original from commissions where id = new.reverses_id for no key update;
  if (new.reason is null) <> (original.reason is null) then
    raise exception 'what a rule made it takes back itself'
      using errcode = 'check_violation', constraint = 'commissions_clawback_bound';
  end if;
  -- A bonus whose threshold is no longer reached goes with what its partner does.
  if new.partner_id = app.partner_id() and new.reason ->> 'why' is distinct from 'bonus_lost' then
    raise exception 'nobody takes back a commission of their own'
      using errcode = 'check_violation', constraint = 'commissions_own';
  end if;
  if new.reason is not null then
    if not app.clawback_by_rule(original, new) then
      raise exception 'a clawback takes back what its rule says'
        using errcode = 'check_violation', constraint = 'commissions_clawback_bound';
    end if;
    return new;
  end if;
  select original.revenue_cents + coalesce(sum(revenue_cents), 0), original.amount_cents + coalesce(sum(amount_cents), 0)
    into revenue_left, amount_left from commissions where reverses_id = new.reverses_id;
  if original.kind = 'clawback' or original.status = 'en_attente' or new.partner_id <> original.partner_id
      or new.lead_id is distinct from original.lead_id or new.commission_rate <> original.commission_rate
      or new.tier_name <> original.tier_name or new.tier_names <> original.tier_names
      or (new.rule_id, new.rule_version) <> (original.rule_id, original.rule_version)
      or revenue_left + new.revenue_cents < 0
      or new.amount_cents <> (case when revenue_left + new.revenue_cents = 0 then -amount_left
        else greatest(round(new.revenue_cents * new.commission_rate / 100), -amount_left) end) then
    raise exception 'a clawback takes back at most what was earned, at the same rate'
      using errcode = 'check_violation', constraint = 'commissions_clawback_bound';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_client_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from leads where id = new.lead_id for no key update;
  if new.kind = 'refund' and not exists (
    select from client_payments p where p.id = new.refunds_id and p.kind = 'payment'
      and p.net_cents >= new.net_cents + (select coalesce(sum(r.net_cents), 0) from client_payments r where r.refunds_id = p.id)
  ) then
    raise exception 'a refund gives back at most what was paid'
      using errcode = 'check_violation', constraint = 'client_payments_refund_bound';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if exists (
        select from accounting_closings c where c.scope = new.scope and c.reopened_at is null and c.until_day >= new.until_day) then
      raise exception 'this period is closed' using errcode = 'check_violation', constraint = 'accounting_closings_order';
    end if;
    if new.scope = 'year' and not exists (
        select from accounting_closings c where c.scope = 'month' and c.reopened_at is null and c.until_day >= new.until_day) then
      raise exception 'the months of this year are not closed'
        using errcode = 'check_violation', constraint = 'accounting_closings_months';
    end if;
    return new;
  end if;
  if old.reopened_at is not null
      or (new.id, new.scope, new.until_day, new.missing, new.accounts, new.closed_by, new.closed_at)
        is distinct from (old.id, old.scope, old.until_day, old.missing, old.accounts, old.closed_by, old.closed_at)
      or (old.reopening_asked_by is not null
        and (new.reopening_reason, new.reopening_asked_by, new.reopening_asked_at)
          is distinct from (old.reopening_reason, old.reopening_asked_by, old.reopening_asked_at)) then
    raise exception 'a closing is final' using errcode = 'check_violation', constraint = 'accounting_closings_final';
  end if;
  if new.reopened_at is not null and (
      exists (
        select from accounting_closings c where c.scope = new.scope and c.reopened_at is null and c.until_day > new.until_day)
      -- The months of a closed year stay closed.
      or (new.scope = 'month' and exists (
        select from accounting_closings c where c.scope = 'year' and c.reopened_at is null and c.until_day >= new.until_day))) then
    raise exception 'a later period is closed' using errcode = 'check_violation', constraint = 'accounting_closings_last';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_conflict_reason()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if length(btrim(new.message)) < 5
      and (btrim(new.message) <> '' or app.first_by_rule(new.decided_for, new.lead_id) is distinct from new.decided_for) then
    raise exception 'the rule is for another lead: this decision needs a reason'
      using errcode = 'check_violation', constraint = 'lead_registrations_reasoned';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.kind = 'amount' and not exists (
      select from commissions c where c.id = new.commission_id and c.partner_id = new.partner_id
        and c.lead_id is not distinct from new.lead_id)
    or new.kind = 'missing' and new.lead_id is not null and not exists (
      select from leads l where l.id = new.lead_id and l.partner_id = new.partner_id and l.status in ('signe', 'refuse', 'perdu')) then
    raise exception 'a dispute is about a commission or a closed lead of its partner'
      using errcode = 'check_violation', constraint = 'disputes_subject';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_earning_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from lead_signings s join client_payments p on p.id = new.client_payment_id
      where (s.lead_id, s.partner_id) = (new.lead_id, new.partner_id)
        and (p.received_on > s.ended_on or s.client_since is not null and p.received_on <= s.signed_on)) then
    raise exception 'a payment is of those who earn on its day'
      using errcode = 'check_violation', constraint = 'commissions_earning_day';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_ending()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.ended_on is not null or not exists (select from commission_facts f
      where (f.lead_id, f.partner_id, f.kind, f.day) = (new.lead_id, new.partner_id, 'ended', new.ended_on)) then
    raise exception 'what a lead brings ends once, by a fact'
      using errcode = 'check_violation', constraint = 'lead_signings_ended_once';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_field_values(before jsonb, after jsonb, hidden boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed record;
  field lead_fields;
  by_owner boolean := not app.is_partner(current_user) and current_user not in ('passerelle_admin', 'passerelle_system');
begin
  for changed in
    select k.key, after -> k.key as value from (
      select jsonb_object_keys(after) as key union select jsonb_object_keys(before)
    ) k where after -> k.key is distinct from before -> k.key
  loop
    select * into field from lead_fields where key = changed.key;
    if changed.value is not null and (field.key is null or (field.partner_access = 'none') <> hidden
        or field.archived_at is not null and not by_owner) then
      raise exception 'a lead has no field % here', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_known';
    end if;
    if app.is_partner(current_user) and field.partner_access is distinct from 'edits'
        or current_user = 'passerelle_admin' and field.staff_edits is not true then
      raise exception 'the field % is not filled in by this side', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_edited';
    end if;
    if changed.value is not null and not app.field_value_fits(field.kind, field.options, changed.value) then
      raise exception 'the field % does not take this value', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_fit';
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION app.check_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (select count(*) from lead_fields where on_card and archived_at is null) > 2 then
    raise exception 'a card shows two fields at most' using errcode = 'check_violation', constraint = 'lead_fields_on_card';
  end if;
  if not exists (select from lead_fields where key = 'name' and required and required_from is null and archived_at is null)
      or not exists (select from lead_fields where key in ('email', 'phone') and archived_at is null) then
    raise exception 'a lead has a name and a way to reach its client'
      using errcode = 'check_violation', constraint = 'lead_fields_stay';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_handover()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from invoices i join invoice_files f on f.invoice_id = i.id
    where i.id = new.invoice_id and i.kind <> 'receipt' and i.issued_on <= new.handed_on
  ) then
    raise exception 'printed invoices and credit notes are handed over, and not before they were issued'
      using errcode = 'check_violation', constraint = 'invoice_handovers_possible';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'invoice_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
begin
  if exists (
    select from invoices i
      join payouts p on p.id = i.payout_id
      cross join lateral (
        select coalesce(sum(l.net_cents), 0) as cents,
          coalesce(bool_and(c.partner_id = i.partner_id and (l.net_cents > 0 or i.kind = 'receipt')), false) as fits
        from invoice_lines l join commissions c on c.id = l.commission_id where l.invoice_id = i.id
      ) lines
      left join invoices o on o.id = i.corrects_id
      left join lateral (
        select coalesce(sum(k.net_cents), 0) as cents from invoices k join payouts q on q.id = k.payout_id
        where k.corrects_id = o.id and (q.status <> 'cancelled' or q.id = o.payout_id)
      ) credited on true
    where i.id = subject and (lines.cents <> i.net_cents or not lines.fits or p.partner_id <> i.partner_id
      or (o.id is not null and (credited.cents > o.net_cents
        or (o.kind, o.partner_id, o.vat_case, o.vat_rate) is distinct from ('invoice', i.partner_id, i.vat_case, i.vat_rate))))
  ) then
    raise exception 'a document is the sum of its lines, and a credit note part of its invoice'
      using errcode = 'check_violation', constraint = 'invoices_reconcile';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_lead_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform app.check_field_values(case when tg_op = 'INSERT' then '{}' else old.fields end, new.fields, false);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_lead_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject uuid := case tg_op when 'DELETE' then old.lead_id else new.lead_id end;
  lead leads;
begin
  select * into lead from leads where id = subject for no key update;
  -- A lead that is deleted takes its shares with it.
  if not found then return null; end if;
  if lead.status = 'signe' then
    raise exception 'the shares of a signed lead stay' using errcode = 'check_violation', constraint = 'lead_shares_final';
  end if;
  if exists (select from lead_shares where lead_id = lead.id and partner_id = lead.partner_id)
      or (select sum(share) from lead_shares where lead_id = lead.id) > 9999 then
    raise exception 'a lead is shared with others, and its partner keeps a part of it'
      using errcode = 'check_violation', constraint = 'lead_shares_of_others';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_open_offers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from offers where archived_at is null) then
    raise exception 'one offer stays open' using errcode = 'check_violation', constraint = 'offers_one_open';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_own_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from commissions c join leads l on l.id = c.lead_id, app.tier_of(c.partner_id) t
    where c.id = new.id and c.status = 'en_attente'
      and case when c.reason is null then c.revenue_cents <> l.estimated_amount_cents
          or c.commission_rate is distinct from t.commission_rate or c.tier_name <> t.name or c.tier_names <> t.names
          or not exists (select from app.rule_for(c.partner_id, l.offer_type, (c.created_at at time zone app.time_zone())::date) r
            where (r.rule_id, r.version) = (c.rule_id, c.rule_version))
        else (c.reason ->> 'leadRevenueCents')::bigint <> l.estimated_amount_cents
          or c.kind <> 'fixed' and c.revenue_cents <> l.estimated_amount_cents end
  ) then
    raise exception 'a commission is the amount of its lead at the rate of the tier'
      using errcode = 'check_violation', constraint = 'commissions_own_terms';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  source client_payments;
  revenue_left bigint;
begin
  select * into source from client_payments where id = new.client_payment_id;
  if new.kind <> 'clawback' then
    if source.kind <> 'payment' or source.lead_id <> new.lead_id
        or (new.reason is null or (new.reason ->> 'shareBasisPoints')::integer = 10000)
          and source.net_cents <> coalesce((new.reason ->> 'leadRevenueCents')::bigint, new.revenue_cents)
        or new.revenue_cents > source.net_cents then
      raise exception 'a part is what its payment brought'
        using errcode = 'check_violation', constraint = 'commissions_part_of_payment';
    end if;
    if new.partner_id = app.partner_id() then
      raise exception 'nobody validates a commission of their own'
        using errcode = 'check_violation', constraint = 'commissions_own';
    end if;
    return new;
  end if;
  if source.kind = 'payment' and source.lead_id = new.lead_id and new.reason ->> 'fact' = 'paid' then
    return new;
  end if;
  select o.revenue_cents + coalesce(sum(c.revenue_cents), 0) into revenue_left
    from commissions o left join commissions c on c.reverses_id = o.id
    where o.id = new.reverses_id and o.client_payment_id = source.refunds_id group by o.id;
  if revenue_left is null or new.reason is null and new.revenue_cents <> -least(source.net_cents, revenue_left) then
    raise exception 'a clawback after a refund takes back what was refunded'
      using errcode = 'check_violation', constraint = 'commissions_part_of_payment';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subjects uuid[];
begin
  if tg_table_name = 'payouts' then
    subjects := array[new.id];
  else
    subjects := array[(to_jsonb(old) ->> 'payout_id')::uuid, (to_jsonb(new) ->> 'payout_id')::uuid];
  end if;
  if exists (
    select from payouts p
      left join lateral (
        select count(*) as commissions, coalesce(sum(c.amount_cents), 0) as cents,
          coalesce(bool_and(c.partner_id = p.partner_id and (c.status = 'paye') = (p.status = 'paid')), true) as fits
        from commissions c where c.payout_id = p.id
      ) found on true
    where p.id = any (subjects) and case p.status when 'cancelled' then found.commissions > 0
      else found.cents <> p.net_cents or found.commissions <> p.commission_count or not found.fits end
  ) then
    raise exception 'a payout is the sum of its commissions'
      using errcode = 'check_violation', constraint = 'payouts_reconcile';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_payout_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'payout_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
begin
  if exists (
    select from payouts p
      cross join lateral (
        select count(*) filter (where i.kind = 'receipt') as receipts, count(*) filter (where i.kind <> 'receipt') as invoices,
          coalesce(sum(case i.kind when 'credit_note' then -i.net_cents else i.net_cents end), 0) as net,
          coalesce(sum(case i.kind when 'credit_note' then -i.vat_cents else i.vat_cents end), 0) as vat
        from invoices i where i.payout_id = p.id
      ) found
    where p.id = subject and (
      (found.invoices > 0 and (found.receipts > 0
        or found.net <> case p.status when 'cancelled' then 0 else p.net_cents end
        or found.vat <> case p.status when 'cancelled' then 0 else p.vat_cents end))
      or (found.receipts > 0 and (found.receipts > 1 or found.net <> p.net_cents or p.vat_cents <> 0)))
  ) then
    raise exception 'a payout is the sum of its documents'
      using errcode = 'check_violation', constraint = 'payouts_documents';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_payout_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject uuid := case tg_table_name when 'payout_files' then new.id else (to_jsonb(new) ->> 'payout_file_id')::uuid end;
begin
  if exists (
    select from payout_files f
      cross join lateral (
        select count(*) as lines, coalesce(sum(l.total_cents), 0) as cents,
          count(*) filter (where l.state = 'withdrawn') as withdrawn,
          count(*) filter (where l.state in ('sent', 'accepted', 'paid', 'returned')) as others
        from payout_file_lines l where l.payout_file_id = f.id
      ) found
    where f.id = subject and (found.lines <> f.line_count or found.cents <> f.total_cents
      or case when f.withdrawn_at is null then found.withdrawn > 0 else found.others > 0 end)
  ) then
    raise exception 'a file for the bank is the sum of its lines'
      using errcode = 'check_violation', constraint = 'payout_files_reconcile';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_payout_sent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject uuid := case tg_table_name when 'payouts' then new.id else (to_jsonb(new) ->> 'payout_id')::uuid end;
begin
  if exists (
    select from payouts p
      cross join lateral (
        select count(*) filter (where l.state in ('sent', 'accepted')) as live, count(*) filter (where l.state = 'paid') as paid,
          coalesce(bool_and(l.total_cents = p.total_cents), true) as fits
        from payout_file_lines l where l.payout_id = p.id
      ) lines
    where p.id = subject and (lines.live <> (p.status = 'sent')::int or lines.paid > (p.status = 'paid')::int or not lines.fits)
  ) then
    raise exception 'a payout is sent exactly while it is in a file'
      using errcode = 'check_violation', constraint = 'payouts_sent';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_platform_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from invoice_handovers h join invoices i on i.id = h.invoice_id
    where h.invoice_id = new.invoice_id and h.undone_at is null and h.handed_on <= new.on_day and not i.archive_only
      and not exists (select from invoices k where k.corrects_id = i.id and k.archive_only)
  ) then
    raise exception 'a platform says something of what was handed over to it, and nothing of what is void'
      using errcode = 'check_violation', constraint = 'invoice_platform_statuses_possible';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_received()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid);
  received bigint;
  expected bigint;
begin
  select sum(case kind when 'payment' then net_cents else -net_cents end) into received
    from client_payments where lead_id = subject;
  if received is null or exists (select from lead_signings where lead_id = subject and not in_one_line) then return null; end if;
  select expected_cents into expected from lead_terms where lead_id = subject;
  if expected is null
      or greatest(expected - received, 0)
        <> (select coalesce(sum(revenue_cents), 0) from commissions where lead_id = subject and kind = 'deal')
      or exists (select from commissions where lead_id = subject and kind = 'deal' and (status <> 'en_attente' or revenue_cents = 0))
      or (select count(distinct (commission_rate, tier_name, tier_names)) from commissions where lead_id = subject) <> 1
      or exists (
        select from client_payments p left join commissions c on c.client_payment_id = p.id
        where p.lead_id = subject and c.id is null and (p.kind = 'payment' or exists (
          select from commissions o where o.client_payment_id = p.refunds_id
            and o.revenue_cents + (select coalesce(sum(revenue_cents), 0) from commissions where reverses_id = o.id) > 0))
      ) then
    raise exception 'what the client has paid and what is still expected make up the commissions of a lead'
      using errcode = 'check_violation', constraint = 'client_payments_add_up';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_registered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and old.status <> 'en_attente' then return null; end if;
  if exists (
    select from lead_registrations
    where lead_id = new.lead_id and state in ('submitted', 'appealed', 'refused', 'merged')
  ) then
    raise exception 'the registration of this lead is not accepted'
      using errcode = 'check_violation', constraint = 'commissions_registered';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_required_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lacking text;
  now_has jsonb;
  had jsonb;
begin
  if not app.is_partner(current_user) and current_user <> 'passerelle_admin'
      or tg_op = 'UPDATE' and new.erased_at is not null then
    return null;
  end if;
  now_has := to_jsonb(new);
  had := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  select f.key into lacking from lead_fields f
    where f.required and f.archived_at is null
      and case current_user when 'passerelle_admin' then f.staff_edits else f.partner_access = 'edits' end
      and f.partner_access <> 'none'
      and app.is_required_in(f.required_from, new.status)
      and app.field_text(now_has, f) is null
      and case when tg_op = 'INSERT' then true
        when new.status <> old.status then f.required_from is not null or not f.required_at_start
        else app.field_text(had, f) is not null end
    limit 1;
  if lacking is not null then
    raise exception 'a lead needs the field %', lacking using errcode = 'check_violation', constraint = 'leads_required';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_required_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lead uuid := coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
  before jsonb := case when tg_table_name = 'lead_staff_fields' then coalesce(to_jsonb(old) -> 'fields', '{}') end;
  lacking text;
begin
  if current_user <> 'passerelle_admin' then
    return null;
  end if;
  select f.key into lacking from lead_fields f, leads l left join lead_staff_fields s on s.lead_id = l.id
    where l.id = lead and l.erased_at is null and f.required and f.archived_at is null and f.staff_edits and f.partner_access = 'none'
      and app.is_required_in(f.required_from, l.status)
      and coalesce(s.fields, '{}') -> f.key is null and (before is null or before ? f.key)
    limit 1;
  if lacking is not null then
    raise exception 'a lead needs the field %', lacking using errcode = 'check_violation', constraint = 'leads_required';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_rule_has_tiers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform app.check_tiers_of_rules();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_rule_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  terms jsonb := (select definition from commission_rule_versions where (rule_id, version) = (new.rule_id, new.rule_version));
  signing lead_signings;
  fact commission_facts;
  gross bigint := (new.reason ->> 'grossCents')::bigint;
  whole bigint := new.amount_cents + coalesce((new.reason #>> '{taken,amountCents}')::bigint, 0);
  room bigint := gross;
  over_all boolean := new.kind = 'bonus' and coalesce(new.reason #>> '{bonus,counts}' = 'all', false);
begin
  select * into fact from commission_facts where seq = (new.reason ->> 'seq')::bigint;
  -- What a lead of another rule brings is counted by a bonus over all offers.
  if fact.partner_id is distinct from new.partner_id or fact.rule_id <> new.rule_id and not over_all then
    raise exception 'a line is of a fact of its partner' using errcode = 'check_violation', constraint = 'commissions_rule_line';
  end if;
  if over_all and not exists (
    select from app.version_over_all(new.partner_id, (new.reason #>> '{period,from}')::date, fact.recorded_at) a
    where (a.rule_id, a.version) = (new.rule_id, new.rule_version)) then
    raise exception 'a bonus over all offers is of the version that its period began under'
      using errcode = 'check_violation', constraint = 'commissions_rule_line';
  end if;
  if new.kind = 'bonus' then
    if terms #> array['bonuses', new.reason ->> 'index'] is distinct from new.reason -> 'bonus' then
      raise exception 'a bonus is one of its rule' using errcode = 'check_violation', constraint = 'commissions_rule_line';
    end if;
  else
    select * into signing from lead_signings where (lead_id, partner_id) = (new.lead_id, new.partner_id);
    if (signing.rule_id, signing.rule_version, coalesce(signing.commission_rate, 0))
          is distinct from (new.rule_id, new.rule_version, case new.kind when 'fixed' then coalesce(signing.commission_rate, 0)
            else new.commission_rate end)
        or new.kind = 'fixed' and gross not in (0, signing.fixed_cents)
        or new.kind <> 'fixed' and (signing.tier_name, signing.tier_names) is distinct from (new.tier_name, new.tier_names) then
      raise exception 'a line has the terms of its lead' using errcode = 'check_violation', constraint = 'commissions_rule_line';
    end if;
    if signing.lead_cap_cents is not null then
      room := least(room, greatest(0, signing.lead_cap_cents - (select coalesce(sum(amount_cents), 0) from commissions
        where lead_id = new.lead_id and partner_id = new.partner_id and rule_id = new.rule_id and id <> new.id)));
    end if;
  end if;
  if terms #>> '{cap,yearCents}' is not null then
    room := least(room, greatest(0, (terms #>> '{cap,yearCents}')::bigint - (select coalesce(sum(amount_cents), 0) from commissions
      where partner_id = new.partner_id and rule_id = new.rule_id and reason ->> 'year' = new.reason ->> 'year' and id <> new.id)));
  end if;
  -- Made anew, what was taken from it before was room for others meanwhile. The departure of a client leaves no room in the cap
  -- for the lead.
  if whole <> room and coalesce((new.reason #>> '{taken,amountCents}')::bigint, 0) = 0 and not (whole < room
      and signing.lead_cap_cents is not null
      and exists (select from commission_facts where lead_id = new.lead_id and partner_id = new.partner_id and kind = 'left')) then
    raise exception 'a line is what the caps leave of it' using errcode = 'check_violation', constraint = 'commissions_rule_caps';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_rule_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  latest commission_rule_versions;
begin
  perform from commission_rules where id = new.rule_id for no key update;
  select * into latest from commission_rule_versions where rule_id = new.rule_id and version <> new.version
    order by version desc limit 1;
  if new.version <> coalesce(latest.version, 0) + 1 or new.valid_from < latest.valid_from
      or new.valid_from < (new.published_at at time zone app.time_zone())::date then
    raise exception 'a version follows the one before, from its day or a later one on'
      using errcode = 'check_violation', constraint = 'commission_rule_versions_follow';
  end if;
  if new.definition is null and (latest.version is null
      or exists (select from commission_rules where id = new.rule_id and partner_id is null and offer is null)) then
    raise exception 'the rule of the programme does not end, and what has not begun has no end'
      using errcode = 'check_violation', constraint = 'commission_rule_versions_end';
  end if;
  if new.definition @> '{"bonuses": [{"counts": "all"}]}'
      and exists (select from commission_rules where id = new.rule_id and offer is not null) then
    raise exception 'a bonus over all offers is of a rule for every offer'
      using errcode = 'check_violation', constraint = 'commission_rule_versions_counts';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_shared_hand_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from lead_shares where (lead_id, partner_id) = (new.id, new.partner_id)) then
    raise exception 'a lead is shared with others than its partner'
      using errcode = 'check_violation', constraint = 'lead_shares_of_others';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_signature()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own_state text;
  in_force boolean;
begin
  if app.amount_is_missing(new) then
    raise exception 'a signed lead has the amount that its commission is a share of'
      using errcode = 'check_violation', constraint = 'leads_signed_amount';
  end if;
  select state into own_state from lead_registrations where lead_id = new.id;
  if own_state in ('refused', 'merged') then
    raise exception 'a refused lead is not signed' using errcode = 'check_violation', constraint = 'leads_signed_refused';
  end if;
  if not (select registrations from programme_settings) then return null; end if;
  perform app.hold_contact(new.email, new.company, new.phone);
  in_force := coalesce(own_state in ('accepted', 'extended', 'converted'), false);
  if exists (
    select from app.leads_of_company(new.id) other(id) join leads l using (id) join lead_registrations r on r.lead_id = l.id
    where case when in_force then l.status = 'signe' and l.partner_id <> new.partner_id
      else l.status = 'signe' or r.state in ('accepted', 'extended', 'converted') end
  ) then
    raise exception 'another lead of this company is there first'
      using errcode = 'check_violation', constraint = 'leads_signed_elsewhere';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_signed_lead()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject uuid := case tg_table_name
    when 'leads' then coalesce((to_jsonb(new) ->> 'id')::uuid, (to_jsonb(old) ->> 'id')::uuid)
    else coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid) end;
begin
  if exists (
    select from leads l where l.id = subject and (
      (l.status = 'signe') <> (exists (select from commissions c where c.lead_id = l.id)
        or exists (select from lead_signings s where s.lead_id = l.id))
      or exists (
        select from commissions c join lead_registrations r on r.lead_id = l.id
        where c.lead_id = l.id and c.partner_id <> l.partner_id
          and (c.status = 'en_attente' or c.partner_id <> all (r.former_partners))
          and (c.reason is null
            or not exists (select from lead_signings s where (s.lead_id, s.partner_id) = (c.lead_id, c.partner_id))))
      -- A former partner of the lead keeps their signature beside those of its partners.
      or l.status = 'signe' and exists (select from lead_shares s where s.lead_id = l.id)
        and (select count(*) from lead_signings s where s.lead_id = l.id and (s.partner_id = l.partner_id
            or exists (select from lead_shares h where (h.lead_id, h.partner_id) = (l.id, s.partner_id))))
          <> (select count(*) + 1 from lead_shares s where s.lead_id = l.id)
    )
  ) then
    raise exception 'a signed lead has its commission'
      using errcode = 'check_violation', constraint = 'leads_signed_commission';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_signing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lead leads := (select l from leads l where l.id = new.lead_id);
  rule commission_rule_versions := app.rule_for(new.partner_id, lead.offer_type, new.signed_on);
  terms jsonb := rule.definition;
  tier partner_tiers;
  specified constant jsonb := '{"base": "estimate", "rate": {"tiers": true}, "fixedCents": null, "when": {"always": true},
    "cap": {"leadCents": null, "yearCents": null}, "bonuses": [], "reduction": null}';
begin
  if terms #>> '{rate,tiers}' is not null then
    tier := app.tier_of(new.partner_id);
  end if;
  if (rule.rule_id, rule.version) is distinct from (new.rule_id, new.rule_version)
      or new.commission_rate is distinct from coalesce((terms #>> '{rate,percent}')::numeric, tier.commission_rate)
      or new.tier_name <> coalesce(tier.name, '') or new.tier_names <> coalesce(tier.names, '{}')
      -- Handed over by staff, it is signed at what its commission was corrected to.
      or new.revenue_cents <> lead.estimated_amount_cents and app.partner_id() is not null
      or new.in_one_line and (new.share <> 10000 or terms <> specified)
      or new.share <> app.share_of(new.lead_id, new.partner_id)
      or not app.is_share(new.fixed_cents, (terms ->> 'fixedCents')::bigint, new.share)
      or not app.is_share(new.lead_cap_cents, (terms #>> '{cap,leadCents}')::bigint, new.share) then
    raise exception 'a lead is signed under the rule of its day'
      using errcode = 'check_violation', constraint = 'lead_signings_terms';
  end if;
  -- Otherwise two partners would earn the same part of a payment.
  if new.client_since is not null and (terms ->> 'base' <> 'client_payment' or not exists (select from lead_signings o
      where o.lead_id = new.lead_id and o.ended_on <= new.signed_on and o.share = new.share
        and coalesce(o.client_since, o.signed_on) = new.client_since)) then
    raise exception 'a part that ended is taken over'
      using errcode = 'check_violation', constraint = 'lead_signings_taken_over';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_staff_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform app.check_field_values(case when tg_op = 'INSERT' then '{}' else old.fields end, new.fields, true);
  new.search_text := app.unaccent(lower(app.field_words(new.fields)));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_stage()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entered lead_stages;
  left_stage lead_stages;
begin
  select * into entered from lead_stages where key = new.status;
  if entered.archived_at is not null then
    raise exception 'the stage % is archived', new.status using errcode = 'check_violation', constraint = 'leads_stage_open';
  end if;
  if tg_op = 'INSERT' then
    if (app.is_partner(current_user) and not entered.partner_enters
        or current_user = 'passerelle_admin' and not entered.staff_enters)
        and entered.place > (select min(place) from lead_stages where archived_at is null) then
      raise exception 'the stage % lets nobody of this side in', new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
    new.stage_since := new.created_at;
  else
    select * into left_stage from lead_stages where key = old.status;
    if app.is_partner(current_user) and not (entered.partner_enters and left_stage.partner_leaves)
        or current_user = 'passerelle_admin' and not (entered.staff_enters and left_stage.staff_leaves) then
      raise exception 'the stages % and % let nobody of this side pass', old.status, new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
    -- A lead whose stage was merged into another one has not moved.
    if left_stage.archived_at is null then
      new.stage_since := new.updated_at;
    end if;
    -- A new lead has no file yet: it is asked for where leads move.
    if entered.asks = 'file' and current_user <> 'passerelle_system'
        and not exists (select from lead_files f where f.lead_id = new.id) then
      raise exception 'the stage % asks for a file', new.status
        using errcode = 'check_violation', constraint = 'leads_stage_asks_file';
    end if;
  end if;
  if entered.asks = 'amount' and new.estimated_amount_cents = 0 and current_user <> 'passerelle_system' then
    raise exception 'the stage % asks for an amount', new.status
      using errcode = 'check_violation', constraint = 'leads_stage_asks';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_stages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not (select count(*) filter (where key not in ('signe', 'refuse', 'perdu')) between 2 and 8
        and count(*) filter (where key = 'signe') = 1 and count(*) filter (where key in ('refuse', 'perdu')) >= 1
      from lead_stages where archived_at is null) then
    raise exception 'two to eight open stages, the won one and a lost one'
      using errcode = 'check_violation', constraint = 'lead_stages_number';
  end if;
  if exists (
    select from lead_stages s join lead_stages next on next.place > s.place
    where s.archived_at is null and next.archived_at is null
      and (case when s.key = 'signe' then 1 when s.key in ('refuse', 'perdu') then 2 else 0 end)
        > (case when next.key = 'signe' then 1 when next.key in ('refuse', 'perdu') then 2 else 0 end)) then
    raise exception 'open stages come first, then the won one, then the lost ones'
      using errcode = 'check_violation', constraint = 'lead_stages_order';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_tiers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select 1 from (
      select min_revenue_cents, max_revenue_cents,
        lag(max_revenue_cents) over w as previous_max, row_number() over w as place, count(*) over () as tiers
      from partner_tiers where archived_at is null window w as (order by tier_order)
    ) t
    where (place = 1 and min_revenue_cents <> 0)
      or (place > 1 and min_revenue_cents is distinct from previous_max)
      or (place = tiers and max_revenue_cents is not null)
  ) then
    raise exception 'tiers must be contiguous, start at zero and end unbounded'
      using errcode = 'check_violation', constraint = 'partner_tiers_contiguous';
  end if;
  if (select count(*) from partner_tiers where archived_at is null) > 12 then
    raise exception 'there are twelve tiers at most' using errcode = 'check_violation', constraint = 'partner_tiers_twelve';
  end if;
  perform app.check_tiers_of_rules();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_tiers_of_rules()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- The portal's clock may be ahead.
  today timestamptz := greatest(now(), (select max(published_at) from commission_rule_versions));
begin
  if not exists (select from partner_tiers where archived_at is null) and exists (
    select from commission_rule_versions v
      join commission_rules r on r.id = v.rule_id left join partners p on p.id = r.partner_id
      left join profiles main on main.user_id = p.main_person_id
    where v.definition #>> '{rate,tiers}' is not null and main.deleted_at is null and not exists (
      select from commission_rule_versions after where after.rule_id = v.rule_id and after.version > v.version
        and after.valid_from <= greatest(v.valid_from, (today at time zone app.time_zone())::date))
  ) then
    raise exception 'a rule at the rate of the tier needs tiers'
      using errcode = 'check_violation', constraint = 'partner_tiers_of_rules';
  end if;
end $function$;
REVOKE EXECUTE ON FUNCTION app.check_tiers_of_rules() FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.check_uncontested()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from commissions c where c.payout_id = new.id and c.disputed) then
    raise exception 'a payout with a contested commission is not approved'
      using errcode = 'check_violation', constraint = 'payouts_contested';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_undisputed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if coalesce(new.dispute_state in ('open', 'answered'), false) and to_jsonb(new) ->> 'payout_id' is null then
    raise exception 'a contested commission is not paid' using errcode = 'check_violation', constraint = 'commissions_disputed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_uploaded_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from payouts p where p.id = new.payout_id for update;
  if not exists (
    select from payouts p where p.id = new.payout_id and p.partner_id = new.partner_id and p.billing_mode = 'upload'
      and p.status <> 'cancelled'
  ) then
    raise exception 'no invoice is expected for this payout'
      using errcode = 'check_violation', constraint = 'uploaded_invoices_expected';
  end if;
  if not exists (
    select from payouts p where p.id = new.payout_id and p.net_cents = new.net_cents and p.vat_cents = new.vat_cents
  ) then
    raise exception 'an invoice has the amounts of its statement'
      using errcode = 'check_violation', constraint = 'uploaded_invoices_amounts';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.claim_client_mail(address text, written text, domain text, partner uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  claimed boolean;
  of_partner text := 'partner ' || partner;
  of_domain text := 'domain ' || domain;
begin
  if exists (select from client_addresses where address_hash = written and never_since is not null) then
    return false;
  end if;
  if exists (select from client_denials where address_hash = address and partner_id = partner) then
    return false;
  end if;
  -- Locks both, in the same order for everybody.
  insert into client_mail_counts as c (subject, mails, mails_since)
    select subject, 0, at from unnest(array[of_partner, of_domain]) subject where subject is not null
    on conflict (subject) do update set
      mails = case when c.mails_since <= at - interval '7 days' then 0 else c.mails end,
      mails_since = case when c.mails_since <= at - interval '7 days' then at else c.mails_since end;
  if exists (select from client_mail_counts where subject = of_partner and mails >= 100) then
    return false;
  end if;
  if exists (select from client_mail_counts where subject = of_domain and mails >= 20) then
    return false;
  end if;
  insert into client_addresses as a (address_hash, mails, mails_since) values (address, 1, at)
    on conflict (address_hash) do update set
      mails = case when a.mails_since <= at - interval '7 days' then 1 else a.mails + 1 end,
      mails_since = case when a.mails_since <= at - interval '7 days' then at else a.mails_since end
    where a.never_since is null and (a.mails < 3 or a.mails_since <= at - interval '7 days')
    returning true into claimed;
  if claimed is null then
    return false;
  end if;
  update client_mail_counts set mails = mails + 1 where subject in (of_partner, of_domain);
  return true;
end $function$;
REVOKE EXECUTE ON FUNCTION app.claim_client_mail(text,text,text,uuid,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.claim_client_mail(text,text,text,uuid,timestamp with time zone) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.claim_contact(lead_email text, lead_company text, lead_phone text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform app.hold_contact(lead_email, lead_company, lead_phone);
  return app.known_lead(lead_email, lead_company, lead_phone, lead_email = '' or lead_company = '', null);
end $function$;
REVOKE EXECUTE ON FUNCTION app.claim_contact(text,text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.claim_contact(text,text,text) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.clawback_by_rule(original commissions, taken commissions)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  revenue_left bigint;
  amount_left bigint;
  gross_left bigint;
  revenue bigint := -taken.revenue_cents;
  amount bigint := -taken.amount_cents;
  gross bigint := -(taken.reason ->> 'grossCents')::bigint;
  stay jsonb := coalesce(taken.reason -> 'left', taken.reason);
  months numeric := (stay ->> 'months')::numeric;
  open numeric := months - (stay ->> 'stayed')::numeric;
  whole_revenue bigint := (stay #>> '{whole,revenueCents}')::bigint;
  whole_amount bigint := (stay #>> '{whole,amountCents}')::bigint;
  whole_gross bigint := (stay #>> '{whole,grossCents}')::bigint;
begin
  select original.revenue_cents + coalesce(sum(c.revenue_cents), 0), original.amount_cents + coalesce(sum(c.amount_cents), 0),
      (original.reason ->> 'grossCents')::bigint - coalesce((original.reason #>> '{taken,grossCents}')::bigint, 0)
        + coalesce(sum((c.reason ->> 'grossCents')::bigint), 0)
    into revenue_left, amount_left, gross_left from commissions c where c.reverses_id = original.id;
  if original.kind = 'clawback' or original.status = 'en_attente' or taken.partner_id <> original.partner_id
      or taken.lead_id is distinct from original.lead_id
      or (taken.commission_rate, taken.tier_name, taken.tier_names, taken.rule_id, taken.rule_version, taken.reason ->> 'year')
        is distinct from (original.commission_rate, original.tier_name, original.tier_names, original.rule_id,
          original.rule_version, original.reason ->> 'year')
      or revenue not between 0 and revenue_left or amount not between 0 and amount_left or gross not between 0 and gross_left then
    return false;
  end if;
  -- After the client's departure the months that they stayed are kept of what would be left if they had stayed.
  if taken.reason ->> 'why' = 'taken_back' and taken.reason -> 'left' is not null then
    return coalesce(not (taken.reason ->> 'isRest')::boolean
      and revenue_left - revenue = least(revenue_left, whole_revenue - round(whole_revenue * open / months))
      and amount_left - amount = least(amount_left, whole_amount - round(whole_amount * open / months))
      and gross_left - gross = least(gross_left, whole_gross - round(whole_gross * open / months)), false);
  end if;
  return coalesce(case taken.reason ->> 'why'
    when 'taken_back' then
      gross = case when (taken.reason ->> 'isRest')::boolean then gross_left when original.kind = 'fixed' then 0
        else least(app.taken_part(original.reason, revenue * original.commission_rate / 100, gross), gross_left) end
      and amount = amount_left - least(amount_left, gross_left - gross)
      and (revenue = revenue_left or not (taken.reason ->> 'isRest')::boolean)
    when 'left' then revenue = round(revenue_left * open / months) and amount = round(amount_left * open / months)
      and gross = round(gross_left * open / months)
    when 'bonus_lost' then original.kind = 'bonus' and revenue = 0 and gross = 0
    else false end, false);
end $function$;
REVOKE EXECUTE ON FUNCTION app.clawback_by_rule(commissions,commissions) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.client_list_holds()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return not exists (select from installation where is_client_list_void);
end $function$;
REVOKE EXECUTE ON FUNCTION app.client_list_holds() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.client_list_holds() TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.client_notice_text()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select t.id from notice_texts t, settings s
    where t.audience = 'client' and t.language = case s.language when 'specified' then 'fr' else s.language end
    order by t.version desc limit 1);
end $function$;
REVOKE EXECUTE ON FUNCTION app.client_notice_text() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.client_notice_text() TO passerelle_system;

CREATE OR REPLACE FUNCTION app.client_of(lead uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select case when l.restricted_at is null then l.client_name else app.hidden_client(l.id) end from leads l
    where l.id = lead and app.partner_may('money')
      and exists (select from commissions c where c.lead_id = l.id and c.partner_id = app.partner_id())
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.client_of(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.client_of(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.client_word(lead uuid, partner uuid, OUT word text, OUT said_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  select coalesce(answer, case when left_at is null then 'asked' else 'left' end),
    coalesce(answered_at, left_at, mailed_at, created_at)
  into word, said_at
  from client_confirmations
  where lead_id = lead and (voided_at is null or (partner_id = partner and answer in ('other', 'no', 'never')))
  order by coalesce(answer in ('other', 'no'), false) desc, voided_at is null desc, answered_at desc
  limit 1;
end $function$;
REVOKE EXECUTE ON FUNCTION app.client_word(uuid,uuid) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.commission_adds_up(kind text, revenue bigint, rate numeric, amount bigint, reason jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when kind = 'clawback' then coalesce(
      amount <= 0 and revenue <= 0 and (amount < 0 or revenue < 0) and reason ->> 'why' in ('taken_back', 'left', 'bonus_lost'), false)
    else coalesce((
      select revenue >= 0 and amount >= 0 and t.taken_amount >= 0 and t.taken_revenue >= 0
        and amount + t.taken_amount = least(g.gross, coalesce((reason #>> '{cut,roomCents}')::bigint, g.gross))
        and (reason -> 'cut' = 'null' or (reason #>> '{cut,roomCents}')::bigint < g.gross)
        and case reason ->> 'why'
          when 'rate' then kind in ('deal', 'payment') and rate = (reason ->> 'ratePercent')::numeric
            and g.gross = app.rounded_part(reason, (revenue + t.taken_revenue)::numeric * rate / 100, g.gross)
          when 'fixed' then kind = 'fixed' and g.gross = (reason ->> 'fixedCents')::bigint
          when 'bonus' then kind = 'bonus' and revenue = 0
            and g.gross = (reason ->> 'targetCents')::bigint - (reason ->> 'beforeCents')::bigint
            and (reason ->> 'value')::numeric >= (reason #>> '{bonus,from}')::numeric
            and (reason ->> 'targetCents')::bigint = coalesce((reason #>> '{bonus,pays,cents}')::bigint,
              round(greatest((reason ->> 'countedCents')::numeric, 0) * (reason #>> '{bonus,pays,percent}')::numeric / 100))
          else false end
      from (select coalesce((reason #>> '{taken,revenueCents}')::bigint, 0) as taken_revenue,
          coalesce((reason #>> '{taken,amountCents}')::bigint, 0) as taken_amount) t,
        (select (reason ->> 'grossCents')::bigint as gross) g), false) end;
end $function$;

CREATE OR REPLACE FUNCTION app.commission_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.status <> new.status and (old.status, new.status) not in (('en_attente', 'valide'), ('valide', 'paye'))
      and not ((old.status, new.status) = ('paye', 'valide') and new.payout_id = old.payout_id
        and exists (select from payouts p where p.id = old.payout_id and p.status = 'rejected')) then
    raise exception 'a commission cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'commissions_forward';
  end if;
  if new.partner_id <> old.partner_id or new.lead_id is distinct from old.lead_id or new.kind <> old.kind
      or new.reverses_id is distinct from old.reverses_id or new.client_payment_id is distinct from old.client_payment_id then
    raise exception 'a commission keeps its partner, its lead and its kind'
      using errcode = 'check_violation', constraint = 'commissions_owner_kept';
  end if;
  if old.status <> 'en_attente' and
      (new.revenue_cents, new.commission_rate, new.tier_name, new.tier_names, new.amount_cents, new.validated_at, new.payable_by)
      is distinct from
      (old.revenue_cents, old.commission_rate, old.tier_name, old.tier_names, old.amount_cents, old.validated_at, old.payable_by) then
    raise exception 'the amount, the tier and the dates of a validated commission are final'
      using errcode = 'check_violation', constraint = 'commissions_amount_final';
  end if;
  if old.status = 'paye' and new.status = 'paye'
      and (new.paid_at, new.payment_reference) is distinct from (old.paid_at, old.payment_reference) then
    raise exception 'a payment is final'
      using errcode = 'check_violation', constraint = 'commissions_amount_final';
  end if;
  if old.status <> new.status and new.partner_id = app.partner_id() then
    raise exception 'nobody validates or pays a commission of their own'
      using errcode = 'check_violation', constraint = 'commissions_own';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.commission_keeps_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (old.payout_id is null and new.status <> 'valide')
      or (old.payout_id is not null and (new.payout_id is not null or not exists (
        select from payouts p where p.id = old.payout_id and p.status = 'cancelled'))) then
    raise exception 'a commission stays in its payout'
      using errcode = 'check_violation', constraint = 'commissions_payout_kept';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.commission_keeps_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.rule_id, new.rule_version) <> (old.rule_id, old.rule_version)
      or new.reason - 'taken' is distinct from old.reason - 'taken' or old.status <> 'en_attente' then
    raise exception 'a commission keeps the rule that made it'
      using errcode = 'check_violation', constraint = 'commissions_rule_kept';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.company_key(company text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  plain text := public.unaccent('public.unaccent', lower(regexp_replace(company, '(\w)\.(?=\w(\W|$))', '\1', 'g')));
  key text := regexp_replace(regexp_replace(plain,
    '\m(sarl|sarlu|sas|sasu|sa|eurl|eirl|ei|sci|snc|scop|scp|scm|selarl|selas|gie|gmbh|ag|kg|ltd|llc|llp|inc|corp|plc|bv|nv|srl|spa|sl|oy|ab)\M',
    '', 'g'), '[^a-z0-9]+', '', 'g');
begin
  -- A name of nothing but a legal form, or in another script, is compared as it is.
  return coalesce(nullif(key, ''), regexp_replace(plain, '\s+', '', 'g'));
end $function$;

CREATE OR REPLACE FUNCTION app.contract_ended(contract uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select coalesce(c.revoked_at, case when c.status <> 'signe' then c.declined_at end, app.contract_ended(c.amends_id),
      app.partners_ended(c.user_id))
    from contracts c where c.id = contract
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.contract_ended(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.contract_ended(uuid) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.contract_signed(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return COALESCE((SELECT (n.status = 'signe'::text) FROM app.newest_main_contract(contract_signed.person) n(id, status)), false);
end $function$;

CREATE OR REPLACE FUNCTION app.count_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into commission_stats as s (partner_id, status, count, revenue_cents, amount_cents)
      select partner_id, status, count(*), sum(revenue_cents), sum(amount_cents) from added
      group by 1, 2 order by 1, 2
      on conflict (partner_id, status) do update
        set count = s.count + excluded.count, revenue_cents = s.revenue_cents + excluded.revenue_cents,
          amount_cents = s.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    with change as (
      select partner_id, status, count(*) as n, sum(revenue_cents) as revenue, sum(amount_cents) as amount
      from removed group by 1, 2 order by 1, 2
    )
    update commission_stats s
      set count = s.count - n, revenue_cents = s.revenue_cents - revenue, amount_cents = s.amount_cents - amount
      from change c where (s.partner_id, s.status) = (c.partner_id, c.status);
  else
    insert into commission_stats (partner_id, status)
      select distinct partner_id, status from added order by 1, 2 on conflict do nothing;
    with change as (
      select partner_id, status, sum(n) as n, sum(revenue) as revenue, sum(amount) as amount from (
        select partner_id, status, 1 as n, revenue_cents as revenue, amount_cents as amount from added
        union all select partner_id, status, -1, -revenue_cents, -amount_cents from removed
      ) both_sides group by 1, 2 having sum(n) <> 0 or sum(revenue) <> 0 or sum(amount) <> 0
    ), locked as (
      select s.partner_id, s.status, c.n, c.revenue, c.amount
      from commission_stats s join change c using (partner_id, status) order by 1, 2 for update of s
    )
    update commission_stats s
      set count = s.count + n, revenue_cents = s.revenue_cents + revenue, amount_cents = s.amount_cents + amount
      from locked c where (s.partner_id, s.status) = (c.partner_id, c.status);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_leads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, count(*) as n, sum(estimated_amount_cents)::bigint as cents,
        count(possible_duplicate_of) as duplicates
      from added where restricted_at is null group by 1, 2 order by 1, 2
    ) change;
  elsif tg_op = 'DELETE' then
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, -count(*) as n, -sum(estimated_amount_cents)::bigint as cents,
        -count(possible_duplicate_of) as duplicates
      from removed where restricted_at is null group by 1, 2 order by 1, 2
    ) change;
  else
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, sum(n)::bigint as n, sum(cents)::bigint as cents, sum(duplicate)::bigint as duplicates from (
        select partner_id, status, 1 as n, estimated_amount_cents as cents,
          (possible_duplicate_of is not null)::integer as duplicate from added where restricted_at is null
        union all
        select partner_id, status, -1, -estimated_amount_cents, -(possible_duplicate_of is not null)::integer
          from removed where restricted_at is null
      ) both_sides group by 1, 2
      having sum(n) <> 0 or sum(cents) <> 0 or sum(duplicate) <> 0
      order by 1, 2
    ) change;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_months_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from pg_timezone_names z where z.name = new.time_zone) then
    raise exception 'no such time zone: %', new.time_zone using errcode = 'check_violation';
  end if;
  lock table commission_totals in exclusive mode;
  delete from commission_totals;
  insert into commission_totals (month, status, shard, count, revenue_cents, amount_cents)
    select app.month_of(created_at, new.time_zone), status, 1, count(*), sum(revenue_cents), sum(amount_cents)
    from commissions group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_offer_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.count_request(what text, at timestamp with time zone, length interval, OUT requests integer, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  counter text := encode(sha256(convert_to(what || ' ' || app.user_id(), 'UTF8')), 'hex');
begin
  insert into auth.rate_limits as r (key, count, window_ends_at) values (counter, 1, at + length)
  on conflict (key) do update set
    count = case when r.window_ends_at <= at or r.window_ends_at > at + 2 * length then 1 else r.count + 1 end,
    window_ends_at = case
      when r.window_ends_at <= at or r.window_ends_at > at + 2 * length then excluded.window_ends_at else r.window_ends_at end
  returning r.count, r.window_ends_at into requests, ends_at;
end $function$;
REVOKE EXECUTE ON FUNCTION app.count_request(text,timestamp with time zone,interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.count_request(text,timestamp with time zone,interval) TO passerelle_admin, passerelle_partner;

CREATE OR REPLACE FUNCTION app.dispute_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.state not in ('open', 'answered') then
    -- Its commission may go.
    if (new.state, new.answered_at, new.answered_by, new.closed_at, new.closed_by)
        is distinct from (old.state, old.answered_at, old.answered_by, old.closed_at, old.closed_by) then
      raise exception 'a closed dispute stays closed' using errcode = 'check_violation', constraint = 'disputes_forward';
    end if;
  elsif new.state in ('open', 'withdrawn') and new.state <> old.state and app.partner_id() is distinct from new.partner_id then
    raise exception 'a partner withdraws their own dispute'
      using errcode = 'check_violation', constraint = 'disputes_of_partner';
  elsif new.state in ('answered', 'corrected', 'upheld') and app.partner_id() = new.partner_id then
    raise exception 'nobody decides a dispute of their own' using errcode = 'check_violation', constraint = 'disputes_own';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.empty_events(subjects uuid[], keys text[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return app.empty_events_where('subject_id = any($1) and app.has_keys(jsonb_build_array(before, after, origin), $2)', subjects, keys,
    null);
end $function$;
REVOKE EXECUTE ON FUNCTION app.empty_events(uuid[],text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.empty_events(uuid[],text[]) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.empty_events_where(condition text, subjects uuid[], keys text[], ids uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  place text;
  emptied uuid[] := '{}';
  others uuid[];
begin
  -- Nobody takes an event into the journal meanwhile: its salt would be of what it said before.
  perform pg_advisory_xact_lock(7277471);
  for place in select p from app.places_of_events() p loop
    execute format('with found as (
        update %s set before = null, after = null, origin = null where %s returning id
      ) select coalesce(array_agg(id), ''{}'') from found', place, condition) into others using subjects, keys, ids;
    emptied := emptied || others;
  end loop;
  delete from journal_salts where seq in (select seq from journal where event_id = any(emptied));
  return cardinality(emptied);
end $function$;
REVOKE EXECUTE ON FUNCTION app.empty_events_where(text,uuid[],text[],uuid[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.empty_origins(ids uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return app.empty_events_where('id = any($3) and origin is not null', null, null, ids);
end $function$;
REVOKE EXECUTE ON FUNCTION app.empty_origins(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.empty_origins(uuid[]) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.end_sessions(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended integer;
begin
  if current_setting('role') = 'passerelle_admin'
      and not (app.has_right('team') or (app.role_of(person) = 'partner' and app.has_right('partners'))) then
    raise exception 'ending sessions needs the right partners, of staff the right team' using errcode = 'insufficient_privilege';
  end if;
  delete from auth.sessions where user_id = person;
  get diagnostics ended = row_count;
  return ended;
end $function$;
REVOKE EXECUTE ON FUNCTION app.end_sessions(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.end_sessions(uuid) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.erasure_due(lead uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.has_right('people', 'money') then
    return null;
  end if;
  return (
    select e.due_at from erasures e join erasure_leads l on l.erasure_id = e.id
    where l.lead_id = erasure_due.lead and e.stopped_at is null and e.done_at is null
    order by e.due_at limit 1
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.erasure_due(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.erasure_due(uuid) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.event_lead(name text, subject uuid, before jsonb, after jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when split_part(name, '.', 1) = 'commission'
    then coalesce(
      (select c.lead_id from commissions c where c.id = subject), (coalesce(after ->> 'leadId', before ->> 'leadId'))::uuid)
    else subject end;
end $function$;

CREATE OR REPLACE FUNCTION app.event_topic(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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

CREATE OR REPLACE FUNCTION app.field_text(lead jsonb, field lead_fields)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return case when field.column_name is null then lead -> 'fields' ->> field.key
    when field.kind = 'amount' and field.required_from is not null then nullif(lead ->> field.column_name, '0')
    else nullif(lead ->> field.column_name, '') end;
end $function$;

CREATE OR REPLACE FUNCTION app.field_value_fits(kind text, options jsonb, value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce(case
    when kind = 'number' then jsonb_typeof(value) = 'number' and abs((value #>> '{}')::numeric) <= 999999999999
      and scale(trim_scale((value #>> '{}')::numeric)) <= 3
    when kind = 'amount' then jsonb_typeof(value) = 'number' and (value #>> '{}')::numeric between 0 and 1000000000000
      and scale(trim_scale((value #>> '{}')::numeric)) = 0
    when kind = 'yes_no' then jsonb_typeof(value) = 'boolean'
    when kind = 'choices' then jsonb_typeof(value) = 'array' and jsonb_array_length(value) between 1 and jsonb_array_length(options)
      and not exists (select from jsonb_array_elements(value) v
        where not options @> jsonb_build_array(jsonb_build_object('key', v)))
      and (select count(distinct v) = count(*) from jsonb_array_elements(value) v)
    when jsonb_typeof(value) <> 'string' or value #>> '{}' = '' then false
    when kind = 'text' then length(value #>> '{}') <= 200
    when kind = 'long_text' then length(value #>> '{}') <= 2000
    when kind = 'choice' then options @> jsonb_build_array(jsonb_build_object('key', value))
    when kind = 'date' then value #>> '{}' ~ '^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
      and substr(value #>> '{}', 9)::integer <= case substr(value #>> '{}', 6, 2)
        when '02' then case when substr(value #>> '{}', 1, 4)::integer % 4 = 0
          and (substr(value #>> '{}', 1, 4)::integer % 100 <> 0 or substr(value #>> '{}', 1, 4)::integer % 400 = 0) then 29 else 28 end
        when '04' then 30 when '06' then 30 when '09' then 30 when '11' then 30 else 31 end
    when kind = 'email' then length(value #>> '{}') <= 255 and value #>> '{}' ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
    when kind = 'phone' then length(value #>> '{}') <= 50 and value #>> '{}' ~ '^[0-9+()./ #*-]+$'
      and length(regexp_replace(value #>> '{}', '\D', '', 'g')) >= 4
    when kind = 'link' then length(value #>> '{}') <= 2048 and value #>> '{}' ~* '^https?://[^\s/?#]+\.\S+$'
    when kind = 'siren' then value #>> '{}' ~ '^\d{9}$' and app.passes_luhn(value #>> '{}')
    when kind = 'siret' then value #>> '{}' ~ '^\d{14}$' and app.passes_luhn(left(value #>> '{}', 9))
      and (app.passes_luhn(value #>> '{}') or value #>> '{}' like '356000000%'
        and (select sum(digit::integer) % 5 = 0 from regexp_split_to_table(value #>> '{}', '') digit))
    else false
  end, false);
end $function$;

CREATE OR REPLACE FUNCTION app.field_words(fields jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select coalesce(string_agg(' ' || (fields ->> f.key), '' order by f.key), '') from lead_fields f
  where f.searchable and fields ? f.key
  );
end $function$;

CREATE OR REPLACE FUNCTION app.files_of_lead(lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', a.id, 'name', f.name, 'added_by', a.added_by, 'added_at', a.added_at,
        'of_staff', a.of_staff) order by a.added_at, a.id)
      from lead_files a join files f on f.id = a.file_id join leads l on l.id = a.lead_id
      where a.lead_id = lead
        and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()));
end $function$;
REVOKE EXECUTE ON FUNCTION app.files_of_lead(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.files_of_lead(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.first_by_rule(one uuid, other uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select r.lead_id from lead_registrations r join leads l on l.id = r.lead_id
    where r.lead_id in (select one union select other union select app.leads_of_company(one) union select app.leads_of_company(other))
      and l.status not in ('refuse', 'perdu') and r.state in ('accepted', 'extended', 'converted', 'submitted', 'appealed')
    order by r.state in ('submitted', 'appealed'), case when r.state not in ('submitted', 'appealed') then r.decided_at end, r.seq
    limit 1
  );
end $function$;

CREATE OR REPLACE FUNCTION app.first_event_id(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (lpad(to_hex(greatest(floor(extract(epoch from at) * 1000), 0)::bigint), 12, '0') || repeat('0', 20))::uuid;
end $function$;

CREATE OR REPLACE FUNCTION app.follow_built_in_fields()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $functionx$
declare
  columns text;
  changed text;
  words text;
  searched text;
begin
  select string_agg(quote_ident(f.column_name), ', ' order by a.attnum),
      string_agg(format('new.%1$I is distinct from old.%1$I', f.column_name), ' or ' order by a.attnum),
      string_agg(format('new.%I', f.column_name), $sep$ || ' ' || $sep$ order by a.attnum) filter (where f.column_searched),
      string_agg(quote_ident(f.column_name), ', ' order by a.attnum) filter (where f.column_searched or f.column_name = 'phone')
    into columns, changed, words, searched
    from lead_fields f join pg_attribute a on a.attrelid = 'leads'::regclass and a.attname = f.column_name
    where f.column_name <> 'offer_type';
  execute format($create$
    create or replace trigger check_required after update of status, %s, fields on leads for each row
      when (new.status is distinct from old.status or %s or new.fields is distinct from old.fields)
      execute function app.check_required_fields()$create$, columns, changed);
  execute format($create$
    create or replace function app.keep_lead_keys() returns trigger
      language plpgsql set search_path = public, pg_temp as $function$
    begin
      new.company_key := app.company_key(new.company);
      new.phone_key := app.phone_key(new.phone);
      new.search_text := app.unaccent(lower(%s || case when new.fields = '{}' then '' else app.field_words(new.fields) end));
      return new;
    end $function$ $create$, words);
  execute format($create$
    create or replace trigger keep_lead_keys before insert or update of %s, fields on leads for each row
      execute function app.keep_lead_keys()$create$, searched);
end $functionx$;
REVOKE EXECUTE ON FUNCTION app.follow_built_in_fields() FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.follow_client_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_notices set
      text_id = app.client_notice_text(), mailed_at = new.mailed_at
    where lead_id = new.lead_id and new.mailed_at is not null and new.mailed_at is distinct from old.mailed_at;
  if new.left_at is not null and new.answer is distinct from 'no' then
    update lead_notices set state = 'not_needed', how = 'left', settled_at = new.left_at, settled_by = null, reason = '',
        queued_at = null, queued_by = null
      where lead_id = new.lead_id and state in ('due', 'impossible');
  elsif new.answer = 'no' then
    update lead_notices set state = 'told', how = null, settled_at = coalesce(new.mailed_at, new.answered_at)
      where lead_id = new.lead_id and how = 'left';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.follow_hand_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_registrations
    set partner_id = new.partner_id, former_partners = array_append(array_remove(former_partners, old.partner_id), old.partner_id)
    where lead_id = new.id;
  -- The names that its commissions and payments are listed with, and the client of what stays with the former partner, who does not
  -- see the lead any more.
  update commissions set description = new.client_name
    where lead_id = new.id and partner_id <> new.partner_id and description = '';
  update commissions set search_text = '' where lead_id = new.id;
  update client_payments set search_text = '' where lead_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.follow_signature()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.status = 'signe' then
    update lead_registrations set state = 'converted'
      where lead_id = new.id and state in ('accepted', 'extended', 'expired');
  else
    update lead_registrations set state = case extension_state when 'granted' then 'extended' else 'accepted' end
      where lead_id = new.id and state = 'converted';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_client_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from mails where kind in ('client_confirmation', 'client_notice')
    and event_id in (select id from events where subject_id = old.id
      and name in ('lead.introduced', 'lead.client_asked', 'lead.notice_sent'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_shared_lead()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from unread_leads u using partner_members m
    where m.partner_id = old.partner_id and u.user_id = m.person_id and u.lead_id = old.lead_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.former_partners()
 RETURNS TABLE(id uuid, name text, company text, merged_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  with recursive former as (
    select p.id, p.main_person_id, p.merged_at from partners p where p.merged_into = app.partner_id() and app.partner_may('money')
    union all
    select p.id, p.main_person_id, p.merged_at from former f join partners p on p.merged_into = f.id
  )
  select f.id, p.full_name, p.company, f.merged_at from former f join profiles p on p.user_id = f.main_person_id;
end $function$;
REVOKE EXECUTE ON FUNCTION app.former_partners() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.former_partners() TO passerelle_partner;

CREATE OR REPLACE FUNCTION app.give_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update profiles p set company = main.company
    from partners c join profiles main on main.user_id = c.main_person_id
    where c.id = new.partner_id and p.user_id = new.person_id and p.company <> main.company;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.has_keys(payload jsonb, keys text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from jsonb_path_query(payload, 'strict $.**') part where jsonb_typeof(part) = 'object' and part ?| keys);
end $function$;

CREATE OR REPLACE FUNCTION app.has_passkeys()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return exists (select from auth.passkeys);
end $function$;
REVOKE EXECUTE ON FUNCTION app.has_passkeys() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.has_passkeys() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.has_right(VARIADIC wanted text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (
    select from user_roles r join staff_rights s on s.staff_role = r.staff_role
    where r.user_id = app.user_id() and s.right_name = any (wanted)
  ) or exists (
    select from api_keys k join scope_rights s on s.scope = any (k.scopes)
    where k.id = app.user_id() and k.revoked_at is null and s.right_name = any (wanted)
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.has_right(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.has_right(text[]) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.has_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return exists (select from auth.users where id = person and two_factor_enabled)
    or exists (select from auth.passkeys where user_id = person);
end $function$;
REVOKE EXECUTE ON FUNCTION app.has_second_factor(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.has_second_factor(uuid) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.hasten_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  passed jsonb := to_jsonb(new);
  at timestamptz := coalesce(passed ->> 'shared_at', passed ->> 'updated_at');
begin
  update lead_notices set due_at = at, inherited = false
    where lead_id = coalesce(passed ->> 'lead_id', passed ->> 'id')::uuid and state = 'due' and due_at > at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.hidden_client(lead uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return coalesce((select number from lead_registrations where lead_id = lead), '—');
end $function$;
REVOKE EXECUTE ON FUNCTION app.hidden_client(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hidden_client(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.hide_restricted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.search_text := '';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.hold_all_contacts()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
 perform pg_advisory_xact_lock(7277465);
end $function$;
REVOKE EXECUTE ON FUNCTION app.hold_all_contacts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_all_contacts() TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.hold_contact(lead_email text, lead_company text, lead_phone text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  held int;
begin
  perform pg_advisory_xact_lock_shared(7277465);
  for held in
    select distinct hashtext(k.key) from (values
      (case when lead_email <> '' then 'email ' || lower(lead_email) end),
      (case when lead_company <> '' then 'company ' || app.company_key(lead_company) end),
      (case when app.phone_key(lead_phone) <> '' then 'phone ' || app.phone_key(lead_phone) end)) k(key)
    where k.key is not null order by 1
  loop
    perform pg_advisory_xact_lock(7277466, held);
  end loop;
end $function$;
REVOKE EXECUTE ON FUNCTION app.hold_contact(text,text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_contact(text,text,text) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.hold_field_values()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  lock table leads, lead_staff_fields in share row exclusive mode;
end $function$;
REVOKE EXECUTE ON FUNCTION app.hold_field_values() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_field_values() TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.hold_lead_contact(lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform app.hold_contact(l.email, l.company, l.phone) from leads l where l.id = lead;
end $function$;
REVOKE EXECUTE ON FUNCTION app.hold_lead_contact(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_lead_contact(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.hold_partner(partner uuid, OUT full_name text, OUT deleted_at timestamp with time zone, OUT role text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  person uuid;
begin
  if app.is_partner(current_setting('role')) and partner is distinct from app.partner_id() then
    return;
  end if;
  select main_person_id into person from partners where id = partner for key share;
  person := coalesce(person, partner);
  select p.full_name, p.deleted_at into full_name, deleted_at from profiles p where p.user_id = person for key share;
  -- In a statement of its own: one that waited for the lock still sees the old role.
  role := app.role_of(person);
end $function$;
REVOKE EXECUTE ON FUNCTION app.hold_partner(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_partner(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.invoice_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'an issued document is never changed' using errcode = 'check_violation', constraint = 'invoices_final';
end $function$;

CREATE OR REPLACE FUNCTION app.is_administrator()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from user_roles r where r.user_id = app.user_id() and r.staff_role = 'administrator');
end $function$;
REVOKE EXECUTE ON FUNCTION app.is_administrator() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_administrator() TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.is_partner(role text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (role = ANY (ARRAY['passerelle_partner'::text, 'passerelle_sharer'::text]));

CREATE OR REPLACE FUNCTION app.is_required_in(required_from text, stage text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when required_from is null then stage not in ('refuse', 'perdu')
    when required_from = stage then true
    else stage not in ('refuse', 'perdu') and exists (
      select from lead_stages f join lead_stages s on s.place >= f.place
      where f.key = required_from and s.key = stage and f.archived_at is null and s.archived_at is null)
  end;
end $function$;

CREATE OR REPLACE FUNCTION app.is_restricted_row(record uuid, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (
    select from leads where restricted_at is not null
      and (id = record or email <> '' and lower(email) = lower(address)
        or id = (select p.lead_id from client_payments p where p.id = record))
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.is_restricted_row(uuid,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_restricted_row(uuid,text) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.is_share(cents bigint, whole bigint, share integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when whole is null then cents is null
    else coalesce(cents >= 0 and abs(cents::numeric * 10000 - whole::numeric * share) < 10000, false) end;
end $function$;

CREATE OR REPLACE FUNCTION app.is_unused_stage(stage text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return stage not in ('signe', 'refuse')
    and not exists (select from lead_totals t where t.status = stage)
    and not exists (select from lead_fields f where f.required_from = stage)
    and not exists (select from lead_stages s where s.merged_into = stage);
end $function$;
REVOKE EXECUTE ON FUNCTION app.is_unused_stage(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_unused_stage(text) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.journal_continues()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from added a left join journal before on before.seq = a.seq - 1
    where a.prev_hash is distinct from case when a.seq = 1 then decode(repeat('00', 32), 'hex') else before.hash end
  ) then
    raise exception 'a row of the journal follows the one before it' using errcode = 'check_violation', constraint = 'journal_continues';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.journal_stamp_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.token is not null then
    raise exception 'the journal is never changed' using errcode = 'check_violation', constraint = 'journal_stays';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.journal_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the journal is never changed' using errcode = 'check_violation', constraint = 'journal_stays';
end $function$;

CREATE OR REPLACE FUNCTION app.keep_an_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.staff_role = 'administrator' and (tg_op = 'DELETE' or new.staff_role is distinct from 'administrator') then
    perform 1 from user_roles where staff_role = 'administrator' for update;
    if not exists (
      select 1 from user_roles r join profiles p using (user_id)
      where r.staff_role = 'administrator' and r.user_id <> old.user_id and p.deleted_at is null and p.joined_at is not null
    ) then
      raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'last_administrator';
    end if;
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION app.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  company uuid;
  main_person uuid;
begin
  if tg_table_name = 'partners' then
    company := new.id;
  else
    company := old.partner_id;
  end if;
  -- The next statement sees what a transaction has committed that held the lock before: two owners cannot remove each other, and
  -- nobody is chosen as the main person while they are ended.
  select main_person_id into main_person from partners where id = company and merged_into is null for update;
  if not found then
    return null;
  end if;
  if not exists (
    select from partner_members where partner_id = company and coalesce(held_role, role) = 'owner' and until is null
  ) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'partners_keep_an_owner';
  end if;
  if not exists (
    select from partner_members
    where partner_id = company and person_id = main_person and coalesce(held_role, role) = 'owner' and until is null
  ) then
    raise exception 'the main person is an owner' using errcode = 'check_violation', constraint = 'partners_main_person_owns';
  end if;
  if tg_table_name = 'partners' and tg_op = 'UPDATE' and not exists (
    select from profiles where user_id = main_person and joined_at is not null and deleted_at is null
  ) then
    raise exception 'the main person has come in' using errcode = 'check_violation', constraint = 'partners_main_person_joined';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_client_word()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lead uuid := coalesce(to_jsonb(new) ->> 'lead_id', to_jsonb(old) ->> 'lead_id', to_jsonb(new) ->> 'id');
begin
  update leads l set (client_word, client_word_at) = (select w.word, w.said_at from app.client_word(l.id, l.partner_id) w)
    where l.id = lead;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_lead_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    begin
      new.company_key := app.company_key(new.company);
      new.phone_key := app.phone_key(new.phone);
      new.search_text := app.unaccent(lower(new.name || ' ' || new.company || ' ' || new.email || case when new.fields = '{}' then '' else app.field_words(new.fields) end));
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION app.keep_lead_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    update lead_terms set expected_cents = null where lead_id = old.lead_id
      and not exists (select from lead_signings where lead_id = old.lead_id);
    return null;
  end if;
  -- Whoever takes a lead over finds what its client still has to pay.
  if new.client_since is null and (select definition ->> 'base' from commission_rule_versions
      where (rule_id, version) = (new.rule_id, new.rule_version)) = 'client_payment' then
    insert into lead_terms (lead_id, commission_basis, expected_cents) values (new.lead_id, 'cash', new.revenue_cents)
      on conflict (lead_id) do update set commission_basis = 'cash', expected_cents = excluded.expected_cents;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_main_contract()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  partner uuid;
begin
  for partner in
    select distinct id from unnest(array[
      case when tg_op <> 'DELETE' then new.user_id end, case when tg_op <> 'INSERT' then old.user_id end
    ]) id where id is not null order by id
  loop
    -- The next statement sees what a transaction has committed that held the lock before.
    perform from partners where id = partner for no key update;
    update partners p set main_contract = (select n.status from app.newest_main_contract(partner) n)
      where p.id = partner and p.main_contract is distinct from (select n.status from app.newest_main_contract(partner) n);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_merged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.merged_into is not null then
    raise exception 'a merged partner stays as it is' using errcode = 'check_violation', constraint = 'partners_stay_merged';
  end if;
  perform from partners where id = new.merged_into and merged_into is null for key share;
  if not found then
    raise exception 'a partner is merged into one that is there' using errcode = 'check_violation',
      constraint = 'partners_merge_into_present';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_offer_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into offer_names (offer, version, name, names, staff_name, staff_names)
    values (new.key, new.version, new.name, new.names, new.staff_name, new.staff_names)
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_offer_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  offer offers;
begin
  if tg_op = 'UPDATE' and new.offer_type = old.offer_type then
    return new;
  end if;
  select * into offer from offers where key = new.offer_type;
  if offer.archived_at is not null then
    raise exception 'the offer % is archived', new.offer_type
      using errcode = 'check_violation', constraint = 'leads_offer_open';
  end if;
  if offer.key is not null and offer.used_at is null then
    update offers set used_at = new.updated_at where key = offer.key and used_at is null;
  end if;
  new.offer_version := coalesce(offer.version, 1);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_one_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  partner uuid := (select partner_id from partner_members where person_id = new.user_id and until is null);
begin
  if partner is null then
    return null;
  end if;
  -- A colleague gets the company by the statement below, which is nobody's change of it.
  if pg_trigger_depth() = 1 and app.is_partner(current_setting('role')) and not app.partner_may('company') then
    raise exception 'the role does not change the company' using errcode = 'check_violation', constraint = 'profiles_one_company';
  end if;
  update profiles set company = new.company
    where user_id in (select person_id from partner_members where partner_id = partner and until is null)
      and company <> new.company;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_open_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'an open dispute is not deleted' using errcode = 'check_violation', constraint = 'disputes_open_kept';
end $function$;

CREATE OR REPLACE FUNCTION app.keep_out_of_merged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  successor uuid;
begin
  -- The lock waits for a merge that is under way, and the row is read as that has left it.
  select merged_into into successor from partners where id = new.partner_id for key share;
  if successor is not null then
    raise exception 'nobody joins a merged partner' using errcode = 'check_violation', constraint = 'partners_merged_closed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_registration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update leads set registration_state = new.state, protected_until = new.protected_until where id = new.lead_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_settled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update leads l set settled = not l.settled
    where l.id in (new.lead_id, old.lead_id)
      and l.settled <> exists (select from commissions c where c.lead_id = l.id and c.status <> 'en_attente');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_shared()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update leads l set shared = not l.shared
    where l.id = coalesce(new.lead_id, old.lead_id)
      and l.shared <> exists (select from lead_shares s where s.lead_id = l.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_trader()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' or new.company_key <> old.company_key then
    new.trader_hash := app.known_trader(new.company_key);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_typed_by()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.typed_by := coalesce(
    (select person_id from partner_members where person_id = app.user_id() and partner_id = new.partner_id and until is null),
    (select main_person_id from partners where id = new.partner_id));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.know_traders(keys text[], hashes text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform set_config('app.traders', coalesce((
    select jsonb_object_agg(k.key, k.hash)::text from unnest(keys, hashes) k(key, hash)
    where exists (select from leads where trader_hash = k.hash and trader_hash <> '' and erased_at is not null)
  ), ''), true);
end $function$;
REVOKE EXECUTE ON FUNCTION app.know_traders(text[],text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.know_traders(text[],text[]) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.known_domain(domain text, hashed text, except_lead uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return domain <> '' and (exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.search_text like '%@' || replace(replace(replace(lower(domain), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and split_part(lower(l.email), '@', 2) = lower(domain)
      and l.status not in ('refuse', 'perdu') and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  ) or exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.mail_domain in (lower(domain), hashed) and l.mail_domain <> ''
      and l.status not in ('refuse', 'perdu') and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  ));
end $function$;
REVOKE EXECUTE ON FUNCTION app.known_domain(text,text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.known_domain(text,text,uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.known_lead(lead_email text, lead_company text, lead_phone text, lacks boolean, except_lead uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  key text := app.company_key(lead_company);
  number text := app.phone_key(lead_phone);
  trader text := app.known_trader(key);
begin
  return (
    select id from (
      (select id, created_at from leads
        where lower(email) = lower(lead_email) and lead_email <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where company_key = key and lead_company <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where trader_hash = trader and trader_hash <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where phone_key = number and phone_key <> '' and (lacks or email = '' or company = '')
          and number <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
    ) found order by created_at, id limit 1
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.known_lead(text,text,text,boolean,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.known_lead(text,text,text,boolean,uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.known_trader(key text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return coalesce(nullif(current_setting('app.traders', true), '')::jsonb ->> key, '');
end $function$;

CREATE OR REPLACE FUNCTION app.lacking_documents(day date)
 RETURNS TABLE(partner_id uuid, kind text, label text, ended_on date, requested_on timestamp with time zone, is_received boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select d.partner_id, d.kind, min(d.label), max(d.expires_on) filter (where d.status = 'verified'),
    max(d.requested_at) filter (where d.status <> 'withdrawn'), bool_or(d.status = 'received')
  from vigilance_documents d
  group by d.partner_id, d.kind, lower(d.label)
  having bool_or(d.status = 'verified' or (d.requested_at is not null and d.status <> 'withdrawn'))
    and not bool_or(d.status = 'verified' and (d.expires_on is null or d.expires_on >= day));
end $function$;

CREATE OR REPLACE FUNCTION app.lead_facts()
 RETURNS TABLE(lead_id uuid, registration_state text, protected_until timestamp with time zone, client_word text, client_word_at timestamp with time zone, settled boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select l.id, r.state, r.protected_until, w.word, w.said_at,
    exists (select from commissions c where c.lead_id = l.id and c.status <> 'en_attente')
  from leads l
    join lead_registrations r on r.lead_id = l.id
    left join lateral app.client_word(l.id, l.partner_id) w on w.word is not null;
end $function$;
REVOKE EXECUTE ON FUNCTION app.lead_facts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.lead_facts() TO passerelle_system;

CREATE OR REPLACE FUNCTION app.lead_holds(leads uuid[], at timestamp with time zone, OUT lead_id uuid, OUT holds text[])
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select l.id, array_remove(array[
    case when exists (select from commissions c where c.lead_id = l.id) or exists (select from lead_signings s where s.lead_id = l.id)
      or exists (select from client_payments p where p.lead_id = l.id) or exists (select from client_invoices i where i.lead_id = l.id)
      or exists (select from commission_facts f where f.lead_id = l.id) then 'money' end,
    case when exists (select from lead_shares s where s.lead_id = l.id) or r.former_partners <> '{}' then 'share' end,
    case when exists (select from disputes d where d.lead_id = l.id) then 'dispute' end,
    case when r.protected_until > at or r.state in ('submitted', 'appealed') then 'protection' end,
    case when l.possible_duplicate_of is not null or cardinality(r.named) > 0 or r.merged_into is not null or r.decided_for is not null
      then 'conflict' end
  ], null)
  from public.leads l
    join lateral (
      select o.*, array(
        select coalesce(n.merged_into, n.decided_for) from lead_registrations n where l.id in (n.merged_into, n.decided_for)
        union all select d.possible_duplicate_of from public.leads d where d.possible_duplicate_of = l.id
      ) as named from lead_registrations o where o.lead_id = l.id
    ) r on true
  where l.id = any(lead_holds.leads);
end $function$;
REVOKE EXECUTE ON FUNCTION app.lead_holds(uuid[],timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.lead_holds(uuid[],timestamp with time zone) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.lead_list_settings()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return jsonb_build_object(
    'staleAfterDays', coalesce(
      (select jsonb_object_agg(key, stale_after_days) from lead_stages where stale_after_days is not null), '{}'),
    'fields', coalesce((select jsonb_agg(key) from lead_fields where (on_card or in_list) and archived_at is null), '[]'),
    'hasHidden', exists (
      select from lead_fields where (on_card or in_list) and archived_at is null and partner_access = 'none'));
end $function$;
REVOKE EXECUTE ON FUNCTION app.lead_list_settings() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.lead_list_settings() TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.leads_of_company(lead uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select o.id from leads l join leads o on o.company_key = l.company_key
      where l.id = lead and l.company <> '' and o.id <> lead and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on lower(o.email) = lower(l.email)
      where l.id = lead and l.email <> '' and o.id <> lead and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on o.phone_key = l.phone_key and o.phone_key <> ''
      where l.id = lead and '' in (l.email, l.company, o.email, o.company) and o.id <> lead
        and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on o.trader_hash = l.trader_hash
      where l.id = lead and l.trader_hash <> '' and o.id <> lead and o.status not in ('refuse', 'perdu');
end $function$;

CREATE OR REPLACE FUNCTION app.legal_identity()
 RETURNS TABLE(legal_name text, legal_form text, siren text, building_number text, street text, postcode text, town text, country text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select legal_name, legal_form, siren, building_number, street, postcode, town, country from programme_settings;
end $function$;
REVOKE EXECUTE ON FUNCTION app.legal_identity() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.legal_identity() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.lock_commission_stats(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  locked uuid[] := array(select p.id from partners p
    where p.id = any (ids) and (not app.is_partner(current_setting('role')) or p.id = app.partner_id()));
begin
  perform app.lock_partners(locked);
  insert into commission_stats (partner_id, status)
    select l.id, 'en_attente' from unnest(locked) l (id) order by 1 on conflict do nothing;
  perform from commission_stats where partner_id = any (locked) order by partner_id, status for update;
end $function$;
REVOKE EXECUTE ON FUNCTION app.lock_commission_stats(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.lock_commission_stats(uuid[]) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.lock_partners(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from partners
    where id = any (ids) and (not app.is_partner(current_setting('role')) or id = app.partner_id())
    order by id for no key update;
end $function$;
REVOKE EXECUTE ON FUNCTION app.lock_partners(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.lock_partners(uuid[]) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.make_event_months(first_day date, last_day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  month timestamp;
  partition text;
  lowest uuid;
  beyond uuid;
  is_referenced boolean;
  made integer := 0;
begin
  for month in select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month') loop
    partition := 'events_' || to_char(month, 'YYYY_MM');
    continue when to_regclass('event_months.' || partition) is not null;
    -- Another server may be making it.
    lock table events in share update exclusive mode;
    continue when to_regclass('event_months.' || partition) is not null;
    lowest := app.first_event_id(month at time zone 'UTC');
    beyond := app.first_event_id((month + interval '1 month') at time zone 'UTC');
    execute format('create table event_months.%I (like events including constraints)', partition);
    execute format('alter table event_months.%I enable row level security', partition);
    if exists (select from event_months.events_default where id >= lowest and id < beyond) then
      is_referenced := exists (select from pg_constraint where conrelid = 'mails'::regclass and conname = 'mails_event_id_fkey');
      if is_referenced then alter table mails drop constraint mails_event_id_fkey; end if;
      execute format('with moved as (delete from event_months.events_default where id >= $1 and id < $2 returning *)
        insert into event_months.%I select * from moved', partition) using lowest, beyond;
    end if;
    execute format('alter table events attach partition event_months.%I for values from (%L) to (%L)', partition, lowest, beyond);
    if is_referenced then
      alter table mails add constraint mails_event_id_fkey foreign key (event_id) references events;
      is_referenced := false;
    end if;
    made := made + 1;
  end loop;
  return made;
end $function$;
REVOKE EXECUTE ON FUNCTION app.make_event_months(date,date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.mandate_in_force(person uuid)
 RETURNS TABLE(id uuid, reference text, signed_at timestamp with time zone, contest_days integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query

 SELECT c.id,
     s.reference,
     c.signed_at,
     c.contest_days
    FROM (( SELECT m.id,
             m.user_id,
             m.contract_type,
             m.status,
             m.title,
             m.file_id,
             m.link,
             m.created_at,
             m.signed_at,
             m.signing_method,
             m.sign_route,
             m.remarks,
             m.amends_id,
             m.opened_at,
             m.code_sent_at,
             m.declined_at,
             m.decline_reason,
             m.countersigned_at,
             m.scan_file_id,
             m.template_version_id,
             m.revoked_at,
             m.revoke_reason,
             m.title_key,
             m.contest_days
            FROM contracts m
           WHERE ((m.user_id = mandate_in_force.person) AND (m.contract_type = 'mandate'::text))
           ORDER BY m.created_at DESC, m.id DESC
          LIMIT 1) c
      JOIN signatures s ON (((s.contract_id = c.id) AND (s.role = 'partner'::text) AND (s.revoked_at IS NULL))))
   WHERE ((c.status = 'signe'::text) AND (c.signing_method = 'electronic'::text));
end $function$;

CREATE OR REPLACE FUNCTION app.mark_unread()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  head unread_head;
  taken integer;
  reached bigint;
  ids uuid[];
begin
  select * into head from unread_head for update skip locked;
  if not found then
    return 'busy';
  end if;
  select count(*), max(seq), array_agg(event_id) filter (where name in ('lead.created', 'lead.moved', 'lead.commented',
      'lead.handed_over', 'lead.shared', 'lead.passed', 'lead.introduced', 'lead.client_answered', 'registration.accepted',
      'registration.confirmed', 'registration.refused', 'registration.merged', 'registration.resubmitted', 'registration.appealed',
      'registration.extension_asked', 'registration.extension_granted', 'registration.extension_refused',
      'registration.reminded', 'registration.expired'))
    into taken, reached, ids
    from (select seq, event_id, name from journal where seq > head.journal_seq order by seq limit 250) batch;
  if taken = 0 then
    return 'all';
  end if;
  if ids is not null then
    with batch as materialized (
      select e.seq, e.name, e.occurred_at, e.actor_id, e.partner_id, e.subject_id, (e.after ->> 'personId')::uuid as passed_to,
        app.acts_for(e.actor_id, e.partner_id) as by_partner,
        case when e.name = 'lead.commented' then 'messages' else 'details' end as part,
        e.actor_id is null and e.name in ('lead.created', 'lead.introduced', 'lead.client_answered') as by_itself
      -- Each by its id: no plan may read the months of events.
      from unnest(ids) taken_in (id) cross join lateral (select * from events where id = taken_in.id offset 0) e
      where e.seq > head.marked_events and coalesce(e.request_id, '') not like 'import %' and e.partner_id is not null and exists (
        select from leads l where l.id = e.subject_id offset 0)
    ), staff as materialized (
      select p.user_id from user_roles r join profiles p on p.user_id = r.user_id
      where r.role = 'admin' and p.deleted_at is null and p.joined_at is not null
    ), marks as (
      select told as user_id, b.subject_id as lead_id, b.part, b.seq, b.occurred_at, b.name
      from batch b cross join lateral app.people_told(b.partner_id, 'all_leads', b.subject_id, null) told
      where not b.by_partner and b.name <> 'lead.passed' and (b.name <> 'lead.created' or b.by_itself)
      union all
      select s.user_id, b.subject_id, b.part, b.seq, b.occurred_at, b.name from batch b cross join staff s
      where b.by_partner and b.name <> 'lead.passed' or b.by_itself
      union all
      -- The colleague who looks after it from now on, unless they took it themselves.
      select m.person_id, b.subject_id, b.part, b.seq, b.occurred_at, b.name
      from batch b join partner_members m on m.person_id = b.passed_to and m.partner_id = b.partner_id and m.until is null
      where b.name = 'lead.passed' and b.passed_to is distinct from b.actor_id
    ), marked as (
      insert into unread_leads as u (user_id, lead_id, part, since, latest_at, event_name)
        select user_id, lead_id, part, min(occurred_at), max(occurred_at), (array_agg(name order by occurred_at desc, seq desc))[1]
        from marks group by user_id, lead_id, part order by user_id, lead_id, part
      -- What was committed late may have happened before what is marked already.
      on conflict (user_id, lead_id, part) do update set since = least(u.since, excluded.since),
        event_name = case when excluded.latest_at >= u.latest_at then excluded.event_name else u.event_name end,
        latest_at = greatest(u.latest_at, excluded.latest_at)
      returning user_id, lead_id, part, latest_at
    )
    select count(pg_notify('portal_unread', json_build_object('userId', user_id, 'part', part, 'leadIds', lead_ids)::text))
      into taken
      from (
        select user_id, part,
          case when count(*) <= 50 then json_agg(lead_id order by latest_at, lead_id) else '[]' end as lead_ids
        from marked group by user_id, part
      ) news;
  end if;
  update unread_head set journal_seq = reached;
  return case when reached - head.journal_seq < 250 then 'all' else 'more' end;
exception when lock_not_available or deadlock_detected or foreign_key_violation then
  return 'busy';
end $function$;
REVOKE EXECUTE ON FUNCTION app.mark_unread() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.mark_unread() TO passerelle_system;

CREATE OR REPLACE FUNCTION app.mention_text(mention uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found erasure_mentions := m from erasure_mentions m where m.id = mention;
  said text;
begin
  if not app.has_right('people') then
    return null;
  end if;
  execute format('select %I::text from %s where concat_ws(''/'', %s) = $1', found.column_name, found.table_name::regclass,
    (select string_agg(format('%I::text', k), ', ') from unnest(string_to_array(found.key_column, ',')) k)) into said using found.row_key;
  return said;
end $function$;
REVOKE EXECUTE ON FUNCTION app.mention_text(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.mention_text(uuid) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.month_of(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN app.month_of(at, app.time_zone());

CREATE OR REPLACE FUNCTION app.month_of(at timestamp with time zone, zone text)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (date_trunc('month'::text, (at AT TIME ZONE zone)))::date;

CREATE OR REPLACE FUNCTION app.months_after(at timestamp with time zone, months integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (((at AT TIME ZONE app.time_zone()) + make_interval(months => months)) AT TIME ZONE app.time_zone());
end $function$;

CREATE OR REPLACE FUNCTION app.move_field_values(field_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  if (select partner_access = 'none' from lead_fields where key = field_key) then
    insert into lead_staff_fields (lead_id, fields)
      select id, jsonb_build_object(field_key, fields -> field_key) from leads where fields ? field_key
      on conflict (lead_id) do update set fields = lead_staff_fields.fields || excluded.fields;
    update leads set fields = fields - field_key where fields ? field_key;
  else
    update leads l set fields = l.fields || jsonb_build_object(field_key, s.fields -> field_key)
      from lead_staff_fields s where s.lead_id = l.id and s.fields ? field_key;
    update lead_staff_fields set fields = fields - field_key where fields ? field_key;
  end if;
end $function$;
REVOKE EXECUTE ON FUNCTION app.move_field_values(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.move_field_values(text) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.name_hidden_client()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  called text := app.hidden_client(new.id);
begin
  if new.restricted_at is null then
    update commissions set description = new.client_name where lead_id = new.id and description = called;
  else
    update commissions set description = called where lead_id = new.id and description in (new.client_name, new.name);
  end if;
  update commissions set search_text = '' where lead_id = new.id;
  update client_payments set search_text = '' where lead_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.named_tiers(ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select t.id from partner_tiers t where t.id = any (ids) and (
    exists (select from resources r where r.min_tier_id = t.id)
    or exists (select from tier_amendments a where a.tier_id = t.id)
    or exists (select from commissions c where c.tier_name = t.name)
    or exists (select from lead_signings s where s.tier_name = t.name));
end $function$;
REVOKE EXECUTE ON FUNCTION app.named_tiers(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.named_tiers(uuid[]) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.names_fit(names jsonb, longest integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(names) = 'object' then not exists (
    select from jsonb_each(names) n
    where n.key !~ '^[a-z]{2}$' or jsonb_typeof(n.value) <> 'string' or n.value #>> '{}' = '' or length(n.value #>> '{}') > longest
  ) else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.newest_main_contract(person uuid)
 RETURNS TABLE(id uuid, status text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT c.id,
     c.status
    FROM contracts c
   WHERE ((c.user_id = newest_main_contract.person) AND (c.contract_type = 'main'::text))
   ORDER BY c.created_at DESC, c.id DESC
  LIMIT 1;
END;

CREATE OR REPLACE FUNCTION app.next_shard(last integer)
 RETURNS integer
 LANGUAGE sql
RETURN COALESCE(((last + 1) + (floor((random() * (1000)::double precision)))::integer), 1);

CREATE OR REPLACE FUNCTION app.note_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update commissions set dispute_state = new.state where id = new.commission_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_paid_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.paid_at is null then
    new.paid_on := null;
  elsif tg_op = 'INSERT' or new.paid_at is distinct from old.paid_at then
    new.paid_on := (new.paid_at at time zone app.time_zone())::date;
  else
    new.paid_on := old.paid_on;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.note_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if coalesce(current_setting('app.sessions_run_out', true), '') <> 'yes' then
    insert into auth.ended_sessions (id) values (old.id) on conflict (id) do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_told()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_notices n set state = 'told', settled_at = new.sent_at, settled_by = null, how = null, reason = '',
      queued_at = null, queued_by = null
    from events e join leads l on l.id = e.subject_id
    where e.id = new.event_id and n.lead_id = l.id and n.text_id is not null and n.state in ('due', 'no_mail', 'impossible')
      and lower(l.email) = lower(new.recipient);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_used_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_fields set used_at = now() where used_at is null and key in (select jsonb_object_keys(new.fields));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.open_sessions(person uuid, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.has_right('partners', 'team') then
    raise exception 'counting sessions needs the right partners' using errcode = 'insufficient_privilege';
  end if;
  return (select count(*) from auth.sessions where user_id = person and expires_at > at);
end $function$;
REVOKE EXECUTE ON FUNCTION app.open_sessions(uuid,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.open_sessions(uuid,timestamp with time zone) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.options_fit(options jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(options) = 'array' then jsonb_array_length(options) <= 50 and not exists (
      select from jsonb_array_elements(options) o
      where jsonb_typeof(o) <> 'object' or coalesce(o ->> 'key', '') !~ '^[a-z][a-z0-9_]{0,39}$'
        or coalesce(length(o ->> 'name'), 0) not between 1 and 60 or not coalesce(app.names_fit(o -> 'names', 60), false)
    ) and (select count(distinct o ->> 'key') = count(*) from jsonb_array_elements(options) o)
  else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.origins_before(oldest timestamp with time zone)
 RETURNS TABLE(id uuid, occurred_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  place text;
begin
  for place in select p from app.places_of_events() p loop
    return query execute format('select id, occurred_at from %s where origin is not null and occurred_at < $1', place) using oldest;
  end loop;
end $function$;
REVOKE EXECUTE ON FUNCTION app.origins_before(timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.origins_before(timestamp with time zone) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.own_tier_revenue()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return app.tier_revenue(app.partner_id());
end $function$;

CREATE OR REPLACE FUNCTION app.pages_in_use(partner uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  programme programme_settings := (select p from programme_settings p);
  companies uuid[];
begin
  if partner is null then
    return array(select page from (values
      ('announcements', exists (select from partners)),
      ('registrations', exists (select from lead_registrations)),
      ('clientPayments', programme.commission_basis = 'cash' or exists (select from client_payments)
        or exists (select from lead_terms where commission_basis = 'cash')),
      ('adminPayouts', exists (select from commission_totals where status <> 'en_attente' and count > 0)
        or exists (select from payouts)),
      ('bankAnswers', exists (select from payout_files) or exists (select from bank_answers)
        or exists (select from client_payments) or exists (select from client_invoices)),
      ('adminInvoices', programme.invoice_required or exists (select from invoices) or exists (select from uploaded_invoices)),
      ('adminDisputes', exists (select from disputes)),
      ('year', exists (select from commission_totals where status = 'paye' and count > 0))
    ) pages(page, is_used) where is_used);
  end if;
  companies := array(with recursive company as (
    select partner as id union select p.id from company c join partners p on p.merged_into = c.id
  ) select id from company);
  return array(select page from (values
    ('payouts', exists (select from payouts where partner_id = any (companies))),
    ('invoices', exists (select from invoices where partner_id = any (companies))
      or exists (select from uploaded_invoices where partner_id = any (companies))
      or (programme.invoice_required and exists (select from payouts where partner_id = any (companies)))),
    ('disputes', exists (select from disputes where partner_id = any (companies))),
    ('billing', exists (select from commissions where partner_id = any (companies))
      or exists (select from billing_profiles where partner_id = any (companies))),
    ('documents', exists (select from vigilance_documents where partner_id = any (companies)))
  ) pages(page, is_used) where is_used);
end $function$;
REVOKE EXECUTE ON FUNCTION app.pages_in_use(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.pages_in_use(uuid) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.partner_ended(partner uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select p.deleted_at from partners c join profiles p on p.user_id = c.main_person_id where c.id = app.partner_now(partner));
end $function$;
REVOKE EXECUTE ON FUNCTION app.partner_ended(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.partner_ended(uuid) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.partner_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION app.partner_may(what text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE current_setting('app.partner_role'::text, true) WHEN 'owner'::text THEN true WHEN 'manager'::text THEN (what = ANY (ARRAY['company'::text, 'leads'::text, 'all_leads'::text, 'own_money'::text, 'money'::text, 'contracts'::text])) WHEN 'member'::text THEN ((what = 'leads'::text) OR ((what = 'own_money'::text) AND (current_setting('app.sees_amounts'::text, true) = 'on'::text))) WHEN 'accountant'::text THEN (what = ANY (ARRAY['own_money'::text, 'money'::text, 'bank'::text, 'documents'::text, 'contracts'::text])) ELSE false END;

CREATE OR REPLACE FUNCTION app.partner_now(partner uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    with recursive line as (
    select id, merged_into from partners where id = partner
    union all
    select p.id, p.merged_into from line join partners p on p.id = line.merged_into
  )
  select id from line where merged_into is null
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.partner_now(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.partner_now(uuid) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.partners_by_iban(whole text, ending text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.has_right('bank_details') then return; end if;
  return query
    select b.partner_id from payment_infos b where b.iban_fingerprint = whole
    union select b.partner_id from payment_infos b where b.iban_end_fingerprint = ending
    limit 20;
end $function$;
REVOKE EXECUTE ON FUNCTION app.partners_by_iban(text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.partners_by_iban(text,text) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.partners_ended(person uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select case when count(*) = count(c.ended) then max(c.ended) end
    from (select app.partner_ended(m.partner_id) as ended from partner_members m where m.person_id = partners_ended.person) c
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.partners_ended(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.partners_ended(uuid) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.partners_of_lead(lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.full_name,
      'deleted', p.deleted_at is not null and c.merged_into is null,
      'percent', trim_scale(app.share_of(lead, c.id) / 100.0)) order by c.id <> l.partner_id, s.shared_at, c.id)
  from leads l
    join partners c on c.id = l.partner_id or c.id in (select partner_id from lead_shares where lead_id = l.id)
    join profiles p on p.user_id = c.main_person_id
    left join lead_shares s on (s.lead_id, s.partner_id) = (l.id, c.id)
  where l.id = lead and exists (select from lead_shares where lead_id = l.id)
    and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()
      or exists (select from lead_shares where (lead_id, partner_id) = (l.id, app.partner_id())))
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.partners_of_lead(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.partners_of_lead(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.passes_luhn(digits text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select sum(case when place % 2 = 1 then digit when digit > 4 then digit * 2 - 9 else digit * 2 end) % 10 = 0
  from (
    select substr(reverse(digits), place, 1)::integer as digit, place from generate_series(1, length(digits)) place
  ) d
  );
end $function$;

CREATE OR REPLACE FUNCTION app.passkey_count(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select count(*)::integer from auth.passkeys where user_id = person
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.passkey_count(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.passkey_count(uuid) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.payout_approvers()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select count(*) from user_roles r
    join staff_rights s on s.staff_role = r.staff_role and s.right_name = 'money'
    join profiles p on p.user_id = r.user_id
  where p.deleted_at is null and p.joined_at is not null
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.payout_approvers() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.payout_approvers() TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.payout_file_line_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.payout_file_id, new.position, new.payout_id, new.end_to_end_id, new.instruction_id, new.total_cents, new.holder)
      is distinct from
      (old.payout_file_id, old.position, old.payout_id, old.end_to_end_id, old.instruction_id, old.total_cents, old.holder) then
    raise exception 'a transfer that was written is final'
      using errcode = 'check_violation', constraint = 'payout_file_lines_final';
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
      ('sent', 'accepted'), ('sent', 'paid'), ('sent', 'rejected'), ('sent', 'returned'), ('sent', 'withdrawn'),
      ('accepted', 'paid'), ('accepted', 'rejected'), ('accepted', 'returned'), ('accepted', 'withdrawn'),
      ('paid', 'returned')) then
    raise exception 'a transfer cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payout_file_lines_forward';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.payout_file_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.withdrawn_at is not null
      or to_jsonb(new) - array['withdrawn_at', 'withdrawn_by', 'withdraw_reason']
        is distinct from to_jsonb(old) - array['withdrawn_at', 'withdrawn_by', 'withdraw_reason'] then
    raise exception 'a file for the bank is final'
      using errcode = 'check_violation', constraint = 'payout_files_final';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.payout_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  needs_second boolean;
begin
  if old.status <> new.status and (old.status, new.status) not in (
      ('issued', 'approved'), ('issued', 'cancelled'), ('approved', 'sent'), ('approved', 'cancelled'), ('sent', 'approved'),
      -- Without a file: transfers that staff typed into their bank's pages.
      ('approved', 'paid'), ('sent', 'paid'), ('sent', 'rejected'), ('paid', 'rejected'), ('rejected', 'approved'), ('rejected', 'cancelled')) then
    raise exception 'a payout cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payouts_forward';
  end if;
  if (new.run_id, new.partner_id, new.reference, new.net_cents, new.vat_cents, new.commission_count, new.statement, new.issued_by,
        new.issued_at, new.contest_until)
      is distinct from (old.run_id, old.partner_id, old.reference, old.net_cents, old.vat_cents, old.commission_count,
        old.statement, old.issued_by, old.issued_at, old.contest_until)
      or (old.statement_file_id is not null and new.statement_file_id is distinct from old.statement_file_id)
      or (new.accepted_at is distinct from old.accepted_at and (old.accepted_at is not null or old.status <> 'issued'))
      or (old.approved_at is not null
        and (new.approved_at, new.approved_by, new.approved_alone)
          is distinct from (old.approved_at, old.approved_by, old.approved_alone)) then
    raise exception 'an issued payout is final'
      using errcode = 'check_violation', constraint = 'payouts_final';
  end if;
  if (old.status, new.status) = ('issued', 'approved') then
    if new.accepted_at is null and new.approved_at < new.contest_until then
      raise exception 'a payout is approved once its partner has accepted it'
        using errcode = 'check_violation', constraint = 'payouts_accepted';
    end if;
    needs_second := new.approved_by = new.issued_by
      -- The total is generated after this trigger.
      and new.net_cents + new.vat_cents > (select second_approval_above_cents from programme_settings);
    if new.approved_by is distinct from app.user_id() or new.partner_id = app.partner_id() or new.approved_alone <> needs_second
        or (needs_second and 1 < app.payout_approvers()) then
      raise exception 'a payout of this amount is approved by a second person'
        using errcode = 'check_violation', constraint = 'payouts_four_eyes';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.payout_waits_for_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The day is the provider's; in no time zone is it earlier than this one.
  if (select vigilance_hold from programme_settings)
      and exists (
        select from app.lacking_documents((new.approved_at - interval '14 hours')::date) l where l.partner_id = new.partner_id) then
    raise exception 'a payout waits for documents' using errcode = 'check_violation', constraint = 'payouts_vigilance';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.payout_waits_for_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.billing_mode is distinct from old.billing_mode then
    raise exception 'an issued payout is final' using errcode = 'check_violation', constraint = 'payouts_final';
  end if;
  if (old.status, new.status) = ('issued', 'approved') and new.billing_mode = 'upload'
      and (select invoice_required from programme_settings)
      and not exists (select from uploaded_invoices i where i.payout_id = new.id and i.status = 'accepted') then
    raise exception 'a payout waits for the partner''s invoice' using errcode = 'check_violation', constraint = 'payouts_invoice';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.pays_by_tiers()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from partner_tiers where archived_at is null) and exists (
    select from commission_rules r
      cross join lateral (
        select v.definition from commission_rule_versions v
        where v.rule_id = r.id and v.valid_from <= (now() at time zone app.time_zone())::date
        order by v.valid_from desc, v.version desc limit 1
      ) in_force
    where r.partner_id is null and in_force.definition -> 'rate' ? 'tiers'
      and (r.offer is null or exists (select from offers o where o.key = r.offer and o.archived_at is null)));
end $function$;
REVOKE EXECUTE ON FUNCTION app.pays_by_tiers() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.pays_by_tiers() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.people_of_lead(lead uuid, OUT person uuid, OUT former boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select m.person_id, bool_and(m.partner_id <> r.partner_id)
  from lead_registrations r join partner_members m on m.partner_id = any (r.former_partners || r.partner_id)
  where r.lead_id = lead and (not app.is_partner(current_setting('role')) or r.partner_id = app.partner_id())
  group by m.person_id;
end $function$;
REVOKE EXECUTE ON FUNCTION app.people_of_lead(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.people_of_lead(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.people_told(partner uuid, topic text, lead uuid, begun_by uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  with people as (
    select m.person_id, m.role, coalesce(n.colleagues_leads, m.role = 'owner') as follows,
      m.role <> 'accountant' and m.person_id = (select l.typed_by from leads l where l.id = lead) as is_theirs
    from partner_members m join profiles p on p.user_id = m.person_id and p.deleted_at is null
      left join notification_choices n on n.user_id = m.person_id
    where m.partner_id = case when topic in ('money', 'bank', 'documents') then app.partner_now(partner) else partner end
      and m.until is null
  )
  select person_id from people
  where case
    when topic = 'all_leads' then is_theirs or role in ('owner', 'manager') and follows
      or role = 'owner' and not exists (select from people where is_theirs)
    when topic in ('money', 'bank', 'documents') then role in ('owner', 'accountant')
      or role = 'manager' and topic = 'money' and person_id = begun_by
    else role = 'owner'
  end;
end $function$;
REVOKE EXECUTE ON FUNCTION app.people_told(uuid,text,uuid,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.people_told(uuid,text,uuid,uuid) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.percent_fits(percent jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(percent) = 'number'
    then percent::numeric between 0 and 100 and percent::numeric = round(percent::numeric, 2) else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.person_left(person uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select greatest(p.deleted_at, e.ended, (
        select max(coalesce(c.paid_at, c.validated_at, c.created_at)) + interval '6 years' from commissions c
        where c.partner_id in (select m.partner_id from partner_members m where m.person_id = person_left.person)))
    from profiles p join lateral (select app.partners_ended(p.user_id) as ended) e on e.ended is not null
    where p.user_id = person_left.person and p.deleted_at is not null
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.person_left(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.person_left(uuid) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.phone_key(phone text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select case when length(digits) < 6 then ''
    when phone ~ '^\s*\+33\D*0' or phone ~ '^\s*0033\D*0' then '33' || substr(ltrim(digits, '0'), 4)
    when phone ~ '^\s*\+' then digits
    when digits like '00%' then substr(digits, 3)
    when digits like '0%' and length(digits) = 10 then '33' || substr(digits, 2)
    else digits end
  from (select regexp_replace(phone, '\D', '', 'g') as digits) d
  );
end $function$;

CREATE OR REPLACE FUNCTION app.places_of_events()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select 'public.events' union all
    select format('event_months.%I', c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'event_months' and c.relkind = 'r' and not c.relispartition;
end $function$;
REVOKE EXECUTE ON FUNCTION app.places_of_events() FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.prepare_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last_number integer;
  last_day date;
begin
  select i.number, i.issued_on into last_number, last_day from invoices i where i.series = new.series order by i.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.issued_on < last_day then
    raise exception 'documents are numbered without a gap, in the order of their days'
      using errcode = 'check_violation', constraint = 'invoices_chronological';
  end if;
  if new.kind <> 'receipt' then
    perform from contracts c where c.id = new.mandate_id for share;
    if not exists (select from app.mandate_in_force(new.partner_id) m where m.id = new.mandate_id and m.signed_at <= new.issued_at) then
      raise exception 'an invoice in the name of a partner needs a mandate in force'
        using errcode = 'check_violation', constraint = 'invoices_mandate_in_force';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.programme_rules()
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select in_force.definition from offers o
      cross join lateral (
        select latest.definition, latest.offer is null as is_general from (
          select distinct on (r.id) r.offer, v.definition from commission_rules r join commission_rule_versions v on v.rule_id = r.id
          where r.partner_id is null and (r.offer is null or r.offer = o.key)
            and v.valid_from <= (now() at time zone app.time_zone())::date
          order by r.id, v.valid_from desc, v.version desc
        ) latest
        where latest.definition is not null order by is_general limit 1
      ) in_force
    where o.archived_at is null and not app.pays_by_tiers()
    order by in_force.is_general desc, o.place;
end $function$;
REVOKE EXECUTE ON FUNCTION app.programme_rules() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.programme_rules() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.read_former(former uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from app.former_partners() f where f.id = former) then
    return false;
  end if;
  perform set_config('app.partner_id', former::text, true);
  return true;
end $function$;
REVOKE EXECUTE ON FUNCTION app.read_former(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.read_former(uuid) TO passerelle_partner;

CREATE OR REPLACE FUNCTION app.read_former_by_commission(commission uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce((select app.read_former(c.partner_id) from commissions c where c.id = commission), false);
end $function$;
REVOKE EXECUTE ON FUNCTION app.read_former_by_commission(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.read_former_by_commission(uuid) TO passerelle_partner;

CREATE OR REPLACE FUNCTION app.read_former_by_invoice(invoice uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce((select app.read_former(i.partner_id) from invoices i where i.id = invoice), false);
end $function$;
REVOKE EXECUTE ON FUNCTION app.read_former_by_invoice(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.read_former_by_invoice(uuid) TO passerelle_partner;

CREATE OR REPLACE FUNCTION app.read_former_by_payout(payout uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce((select app.read_former(p.partner_id) from payouts p where p.id = payout), false);
end $function$;
REVOKE EXECUTE ON FUNCTION app.read_former_by_payout(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.read_former_by_payout(uuid) TO passerelle_partner;

CREATE OR REPLACE FUNCTION app.reads_several_languages()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  usual text := (select s.language from settings s);
begin
  return usual = 'specified'
    or exists (select from profiles p where p.deleted_at is null and p.language < usual)
    or exists (select from profiles p where p.deleted_at is null and p.language > usual);
end $function$;
REVOKE EXECUTE ON FUNCTION app.reads_several_languages() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reads_several_languages() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'what was recorded stays as it is' using errcode = 'check_violation', constraint = 'commission_facts_final';
end $function$;

CREATE OR REPLACE FUNCTION app.refused_contacts(hashes text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query select address_hash from client_addresses where address_hash = any (hashes) and refused_since is not null;
end $function$;
REVOKE EXECUTE ON FUNCTION app.refused_contacts(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.refused_contacts(text[]) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.register_leads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  decides boolean := registrations from programme_settings;
begin
  insert into lead_registrations (lead_id, partner_id, number, seq, submitted_at, state, decided_at, decided_by, protected_until)
    select id, partner_id, app.registration_number(created_at, seq), seq, created_at, registration_state,
      case when registration_state <> 'submitted' then created_at end,
      case when registration_state <> 'submitted' and decides then app.user_id() end,
      protected_until
    from (
      select id, partner_id, created_at, registration_state, protected_until, nextval('lead_submissions') as seq
      from (select * from added order by created_at, id) in_order
    ) numbered;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.registration_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  signed boolean;
begin
  if new.state <> old.state and (old.state, new.state) not in (
      ('submitted', 'accepted'), ('submitted', 'refused'), ('submitted', 'merged'), ('submitted', 'converted'),
      ('appealed', 'accepted'), ('appealed', 'refused'), ('appealed', 'converted'),
      ('refused', 'appealed'),
      ('accepted', 'extended'), ('accepted', 'expired'), ('accepted', 'converted'), ('accepted', 'refused'), ('accepted', 'merged'),
      ('accepted', 'submitted'),
      ('extended', 'expired'), ('extended', 'converted'), ('extended', 'refused'), ('extended', 'merged'),
      ('expired', 'converted'), ('converted', 'accepted'), ('converted', 'extended')) then
    raise exception 'a registration cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'lead_registrations_forward';
  end if;
  -- Again with another company alone (app.resubmit), which no role may write.
  if new.state = 'submitted' and old.state = 'accepted' and new.seq <= old.seq then
    raise exception 'an answer is not taken back' using errcode = 'check_violation', constraint = 'lead_registrations_forward';
  end if;
  if new.state = 'appealed' and old.state = 'refused' and old.appealed_at is not null then
    raise exception 'a refusal is looked at again once' using errcode = 'check_violation', constraint = 'lead_registrations_appeal_once';
  end if;
  if new.state <> old.state and 'converted' in (old.state, new.state) then
    select status = 'signe' into signed from leads where id = new.lead_id;
    if signed <> (new.state = 'converted') then
      raise exception 'a registration is converted while its lead is signed'
        using errcode = 'check_violation', constraint = 'lead_registrations_converted';
    end if;
  end if;
  if app.partner_id() = new.partner_id and (
      new.state not in (old.state, 'appealed') and 'converted' not in (old.state, new.state) and new.seq = old.seq
      or old.state in ('submitted', 'appealed') and new.state <> old.state
      or new.extension_state is distinct from old.extension_state and new.extension_state <> 'asked'
      or new.protected_until is distinct from old.protected_until and new.seq = old.seq) then
    raise exception 'nobody answers a registration of their own'
      using errcode = 'check_violation', constraint = 'lead_registrations_own';
  end if;
  if old.extension_state is distinct from new.extension_state
      and (coalesce(old.extension_state, ''), coalesce(new.extension_state, '')) not in
        (('', 'asked'), ('asked', 'granted'), ('asked', 'refused')) then
    raise exception 'an extension is asked for once' using errcode = 'check_violation', constraint = 'lead_registrations_extension_once';
  end if;
  if old.state in ('submitted', 'appealed') and new.state in ('accepted', 'converted') then
    perform app.hold_lead_contact(new.lead_id);
    if exists (
      select from app.leads_of_company(new.lead_id) other(id) join lead_registrations r on r.lead_id = other.id
      where r.state in ('accepted', 'extended', 'converted') and (r.partner_id <> new.partner_id or new.message = '')
        or r.state in ('submitted', 'appealed') and r.seq < new.seq and new.message = ''
    ) then
      raise exception 'another registration of this company is first'
        using errcode = 'check_violation', constraint = 'lead_registrations_first';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.registration_number(at timestamp with time zone, seq bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return ((('REF-'::text || to_char((at AT TIME ZONE app.time_zone()), 'YYYY'::text)) || '-'::text) || lpad((seq)::text, GREATEST(6, length((seq)::text)), '0'::text));
end $function$;

CREATE OR REPLACE FUNCTION app.release_lead_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update files set claimed_at = null, released_at = now() where id = old.file_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.remove_access(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('role') = 'passerelle_admin' and not app.has_right('partners') then
    raise exception 'removing access needs the right partners' using errcode = 'insufficient_privilege';
  end if;
  if app.role_of(person) = 'admin' then
    raise exception 'administrators cannot be deleted' using errcode = 'check_violation', constraint = 'administrators_stay';
  end if;
  delete from auth.users where id = person;
end $function$;
REVOKE EXECUTE ON FUNCTION app.remove_access(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.remove_access(uuid) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.remove_passkeys(person uuid, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  removed integer;
begin
  if current_setting('role') = 'passerelle_admin' and (person = app.user_id()
      or not (app.has_right('team') or (app.role_of(person) = 'partner' and app.has_right('partners')))) then
    raise exception 'removing passkeys needs the right partners, of staff the right team, and is never about one''s own'
      using errcode = 'insufficient_privilege';
  end if;
  delete from auth.passkeys where user_id = person;
  get diagnostics removed = row_count;
  update profiles set second_factor_reset_at = at where user_id = person and removed > 0;
  return removed;
end $function$;
REVOKE EXECUTE ON FUNCTION app.remove_passkeys(uuid,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.remove_passkeys(uuid,timestamp with time zone) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.remove_staff_records(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('role') = 'passerelle_admin' and not app.has_right('partners', 'team') then
    raise exception 'removing what staff keep needs the right partners' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from profiles where user_id = person and deleted_at is not null) then
    raise exception 'only of people who were deleted' using errcode = 'check_violation', constraint = 'staff_records_of_deleted';
  end if;
  delete from partner_notes where partner_id in (select id from partners where main_person_id = person);
  delete from last_visits where user_id = person;
  delete from email_changes where user_id = person;
  delete from saved_views where user_id = person;
end $function$;
REVOKE EXECUTE ON FUNCTION app.remove_staff_records(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.remove_staff_records(uuid) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.rename_in_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  companies uuid[];
begin
  if tg_table_name = 'leads' then
    update commissions set search_text = '' where lead_id = new.id;
    update client_payments set search_text = '' where lead_id = new.id;
    return null;
  elsif tg_table_name = 'partners' then
    companies := array[new.id];
  else
    companies := array(select id from partners where main_person_id = new.user_id);
  end if;
  update commissions set search_text = '' where partner_id = any (companies);
  update client_payments p set search_text = '' from leads l where l.partner_id = any (companies) and p.lead_id = l.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.repair_lead_facts()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  repaired bigint;
begin
  update leads l
    set registration_state = f.registration_state, protected_until = f.protected_until, client_word = f.client_word,
      client_word_at = f.client_word_at, settled = f.settled
    from app.lead_facts() f
    where f.lead_id = l.id and (l.registration_state, l.protected_until, l.client_word, l.client_word_at, l.settled)
      is distinct from (f.registration_state, f.protected_until, f.client_word, f.client_word_at, f.settled);
  get diagnostics repaired = row_count;
  return repaired;
end $function$;
REVOKE EXECUTE ON FUNCTION app.repair_lead_facts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.repair_lead_facts() TO passerelle_system;

CREATE OR REPLACE FUNCTION app.reset_second_factor(person uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  had_passkeys boolean;
begin
  if current_setting('role') = 'passerelle_admin' and (person = app.user_id()
      or not (app.has_right('team') or (app.role_of(person) = 'partner' and app.has_right('partners')))) then
    raise exception 'resetting a second factor needs the right partners, of staff the right team, and is never one''s own'
      using errcode = 'insufficient_privilege';
  end if;
  delete from auth.passkeys where user_id = person;
  had_passkeys := found;
  update auth.users set two_factor_enabled = false where id = person and two_factor_enabled;
  if not found and not had_passkeys then
    return false;
  end if;
  delete from auth.two_factors where user_id = person;
  delete from auth.sessions where user_id = person;
  update profiles set second_factor_reset_at = at where user_id = person;
  return true;
end $function$;
REVOKE EXECUTE ON FUNCTION app.reset_second_factor(uuid,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reset_second_factor(uuid,timestamp with time zone) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.restrict_leads(leads uuid[], at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('role') = 'passerelle_admin' and not app.has_right('people') then
    raise exception 'leads are restricted by those who may' using errcode = 'insufficient_privilege';
  end if;
  -- The columns that its search text is made of are named, so that it is made again.
  return query update public.leads l set restricted_at = at, name = l.name, fields = l.fields
    where l.id = any(restrict_leads.leads) and l.erased_at is null and (l.restricted_at is null) = (at is not null) returning l.id;
end $function$;
REVOKE EXECUTE ON FUNCTION app.restrict_leads(uuid[],timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.restrict_leads(uuid[],timestamp with time zone) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.resubmit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_registrations
    set state = 'submitted', seq = nextval('lead_submissions'), submitted_at = new.updated_at,
      decided_at = null, decided_by = null, message = '', protected_until = null, reminded_days = null
    where lead_id = new.id and (select registrations from programme_settings)
      and (state = 'submitted' or state = 'accepted' and (new.company_key <> old.company_key
        or new.company = '' and (lower(new.email) <> lower(old.email) or new.phone_key <> old.phone_key)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.revealed_iban(partner uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select iban_encrypted from payment_infos
  where partner_id = partner and app.has_right('bank_details') and exists (
    select from events e
    where e.name = 'payment_info.iban_revealed' and e.subject_id = partner and e.partner_id = partner
      and e.audience = 'partner' and e.actor_id = app.user_id() and age(e.xmin) <= 0
  )
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.revealed_iban(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.revealed_iban(uuid) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.role_of(person uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return coalesce((select role from user_roles where user_id = person), 'partner');
end $function$;

CREATE OR REPLACE FUNCTION app.rounded_part(reason jsonb, exact numeric, gross bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (case when coalesce((reason ->> 'shareBasisPoints')::integer, 10000) = 10000 then round(exact)
    else greatest(floor(exact), least(ceil(exact), gross)) end)::bigint;
end $function$;

CREATE OR REPLACE FUNCTION app.rule_fits(rule jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(rule) = 'object' and jsonb_typeof(rule -> 'cap') = 'object'
      and jsonb_typeof(rule -> 'bonuses') = 'array' and jsonb_typeof(rule -> 'when') = 'object' then coalesce(
      rule ?& array['base', 'rate', 'fixedCents', 'when', 'cap', 'bonuses', 'reduction']
        and (rule - array['base', 'rate', 'fixedCents', 'when', 'cap', 'bonuses', 'reduction']) = '{}'
        and rule ->> 'base' in ('estimate', 'client_payment')
        and (rule -> 'rate' in ('null', '{"tiers": true}')
          or jsonb_typeof(rule -> 'rate') = 'object' and (rule -> 'rate') - 'percent' = '{}'
            and app.percent_fits(rule #> '{rate,percent}'))
        and app.sum_fits(rule -> 'fixedCents', true)
        and (rule -> 'rate' <> 'null' or rule -> 'fixedCents' <> 'null')
        and (rule -> 'when' = '{"always": true}' or rule ->> 'base' = 'client_payment' and (rule -> 'when' = '{"first": true}'
          or (rule -> 'when') - 'months' = '{}' and app.whole_fits(rule #> '{when,months}', 1, 120)))
        and ((rule -> 'cap') - array['leadCents', 'yearCents']) = '{}'
        and app.sum_fits(rule #> '{cap,leadCents}', true) and app.sum_fits(rule #> '{cap,yearCents}', true)
        and jsonb_array_length(rule -> 'bonuses') <= 10
        and not exists (select from jsonb_array_elements(rule -> 'bonuses') b where not app.bonus_fits(b))
        and (rule -> 'reduction' = 'null' or jsonb_typeof(rule -> 'reduction') = 'object' and (rule -> 'reduction') - 'months' = '{}'
          and app.whole_fits(rule #> '{reduction,months}', 1, 120)), false)
    else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.rule_for(partner uuid, of_offer text, day date)
 RETURNS commission_rule_versions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  found commission_rule_versions;
begin
  select v.rule_id, v.version, v.valid_from, v.definition, v.published_by, v.published_at
  into found
  from commission_rules r cross join lateral (
    select * from commission_rule_versions w where w.rule_id = r.id and w.valid_from <= day
    order by w.valid_from desc, w.version desc limit 1) v
  where (r.partner_id is null or r.partner_id = partner) and (r.offer is null or r.offer = of_offer) and v.definition is not null
  order by r.partner_id is null, r.offer is null limit 1;
  return found;
end $function$;
REVOKE EXECUTE ON FUNCTION app.rule_for(uuid,text,date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.search_all_leads(needle text, stage text, after_at timestamp with time zone, after_id uuid, page_size integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from lead_fields where searchable and partner_access = 'none') then
    return query select app.search_leads(needle, stage, after_at, after_id, page_size);
    return;
  end if;
  return query
    select page.id from (
      select l.id, l.created_at from leads l
        where l.id = any(array(select app.search_leads(needle, stage, after_at, after_id, page_size)))
      union
      (select l.id, l.created_at from lead_staff_fields s join leads l on l.id = s.lead_id
        where s.search_text like needle and (stage is null or l.status = stage) and (l.created_at, l.id)
          < (coalesce(after_at, 'infinity'), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by l.created_at desc, l.id desc limit page_size)
    ) page order by page.created_at desc, page.id desc limit page_size;
end $function$;
REVOKE EXECUTE ON FUNCTION app.search_all_leads(text,text,timestamp with time zone,uuid,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.search_all_leads(text,text,timestamp with time zone,uuid,integer) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.search_commission_stats(pattern text, partner uuid, from_at timestamp with time zone, until_at timestamp with time zone)
 RETURNS TABLE(status text, count bigint, revenue_cents bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query execute
    'select status, count(*), sum(revenue_cents)::bigint, sum(amount_cents)::bigint from commissions where search_text like $1'
    || case when partner is null then '' else ' and partner_id = $2' end
    || case when from_at is null then '' else ' and created_at >= $3' end
    || case when until_at is null then '' else ' and created_at < $4' end || ' group by status'
    using pattern, partner, from_at, until_at;
end $function$;
REVOKE EXECUTE ON FUNCTION app.search_commission_stats(text,uuid,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.search_commission_stats(text,uuid,timestamp with time zone,timestamp with time zone) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.search_commissions(pattern text, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query execute 'select id from commissions where search_text like $1 limit $2' using pattern, most;
end $function$;
REVOKE EXECUTE ON FUNCTION app.search_commissions(text,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.search_commissions(text,integer) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.search_field_values(field_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  update leads set fields = fields where fields ? field_key;
  update lead_staff_fields set fields = fields where fields ? field_key;
end $function$;
REVOKE EXECUTE ON FUNCTION app.search_field_values(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.search_field_values(text) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.search_lead_stats(needle text, from_at timestamp with time zone, until_at timestamp with time zone)
 RETURNS TABLE(status text, count bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query execute
    'select status, count(*), sum(estimated_amount_cents)::bigint from leads where '
    || case when exists (select from lead_fields where searchable and partner_access = 'none')
      then '(search_text like $1 or id = any(array(select lead_id from lead_staff_fields where search_text like $1)))'
      else 'search_text like $1' end
    || case when from_at is null then '' else ' and created_at >= $2' end
    || case when until_at is null then '' else ' and created_at < $3' end || ' group by status'
    using needle, from_at, until_at;
end $function$;
REVOKE EXECUTE ON FUNCTION app.search_lead_stats(text,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.search_lead_stats(text,timestamp with time zone,timestamp with time zone) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.search_leads(needle text, stage text, after_at timestamp with time zone, after_id uuid, page_size integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  before_at timestamptz := coalesce(after_at, 'infinity');
  before_id uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  has_trigrams boolean := needle ~ '[[:alnum:]]{3}';
  depth integer;
  walked integer := 0;
  found_ids uuid[] := '{}';
begin
  foreach depth in array array[150, 1500, case when has_trigrams then 9000 end] loop
    if stage is null then
      found_ids := found_ids || array(
        select id from (
          select id, created_at, search_text from leads
          where created_at > '-infinity' and (created_at, id) < (before_at, before_id)
          order by created_at desc, id desc limit depth - walked offset walked
        ) newest where search_text like needle order by created_at desc, id desc limit page_size - cardinality(found_ids)
      );
    else
      found_ids := found_ids || array(
        select id from (
          select id, created_at, search_text from leads
          where created_at > '-infinity' and status = stage and (created_at, id) < (before_at, before_id)
          order by created_at desc, id desc limit depth - walked offset walked
        ) newest where search_text like needle order by created_at desc, id desc limit page_size - cardinality(found_ids)
      );
    end if;
    if depth is null or cardinality(found_ids) = page_size then
      return query select unnest(found_ids);
      return;
    end if;
    if has_trigrams and walked = 0 and (select sum(count) <= 1500 from lead_totals) then
      return query
        select id from (select id, created_at, status from leads where search_text like needle offset 0) matching
        where (created_at, id) < (before_at, before_id) and (stage is null or status = stage)
        order by created_at desc, id desc limit page_size;
      return;
    end if;
    exit when has_trigrams and cardinality(found_ids) * (9000 / depth) < page_size;
    walked := depth;
  end loop;
  return query execute
    'select id from leads where created_at > ''-infinity'' and (created_at, id) < ($3, $4) and search_text like $1'
    || case when stage is null then '' else ' and status = $2' end
    || ' order by created_at desc, id desc limit $5'
    using needle, stage, before_at, before_id, page_size;
end $function$;
REVOKE EXECUTE ON FUNCTION app.search_leads(text,text,timestamp with time zone,uuid,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.search_leads(text,text,timestamp with time zone,uuid,integer) TO passerelle_admin, passerelle_system;

CREATE OR REPLACE FUNCTION app.search_leads_alike(words text[], swapped text, likeness real, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  perform set_config('pg_trgm.word_similarity_threshold', likeness::text, true);
  return query
    select id from (
      select l.id, l.search_text from leads l
      where (l.search_text %> words[1] or l.search_text ~ swapped)
        and (words[2] is null or l.search_text %> words[2]) and (words[3] is null or l.search_text %> words[3])
      limit most
    ) alike
    order by word_similarity(words[1], search_text) desc, id desc;
end $function$;
REVOKE EXECUTE ON FUNCTION app.search_leads_alike(text[],text,real,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.search_leads_alike(text[],text,real,integer) TO passerelle_admin;

CREATE OR REPLACE FUNCTION app.session(session_token text, at timestamp with time zone, longest interval, OUT session_id uuid, OUT user_id uuid, OUT role text, OUT staff_role text, OUT viewer_id uuid, OUT partner_id uuid, OUT partner_role text, OUT sees_amounts boolean, OUT shares_leads boolean, OUT contract_signed boolean, OUT two_factor boolean, OUT language text, OUT updated_at timestamp with time zone, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  select s.id, coalesce(v.person_id, s.user_id),
    case when v.partner_id is null then coalesce(r.role, 'partner') else 'partner' end,
    case when v.partner_id is null then r.staff_role end,
    case when v.partner_id is not null then s.user_id end,
    coalesce(v.partner_id, m.partner_id), coalesce(v.role, m.role), coalesce(v.sees_amounts, m.sees_amounts),
    (v.partner_id is not null or coalesce(r.role, 'partner') = 'partner')
      and exists (select from lead_shares o where o.partner_id = coalesce(v.partner_id, m.partner_id)),
    coalesce(n.status = 'signe', false),
    v.partner_id is null and coalesce(u.two_factor_enabled, false),
    -- A view of a partner's pages has their language.
    coalesce(case when v.partner_id is null then p.language else v.language end, (select t.language from settings t)),
    s.updated_at, least(s.expires_at, s.created_at + longest, v.ends_at)
  into session_id, user_id, role, staff_role, viewer_id, partner_id, partner_role, sees_amounts, shares_leads,
    contract_signed, two_factor, language, updated_at, ends_at
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    join profiles p on p.user_id = s.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = s.user_id
    left join partner_members m on m.person_id = s.user_id and m.until is null
    left join lateral (
      select w.partner_id, w.ends_at, q.user_id as person_id, q.language, o.role, o.sees_amounts
      from partner_views w
        join profiles q on q.user_id = w.person_id and q.deleted_at is null
        join partner_members o on o.person_id = q.user_id and o.partner_id = w.partner_id and o.until is null
        join staff_rights t on t.staff_role = r.staff_role and t.right_name = 'partners'
      where w.session_id = s.id and w.ends_at > at and app.role_of(w.person_id) = 'partner'
    ) v on true
    left join lateral app.newest_main_contract(coalesce(v.partner_id, m.partner_id)) n on true
  where s.token = session_token and s.expires_at > at and s.created_at + longest > at
    and (r.role = 'admin' or m.partner_id is not null);
end $function$;
REVOKE EXECUTE ON FUNCTION app.session(text,timestamp with time zone,interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.session(text,timestamp with time zone,interval) TO passerelle_anonymous, passerelle_system;

CREATE OR REPLACE FUNCTION app.session_method(session uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select method from auth.sessions where id = session
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.session_method(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.session_method(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.set_client_payment_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lead record;
begin
  select case when h.number is null then l.name else '' end as name, coalesce(h.number, l.company) as company,
      coalesce(h.number, l.client_name) as client_name, p.full_name as partner into lead
    from leads l join partners c on c.id = l.partner_id join profiles p on p.user_id = c.main_person_id
      cross join lateral (select case when l.restricted_at is not null then app.hidden_client(l.id) end as number) h
    where l.id = new.lead_id;
  new.partner_key := app.unaccent(lower(lead.partner));
  new.lead_key := app.unaccent(lower(lead.client_name));
  new.search_text := app.unaccent(lower(concat_ws(' ', new.reference, lead.name, lead.company, lead.partner)));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.set_commission_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  partner text := (
    select p.full_name from partners c join profiles p on p.user_id = c.main_person_id where c.id = new.partner_id);
  lead record;
begin
  select coalesce(h.number, l.name) as name, case when h.number is null then l.company else '' end as company into lead
    from leads l cross join lateral (select case when l.restricted_at is not null then app.hidden_client(l.id) end as number) h
    where l.id = new.lead_id;
  new.partner_key := app.unaccent(lower(partner));
  new.lead_key := app.unaccent(lower(coalesce(lead.name, new.description)));
  new.search_text := app.unaccent(lower(concat_ws(' ', partner, lead.name, lead.company, new.description)));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.share_in_list(lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own integer := (select s.share from lead_shares s where (s.lead_id, s.partner_id) = (lead, app.partner_id()));
begin
  if own is null and not (current_setting('role') in ('passerelle_admin', 'passerelle_system')
      or exists (select from leads l where l.id = lead and l.partner_id = app.partner_id())) then
    return null;
  end if;
  return jsonb_build_object('isOthers', own is not null, 'percent', trim_scale(
    coalesce(own, (select 10000 - sum(s.share) from lead_shares s where s.lead_id = lead)) / 100.0));
end $function$;
REVOKE EXECUTE ON FUNCTION app.share_in_list(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.share_in_list(uuid) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.share_of(lead uuid, partner uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select coalesce(sum(share) filter (where partner_id = partner), 10000 - coalesce(sum(share), 0))::integer
  from lead_shares where lead_id = lead
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.share_of(uuid,uuid) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.shared_leads()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select coalesce(array_agg(lead_id), '{}') from lead_shares where partner_id = app.partner_id()
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.shared_leads() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.shared_leads() TO passerelle_partner;

CREATE OR REPLACE FUNCTION app.sign_in_provider()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select name from identity_providers where enabled
  );
end $function$;
REVOKE EXECUTE ON FUNCTION app.sign_in_provider() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.sign_in_provider() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.sum_fits(cents jsonb, optional boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return jsonb_typeof(cents) = 'null' and optional or app.whole_fits(cents, 1, 100000000000);
end $function$;

CREATE OR REPLACE FUNCTION app.sweep_sessions(at timestamp with time zone, longest interval, links_live interval)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform set_config('app.sessions_run_out', 'yes', true);
  delete from auth.sessions where expires_at <= at or created_at + longest <= at;
  perform set_config('app.sessions_run_out', '', true);
  delete from auth.ended_sessions where ended_at + links_live <= at;
end $function$;
REVOKE EXECUTE ON FUNCTION app.sweep_sessions(timestamp with time zone,interval,interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.sweep_sessions(timestamp with time zone,interval,interval) TO passerelle_auth;

CREATE OR REPLACE FUNCTION app.take_address(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update profiles set address_taken = false where user_id = person and address_taken;
  return true;
exception when unique_violation then
  return false;
end $function$;
REVOKE EXECUTE ON FUNCTION app.take_address(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.take_address(uuid) TO passerelle_system;

CREATE OR REPLACE FUNCTION app.taken_part(reason jsonb, exact numeric, gross bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (case when coalesce((reason ->> 'shareBasisPoints')::integer, 10000) = 10000 or abs(gross - exact) >= 100
    then round(exact) else gross end)::bigint;
end $function$;

CREATE OR REPLACE FUNCTION app.tier_of(person uuid)
 RETURNS partner_tiers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  found partner_tiers;
begin
  select * into found from partner_tiers
    where archived_at is null and min_revenue_cents <= app.tier_revenue(person)
    order by tier_order desc limit 1;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION app.tier_revenue(person uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (COALESCE((SELECT sum(commission_stats.revenue_cents) AS sum FROM commission_stats WHERE ((commission_stats.partner_id = tier_revenue.person) AND (commission_stats.status = ANY (ARRAY['valide'::text, 'paye'::text])))), (0)::numeric))::bigint;
end $function$;

CREATE OR REPLACE FUNCTION app.tier_stats()
 RETURNS TABLE(tiers integer, lowest_rate numeric, highest_rate numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select count(*)::integer, min(commission_rate), max(commission_rate) from partner_tiers where archived_at is null;
end $function$;
REVOKE EXECUTE ON FUNCTION app.tier_stats() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.tier_stats() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.time_zone()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select time_zone from programme_settings);
end $function$;
REVOKE EXECUTE ON FUNCTION app.time_zone() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.time_zone() TO passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.told_by_former_tool(added uuid[], at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lead_notices n set state = 'otherwise', how = 'former_tool', settled_at = at, settled_by = app.user_id()
    from leads l
    where l.id = n.lead_id and l.id = any(added) and l.created_at = at and n.state = 'due'
      and (l.typed_by = app.user_id() or app.has_right('leads'));
end $function$;
REVOKE EXECUTE ON FUNCTION app.told_by_former_tool(uuid[],timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.told_by_former_tool(uuid[],timestamp with time zone) TO passerelle_admin, passerelle_partner;

CREATE OR REPLACE FUNCTION app.total_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  change record;
  zone text;
begin
  lock table commission_totals in row exclusive mode;
  zone := app.time_zone();
  if tg_op = 'INSERT' then
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select app.month_of(created_at, zone) as month, status, count(*) as n, sum(revenue_cents)::bigint as revenue,
        sum(amount_cents)::bigint as cents
      from added group by 1, 2
    ) change;
    for change in
      select partner_id, sum(revenue_cents)::bigint as revenue, sum(amount_cents)::bigint as cents
      from added where status in ('valide', 'paye') group by 1 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
  elsif tg_op = 'DELETE' then
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select app.month_of(created_at, zone) as month, status, -count(*) as n, -sum(revenue_cents)::bigint as revenue,
        -sum(amount_cents)::bigint as cents
      from removed group by 1, 2
    ) change;
    for change in
      select partner_id, -sum(revenue_cents)::bigint as revenue, -sum(amount_cents)::bigint as cents
      from removed where status in ('valide', 'paye') group by 1 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
  else
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select month, status, sum(n)::bigint as n, sum(revenue)::bigint as revenue, sum(cents)::bigint as cents from (
        select app.month_of(created_at, zone) as month, status, 1 as n, revenue_cents as revenue, amount_cents as cents from added
        union all select app.month_of(created_at, zone), status, -1, -revenue_cents, -amount_cents from removed
      ) both_sides group by 1, 2
    ) change where n <> 0 or revenue <> 0 or cents <> 0;
    for change in
      select partner_id, sum(revenue)::bigint as revenue, sum(cents)::bigint as cents from (
        select partner_id, status, revenue_cents as revenue, amount_cents as cents from added
        union all select partner_id, status, -revenue_cents, -amount_cents from removed
      ) both_sides
      where status in ('valide', 'paye') group by 1 having sum(revenue) <> 0 or sum(cents) <> 0 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.trader_keys(companies text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from leads where trader_hash <> '' and erased_at is not null) then
    return query select distinct app.company_key(c) from unnest(companies) c where c <> '';
  end if;
end $function$;
REVOKE EXECUTE ON FUNCTION app.trader_keys(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.trader_keys(text[]) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.unaccent(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if value ~ '[^ -~\u00a1-\u00ac\u00ae-\u02ff]|  ' then
    value := regexp_replace(normalize(value),
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
      '\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      '\U000e0000-\U000e0fff]+', '', 'g');
    value := regexp_replace(value, '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+',
      ' ', 'g');
  end if;
  return public.unaccent('public.unaccent', value);
end $function$;

CREATE OR REPLACE FUNCTION app.uploaded_invoice_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  payout_status text;
begin
  if (new.payout_id, new.partner_id, new.number, new.issued_on, new.net_cents, new.vat_cents, new.file_id, new.submitted_at)
      is distinct from
      (old.payout_id, old.partner_id, old.number, old.issued_on, old.net_cents, old.vat_cents, old.file_id, old.submitted_at) then
    raise exception 'an uploaded invoice is never changed' using errcode = 'check_violation', constraint = 'uploaded_invoices_final';
  end if;
  select status into payout_status from payouts where id = new.payout_id for update;
  if not (
    ((old.status, new.status) in (('submitted', 'accepted'), ('submitted', 'refused')) and payout_status <> 'cancelled')
    -- Accepted by mistake: until the payout is approved.
    or ((old.status, new.status) = ('accepted', 'submitted') and payout_status = 'issued')
    or (old.status in ('submitted', 'accepted') and new.status = 'cancelled' and payout_status = 'cancelled')
  ) then
    raise exception 'an uploaded invoice cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'uploaded_invoices_forward';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION app.version_over_all(partner uuid, first_day date, by_then timestamp with time zone)
 RETURNS commission_rule_versions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  found commission_rule_versions;
begin
  select v.rule_id, v.version, v.valid_from, v.definition, v.published_by, v.published_at
  into found
  from commission_rules r cross join lateral (
    select * from commission_rule_versions w where w.rule_id = r.id and w.valid_from <= first_day and w.published_at <= by_then
    order by w.valid_from desc, w.version desc limit 1) v
  where (r.partner_id is null or r.partner_id = partner) and r.offer is null and v.definition is not null
  order by r.partner_id is null limit 1;
  return found;
end $function$;
REVOKE EXECUTE ON FUNCTION app.version_over_all(uuid,date,timestamp with time zone) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.vigilance_document_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  loses_copy boolean := old.status = 'verified' and new.status = 'verified' and old.kind = 'identity' and new.file_id is null;
begin
  if not loses_copy and (old.status, new.status) not in (
      ('requested', 'received'), ('requested', 'withdrawn'), ('received', 'verified'), ('received', 'refused')) then
    raise exception 'a document cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'vigilance_documents_forward';
  end if;
  if (new.partner_id, new.kind, new.label, new.requested_at, new.requested_by)
      is distinct from (old.partner_id, old.kind, old.label, old.requested_at, old.requested_by)
      or (old.status <> 'requested' and (new.received_at, new.issued_on, new.expires_on, new.security_code)
        is distinct from (old.received_at, old.issued_on, old.expires_on, old.security_code))
      or (old.status <> 'requested' and not loses_copy and new.file_id is distinct from old.file_id) then
    raise exception 'what was uploaded is final' using errcode = 'check_violation', constraint = 'vigilance_documents_final';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.void_client_confirmations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update client_confirmations set voided_at = new.updated_at where lead_id = new.id and voided_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.void_client_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.is_client_list_void := exists (select from client_addresses where never_since is not null);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.wanted_events(names text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return array(
    select n from unnest(names) n where exists (select from webhook_endpoints w where w.enabled and n = any(w.events)));
end $function$;
REVOKE EXECUTE ON FUNCTION app.wanted_events(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.wanted_events(text[]) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.wanted_news(names text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if app.user_id() is not null and app.role_of(app.user_id()) <> 'partner' then
    return array_remove(names, 'lead.created');
  end if;
  if exists (select from notification_choices
    where news_at_once && array['partner_added_lead', 'partner_answered', 'partner_moved_lead']) then
    return names;
  end if;
  return '{}';
end $function$;
REVOKE EXECUTE ON FUNCTION app.wanted_news(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.wanted_news(text[]) TO passerelle_admin, passerelle_partner, passerelle_system;

CREATE OR REPLACE FUNCTION app.whole_fits(number jsonb, low bigint, high bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(number) = 'number'
    then number::numeric between low and high and number::numeric = trunc(number::numeric) else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.write_field_values(field_key text, written jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  if (select partner_access = 'none' from lead_fields where key = field_key) then
    insert into lead_staff_fields as s (lead_id, fields)
      select (w ->> 'id')::uuid, jsonb_strip_nulls(jsonb_build_object(field_key, w -> 'value')) from jsonb_array_elements(written) w
      on conflict (lead_id) do update set fields = (s.fields - field_key) || excluded.fields;
  else
    update leads l set fields = (l.fields - field_key) || jsonb_strip_nulls(jsonb_build_object(field_key, w -> 'value'))
      from jsonb_array_elements(written) w where l.id = (w ->> 'id')::uuid;
  end if;
end $function$;
REVOKE EXECUTE ON FUNCTION app.write_field_values(text,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.write_field_values(text,jsonb) TO passerelle_admin;
