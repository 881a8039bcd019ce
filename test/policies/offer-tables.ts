import { defaultOffers } from '../default-offers.ts'
import { type Catalogue, everything, type Fact, type Row } from './catalogue.ts'
import { as, idOf, marie, monday } from './people.ts'

const named = (key: string) => {
  const { name, names, staffName, staffNames } = defaultOffers.find((each) => each.key === key) ?? {
    name: key,
    names: {},
    staffName: `${key} (staff)`,
    staffNames: {},
  }
  return { name, names, staff_name: staffName, staff_names: staffNames }
}
const offer = (key: string, place: number, more: object = {}): Row => {
  return { key, ...named(key), place, changed_at: monday, ...more }
}
const firstNames = (key: string): Row => ({ offer: key, version: 1, ...named(key) })
const leadWith = (key: string) => `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type,
  created_at, updated_at)
  values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, '${key}', '${monday}', '${monday}')`
const rename = "update offers set name = 'Étoile' where key = 'star'"

export const offerTables: Catalogue['tables'] = {
  offers: {
    rights: { insert: ['programme'], update: ['programme'], delete: ['programme'] },
    rows: {
      Automation: offer('automation', 1, { used_at: monday }),
      Star: offer('star', 2, { used_at: monday }),
      Custom: offer('custom', 3, { used_at: monday }),
      'Audit, which no lead has taken': offer('audit', 4),
      'Bilan, archived': offer('bilan', 5, { archived_at: monday }),
    },
    access: {
      system: { select: 'all' },
      admin: { ...everything, delete: ['Audit, which no lead has taken', 'Bilan, archived'] },
      partner: { select: 'all' },
    },
    triggers: {
      count_offer_names: [
        {
          title: 'a renamed offer has a further version of its names',
          as: as.ada,
          setup: rename,
          sql: "select version from offers where key = 'star'",
          expect: { value: 2 },
        },
        {
          title: 'nobody says which version it is',
          as: as.ada,
          sql: "update offers set version = 7 where key = 'star'",
          expect: { refused: '42501' },
        },
      ],
      keep_offer_names: [
        {
          title: 'the names that an offer had stay, and the new ones are beside them',
          as: as.marie,
          setup: rename,
          sql: "select string_agg(name, ', ' order by version) from offer_names where offer = 'star'",
          expect: { value: 'Star 8-12K€, Étoile' },
        },
      ],
      check_open_offers: [
        {
          title: 'the last open offer is not archived',
          as: as.ada,
          sql: `update offers set archived_at = now() where archived_at is null`,
          expect: { refused: 'offers_one_open' },
        },
        {
          title: 'one can take the place of another',
          as: as.ada,
          sql: `update offers set archived_at = now() where archived_at is null;
            update offers set archived_at = null where key = 'bilan' returning 'open'`,
          expect: { value: 'open' },
        },
      ],
    },
  },
  offer_names: {
    rows: {
      'of Automation': firstNames('automation'),
      'of Star': firstNames('star'),
      'of Custom': firstNames('custom'),
      'of Audit': firstNames('audit'),
      'of Bilan': firstNames('bilan'),
    },
    access: { system: { select: 'all' }, admin: { select: 'all' }, partner: { select: 'all' } },
  },
}

/** Facts of the trigger on leads. */
export const offerFacts = {
  keep_offer_version: [
    {
      title: 'a new lead has the names that its offer has now',
      as: as.marie,
      setup: `${rename}; ${leadWith('star')}`,
      sql: `select offer_version from leads where id = '${idOf(99)}'`,
      expect: { value: 2 },
    },
    {
      title: 'a lead keeps the names that its offer had when it took it',
      as: as.marie,
      setup: `${leadWith('star')}; ${rename}; update leads set offer_type = 'star', notes = 'Rappeler' where id = '${idOf(99)}'`,
      sql: `select offer_version from leads where id = '${idOf(99)}'`,
      expect: { value: 1 },
    },
    {
      title: 'an offer that is archived is not taken',
      as: as.marie,
      sql: leadWith('bilan'),
      expect: { refused: 'leads_offer_open' },
    },
    { title: 'nor one that does not exist', as: as.marie, sql: leadWith('or'), expect: { refused: 'leads_offer_type' } },
    {
      title: 'an offer that a lead has taken can no longer be deleted',
      as: as.ada,
      setup: leadWith('audit'),
      sql: "with gone as (delete from offers where key = 'audit' returning 1) select count(*)::integer from gone",
      expect: { value: 0 },
    },
    {
      title: 'nobody says which names a lead has kept',
      as: as.ada,
      sql: `update leads set offer_version = 2 where id = '${idOf(41)}'`,
      expect: { refused: '42501' },
    },
  ],
} satisfies Record<string, readonly Fact[]>

export const offerFunctions: Catalogue['functions'] = {}
