import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './test-server.ts'

const example = join(import.meta.dirname, '../deploy/nginx/passerelle.conf')

/** The real nginx with the example of deploy/, without TLS, before servers at these addresses (host:port). */
export async function startNginx(port: number, servers: readonly string[]): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-nginx-'))
  const [, upstream, , site] = readFileSync(example, 'utf8').split(/^(?=upstream|server)/m)
  const here = `${upstream?.replace(/^ *server 127.0.0.1:3000;$/m, servers.map((each) => `server ${each};`).join(' '))}
    ${site?.replaceAll(/^ *(listen|ssl_)\w* .*;$/gm, '').replace('server_name', `listen 127.0.0.1:${port}; server_name`)}`
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const settings = join(folder, 'nginx.conf')
  const asRoot = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    settings,
    `${asRoot} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/log crit;
    events {} http { access_log off; ${folders.join(' ')} ${here} }`,
  )
  const args = ['-p', folder, '-e', join(folder, 'log'), '-c', settings]
  return startServer('/usr/sbin/nginx', args, { folder, signal: 'SIGTERM', answers: () => answers(port) })
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    () => true,
    () => false,
  )
