// The walls between layers, slices and areas: docs/decisions/0023-import-walls.md. tools/walls/probes holds an import for each
// wall that has to fail.

import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'
import { importersOfSlices } from './tools/walls/slices.ts'

const tests = '[.]test[.]tsx?$'
const packages = (...names: string[]) => `node_modules/(${names.join('|')})/`
/** The files of a layer, in an area of one slice or in a slice: `src/money/tiers/server/queries.ts`, `src/money/tiers/api.ts`. */
const layer = (...names: string[]) => ['', '[^/]+/'].map((slice) => `^src/[^/]+/${slice}(${names.join('|')})(/|[.]tsx?$)`)

/** The areas, each of which may use those after it. */
const areas = [
  'portal',
  'overview',
  'people-data',
  'partners',
  'contracts',
  'money',
  'leads',
  'operations',
  'communication',
  'accounts',
  'provider',
  'platform',
  'access',
] as const
type Area = (typeof areas)[number]

interface Upwards {
  readonly from: Area
  readonly to: Area
  /** Why the arrow stays. */
  readonly because: string
  /** What the arrow may reach, as paths below the area; everything by default. */
  readonly only?: string
}

/** Where an area uses one above it. A call that is meant is better than a registry or an event that a reader has to follow. */
const upwards: readonly Upwards[] = [
  {
    from: 'accounts',
    to: 'partners',
    only: 'team/server/appointment-commands[.]ts$',
    because: 'The main person is told, in the transaction that lets them in, of those who reach the bank details already.',
  },
  {
    from: 'leads',
    to: 'partners',
    only: 'team/web/(colleague-filter|pass-dialog)[.]tsx?$',
    because: 'A lead is entrusted to a colleague where it is read, and boards are filtered by colleague.',
  },
  {
    from: 'platform',
    to: 'communication',
    only: '(notifications|lead-news)/domain',
    because: 'Which mails may be switched off, and what is news to whom, is decided where mails and live messages are sent.',
  },
  {
    from: 'platform',
    to: 'contracts',
    only: 'contracts/domain',
    because: 'The page of a certificate names the kind of contract that it seals.',
  },
  {
    from: 'platform',
    to: 'accounts',
    only: 'auth/server/auth[.]ts$',
    because: 'The context of a request holds the library that signs in.',
  },
  {
    from: 'platform',
    to: 'portal',
    only: '(domain/refusals[.]ts$|common/messages/)',
    because: 'A refusal has the status that its area gives its code, and each slice’s messages those that several have.',
  },
  {
    from: 'access',
    to: 'platform',
    because: 'Who calls is known by a session, which is read by a request in a transaction: each half of that is said once.',
  },
  { from: 'provider', to: 'money', because: 'The programme sets how partners are paid, and its documents look as it says.' },
  { from: 'provider', to: 'leads', because: 'The programme sets how long a registration protects.' },
  { from: 'accounts', to: 'communication', because: 'Signing in tells of announcements, and security mails heed switches.' },
  {
    from: 'accounts',
    to: 'portal',
    only: 'web/load-portal[.]ts$',
    because: 'The portal is loaded while a password is typed.',
  },
  {
    from: 'operations',
    to: 'contracts',
    only: 'templates/domain',
    because: 'An amendment that could not be made says which values it lacks, and where they are filled in.',
  },
  { from: 'communication', to: 'leads', because: 'News say what became of a lead.' },
  { from: 'communication', to: 'money', only: 'tiers/web/data', because: 'Announcements and resources are for chosen tiers.' },
  { from: 'communication', to: 'contracts', only: 'contracts/server/queries', because: 'Reminders are about contracts too.' },
  { from: 'leads', to: 'money', because: 'A signed lead makes a commission, and its drawer shows its money.' },
  {
    from: 'money',
    to: 'overview',
    only: 'partner/web/data',
    because: 'Payment details show the next payment of the calendar.',
  },
]

/** Slices that look into each other, each pair with the reason why neither of its arrows is cut. There are ten at most. */
const mutual: readonly { readonly pair: readonly [string, string]; readonly because: string }[] = [
  {
    pair: ['leads/fields', 'leads/leads'],
    because: 'The fields that every lead has are the lead’s own, and staff say of each what is asked.',
  },
  {
    pair: ['leads/fields', 'leads/lead-settings'],
    because: 'Pages read of the fields what their side may know, and the dialogs of fields offer the stages that are read there.',
  },
  {
    pair: ['leads/leads', 'leads/shares'],
    because: 'A lead names who shares it, and what is shared is changed under the lead’s lock.',
  },
  {
    pair: ['leads/registrations', 'money/commissions'],
    because: 'Money of a lead accepts its registration; handing a lead over makes its pending commission anew.',
  },
  {
    pair: ['money/commissions', 'money/disputes'],
    because: 'What explains a commission has its dispute, and a dispute is answered by correcting its commission.',
  },
  {
    pair: ['money/coming', 'money/commissions'],
    because: 'A commission names the day on which it is paid, and that day depends on all that its partner is owed.',
  },
  { pair: ['money/rules', 'money/tiers'], because: 'A rule may pay by tiers, and tiers are tried on what rules have paid.' },
  {
    pair: ['money/invoices', 'money/payouts'],
    because: 'A payout draws up its invoices in its own transaction, and what becomes of an invoice holds or pays its payout.',
  },
  {
    pair: ['accounts/auth', 'accounts/identity-provider'],
    because: 'Signing in asks how the provider is set, and who sets it shows the password or the second factor.',
  },
  {
    pair: ['accounts/auth', 'partners/team'],
    because: 'Whoever arrives by an invitation joins a team, and a team invites by the invitations of signing in.',
  },
]

/** The generated row types know the unions of every slice, so that everything may be imported from there. */
const rowTypes = '^src/platform/server/db/schema[.]generated[.]ts$'
/** The union of the events that the slices declare: who records, tells or shows events asks there what they are. */
const allEvents = '^src/portal/api/events[.]ts$'
/** A slice's messages; its catalogues are behind them. */
const messages = '/messages/messages[.]ts$'

const layers: IForbiddenRuleType[] = [
  {
    name: 'messages-import-catalogues',
    comment: 'Messages are texts: what they say of a value is passed to them.',
    from: { path: '/messages/', pathNot: tests },
    to: {
      pathNot: [
        '/messages/',
        '^src/platform/domain/(languages|typesetting)[.]ts$',
        packages('icu-minify', '@schummar/icu-type-parser'),
      ],
    },
  },
  {
    name: 'texts-come-from-messages',
    comment: 'A text is read through messages.ts, which knows the reader’s language; a catalogue has one language only.',
    from: { path: '^src/', pathNot: ['/messages/', tests] },
    to: { path: '/messages/', pathNot: [messages, '^src/platform/messages/(catalogue|format|texts)[.]ts$'] },
  },
  {
    name: 'domain-imports-domain',
    comment: 'The domain is pure: it imports domains only. Pass the value in, or move the rule to the layer that has it.',
    from: { path: layer('domain'), pathNot: tests },
    to: { pathNot: [...layer('domain'), messages] },
  },
  {
    name: 'api-imports-domain',
    comment: 'The API’s shapes import domains, other shapes and zod. What needs a database or a page belongs to server or web.',
    from: { path: layer('api'), pathNot: tests },
    to: { pathNot: [...layer('api', 'domain'), messages, packages('zod')] },
  },
  {
    name: 'server-imports-no-web',
    comment: 'The server knows no page: move what both need to domain or api.',
    from: { path: layer('server'), pathNot: tests },
    to: { path: [...layer('web'), packages('react', 'react-dom', 'react-router', '@mantine/.*', '@tanstack/.*')] },
  },
  {
    name: 'web-imports-no-server',
    comment: 'Pages know the API alone, not even a type of the server: move what both need to domain or api.',
    from: { path: layer('web'), pathNot: tests },
    to: { path: [...layer('server'), packages('fastify', 'kysely', 'pg', 'pg-boss', 'better-auth', '@electric-sql/.*')] },
  },
  {
    name: 'pages-know-types-of-events',
    comment: 'With the events pages would load the routes of every slice: take their types alone, and a list from a domain.',
    from: { path: layer('web'), pathNot: tests },
    to: { path: allEvents, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'browser-imports-no-node',
    comment: 'The layers web, api and domain run in browsers, which have none of Node’s modules.',
    from: { path: layer('web', 'api', 'domain'), pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'product-imports-no-tests',
    comment: 'Tests and tools use the product, never the other way round.',
    from: { path: '^src/', pathNot: tests },
    to: { path: ['^(test|tools|bench)/', tests] },
  },
  {
    name: 'product-imports-no-demo',
    comment: 'The product does not depend on the sample world; main.ts alone starts it, when asked to with --demo.',
    from: { path: '^src/', pathNot: [tests, '^src/portal/server/main[.]ts$'] },
    to: { path: '^demo/' },
  },
  {
    name: 'demo-uses-commands',
    comment: 'The sample world is told through the product’s own commands and queries; it reaches into nothing else of it.',
    from: { path: '^demo/' },
    to: {
      path: ['^src/', '^(test|tools|bench)/'],
      pathNot: [
        ...layer('domain', 'api'),
        '^src/[^/]+/[^/]+/server/[a-z-]*(commands|queries)[.]ts$',
        '^src/portal/server/event-rules[.]ts$',
        '^src/platform/server/(transaction|portal|ids|files/store|files/commands|events/event-record)[.]ts$',
        // Steps of runs and files, which are made in several transactions.
        '^src/money/payouts/server/(issue-run|run-plan|statement-file)[.]ts$',
        '^src/money/payout-files/server/(make-file|plan-file|stored-file)[.]ts$',
      ],
    },
  },
]

/** What a slice shows of its server to others. */
const doors = '[a-z-]*(queries|commands|present|guards|row)[.]ts$'
/** Rooms of the money area that exist to be used by its slices: reading banks' files, printing documents. */
const sharedRooms = '^src/money/(bank-files|documents)/server/'

const slices: IForbiddenRuleType[] = [
  {
    name: 'ui-imports-ui',
    comment: 'platform/web/ui could ship in another product: it imports no page, no slice and no session. Pass it in as a prop.',
    from: { path: '^src/platform/web/ui/', pathNot: tests },
    to: { path: layer('web'), pathNot: '^src/platform/web/ui/' },
  },
  {
    name: 'slices-meet-at-their-doors',
    comment:
      'A slice uses another one’s queries.ts, commands.ts, present.ts or guards.ts. Export it there, or move what is shared ' +
      'to the platform.',
    from: { path: ['^src/([^/]+/[^/]+)/server/', '^src/(overview)/server/'], pathNot: [tests, '^src/(portal|platform|access)/'] },
    to: {
      path: layer('server'),
      pathNot: ['^src/$1/server/', '^src/(platform|access)/', sharedRooms, `/server/${doors}`],
    },
  },
  {
    name: 'sealing-has-one-door',
    comment: 'Slices see the sealer as sealing/sealing.ts describes it; how it works stays inside platform/server/sealing.',
    from: { path: '^src/', pathNot: [tests, '^src/platform/server/(sealing/|portal[.]ts$)', '^src/portal/server/'] },
    to: { path: '^src/platform/server/sealing/', pathNot: '^src/platform/server/sealing/sealing[.]ts$' },
  },
]

/** One rule for each area below the first: it imports none above it, but where `upwards` says why. */
const downwards = areas.slice(1).map((area, at): IForbiddenRuleType => {
  const named = upwards.filter(({ from }) => from === area).map(({ to, only = '' }) => `^src/${to}/${only}`)
  return {
    name: `${area}-looks-down`,
    comment:
      `The area ${area} imports no area above it. Move what both need down, or name the pair in 'upwards' ` +
      'with the reason why its arrow stays.',
    from: { path: `^src/${area}/`, pathNot: [tests, rowTypes] },
    to: { path: `^src/(${areas.slice(0, at + 1).join('|')})/`, pathNot: [...named, allEvents] },
  }
})

/** One rule for each slice that others import: it imports none of them, but where `mutual` says why. */
const oneWay = [...importersOfSlices()].flatMap(([slice, importers]): IForbiddenRuleType[] => {
  const named = mutual.flatMap(({ pair }) => (pair.some((each) => each === slice) ? pair : []))
  const others = [...importers].filter((each) => !named.includes(each))
  if (others.length === 0) return []
  const filesOf = (each: string) => `^src/${each}/${each.includes('/') ? '' : '(api|domain|messages|server|web)[/.]'}`
  return [
    {
      name: 'slices-look-one-way',
      comment:
        'Of two slices one imports the other. Move what both need down, move what puts both together up (`pages`), or name the ' +
        'pair in `mutual` with the reason why both arrows stay.',
      from: { path: filesOf(slice), pathNot: tests },
      to: { path: others.map(filesOf) },
    },
  ]
})

const configuration: IConfiguration = {
  forbidden: [
    ...layers,
    ...slices,
    ...downwards,
    ...oneWay,
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one, or miss a third: types count as well.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      comment: 'There is no such file or package.',
      // Its schema is generated when it is tested.
      from: { pathNot: '^test/typed-client/program\\.ts$' },
      // npm run bench installs its own packages.
      to: { couldNotResolve: true, pathNot: '^(autocannon$|postgraphile)' },
    },
  ].map((rule): IForbiddenRuleType => ({ ...rule, severity: 'error' })),
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}

export default configuration
