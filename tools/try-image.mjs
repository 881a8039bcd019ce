// npm run try-image: builds deploy/docker/Dockerfile without a container engine or a registry of images, and tries the image.
// Debian's buildah builds in a chroot, on a base that mmdebstrap and the locked Node make under the name that FROM has.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './node24.mjs'

const largestMb = 350
/** The user `node` of the official image. */
const uid = 1000

const programs = ['buildah', 'mmdebstrap', 'unshare', 'npm']
const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0)
if (missing.length > 0 || process.getuid() !== 0) {
  const reason = missing.length > 0 ? `install ${missing.join(', ')}` : 'it takes root'
  process.stdout.write(`The image was not built and tried (left out: ${reason})\n`)
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'passerelle-image-'))
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
const inChroot = ['--isolation', 'chroot', '--network', 'host']
const say = (text) => process.stdout.write(`${text}\n`)

function need(isTrue, what) {
  if (!isTrue) throw new Error(`Not so: ${what}`)
  say(`✓ ${what}`)
}

/** Runs a program to its end, and returns what it said. What went wrong it says itself. */
function output(program, args) {
  return execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  }).trim()
}
const buildah = (...args) => output('buildah', [...storage, ...args])

/** Debian with certificates, Node, npm and the user `node`, as the official image has them. */
function makeBase(name) {
  const archive = join(folder, 'base.tar')
  const npm = join(realpathSync(output('which', ['npm'])), '../..')
  const hooks = [
    `upload ${join(root, `node_modules/node-linux-${process.arch}/bin/node`)} /usr/local/bin/node`,
    'chmod 755 "$1/usr/local/bin/node" && mkdir -p "$1/usr/local/lib/node_modules"',
    `copy-in ${npm} /usr/local/lib/node_modules`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    `echo node:x:${uid}: >> "$1/etc/group" && echo node:x:${uid}:${uid}::/tmp:/bin/sh >> "$1/etc/passwd"`,
    'rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/*',
  ]
  const leftOut = ['doc', 'man', 'locale'].map((each) => `--dpkgopt=path-exclude=/usr/share/${each}/*`)
  const options = ['--quiet', '--variant=essential', '--include=ca-certificates,libstdc++6', ...leftOut]
  output('mmdebstrap', [...options, ...hooks.map((hook) => `--customize-hook=${hook}`), 'bookworm', archive])
  buildah('from', '--name', 'base', 'scratch')
  buildah('add', '--quiet', 'base', archive, '/')
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', 'base')
  buildah('commit', '--quiet', '--rm', 'base', name)
  rmSync(archive)
}

/** With the certificates of this machine, whose network may have one of its own, and with few open files. */
function buildImage() {
  const npmrc = join(folder, 'npmrc')
  writeFileSync(npmrc, 'cafile=/etc/ssl/certs/ca-certificates.crt\nupdate-notifier=false\n')
  const lent = ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro', '--volume', `${npmrc}:/root/.npmrc:ro`]
  const how = [...inChroot, '--ulimit', 'nofile=1024:1024', '--format', 'docker', '--pull-never', '--quiet', ...lent]
  const files = ['--file', 'deploy/docker/Dockerfile', '--ignorefile', 'deploy/docker/Dockerfile.dockerignore']
  buildah('bud', ...how, ...files, '--tag', 'passerelle', '.')
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(String(port)))
    })
  })

function emptyVolume(name) {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  chownSync(path, uid, uid)
  return path
}

/** Starts a program that starts the portal, and waits until it answers. Returns what stops it, and how long it took. */
async function answering(port, program, args) {
  const started = Date.now()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  for (;;) {
    const health = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
    if (health?.ok) break
    if (child.exitCode !== null || Date.now() - started > 120_000) throw new Error(`The portal does not answer:\n${said}`)
    await pause(200)
  }
  return { child, ended, said: () => said, seconds: (Date.now() - started) / 1000 }
}

async function tryWritable({ Cmd, Healthcheck }) {
  const port = await freePort()
  const options = [...inChroot, '--user', 'node', '--env', `PORT=${port}`, '--volume', `${emptyVolume('first')}:/data`]
  const run = [...storage, 'run', ...options, 'tried', '--']
  const portal = await answering(port, 'buildah', [...run, ...Cmd])
  need(true, `it answers ${portal.seconds.toFixed(0)} s after 'buildah run --user node', on an empty volume`)
  need(portal.said().includes('/setup?token='), 'its log has the link for the first administrator')
  const [kind, ...check] = Healthcheck.Test
  need(kind === 'CMD' && spawnSync('buildah', [...run, ...check]).status === 0, 'its check of its health passes')
  portal.child.kill('SIGTERM')
  await portal.ended
  need(spawnSync('buildah', [...run, ...check]).status !== 0, 'its check of its health fails when it has stopped')
  const wrong = spawnSync('buildah', [...run, 'node', 'tools/run-built.mjs', 'nonsense'], { encoding: 'utf8' })
  const [sentence = ''] = wrong.stderr.split('\n')
  need(wrong.status !== 0 && /^There is no program "nonsense".*\.$/.test(sentence), `a wrong command is told: ${sentence}`)
}

/** As engines do with `--read-only --tmpfs /tmp`: a root without writing, of which `/data` alone is a volume. */
async function tryReadOnly({ Env, Cmd, WorkingDir }) {
  const port = await freePort()
  const mounted = buildah('mount', 'tried')
  const script = `
    mount --bind "$1" "$1" && mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp" && chmod 1777 "$1/tmp"
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -o remount,bind,ro "$1"
    ! touch "$1/portal/written" 2>/dev/null || exit 9
    shift 2 && exec "$@"`
  const inside = [
    'chroot',
    `--userspec=${uid}:${uid}`,
    mounted,
    '/usr/bin/env',
    '-i',
    '-C',
    WorkingDir,
    ...Env,
    `PORT=${port}`,
    ...Cmd,
  ]
  const start = ['--mount', 'sh', '-c', script, 'sh', mounted, emptyVolume('second'), ...inside]
  const portal = await answering(port, 'unshare', start)
  need(true, `it answers ${portal.seconds.toFixed(0)} s after its start with a read-only root`)
  const stopped = Date.now()
  portal.child.kill('SIGTERM')
  const code = await portal.ended
  const seconds = (Date.now() - stopped) / 1000
  need(code === 0 && seconds < 10, `it stops in good order within ten seconds of SIGTERM (${seconds.toFixed(1)} s)`)
}

try {
  const [, base] = /^FROM (\S+) AS build$/m.exec(readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8'))
  makeBase(base)
  const started = Date.now()
  buildImage()
  need(true, `the image is built in ${Math.round((Date.now() - started) / 1000)} s, with at most 1 024 open files`)
  const { OCIv1, Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'passerelle'))
  buildah('from', '--name', 'tried', '--pull-never', 'passerelle')
  const megabytes = Number(
    output('du', ['--summarize', '--apparent-size', '--block-size=MB', buildah('mount', 'tried')]).split('MB')[0],
  )
  need(megabytes < largestMb, `the image has less than ${largestMb} MB (${megabytes})`)
  need(OCIv1.config.User === 'node', 'it runs as the user node')
  await tryWritable({ ...OCIv1.config, Healthcheck: Docker.config.Healthcheck })
  await tryReadOnly(OCIv1.config)
  say('The image was built and tried: by buildah in a chroot, not by a container engine.')
} finally {
  spawnSync('buildah', [...storage, 'rm', '--all'], { stdio: 'ignore' })
  spawnSync('buildah', [...storage, 'rmi', '--all', '--force'], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
