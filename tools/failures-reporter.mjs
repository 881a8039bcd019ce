// A reporter of Vitest that writes what failed, hooks and files included, as JSON to the path in FAILURES_FILE.
import { writeFileSync } from 'node:fs'

export default class FailuresReporter {
  onTestRunEnd(modules, unhandled) {
    const failures = modules.flatMap((module) => [
      ...failureOf(module.moduleId, [], module.errors()),
      ...[...module.children.allSuites()].flatMap((suite) => failureOf(module.moduleId, titlesOf(suite), suite.errors())),
      ...[...module.children.allTests('failed')].flatMap((test) =>
        failureOf(module.moduleId, titlesOf(test), test.result().errors ?? []),
      ),
    ])
    if (unhandled.length > 0) failures.push(...failureOf('outside of every test', [], unhandled))
    writeFileSync(process.env.FAILURES_FILE, JSON.stringify(failures))
  }
}

const failureOf = (file, titles, errors) => (errors.length > 0 ? [{ file, titles, errors: errors.map(toPlain) }] : [])

function titlesOf(entity) {
  return entity.type === 'module' ? [] : [...titlesOf(entity.parent), entity.name]
}

/** The sentence, what differed, and the place in the tests. */
function toPlain({ name, message, diff, cause, errors, stacks = [] }) {
  const place = stacks.find(({ file }) => !file.includes('node_modules')) ?? null
  return {
    message: `${name ?? 'Error'}: ${message}`,
    diff: diff ?? null,
    causes: [cause, ...(errors ?? [])].filter(Boolean).map((each) => each.message ?? String(each)),
    place: place && `${place.file}:${place.line}`,
  }
}
