import { firstNames, lastNames } from '../../demo/content.ts'
import { plain, textArray } from './random-sql.ts'
import { endOf, type WorldSizes } from './world-sizes.ts'

export const worldDays = 730
export const cities = (
  'Nantes Rennes Angers Brest Lorient Vannes Quimper Niort Poitiers Tours Orléans Nîmes Béziers ' +
  'Évreux Épinal Mâcon Sète Thônes'
).split(' ')

/** Partners with their colleagues, one administrator (number 0) and the partners' signed contracts. */
export function peopleSql({ partners, until, colleagues }: WorldSizes): string[] {
  const since = `${endOf({ until })} - interval '${worldDays + 1} days'`
  const first = textArray(firstNames)
  const last = textArray(lastNames)
  return [
    `create temp table people as
      select n as number, pg_temp.id_at(${since} + n * interval '1 second', n, 1) as user_id, ${since} as since,
        pg_temp.pick(${first}, n, 1) || ' ' || pg_temp.pick(${last}, n, 2) as full_name,
        pg_temp.pick(${textArray(firstNames.map(plain))}, n, 1) || '.' || pg_temp.pick(${textArray(lastNames.map(plain))}, n, 2)
          || '.' || n || '@reseau.example' as email,
        pg_temp.pick(${last}, n, 2) || ' Conseil ' || pg_temp.pick(${textArray(cities)}, n, 3) as company
      from generate_series(0, ${partners}) n`,
    'create unique index on people (number)',
    'analyze people',
    `insert into profiles (user_id, full_name, company, email, created_at, joined_at)
      select user_id, full_name, company, email, since, since from people order by number`,
    `insert into user_roles (user_id, role, staff_role) select user_id, case number when 0 then 'admin' else 'partner' end,
      case number when 0 then 'administrator' end
      from people order by number`,
    `insert into partners (id, main_person_id, created_at) select user_id, user_id, since from people where number > 0`,
    `insert into partner_members (partner_id, person_id, role, since)
      select user_id, user_id, 'owner', since from people where number > 0`,
    `insert into contracts (id, user_id, contract_type, status, title, link, created_at, signed_at, signing_method)
      select pg_temp.id_at(since + interval '1 day', number, 2), user_id, 'main', 'signe', 'Contrat de partenariat',
        'https://documents.example/contrat.pdf', since + interval '1 day', since + interval '1 day', 'validated'
      from people where number > 0 order by number`,
    ...colleaguesSql(colleagues),
  ]
}

/** People who belong to a partner beside its owner: the first is a manager, the second an accountant, all others are members. */
function colleaguesSql(colleagues: number): string[] {
  return [
    `create temp table colleagues as
      select p.number, place, p.user_id as partner_id, pg_temp.id_at(since, number * 100 + place, 4) as user_id, since,
        pg_temp.pick(${textArray(firstNames)}, number * 100 + place, 5) || ' ' || pg_temp.pick(${textArray(lastNames)}, number, 6)
          as full_name,
        'colleague' || place || '.' || p.email as email, company
      from people p cross join generate_series(1, ${colleagues}) place where number > 0`,
    'create unique index on colleagues (number, place)',
    'analyze colleagues',
    `insert into profiles (user_id, full_name, company, email, created_at, joined_at)
      select user_id, full_name, company, email, since, since from colleagues order by number, place`,
    "insert into user_roles (user_id, role) select user_id, 'partner' from colleagues order by number, place",
    `insert into partner_members (partner_id, person_id, role, since)
      select partner_id, user_id, case place when 1 then 'manager' when 2 then 'accountant' else 'member' end, since
      from colleagues order by number, place`,
  ]
}
