import { expect, test } from 'vitest'
import { forBrowsers } from './browser-routes.ts'

const module = `
import { page, route } from './shapes.js'
const row = z.object({ id }).check(inOrder)
export const rules = { name: text(2, 100) }
export const limit = 50
export const rowRoutes = {
  list: route('GET', '/rows', { summary: 'Rows', who: 'unlocked', query: z.object({ limit }), returns: page(row) }),
  add: route('POST', '/rows', { who: 'admin', right: 'rows', body: z.object(rules), returns: row, status: 201, adds: true }),
  read: route('GET', '/rows/:id', { returns: row }),
  open: route('GET', '/files/:id', { outsideApi: true, unkeyed: 'why' }),
}
export const rowList = sortedList({ filters: { state: text(1, 2), rowId: id, ...period }, sorts: ['date'], usual: '-date' })
`

/** Runs a module with stand-ins for what it imports. */
function evaluated(code: string) {
  const called: string[] = []
  const shape = (name: string) => () => {
    called.push(name)
    return { check: () => name }
  }
  const imported = {
    z: { object: shape('object') },
    page: shape('page'),
    text: shape('text'),
    id: '',
    inOrder: '',
    period: { from: 'shape' },
    route: (method: string, path: string, parts: object) => ({ method, path, ...parts }),
    sortedList: (parts: object) => parts,
  }
  const body = code.replace(/^import .*$/m, '').replaceAll('export ', '')
  const run = new Function(...Object.keys(imported), `${body}; return { rowRoutes, rowList, limit, rules }`)
  return { ...(run(...Object.values(imported)) as object), called }
}

test('a route keeps how to ask and whether a repetition is safe, a list the names of its filters', () => {
  expect(evaluated(forBrowsers(module, 'rows.js'))).toEqual({
    rowRoutes: {
      list: { method: 'GET', path: '/rows', who: 'unlocked' },
      add: { method: 'POST', path: '/rows', who: 'admin', status: 201, adds: true },
      read: { method: 'GET', path: '/rows/:id' },
      open: { method: 'GET', path: '/files/:id', outsideApi: true, unkeyed: 'why' },
    },
    rowList: { filters: { state: true, rowId: true, from: 'shape' }, sorts: ['date'], usual: '-date' },
    limit: 50,
    rules: { name: { check: expect.any(Function) } },
    // The shape of a row and the rule of a name, which the build leaves out where nothing uses them.
    called: ['object', 'text'],
  })
})

test('constants that call something are marked as free of side effects, others are left as they are', () => {
  const marked = forBrowsers(module, 'rows.js').match(/const (\w+) = (\/\* @__PURE__ \*\/)?/g)
  expect(marked).toEqual([
    'const row = /* @__PURE__ */',
    'const rules = /* @__PURE__ */',
    'const limit = ',
    'const rowRoutes = /* @__PURE__ */',
    'const rowList = /* @__PURE__ */',
  ])
})
