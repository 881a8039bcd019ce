import { readFileSync } from 'node:fs'

/** The product's version, such as `0.2.0`. */
export const productVersion: string = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
