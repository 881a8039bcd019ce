/** Processor seconds of `work` on two processors that nobody else uses. */
const quietSeconds = 0.25

/** Work of the kind that a start does: text is parsed, objects are made and thrown away. */
function work(): number {
  let length = 0
  for (let turn = 0; turn < 60; turn += 1) {
    const rows = Array.from({ length: 4000 }, (_, id) => ({ id, name: `row ${id}`, parts: [id, id + 1, `${turn}`] }))
    length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length
  }
  return length
}

/**
 * How many times as much processor time the same work takes now as on a quiet machine, and never less than 1: neighbours of a
 * virtual machine double it at times, and a bound on processor time is about the product, not about them.
 */
export function slownessNow(): number {
  const before = process.cpuUsage()
  if (work() === 0) throw new Error('no work was done')
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (user + system) / 1e6 / quietSeconds)
}
