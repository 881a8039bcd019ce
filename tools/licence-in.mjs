import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licence of a package without one in its manifest, by the texts in its folder. */
export function licenceIn(folder) {
  const textOf = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
  const isMit = textOf('LICENSE').startsWith('MIT License') || /^## License\s+\(?(The )?MIT\b/m.test(textOf('Readme.md'))
  return isMit ? 'MIT' : 'none'
}
