import { firstNames, lastNames, notes, trades } from '../../demo/content.ts'
import { leadStatuses } from '../../test/default-stages.ts'
import { fieldValuesOf } from './fields-sql.ts'
import { commissionStatus } from './money-sql.ts'
import { cities, worldDays } from './people-sql.ts'
import { plain, textArray } from './random-sql.ts'
import { endOf, signableIn, type WorldSizes } from './world-sizes.ts'

const trade = textArray(trades)
const city = textArray(cities)
const last = textArray(lastNames)
const plainWords = (words: readonly string[]) => textArray(words.map(plain))

/** How often a lead ends in each column, in percent and added up, in the order of the columns. */
const ends = [24, 42, 58, 78, 100]
const drawnStatus = `case ${leadStatuses
  .map((status, index) => `when roll * 100 < ${ends[index]} then '${status}'`)
  .join(' ')} end`

/**
 * Leads in the order in which they came, over two years. A few partners bring most of them, and the first partner has a long
 * column of new ones. Those that staff are to sign have a company of their own, since no second partner may sign one.
 */
export function leadsSql({ leads, partners, column, until, customFields, colleagues }: WorldSizes): string {
  const share = `${column}::numeric / ${leads}`
  return `
    insert into leads (id, partner_id, typed_by, name, company, email, phone, estimated_amount_cents, offer_type, notes, status,
      created_at, updated_at, stage_since, fields, registration_state, settled, company_key, phone_key, search_text)
    select *, case status when 'signe' then 'converted' else 'accepted' end,
      status = 'signe' and ${commissionStatus({ until }, 'created_at')} <> 'en_attente',
      app.company_key(company), app.phone_key(phone),
      app.unaccent(lower(name || ' ' || company || ' ' || email || coalesce(' ' || (fields ->> 'town'), '')))
    from (
    select pg_temp.id_at(at, n, 3), p.user_id, coalesce(c.user_id, p.user_id) as typed_by,
      pg_temp.pick(${textArray(firstNames)}, n, 11) || ' ' || pg_temp.pick(${last}, n, 12) as name,
      pg_temp.pick(${trade}, n, 13) || ' ' || pg_temp.pick(${last}, n, 14) || ' ' || pg_temp.pick(${city}, n, 15)
        || case status when '${signableIn}' then ' ' || n else '' end as company,
      pg_temp.pick(${plainWords(firstNames)}, n, 11) || '.' || pg_temp.pick(${plainWords(lastNames)}, n, 12) || n || '@'
        || pg_temp.pick(${plainWords(trades)}, n, 13) || pg_temp.pick(${plainWords(lastNames)}, n, 14)
        || pg_temp.pick(${plainWords(cities)}, n, 15) || '.example' as email,
      '02 40 ' || 10 + floor(pg_temp.roll(n, 16) * 89) || ' ' || 10 + floor(pg_temp.roll(n, 17) * 89) as phone,
      round(20 + pg_temp.roll(n, 18) * pg_temp.roll(n, 19) * 400)::bigint * 10000,
      pg_temp.pick(${textArray(['automation', 'star', 'custom'])}, n, 20), pg_temp.pick(${textArray(notes)}, n, 21),
      case when in_column then 'nouveau' when p.number = 1 and status = 'nouveau' then 'refuse' else status end as status,
      at as created_at, at as updated_at, at as stage_since, ${customFields ? fieldValuesOf : "'{}'::jsonb"} as fields
    from (
      select n, at, in_column, ${drawnStatus} as status,
        case when in_column then 1 else 1 + floor(${partners} * power(pg_temp.roll(n, 22), 2))::integer end as partner
      from (
        select n, pg_temp.roll(n, 23) as roll, floor((n + 1) * ${share}) > floor(n * ${share}) as in_column,
          date_trunc('milliseconds', ${endOf({ until })} - interval '1 minute'
            - (1 - (n + pg_temp.roll(n, 24)) / ${leads}) * ${worldDays} * interval '1 day') as at
        from generate_series(0, ${leads - 1}) n offset 0
      ) drawn offset 0
    ) l join people p on p.number = l.partner
    left join colleagues c on c.number = l.partner and c.place <> 2 and c.place = n % ${colleagues + 1}
    order by at
    ) named`
}
