import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { uploadRules } from '#access/domain/uploads.ts'
import { settingsSchema } from '#platform/server/settings-schema.ts'
import { has, leftOutNote, runProgram } from '../installed-programs.ts'
import { freePort } from '../postgres.ts'
import { selfSigned } from './self-signed.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'passerelle-services-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const maxUploadBytes = Math.max(...Object.values(uploadRules).map(({ maxBytes }) => maxBytes))

test('the systemd unit starts a program of the release archive, with settings that exist', () => {
  const unit = read('systemd/passerelle.service')
  const program = /^ExecStart=\/usr\/bin\/env node \/opt\/passerelle\/(\S+) main$/m.exec(unit)?.[1] ?? '-'
  expect(existsSync(join(root, program))).toBe(true)
  const names = [...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
  expect(names.filter((name) => !(name in settingsSchema.shape))).toEqual(['NODE_COMPILE_CACHE'])
  expect(unit).toContain('NoNewPrivileges=yes')
})

// What systemd's own reader of such files made of these lines (30-systemd-environment-d-generator of version 252).
test('the command of the service reads its settings as systemd does', () => {
  const reader = /^settings_of\(\) \{.*?^\}/ms.exec(read('systemd/passerelle'))?.[0] ?? 'exit 1'
  const lines = [
    String.raw`# a comment \ `.trim(),
    'LOST=goes on',
    '; another',
    'PLAIN=a b c   ',
    '  INDENTED = spaced ',
    String.raw`SINGLE='it is $5 \n "x"'`,
    `MIXED="a" 'b' c d`,
    `INNER=x"y"it's#z`,
    String.raw`ESCAPED=back\\slash \"quote\" end\  `,
    'LINES=first \\',
    'second',
    String.raw`DOUBLE="tab\t \"q\" \\ \$5 line \ `.trim(),
    'goes on"',
    'PARAGRAPH="one',
    'two"',
    'lower_case=yes',
    '9BAD=no',
    'export BAD=no',
    'EMPTY=""',
    'NOVALUE',
    'SMTP_URL=smtp://user:p%40ss@host:587?a=b',
  ]
  const file = join(folder, 'passerelle.env')
  writeFileSync(file, lines.join('\n'))
  const command = `${reader}\neval "$(settings_of "$1")"\nenv -0`
  const output = execFileSync('/bin/sh', ['-c', command, 'sh', file], { env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' })
  const pairs = output.split('\0').map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)])
  expect(Object.fromEntries(pairs.filter(([name = '']) => !['', 'PATH', 'PWD', 'OLDPWD', '_', 'SHLVL'].includes(name)))).toEqual({
    PLAIN: 'a b c',
    INDENTED: 'spaced',
    SINGLE: String.raw`it is $5 \n "x"`,
    MIXED: 'abc d',
    INNER: `x"y"it's#z`,
    ESCAPED: String.raw`back\slash "quote" end `,
    LINES: 'first second',
    DOUBLE: String.raw`tab\t "q" \ $5 line goes on`,
    PARAGRAPH: 'one\ntwo',
    lower_case: 'yes',
    EMPTY: '',
    SMTP_URL: 'smtp://user:p%40ss@host:587?a=b',
  })
})

test.runIf(has('systemd-analyze'))(
  `systemd takes the unit, and finds little that it could do${leftOutNote('systemd-analyze')}`,
  () => {
    const path = join(root, 'deploy/systemd/passerelle.service')
    expect(runProgram('systemd-analyze', ['verify', '--man=no', path])).toEqual({ status: 0, output: '' })
    const { output } = runProgram('systemd-analyze', ['security', '--offline=true', '--no-pager', path])
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1])).toBeLessThan(2)
  },
)

test.runIf(has('nginx'))(`nginx takes its example, which lets every upload through${leftOutNote('nginx')}`, async () => {
  const example = read('nginx/passerelle.conf')
  const { certificate, key } = selfSigned(folder)
  const [plain, secure] = [await freePort(), await freePort()]
  const here = example
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certificate};`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${plain}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${secure}`)
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/nginx.pid; events {} http { access_log off; ${here} }`)
  const { status, output } = runProgram('nginx', [
    '-t',
    '-p',
    folder,
    '-e',
    join(folder, 'error.log'),
    '-c',
    join(folder, 'nginx.conf'),
  ])
  expect([status, output]).toEqual([0, expect.stringContaining('test is successful')])
  expect(Number(/client_max_body_size (\d+)m;/.exec(example)?.[1]) * 1024 * 1024).toBeGreaterThan(maxUploadBytes)
  expect(/location = \/api\/live \{[^}]*proxy_buffering off;/.test(example)).toBe(true)
})

test.runIf(has('caddy'))(`Caddy takes its example, which lets every upload through${leftOutNote('caddy')}`, () => {
  const path = join(root, 'deploy/caddy/Caddyfile')
  const { status, output } = runProgram('caddy', ['validate', '--adapter', 'caddyfile', '--config', path], folder)
  expect([status, output]).toEqual([0, expect.stringContaining('Valid configuration')])
  expect(Number(/max_size (\d+)MB/.exec(read('caddy/Caddyfile'))?.[1]) * 1_000_000).toBeGreaterThan(maxUploadBytes)
})
