import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withClaim, withInstallLock } from './install-lock.mjs'
import { builtServer, compileCache, environment, findNode24, root } from './node24.mjs'

const stamps = join(root, 'node_modules', '.passerelle')

/** A hash of files and folders by name and content. Names are relative, so that it survives copying or moving the checkout. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  const take = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) take(join(path, name))
    } else {
      hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
    }
  }
  for (const path of paths) take(path)
  return hash.digest('hex')
}

/** Outside node_modules, which installing replaces. */
const claims = join(root, '.cache', 'installing')

/**
 * Runs `work` unless the step has a stamp with its fingerprint, and its result. Stamps are written last, so that interrupted work
 * is repeated. Of concurrent commands one does the work, and the others wait.
 */
function once({ name, print, result }, work) {
  const stamp = join(stamps, name)
  const isDone = () => existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print
  if (isDone()) return
  withInstallLock(
    claims,
    () => {
      if (isDone()) return
      rmSync(stamp, { force: true })
      work()
      mkdirSync(stamps, { recursive: true })
      writeFileSync(stamp, print)
    },
    (pid) => process.stdout.write(`Waiting for process ${pid}, which installs or builds here …\n`),
  )
}

/** Runs a command and prints how long it took. If it fails, it is run once more with the arguments `otherwise`, if given. */
function run(what, command, args, { env = process.env, otherwise = null } = {}) {
  const started = Date.now()
  process.stdout.write(`${what} … `)
  const options = { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 26 }
  let { status, stdout, stderr, error } = spawnSync(...withClaim(claims, command, args), options)
  if (status !== 0 && otherwise) {
    ;({ status, stdout, stderr, error } = spawnSync(...withClaim(claims, command, otherwise), options))
  }
  if (status !== 0) {
    process.stdout.write(`failed\n${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
    process.exit(1)
  }
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`)
}

/** Whether all packages for development are there, by whatever command: running needs some of them too. */
function hasDevelopment(modules) {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).every((name) => existsSync(join(modules, name)))
}

/**
 * Installs packages when the lock file changed. Returns the path of Node to continue with. `onlyToRun` leaves out what only
 * tests and checks need; a command that needs it adds it. A checkout that has everything keeps having it.
 */
export function install({ onlyToRun = false } = {}) {
  const modules = join(root, 'node_modules')
  const lock = fingerprint([join(root, 'package-lock.json')])
  const isStamped = (name) => existsSync(join(stamps, name)) && readFileSync(join(stamps, name), 'utf8') === lock
  const npm = (what, ...args) => {
    const online = [...args, '--no-audit', '--no-fund', '--loglevel=error']
    // The lock file names versions and checksums, so npm need not ask the registry about what its cache has. It fails when the
    // cache knows a package, but not yet this version of it.
    run(what, 'npm', [...online, '--prefer-offline'], { otherwise: online })
  }
  if (onlyToRun && !hasDevelopment(modules)) {
    once({ name: 'installed-to-run', print: lock, result: modules }, () => npm('Installing packages', 'ci', '--omit=dev'))
  } else {
    once({ name: 'installed', print: lock, result: modules }, () => {
      // Adding keeps the packages of a portal that runs from this checkout.
      if (isStamped('installed-to-run')) npm('Installing packages for development', 'install', '--no-save', '--include=dev')
      else npm('Installing packages', 'ci', '--include=dev')
    })
  }
  const node = findNode24()
  if (!node) {
    process.stdout.write(
      `Passerelle needs Node 24 or newer on this system; this is ${process.version}. See https://nodejs.org.\n`,
    )
    process.exit(1)
  }
  return node
}

const filesOf = (...paths) => fingerprint([...paths, 'src', 'package-lock.json'].map((path) => join(root, path)))

const builtPages = join(root, 'dist/web/index.html')
/** One of them; building the pages empties the folder. */
const compressedPages = join(root, 'dist/web/favicon.svg.br')
const printOfPages = () =>
  filesOf(
    'src',
    'index.html',
    'vite.config.ts',
    ...['first-paint', 'browser-routes', 'lean-mantine', 'compress-pages'].map((name) => `tools/${name}.ts`),
  )
const pages = () => ({ name: 'built', of: 'pages', args: [], result: builtPages, print: printOfPages() })

const server = () => ({
  name: 'server-built',
  of: 'server',
  args: ['--config', 'vite.server.config.ts'],
  result: builtServer,
  print: filesOf('demo', 'vite.server.config.ts'),
})

/** Builds what the step says if its sources changed. */
function buildStep(node, step) {
  once(step, () => {
    // Vite takes React's development build where the environment says so, as a test runner's does.
    const env = environment(node, { COMPRESS_PAGES: 'later', NODE_ENV: 'production' })
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    run(`Building the ${step.of}`, node, [vite, 'build', '--logLevel', 'error', ...step.args], { env })
    if (step.result === builtServer) rmSync(compileCache, { recursive: true, force: true })
  })
}

/** Compresses the built pages, which takes three times as long as building them. Until then they are sent as they are. */
export function compressPages(node) {
  once({ name: 'compressed', print: printOfPages(), result: compressedPages }, () =>
    run('Compressing the pages', node, ['tools/compress-pages.ts']),
  )
}

/** Builds the pages when their sources changed; `compressPages` has to follow. */
export const buildPages = (node) => buildStep(node, pages())

/** Builds and compresses the pages when their sources changed. */
export function build(node) {
  buildPages(node)
  compressPages(node)
}

/** Builds the server when its sources changed. */
export const buildServer = (node) => buildStep(node, server())
