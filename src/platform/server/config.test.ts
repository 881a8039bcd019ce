import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig, SettingError } from './config.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const read = (environment: Record<string, string>) => readConfig(environment, { dataDir })
function problemsOf(environment: Record<string, string>): string[] {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof SettingError) return error.message.split('\n')
    throw error
  }
  return []
}

test('without settings the defaults apply, and a secret is created once and kept', () => {
  const config = read({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir,
    databaseUrl: null,
    publicUrl: 'http://localhost:3000',
    adminEmail: null,
    smtpUrl: null,
    mailFrom: null,
    sessionDays: 30,
    trustedProxies: [],
    signingP12: null,
    tsaUrl: null,
    clamdUrl: null,
    backups: null,
  })
  expect([...config.adopt]).toEqual([])
  expect(config.secret).toBe(readFileSync(join(dataDir, 'secret'), 'utf8'))
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(read({}).secret).toBe(config.secret)
})

test('every setting is read, and an empty one counts as absent', () => {
  const p12 = join(dataDir, 'own.p12')
  writeFileSync(p12, 'p12')
  const config = read({
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: 'postgresql://u:p@db/name',
    PUBLIC_URL: 'https://partners.example.com/',
    ADMIN_EMAIL: 'Admin@Acme.example',
    ADMIN_PASSWORD: '123456',
    SMTP_URL: 'smtps://u:p@mail',
    MAIL_FROM: 'Acme <partners@acme.example>',
    SECRET: 's'.repeat(32),
    SESSION_DAYS: '365',
    ADOPT: 'secret, files',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1 fd00::/8',
    ESIGN_P12_PATH: p12,
    ESIGN_P12_PASSWORD: 'open',
    TSA_URL: 'http://tsa.example/timestamp',
    CLAMD_URL: 'unix:/run/clamav/clamd.ctl',
    BACKUP_DIR: '/mnt/backups',
    BACKUP_AT: '13, 1',
    BACKUP_KEEP: '30',
    BACKUP_PASSPHRASE: 'correct horse battery',
    BACKUP_COMMAND: 'rsync "$BACKUP_FILE" far:',
    UPGRADE_COPY: 'off',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    databaseUrl: 'postgresql://u:p@db/name',
    publicUrl: 'https://partners.example.com',
    adminEmail: 'admin@acme.example',
    adminPassword: '123456',
    smtpUrl: 'smtps://u:p@mail',
    mailFrom: 'Acme <partners@acme.example>',
    secret: 's'.repeat(32),
    sessionDays: 365,
    trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'],
    signingP12: { password: 'open' },
    tsaUrl: 'http://tsa.example/timestamp',
    clamdUrl: 'unix:/run/clamav/clamd.ctl',
    backups: {
      directory: '/mnt/backups',
      hours: [1, 13],
      keep: 30,
      command: 'rsync "$BACKUP_FILE" far:',
    },
    backupPassphrase: 'correct horse battery',
    copiesBeforeUpgrade: false,
  })
  expect(read({ BACKUP_DIR: '/mnt' }).backups).toEqual({
    directory: '/mnt',
    hours: [1],
    keep: 14,
    command: null,
  })
  expect(read({})).toMatchObject({ backupPassphrase: null, copiesBeforeUpgrade: true })
  expect([...config.adopt].toSorted()).toEqual(['files', 'secret'])
  expect(Buffer.from(config.signingP12?.bytes ?? []).toString()).toBe('p12')
  expect(problemsOf({ PORT: '', SESSION_DAYS: '', SMTP_URL: '', ADMIN_EMAIL: '', ADOPT: '' })).toEqual([])
})

const passwordOf = 'hunter2-of-the-server'
test.each([
  ['PORT', '65536', /^PORT is "65536"; it should be a number from 0 to 65535\.$/],
  ['PORT', 'http', /^PORT is "http"; /],
  ['SESSION_DAYS', '0', /^SESSION_DAYS is "0"; it should be a number of days from 1 to 365\.$/],
  ['SESSION_DAYS', '1.5', /^SESSION_DAYS is "1\.5"; /],
  [
    'DATABASE_URL',
    `mysql://u:${passwordOf}@db`,
    /^DATABASE_URL is not an address that can be used; it should look like postgres:/,
  ],
  ['DATABASE_POOL_URL', 'postgres://pooler:6432/portal', /^DATABASE_POOL_URL is set without DATABASE_URL; set that to/],
  ['DB_PIPELINE', 'maybe', /^DB_PIPELINE is "maybe"; it should be on or off/],
  ['SMTP_URL', `http://u:${passwordOf}@mail`, /^SMTP_URL is not an address that can be used; it should look like smtp:/],
  ['TSA_URL', 'tsa.example', /^TSA_URL is not an address that can be used/],
  ['CLAMD_URL', '127.0.0.1:3310', /^CLAMD_URL is not an address that can be used/],
  [
    'PUBLIC_URL',
    'https://example.com/portal',
    /^PUBLIC_URL is "https:\/\/example\.com\/portal"; it should be an address without/,
  ],
  ['MAIL_FROM', 'Acme', /^MAIL_FROM is "Acme"; it should be an address such as/],
  ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.0/33', /^TRUSTED_PROXIES has "10\.0\.0\.0\/33"; /],
  ['ADOPT', 'files everything', /^ADOPT has "everything"; it should be files, secret, database, seal or several of them\.$/],
  ['BACKUP_AT', '1 24', /^BACKUP_AT has "24"; it should be hours from 0 to 23 \(UTC\), such as 1 or 1 13\.$/],
  ['BACKUP_KEEP', '0', /^BACKUP_KEEP is "0"; it should be a number of backups from 1 to 10000\.$/],
  ['BACKUP_PASSPHRASE', 'short', /^BACKUP_PASSPHRASE is too short; it should have at least 12 characters\.$/],
  ['SECRET', 'short', /^SECRET is too short; it should have at least 32/],
  ['ESIGN_P12_BASE64', '!', /^ESIGN_P12_BASE64 holds nothing; /],
  ['ESIGN_P12_PATH', '/nowhere/own.p12', /^ESIGN_P12_PATH is "\/nowhere\/own\.p12", which cannot be read: /],
  ['S3_ENDPOINT', 'https://s3.example', /^S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY go together/],
  ['ADMIN_EMAIL', 'admin@acme.example', /^ADMIN_EMAIL and ADMIN_PASSWORD go together/],
])('%s=%s is one message that names it and says what to do', (name, value, sentence) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(sentence)
  expect(problems[0]).not.toContain(passwordOf)
})

test('a bucket is named with all that reaches it', () => {
  const s3 = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'documents', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  expect(problemsOf(s3)).toEqual([])
  expect(problemsOf({ ...s3, S3_BUCKET: 'Documents' })).toEqual([expect.stringMatching(/^S3_BUCKET is "Documents"; /)])
  expect(problemsOf({ ...s3, S3_ENDPOINT: 's3.example' })).toEqual([expect.stringMatching(/^S3_ENDPOINT is not an address/)])
})

test('all invalid settings are reported together, and nothing is written', () => {
  const problems = problemsOf({
    PORT: '-1',
    ADMIN_EMAIL: 'nobody',
    TRUSTED_PROXIES: 'proxy, 10.0.0.1, other',
    ESIGN_P12_PATH: '/nowhere/own.p12',
    CLAMD_URL: 'http://clamd',
  })
  const names = problems.map((problem) => /^[A-Z0-9_]+/.exec(problem)?.[0])
  expect(names.toSorted()).toEqual(
    ['PORT', 'ADMIN_EMAIL', 'ADMIN_EMAIL', 'TRUSTED_PROXIES', 'TRUSTED_PROXIES', 'ESIGN_P12_PATH', 'CLAMD_URL'].toSorted(),
  )
  expect(() => statSync(join(dataDir, 'secret'))).toThrow()
})
