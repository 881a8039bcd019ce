// npm run test:watch: runs tests again at each change, of the files that are named or, without any, of what is changed.
import { join } from 'node:path'
import { install } from './bootstrap.mjs'
import { become, environment, root } from './node24.mjs'

const node = install()
const files = process.argv.slice(2)
// Vitest takes a word after --changed as the commit to compare with.
const which = files.length > 0 ? files : ['--changed']
become(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'watch', ...which], environment(node))
