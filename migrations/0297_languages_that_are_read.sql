-- Names are asked for in other languages only where somebody reads one: in the specification's mixture of two, or where a person
-- has chosen another language than the portal's. Both ends of the index are looked at, however many people have chosen one.
create index profiles_by_language on profiles (language) where deleted_at is null and language is not null;

create function app.reads_several_languages() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  usual text := (select s.language from settings s);
begin
  return usual = 'specified'
    or exists (select from profiles p where p.deleted_at is null and p.language < usual)
    or exists (select from profiles p where p.deleted_at is null and p.language > usual);
end $$;
revoke execute on function app.reads_several_languages() from public;
grant execute on function app.reads_several_languages()
  to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;
