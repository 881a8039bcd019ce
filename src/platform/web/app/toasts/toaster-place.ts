/** A rectangle of the window, in px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** An area that toasts should leave free; a higher weight matters more. */
export interface Obstacle {
  readonly box: Box
  readonly weight: number
}

export interface Room {
  readonly width: number
  readonly height: number
}

const marginPx = 16
const stepPx = 8

const overlap = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))

/**
 * Where toasts of a size cover the least: at the bottom right if nothing is there, else at the bottom left, else as low as they
 * find room. `room` is what the keyboard leaves of the window.
 */
export function toasterPlace(room: Room, size: Room, obstacles: readonly Obstacle[]): { left: number; top: number } {
  const lefts = [...new Set([Math.max(marginPx, room.width - marginPx - size.width), marginPx])]
  const lowest = Math.max(0, room.height - marginPx - size.height)
  let best = { left: lefts[0] ?? marginPx, top: lowest }
  let min = Number.POSITIVE_INFINITY
  for (let top = lowest; top >= Math.min(marginPx, lowest); top -= stepPx) {
    for (const left of lefts) {
      const box = { left, top, right: left + size.width, bottom: top + size.height }
      const cost = obstacles.reduce((sum, each) => sum + each.weight * overlap(box, each.box), 0)
      if (cost >= min) continue
      best = { left, top }
      min = cost
      if (cost === 0) return best
    }
  }
  return best
}
