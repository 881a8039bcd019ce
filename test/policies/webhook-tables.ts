import { type Catalogue, everything } from './catalogue.ts'
import { ada, as, idOf, monday } from './people.ts'

const endpoint = { created_at: monday, created_by: ada, secret_encrypted: 'x' }
const wantedQuery = (name: string) => `select cardinality(app.wanted_events(array['${name}']))`

export const webhookTables: Catalogue['tables'] = {
  webhook_endpoints: {
    rights: { insert: ['team'], update: ['team'], delete: ['team'] },
    rows: {
      CRM: { id: idOf(301), url: 'https://crm.example/', events: ['lead.created'], enabled: true, ...endpoint },
      'switched off': { id: idOf(302), url: 'https://old.example/', events: ['lead.moved'], enabled: false, ...endpoint },
    },
    access: { system: everything, admin: everything },
  },
  webhook_deliveries: {
    rights: { insert: ['team'], update: ['team'] },
    rows: {
      first: {
        id: idOf(303),
        endpoint_id: idOf(301),
        event_name: 'lead.created',
        body: '{}',
        state: 'pending',
        created_at: monday,
        next_attempt_at: monday,
      },
    },
    access: { system: everything, admin: everything },
  },
}

export const webhookFunctions: Catalogue['functions'] = {
  'app.wanted_events(text[])': {
    facts: [
      {
        title: 'an event that an endpoint wants is wanted',
        as: as.marie,
        sql: wantedQuery('lead.created'),
        expect: { value: 1 },
      },
      { title: 'an event that none wants is not', as: as.marie, sql: wantedQuery('lead.deleted'), expect: { value: 0 } },
      { title: 'an endpoint that is off wants none', as: as.marie, sql: wantedQuery('lead.moved'), expect: { value: 0 } },
    ],
    checks: { 'switched on': ['w.enabled and ', ''] },
  },
}
