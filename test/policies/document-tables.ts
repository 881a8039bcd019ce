import { type Catalogue, everything, type Row } from './catalogue.ts'
import { mainContractTriggers } from './kept-sums.ts'
import { ada, alan, as, idOf, karim, long, marie, monday, tuesday } from './people.ts'
import { contractTextsHidden, signaturesHidden, uploadsRefused } from './policy-facts.ts'

const tierId = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`
const tier = (number: number, name: string, from: number, to: number | null, commission_rate: number): Row => {
  return { id: tierId(number), name, tier_order: number, min_revenue_cents: from, max_revenue_cents: to, commission_rate }
}
const sha256 = 'a'.repeat(64)

const file = (number: number, purpose: string, uploaded_by: string | null = null) => {
  return {
    id: idOf(number),
    purpose,
    name: 'f.pdf',
    kind: 'pdf',
    size: 1,
    sha256,
    uploaded_by,
    created_at: monday,
    claimed_at: monday,
  }
}
const contract = (number: number, user_id: string, file_id: string | null, more: object = {}): Row => {
  const document: Row = file_id ? { file_id } : { link: 'https://documents.example/contract' }
  return { id: idOf(number), user_id, contract_type: 'main', title: 'Contrat', created_at: monday, ...document, ...more }
}
const mandate = { contract_type: 'mandate', contest_days: 15 }
const signed = { status: 'signe', signed_at: tuesday, signing_method: 'electronic' }
const signature = (number: number, contract_id: string, role: string, signer_id: string, file_id: string) => ({
  id: idOf(number),
  contract_id,
  role,
  signer_id,
  reference: `ABCDEFGHJKMN${number.toString().padStart(4, '0')}`,
  signed_at: tuesday,
  file_id,
  file_sha256: sha256,
  level: 'B-B',
  certificate_sha256: sha256,
  route: 'A',
  evidence: {},
})
const resource = (number: number, min_tier_id: string | null, file_id: string | null): Row => {
  const document: Row = file_id ? { file_id } : { link: 'https://documents.example/guide' }
  return { id: idOf(number), title: 'Guide', min_tier_id, created_at: monday, ...document }
}
const contractText = (contract_id: string): Row => {
  return { contract_id, document_sha256: sha256, title: 'Contrat', body: '[]', sha256 }
}
const version = (number: number, created_by: string | null) => {
  return { id: idOf(number), template_id: idOf(121), version: number, title: 'Contrat', body: {}, created_at: monday, created_by }
}

const view = (number: number, contract_id: string, user_id: string): Row => {
  const times = { first_at: monday, last_at: monday }
  return { id: idOf(number), contract_id, user_id, document_sha256: '', way: 'link', session_id: idOf(number), ...times }
}

const ofMarie = [
  "Marie's invoice",
  'an upload of Marie’s',
  "Marie's other invoice",
  "Marie's identity",
  "Marie's registration",
  "Marie's VAT certificate",
  "Marie's file of a lead",
  "Marie's file of a lead that is Karim's now",
]

export const documentTables: Catalogue['tables'] = {
  partner_tiers: {
    rights: { insert: ['programme'], update: ['programme'], delete: ['programme'] },
    rows: {
      Bronze: tier(1, 'Bronze', 0, 1_000_000, 15),
      Silver: tier(2, 'Silver', 1_000_000, 3_000_000, 20),
      Gold: tier(3, 'Gold', 3_000_000, 7_500_000, 25),
      Platinum: tier(4, 'Platinum', 7_500_000, 15_000_000, 30),
      Diamond: tier(5, 'Diamond', 15_000_000, null, 35),
    },
    access: { system: everything, admin: everything, partner: { select: 'all' } },
    triggers: {
      check_tiers: [
        {
          title: 'a gap between two tiers is refused at commit',
          as: as.ada,
          sql: `update partner_tiers set max_revenue_cents = max_revenue_cents - 1 where id = '${tierId(1)}'`,
          expect: { refused: 'partner_tiers_contiguous' },
        },
        {
          title: 'the last tier is unbounded',
          as: as.ada,
          sql: `delete from partner_tiers where id = '${tierId(5)}'`,
          expect: { refused: 'partner_tiers_contiguous' },
        },
        {
          title: 'there are tiers while the programme’s rule pays at their rate',
          as: as.ada,
          sql: 'update partner_tiers set tier_order = null, archived_at = now()',
          expect: { refused: 'partner_tiers_of_rules' },
        },
        {
          title: 'there are twelve at most',
          as: as.ada,
          sql: `update partner_tiers set max_revenue_cents = 20000000 where id = '${tierId(5)}';
            insert into partner_tiers (id, name, tier_order, min_revenue_cents, max_revenue_cents, commission_rate)
              select gen_random_uuid(), 'Tier ' || n, n, (n - 2) * 5000000, case when n < 13 then (n - 1) * 5000000 end, 40
              from generate_series(6, 13) n`,
          expect: { refused: 'partner_tiers_twelve' },
        },
        {
          title: 'a bound that two tiers share can move',
          as: as.ada,
          sql: `update partner_tiers set max_revenue_cents = 1100000 where tier_order = 1;
            update partner_tiers set min_revenue_cents = 1100000 where tier_order = 2 returning 'moved'`,
          expect: { value: 'moved' },
        },
      ],
    },
  },
  files: {
    rights: {
      insert: ['announcements', 'contracts', 'leads', 'money', 'partners', 'programme', 'resources'],
      update: ['announcements', 'contracts', 'leads', 'money', 'partners', 'programme', 'resources'],
      delete: ['announcements', 'contracts', 'leads', 'money', 'partners', 'programme', 'resources'],
    },
    rows: {
      "Marie's contract": file(71, 'contract', ada),
      "Karim's contract": file(72, 'contract', ada),
      'for every partner': file(73, 'resource', ada),
      'for Silver partners': file(74, 'resource', ada),
      'the logo': file(75, 'logo', ada),
      "Marie's scan": file(76, 'scan', ada),
      "Karim's scan": file(77, 'scan', ada),
      "Marie's seal": file(78, 'sealed'),
      "Karim's seal": file(79, 'sealed'),
      "Marie's statement": file(171, 'statement'),
      "Karim's statement": file(172, 'statement'),
      "Ada's file for the bank": file(173, 'payout', ada),
      "Alan's file for the bank": file(174, 'payout', alan),
      'another file for the bank': file(175, 'payout', alan),
      "Marie's invoice": file(221, 'partner_invoice', marie),
      'an upload of Marie’s': { ...file(222, 'partner_invoice', marie), claimed_at: null },
      "Marie's other invoice": file(223, 'partner_invoice', marie),
      "Karim's invoice": file(224, 'partner_invoice', karim),
      "Ada's invoice": file(225, 'partner_invoice', ada),
      "Marie's issued invoice": file(176, 'invoice'),
      "Karim's issued invoice": file(177, 'invoice'),
      "Marie's XML": file(178, 'invoice'),
      "Karim's XML": file(179, 'invoice'),
      "Marie's identity": file(226, 'partner_document', marie),
      "Marie's registration": file(227, 'partner_document', marie),
      "Karim's document": file(228, 'partner_document', karim),
      "Marie's VAT certificate": file(229, 'partner_document', marie),
      "Marie's file of a lead": file(541, 'lead_file', marie),
      "Ada's file of a lead of Marie's": file(542, 'lead_file', ada),
      "Karim's file of a lead": file(543, 'lead_file', karim),
      "Marie's file of a lead that is Karim's now": file(544, 'lead_file', marie),
      'not yet taken': { ...file(80, 'contract', alan), claimed_at: null },
    },
    access: {
      system: everything,
      admin: everything,
      partner: {
        select: [
          "Marie's contract",
          "Marie's scan",
          "Marie's seal",
          "Marie's statement",
          'for every partner',
          'the logo',
          ...ofMarie,
          "Marie's issued invoice",
          "Marie's XML",
          "Ada's file of a lead of Marie's",
        ],
        insert: ofMarie,
        update: ofMarie,
        delete: ofMarie,
      },
      anonymous: { select: ['the logo'] },
    },
    policyFacts: uploadsRefused,
  },
  contract_templates: {
    rights: { insert: ['programme'], update: ['programme'] },
    rows: { main: { id: idOf(121), kind: 'main', name: 'Contrat', created_at: monday } },
    access: { system: { select: 'all', insert: 'all' }, admin: everything },
  },
  contract_template_versions: {
    rights: { insert: ['programme'] },
    rows: { "Ada's": version(1, ada), "Alan's": version(2, alan), "the portal's": version(3, null) },
    access: { system: { select: 'all', insert: ["the portal's"] }, admin: { select: 'all', insert: ["Ada's"] } },
  },
  setup_checklist: {
    rights: { update: ['programme'] },
    rows: { row: { id: true } },
    access: { system: everything, admin: everything },
  },
  template_settings: {
    rights: { update: ['programme'] },
    rows: { row: { id: true } },
    access: { system: { select: 'all' }, admin: { select: 'all', update: 'all' } },
  },
  contracts: {
    rights: { insert: ['contracts'], update: ['contracts'], delete: ['contracts', 'partners'] },
    rows: {
      "Marie's": contract(81, marie, idOf(71), { scan_file_id: idOf(76), ...signed }),
      "Karim's": contract(82, karim, idOf(72), { scan_file_id: idOf(77) }),
      "Marie's mandate": contract(83, marie, null, { ...mandate, ...signed }),
      "Karim's mandate": contract(84, karim, null, { ...mandate, ...signed }),
    },
    triggers: mainContractTriggers,
    access: { system: everything, admin: everything, partner: { select: ["Marie's", "Marie's mandate"] } },
  },
  tier_amendments: {
    rows: { "Marie's": { partner_id: marie, tier_id: tierId(2), contract_id: null, created_at: monday } },
    access: { system: everything },
  },
  signing_codes: {
    rows: {
      "Marie's": {
        id: idOf(91),
        contract_id: idOf(81),
        user_id: marie,
        document_sha256: '',
        created_at: monday,
        expires_at: long,
      },
    },
    access: { system: everything },
  },
  contract_texts: {
    rights: { insert: ['contracts'] },
    rows: { "Marie's": contractText(idOf(81)), "Karim's": contractText(idOf(82)) },
    access: { system: everything, admin: { select: 'all', insert: 'all' }, partner: { select: ["Marie's"] } },
    policyFacts: contractTextsHidden,
  },
  document_views: {
    rows: { "Marie's": view(94, idOf(81), marie), "Karim's": view(95, idOf(82), karim) },
    access: { system: everything, admin: { select: 'all' }, partner: { select: ["Marie's"] } },
  },
  countersign_codes: {
    rows: {
      "Ada's": { id: idOf(97), user_id: ada, signature_ids: `{${idOf(101)}}`, created_at: monday, expires_at: long },
    },
    access: { system: everything },
  },
  signatures: {
    rights: { update: ['contracts'] },
    rows: {
      "Marie's": signature(101, idOf(81), 'partner', marie, idOf(78)),
      "the provider's, for Marie": signature(102, idOf(81), 'provider', ada, idOf(78)),
      "Karim's": signature(103, idOf(82), 'partner', karim, idOf(79)),
      "Marie's, of her mandate": signature(104, idOf(83), 'partner', marie, idOf(78)),
      "Karim's, of his mandate": signature(105, idOf(84), 'partner', karim, idOf(79)),
    },
    policyFacts: signaturesHidden,
    access: {
      system: everything,
      admin: { select: 'all', update: 'all' },
      partner: { select: ["Marie's", "the provider's, for Marie", "Marie's, of her mandate"] },
    },
  },
  resources: {
    rights: { insert: ['resources'], update: ['resources'], delete: ['resources'] },
    rows: {
      'for every partner': resource(111, null, idOf(73)),
      'from Bronze up': resource(112, tierId(1), null),
      'from Silver up': resource(113, tierId(2), idOf(74)),
    },
    access: { system: everything, admin: everything, partner: { select: ['for every partner', 'from Bronze up'] } },
  },
}
