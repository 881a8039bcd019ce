import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'

const path = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter)

/** Whether this machine has a program; administrators' programs are not on everybody's path. */
export function has(program: string): boolean {
  return spawnSync('which', [program], { env: { ...process.env, PATH: path } }).status === 0
}

/** For the title of a test that is skipped without these programs. */
export function leftOutNote(...programs: string[]): string {
  const missing = programs.filter((program) => !has(program))
  return missing.length > 0 ? ` (left out: install ${missing.join(', ')})` : ''
}

/** Runs a program to its end. */
export function runProgram(program: string, args: readonly string[], cwd?: string) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd, env: { ...process.env, PATH: path } })
  return { status, output: `${stdout ?? ''}${stderr ?? ''}` }
}
