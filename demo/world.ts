import type { Portal } from '#server/portal.ts'

export async function growDemoWorld(_portal: Portal): Promise<string> {
  throw new Error('no demo world yet')
}
