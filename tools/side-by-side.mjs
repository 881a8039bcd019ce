// Runs several scripts at once, given as JSON (a list of a script with its arguments each), and fails if one of them does.
import { spawn } from 'node:child_process'

for (const args of JSON.parse(process.argv[2])) {
  spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', (code, signal) => {
    if (code !== 0) process.exitCode = signal ? 1 : code
  })
}
