import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFullRun } from '../full-run.ts'
import { has, leftOutNote } from '../installed-programs.ts'

const programs = ['buildah', 'mmdebstrap']
const isRoot = process.getuid?.() === 0
const note = `${leftOutNote(...programs)}${isRoot ? '' : ' (left out: it takes root)'}`

test.runIf(isFullRun && isRoot && programs.every(has))(
  `the image is built and tried without a container engine${note}`,
  () => {
    const script = join(import.meta.dirname, '../../tools/try-image.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    process.stdout.write(stdout)
    expect([status, stderr.slice(-2000)]).toEqual([0, expect.any(String)])
    expect(stdout).toContain('The image was built and tried')
  },
  1_800_000,
)
