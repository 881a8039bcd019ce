export interface Point {
  readonly x: number
  readonly y: number
}
/** What the pen drew between touching the paper and leaving it, in parts of the pad's width. */
export type Stroke = readonly Point[]

/** A piece of a smooth line: from where the last one ended, bent towards `bend`. */
export interface Curve {
  readonly bend: Point
  readonly to: Point
}

/** Closer points than this are a trembling hand, not a line. */
const trembling = 0.002

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

/** The points of a stroke without those that say nothing; the first and the last stay. */
export function steadied(stroke: Stroke): Stroke {
  const points: Point[] = []
  stroke.forEach((point, index) => {
    const before = points.at(-1)
    if (!before || index === stroke.length - 1 || distance(before, point) >= trembling) points.push(point)
  })
  return points
}

/** A line without corners: it starts at the first point, bends at each one, passes halfway between them, ends at the last. */
export function smoothed(stroke: Stroke): readonly Curve[] {
  const points = steadied(stroke)
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return []
  if (points.length === 1) return [{ bend: first, to: first }]
  return points.slice(0, -1).map((point, index) => {
    const next = points[index + 1] ?? last
    return { bend: point, to: index === points.length - 2 ? last : middle(point, next) }
  })
}

/** How long all lines are together. */
export function inkOf(strokes: readonly Stroke[]): number {
  return strokes.reduce(
    (sum, stroke) => sum + stroke.reduce((length, point, at) => length + distance(stroke[at - 1] ?? point, point), 0),
    0,
  )
}

/** A dot or a slip of the finger is no name. */
export function isDrawn(strokes: readonly Stroke[]): boolean {
  return inkOf(strokes) >= 0.15
}

/** The smallest rectangle around everything drawn, with room for the pen's width. */
export function boundsOf(strokes: readonly Stroke[], room: number) {
  const points = strokes.flat()
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room]
  return { left, top, width: Math.max(...xs) + room - left, height: Math.max(...ys) + room - top }
}
