// The walls between layers and slices: docs/decisions/0023-import-walls.md. tools/walls/probes holds an import for each wall
// that has to fail.

import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'

const tests = '[.]test[.]tsx?$'
const packages = (...names: string[]) => `node_modules/(${names.join('|')})/`

/** Folders of src/server that belong to no slice: what every slice may build on. */
const infrastructure =
  '(activity|bank-files|db|documents|files|fonts|http|jobs|live|log|mail|metrics|printing|sealing|secrets|timestamps|workers)'
/** Where the server is put together: these name every slice. */
const composition = '^src/server/(activity/(emails|event-handlers)|db/tables|http/app|jobs/jobs)[.]ts$'

const layers: IForbiddenRuleType[] = [
  {
    name: 'domain-imports-domain',
    comment:
      'The domain is pure: it imports files of src/domain only. Pass the value in, or move the rule to the layer that has it.',
    from: { path: '^src/domain/', pathNot: tests },
    to: { pathNot: '^src/domain/' },
  },
  {
    name: 'api-imports-domain',
    comment:
      'The API’s shapes import src/domain, src/api and zod. What needs a database or a page belongs to src/server or src/web.',
    from: { path: '^src/api/', pathNot: tests },
    to: { pathNot: ['^src/(api|domain)/', packages('zod')] },
  },
  {
    name: 'server-imports-no-web',
    comment: 'The server knows no page: move what both need to src/domain or src/api.',
    from: { path: '^src/server/', pathNot: tests },
    to: { path: ['^src/web/', packages('react', 'react-dom', 'react-router', '@mantine/.*', '@tanstack/.*')] },
  },
  {
    name: 'web-imports-no-server',
    comment: 'Pages know the API alone, not even a type of the server: move what both need to src/domain or src/api.',
    from: { path: '^src/web/', pathNot: tests },
    to: { path: ['^src/server/', packages('fastify', 'kysely', 'pg', 'pg-boss', 'better-auth', '@electric-sql/.*')] },
  },
  {
    name: 'browser-imports-no-node',
    comment: 'src/web, src/api and src/domain run in browsers, which have none of Node’s modules.',
    from: { path: '^src/(web|api|domain)/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'product-imports-no-tests',
    comment: 'Tests and tools use the product, never the other way round.',
    from: { path: '^src/', pathNot: tests },
    to: { path: ['^(test|tools)/', tests] },
  },
  {
    name: 'product-imports-no-demo',
    comment: 'The product does not depend on the sample world; main.ts alone starts it, when asked to with --demo.',
    from: { path: '^src/', pathNot: [tests, '^src/server/main[.]ts$'] },
    to: { path: '^demo/' },
  },
  {
    name: 'demo-uses-commands',
    comment: 'The sample world is told through the product’s own commands and queries; it reaches into nothing else of it.',
    from: { path: '^demo/' },
    to: {
      path: ['^src/', '^(test|tools)/'],
      pathNot: [
        '^src/(domain|api)/',
        '^src/server/[^/]+/[a-z-]*(commands|queries)[.]ts$',
        '^src/server/(transaction|portal|ids|files/store)[.]ts$',
        // Steps of runs and files, which are made in several transactions.
        '^src/server/(payouts/(issue-run|run-plan|statement-file)|payout-files/(make-file|plan-file|stored-file))[.]ts$',
        '^src/server/activity/event-record[.]ts$',
      ],
    },
  },
]

const slices: IForbiddenRuleType[] = [
  {
    name: 'ui-imports-ui',
    comment:
      'src/platform/web/ui could ship in another product: it imports no page, no slice and nothing of src/web/app. Pass it in as a prop.',
    from: { path: '^src/web/ui/', pathNot: tests },
    to: { path: '^src/web/', pathNot: '^src/web/ui/' },
  },
  {
    name: 'slices-meet-at-their-doors',
    comment:
      'A slice uses another one’s queries.ts, commands.ts, present.ts or guards.ts. Export it there, ' +
      'or move what is shared to the infrastructure.',
    from: { path: '^src/server/([^/]+)/', pathNot: [tests, `^src/server/${infrastructure}/`] },
    to: {
      path: '^src/server/[^/]+/',
      pathNot: [
        '^src/server/$1/',
        `^src/server/${infrastructure}/`,
        '^src/server/[^/]+/[a-z-]*(queries|commands|present|guards)[.]ts$',
      ],
    },
  },
  {
    name: 'sealing-has-one-door',
    comment: 'Slices see the sealer as sealing/sealing.ts describes it; how it works stays inside src/server/sealing.',
    from: { path: '^src/server/[^/]+/', pathNot: [tests, `^src/server/sealing/`, composition] },
    to: { path: '^src/server/sealing/', pathNot: '^src/server/sealing/sealing[.]ts$' },
  },
  {
    name: 'infrastructure-knows-no-slice',
    comment: 'What every slice builds on depends on none of them. Hand the slice’s part in where the server is put together.',
    from: { path: `^src/server/${infrastructure}/`, pathNot: [tests, composition] },
    to: { path: '^src/server/[^/]+/', pathNot: `^src/server/${infrastructure}/` },
  },
]

const configuration: IConfiguration = {
  forbidden: [
    ...layers,
    ...slices,
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
      to: { couldNotResolve: true },
    },
  ].map((rule): IForbiddenRuleType => ({ ...rule, severity: 'error' })),
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Installed by npm run bench alone.
    exclude: { path: '^tools/bench/peers/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}

export default configuration
