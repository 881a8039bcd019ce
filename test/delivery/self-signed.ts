import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A certificate for localhost, and its key, as files in a folder. */
export function selfSigned(folder: string): { readonly certificate: string; readonly key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    {
      stdio: 'pipe',
    },
  )
  return { certificate, key }
}
