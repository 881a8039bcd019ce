import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { builtServer, compileCache, environment, findNode24, root } from './node24.mjs'

const modules = join(root, 'node_modules')

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
  for (const path of paths) take(join(root, path))
  return hash.digest('hex')
}

/** Runs a command and prints how long it took. If it fails, it is run once more with the arguments `otherwise`, if given. */
function run(what, command, args, { env = process.env, otherwise = null } = {}) {
  const started = Date.now()
  process.stdout.write(`${what} … `)
  const options = { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 26 }
  let { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (status !== 0 && otherwise) ({ status, stdout, stderr, error } = spawnSync(command, otherwise, options))
  if (status !== 0) {
    process.stdout.write(`failed\n${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
    process.exit(1)
  }
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`)
}

function npm(what, ...args) {
  const online = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  // The lock file names versions and checksums, so npm need not ask the registry about what its cache has. It fails when the
  // cache knows a package, but not yet this version of it.
  run(what, 'npm', [...online, '--prefer-offline'], { otherwise: online })
}

/** The packages that a lock file names, by their folders. */
function packagesIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/** Whether what npm notes of its installation has what the lock file names. Optional packages are those of some platforms. */
function isInstalled(withDevelopment) {
  const noted = packagesIn(join(modules, '.package-lock.json'))
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, link, dev, devOptional, optional }]) => {
      if (!path.startsWith('node_modules/') || link || (optional && !noted[path])) return true
      return (!withDevelopment && (dev || devOptional)) || (noted[path] && noted[path].version === version)
    },
  )
}

/**
 * Installs the packages that npm has not installed yet. Returns the path of Node to continue with. `onlyToRun` leaves out what
 * only tests and checks need; a command that needs it adds it.
 */
export function install({ onlyToRun = false } = {}) {
  if (!isInstalled(!onlyToRun)) {
    const withDevelopment = !onlyToRun || existsSync(join(modules, 'vitest'))
    // Adding keeps the packages of a portal that runs from this checkout.
    const how = existsSync(modules) ? ['install', '--no-save'] : ['ci']
    npm('Installing packages', ...how, withDevelopment ? '--include=dev' : '--omit=dev')
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

/**
 * Builds with Vite if the sources are not those of the last build, whose fingerprint is written last: what was interrupted is
 * built again.
 */
function buildStep(node, { name, args, result, sources }) {
  const print = fingerprint([...sources, 'src', 'package-lock.json'])
  const stamp = join(modules, '.passerelle', `built-${name}`)
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return
  rmSync(stamp, { force: true })
  // Vite takes React's development build where the environment says so, as a test runner's does.
  const env = environment(node, { NODE_ENV: 'production' })
  run(`Building the ${name}`, node, [join(modules, 'vite/bin/vite.js'), 'build', '--logLevel', 'error', ...args], { env })
  if (result === builtServer) rmSync(compileCache, { recursive: true, force: true })
  mkdirSync(join(modules, '.passerelle'), { recursive: true })
  writeFileSync(stamp, print)
}

/** Builds the server when its sources changed. */
export const buildServer = (node) =>
  buildStep(node, {
    name: 'server',
    args: ['--config', 'vite.server.config.ts'],
    result: builtServer,
    sources: ['demo', 'vite.server.config.ts', 'tools/bundled-packages.ts'],
  })

const toolsOfPages = ['browser-routes', 'bundled-packages', 'compress-pages', 'inline-messages', 'localize-pages'].map(
  (name) => `tools/${name}.ts`,
)

/** Builds the pages when their sources changed. */
export const buildPages = (node) =>
  buildStep(node, {
    name: 'pages',
    args: [],
    result: join(root, 'dist/web/index.specified-fr.html'),
    sources: ['index.html', 'public', 'vite.config.ts', ...toolsOfPages],
  })

/** Builds the server and the pages when their sources changed. */
export function build(node) {
  buildServer(node)
  buildPages(node)
}
