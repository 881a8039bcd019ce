import { type Actor, type Catalogue, everything, type Fact } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, monday, noon, tuesday } from './people.ts'

const [paul, anne, luc, zoe, lost] = [41, 42, 43, 44, 45].map(idOf) as [string, string, string, string, string]
const [rose, begun, paid, sharedByMarie, sharedByKarim] = [46, 47, 48, 49, 50].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
]
const text = idOf(961)
const notice = (lead_id: string, more: object = {}) => ({
  lead_id,
  state: 'due',
  due_at: tuesday,
  queued_at: null,
  queued_by: null,
  settled_at: null,
  settled_by: null,
  how: null,
  ...more,
})
const noted = (by: string) => ({ state: 'otherwise', how: 'call', settled_at: tuesday, settled_by: by })

/** What is known of the person of a lead, after something was done. */
const after = (title: string, actor: Actor, lead: string, done: string, value: string, setup = ''): Fact => ({
  title,
  as: actor,
  setup: `insert into notice_texts (id, audience, language, version, sections, since)
      values ('${idOf(962)}', 'client', 'fr', 2, '[]', '${monday}');
    delete from client_confirmations where lead_id = '${lead}'; ${setup}`,
  sql: `${done}; reset role; select state || ' ' || coalesce(how, '') || ' ' || (due_at at time zone 'UTC')::date || ' ' ||
    coalesce(right(text_id::text, 3), '') from lead_notices where lead_id = '${lead}'`,
  expect: { value },
})
const told = (lead: string) =>
  `update lead_notices set state = 'told', settled_at = '${tuesday}', text_id = '${text}' where lead_id = '${lead}'`
const newLead = `insert into leads
  (id, partner_id, name, company, email, estimated_amount_cents, offer_type, status, created_at, updated_at)
  values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', 'nouveau', '${noon}', '${noon}')`

/** Facts of the triggers on leads. */
export const noticeFacts = {
  begin_notices: [after('whoever is typed is to be told within a month', as.marie, idOf(99), newLead, 'due  2026-04-03 ')],
  begin_notice_anew: [
    after(
      'another address is somebody who has not been told',
      as.marie,
      paul,
      `update leads set email = 'autre@client.fr', updated_at = '${noon}' where id = '${paul}'`,
      'due  2026-04-03 ',
      told(paul),
    ),
    after(
      'no address is nobody',
      as.system,
      paul,
      `update leads set email = '', phone = '0611223344', updated_at = '${noon}' where id = '${paul}'`,
      'told  2026-03-03 3c1',
      told(paul),
    ),
  ],
  hasten_notice: [
    after(
      'another partner who gets the lead has its person told now',
      as.ada,
      paul,
      `update leads set partner_id = '${karim}', updated_at = '${monday}' where id = '${paul}'`,
      'due  2026-03-02 ',
    ),
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

/** Facts of the trigger on shares. */
export const noticeOfShare = {
  hasten_notice: [
    after(
      'whom a lead is shared with has its person told now',
      as.ada,
      paul,
      `insert into lead_shares (lead_id, partner_id, share, shared_at, shared_by)
        values ('${paul}', '${karim}', 1000, '${monday}', '${ada}')`,
      'due  2026-03-02 ',
    ),
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

const confirmation = (more: Readonly<Record<string, string>>) => {
  const values = {
    id: idOf(963),
    lead_id: paul,
    partner_id: marie,
    email: 'Paul@client.fr',
    company: 'Paul SARL',
    created_at: monday,
    ...more,
  }
  const list = Object.values(values).map((value) => `'${value}'`)
  return `insert into client_confirmations (${Object.keys(values).join(', ')}) values (${list.join(', ')})`
}
const left = { left_at: tuesday, consent_text: 'J’accepte', consent_sha256: 'a'.repeat(64) }
const mailed = { mails: '1', mailed_at: tuesday, expires_at: '2036-01-01' }

/** Facts of the trigger on what clients say. */
export const noticeOfWord = {
  follow_client_mail: [
    after('who left their details need not be told', as.system, paul, confirmation(left), 'not_needed left 2026-03-03 '),
    after(
      'a mail to the client has the text that is in force',
      as.system,
      paul,
      confirmation({ ...mailed, asked_by: marie }),
      'due  2026-03-03 3c2',
    ),
    after(
      'who denies having left them was told by the mail',
      as.system,
      paul,
      `update client_confirmations set answer = 'no', answered_at = '${noon}' where lead_id = '${paul}'`,
      'told  2026-03-03 3c2',
      confirmation({ ...left, ...mailed }),
    ),
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

const mail = (recipient: string) => `
  update lead_notices set text_id = '${text}' where lead_id = '${paul}';
  insert into events (id, name, occurred_at, subject_id, partner_id, audience)
    values ('${idOf(964)}', 'lead.notice_sent', '${noon}', '${paul}', '${marie}', 'partner');
  insert into mails (id, event_id, recipient, kind, subject)
    values ('${idOf(965)}', '${idOf(964)}', '${recipient}', 'client_notice', 'Vos coordonnées')`
const sent = `update mails set sent_at = '${noon}' where id = '${idOf(965)}'`

/** Facts of the trigger on mails. */
export const noticeOfMail = {
  note_told: [
    after('a mail that a server took tells', as.system, paul, sent, 'told  2026-03-03 3c1', mail('PAUL@client.fr')),
    after('one to another address does not', as.system, paul, sent, 'due  2026-03-03 3c1', mail('autre@client.fr')),
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

const ofMarie = [
  "of Marie's Paul, due",
  "of Marie's Anne, noted by Ada",
  "of Marie's Rose",
  "of Marie's, whose client has begun to pay",
  "of Marie's, shared",
]

export const noticeTables: Catalogue['tables'] = {
  notice_texts: {
    rows: {
      'for clients': { id: text, audience: 'client', language: 'fr', version: 1, sections: [], since: monday },
      'for staff': { id: idOf(966), audience: 'staff', language: 'fr', version: 1, sections: [], since: monday },
    },
    access: {
      system: { select: 'all', insert: 'all' },
      admin: { select: 'all' },
      partner: { select: 'all' },
      anonymous: { select: 'all' },
    },
  },
  lead_notices: {
    rights: { update: ['people'] },
    rows: {
      "of Marie's Paul, due": notice(paul),
      "of Marie's Anne, noted by Ada": notice(anne, noted(ada)),
      "of Karim's, in line by Alan": notice(luc, { queued_at: tuesday, queued_by: alan }),
      "of Ada's own, noted by Alan": notice(lost, noted(alan)),
      "of Karim's Zoe": notice(zoe, noted(ada)),
      "of Marie's Rose": notice(rose),
      "of Marie's, whose client has begun to pay": notice(begun),
      "of Karim's, whose client has paid": notice(paid),
      "of Marie's, shared": notice(sharedByMarie),
      "of Karim's, shared with Marie": notice(sharedByKarim),
    },
    access: {
      system: everything,
      admin: {
        select: 'all',
        update: 'all',
        becomes: [...ofMarie, "of Karim's Zoe", "of Karim's, whose client has paid", "of Karim's, shared with Marie"],
      },
      partner: { select: ofMarie },
    },
  },
}

const byFormerTool = (at: string) => `select app.told_by_former_tool(array['${idOf(99)}']::uuid[], '${at}'); reset role;
  select state || coalesce(how, '') from lead_notices where lead_id = '${idOf(99)}'`
const added = `${newLead}; update leads set typed_by = '${marie}' where id = '${idOf(99)}'`

export const noticeFunctions: Catalogue['functions'] = {
  // Which text is in force, everybody reads.
  'app.client_notice_text()': { checks: null },
  'app.told_by_former_tool(uuid[],timestamp with time zone)': {
    facts: [
      {
        title: 'who has just added a lead knows that its person was told',
        as: as.marie,
        setup: added,
        sql: byFormerTool(noon),
        expect: { value: 'otherwiseformer_tool' },
      },
      {
        title: 'so do staff who may change leads',
        as: as.ada,
        setup: added,
        sql: byFormerTool(noon),
        expect: { value: 'otherwiseformer_tool' },
      },
      {
        title: 'not of leads that were there',
        as: as.marie,
        setup: added,
        sql: byFormerTool(monday),
        expect: { value: 'due' },
      },
      {
        title: 'nor who did not add it',
        as: { ...as.marie, userId: karim, partnerId: karim },
        setup: added,
        sql: byFormerTool(noon),
        expect: { value: 'due' },
      },
    ],
    checks: {
      'leads of this moment': ['and l.created_at = at ', ''],
      'whose they are': ["\n      and (l.typed_by = app.user_id() or app.has_right('leads'))", ''],
    },
  },
}
