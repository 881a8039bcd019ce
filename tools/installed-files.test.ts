import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files of a package, without packages inside of it. */
function filesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum
    return sum + (entry.isDirectory() ? filesIn(join(folder, entry.name)) : 1)
  }, 0)
}

test('npm start installs fewer than 22 300 files besides Node, and no package of more than 4 000', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; link?: boolean }>
  }
  const packageCounts = Object.entries(packages)
    // Optional packages belong to one platform each; those of this one are a few.
    .filter(([path, { dev, optional, link }]) => path.startsWith('node_modules/') && !dev && !optional && !link)
    .filter(([path]) => existsSync(join(root, path)))
    .map(([path]) => ({ path, files: filesIn(join(root, path)) }))
  const sum = packageCounts.reduce((total, { files }) => total + files, 0)
  expect(packageCounts.length).toBeGreaterThan(200)
  expect(sum).toBeGreaterThan(10_000)
  expect(sum).toBeLessThan(22_300)
  expect(packageCounts.filter(({ files }) => files > 4000)).toEqual([])
})
