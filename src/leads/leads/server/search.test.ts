import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadStatuses } from '#test/default-stages.ts'
import { inOrder } from '#test/in-order.ts'
import { sampleLead } from '#test/lead-samples.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type LeadInList, type LeadInput, leadRoutes } from '../api/leads.ts'
import { type LeadField, leadFieldNames } from '../domain/lead-fields.ts'

const names = ['Élise Guérin', 'Anne-Sophie Œuf', 'Jean 100 % Net', 'Paul_Martin', 'Back\\slash', "Zoé L'Hôte", 'ÇA VA', 'Bo']
const companies = ['Boulangerie Mâcon', 'SARL D%o', 'A_B', 'Ab', 'CAFÉ DES ÉTANGS', 'Étude & Fils', 'Transports Noël']
/** The fields that the specification names, which are in `search_text` with its index and statistics. */
const searched: readonly LeadField[] = ['name', 'company', 'email']

const needles = [
  'e',
  'é',
  'ma',
  'MÂC',
  'elise',
  'guerin boul',
  '%',
  '_',
  'a_b',
  '\\',
  '100 %',
  "l'h",
  'œuf',
  'noel ',
  'lead17@',
  'zzz',
  'a b',
]

describe.each(databaseKinds('every'))('search of leads on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let paul: Client

  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
    paul = await app.newPartner('paul@exemple.fr')
    const rows = Array.from({ length: 140 }, (_, index) => ({
      id: newId(),
      partner_id: index % 3 === 0 ? marie.userId : paul.userId,
      name: names[index % names.length] as string,
      company: companies[index % companies.length] as string,
      email: `lead${index}@exemple.fr`,
      estimated_amount_cents: index * 100,
      offer_type: 'star' as const,
      status: (['nouveau', 'premier_contact', 'call_effectue', 'refuse'] as const)[index % 4] as 'nouveau',
      // Pairs share a time, so that the id decides the order.
      created_at: new Date(app.now.getTime() - Math.floor(index / 2) * 1000),
      updated_at: app.now,
    }))
    await app.portal.database.asActor(system, (tx) => tx.insertInto('leads').values(rows).execute())
  })
  afterAll(() => app.close())

  async function all(client: Client, query: object): Promise<LeadInList[]> {
    const leads: LeadInList[] = []
    let cursor: string | null = null
    do {
      const page: { items: LeadInList[]; nextCursor: string | null } = await client.call(leadRoutes.listLeads, {
        query: { ...query, fields: 'all', limit: 7, ...(cursor ? { cursor } : {}) },
      })
      leads.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    return leads
  }

  it.each(['staff', 'a partner'])('%s gets the same pages, count and total as a scan of every lead', async (who) => {
    const client = who === 'staff' ? app.admin : marie
    const everything = await all(client, {})
    expect(everything).toHaveLength(who === 'staff' ? 140 : 47)
    for (const search of needles) {
      const matching = everything.filter((lead) =>
        foldText(`${lead.name} ${lead.company} ${lead.email}`).includes(foldText(search.trim())),
      )
      expect(await all(client, { search }), search).toEqual(matching)
      const { byStatus: columns } = await client.call(leadRoutes.leadSummary, { query: { search } })
      for (const status of leadStatuses) {
        const inColumn = matching.filter((lead) => lead.status === status)
        expect(await all(client, { search, status }), `${search} in ${status}`).toEqual(inColumn)
        const amountCents = inColumn.reduce((sum, lead) => sum + lead.estimatedAmountCents, 0)
        expect(columns, search).toContainEqual({ status, count: inColumn.length, amountCents })
      }
    }
  })

  it('a lead is found by each field that is searched, and by no other', async () => {
    const other = await app.newPartner('zita@exemple.fr')
    const rare: LeadInput = {
      ...sampleLead,
      name: 'Wyxoname',
      company: 'Wyxocompany',
      email: 'wyxo-mail@exemple.fr',
      website: 'https://wyxoweb.example',
      estimatedAmountCents: 987_654_300,
      notes: 'Wyxonotes',
    }
    await other.call(leadRoutes.addLead, { body: rare })
    const rows = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('lead_fields').select(['key', 'column_searched']).where('column_name', 'is not', null).execute(),
    )
    const isSearched = (field: LeadField) => rows.find(({ key }) => key === field)?.column_searched === true
    expect(leadFieldNames.filter(isSearched)).toEqual(expect.arrayContaining([...searched]))
    for (const field of leadFieldNames) {
      const matches = await all(other, { search: String(rare[field]) })
      expect([field, matches.length]).toEqual([field, isSearched(field) ? 1 : 0])
    }
  })

  it('text is folded in the browser as the database folds it', async () => {
    const letters = "aàâäá bcç deéèêë iîïí noñóôö œŒ æÆ uùûüú yÿ AÀÂÄ CÇ EÉÈÊË IÎÏ OÔÖ UÙÛÜ YŸ L’Haÿ-les-Roses 1,5 % d'Œuvre"
    const inDatabase = await app.portal.database.asActor(system, async (tx) => {
      const { rows } = await sql<{ folded: string }>`select app.unaccent(lower(${letters}::text)) as folded`.execute(tx)
      return rows[0]?.folded
    })
    expect(foldText(letters)).toBe(inDatabase)
  })

  it('staff search the leads of one partner', async () => {
    const own = await all(marie, { search: 'elise' })
    expect(await all(app.admin, { search: 'elise', partnerId: marie.userId })).toEqual(own)
  })

  it('new entries of a search index wait in a short list: who fills it sorts it in', async () => {
    const { rows } = await app.portal.database.asOwner((run) =>
      run(`select i.relname as name, array_to_string(i.reloptions, ',') as options from pg_class i
        join pg_am a on a.oid = i.relam join pg_namespace n on n.oid = i.relnamespace
        where a.amname = 'gin' and n.nspname = 'public' order by name`),
    )
    const options = 'gin_pending_list_limit=128'
    expect(rows).toEqual([
      { name: 'client_payments_search', options },
      { name: 'commissions_search', options },
      { name: 'lead_staff_fields_by_value', options },
      { name: 'lead_staff_fields_search', options },
      { name: 'leads_by_fields', options },
      { name: 'leads_search', options },
      { name: 'profiles_search', options },
      { name: 'uploaded_invoices_search', options },
    ])
  })

  it('a portal larger than one walk finds the same as a scan: frequent, rare and short texts', async () => {
    const word = `case when n % 3 = 0 then 'Fréquent' when n % 40 = 0 then 'Parfois' when n % 400 = 7 then 'Rarement'
      else 'Autre' end`
    const oldest = "case when n > 1650 then ' Ancien' else '' end"
    await app.portal.database.asActor(system, (tx) =>
      sql`insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, status, created_at,
          updated_at)
        select gen_random_uuid(), ${marie.userId}, 'Nom ' || n, ${sql.raw(word)} || ${sql.raw(oldest)} || ' ' || n,
          'grand' || n || '@exemple.fr', 100, 'star', case when n % 2 = 0 then 'nouveau' else 'refuse' end,
          ${app.now}::timestamptz - n / 2 * interval '1 hour', ${app.now}
        from generate_series(1, 1700) n`.execute(tx),
    )
    const like = `l.search_text like pattern and (stage is null or l.status = stage)
      and (after_at is null or (l.created_at, l.id) < (after_at, after_id))`
    const { rows } = await app.portal.database.asOwner((run) =>
      run(`select pattern, stage, after_at from
        unnest(array['%frequent%', '%parfois%', '%rarement%', '%ancien%', '%grand%', '%inconnu%', '%nom 17%', '%om%',
          '%7@%']) pattern,
        unnest(array[null, 'nouveau', 'signe']) stage,
        (select null::timestamptz as after_at, null::uuid as after_id
          union all (select created_at, id from leads order by created_at desc, id desc offset 400 limit 1)) after
        where array(select app.search_leads(pattern, stage, after_at, after_id, 51))
          is distinct from array(select l.id from leads l where ${like} order by l.created_at desc, l.id desc limit 51)`),
    )
    expect(rows).toEqual([])
    await app.portal.database.asActor(system, (tx) => tx.deleteFrom('leads').where('name', 'like', 'Nom %').execute())
  })

  it('partners cannot search all leads', async () => {
    const ask = (text: string) =>
      app.portal.database.asActor(
        { kind: 'partner', userId: marie.userId, partner: soleOwner(marie.userId), contractSigned: true },
        (tx) => sql.raw(text).execute(tx),
      )
    await expect(ask("select app.search_leads('%', null, null, null, 10)")).rejects.toMatchObject({ code: '42501' })
    await expect(ask("select * from app.search_lead_stats('%', null, null)")).rejects.toMatchObject({ code: '42501' })
  })
})
