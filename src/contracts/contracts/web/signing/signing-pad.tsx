import { Button, Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useEffect, useRef } from 'react'
import { m } from '../../messages/messages.ts'
import classes from './signing.module.css'
import { drawStrokes } from './signing-picture.ts'
import type { Point, Stroke } from './signing-strokes.ts'

interface SigningPadProps {
  readonly strokes: readonly Stroke[]
  readonly onStrokes: (strokes: readonly Stroke[]) => void
  readonly error: string | undefined
}

/** Paper for a name drawn by mouse, pen or finger. Strokes are kept in parts of its width: turning a phone loses nothing. */
export function SigningPad({ strokes, onStrokes, error }: SigningPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<Point[] | null>(null)
  const { ref: frame, width } = useElementSize<HTMLDivElement>()

  const paint = () => {
    const paper = canvas.current
    const context = paper?.getContext('2d')
    if (!paper || !context || width === 0) return
    const density = Math.min(devicePixelRatio, 3)
    paper.width = Math.round(paper.clientWidth * density)
    paper.height = Math.round(paper.clientHeight * density)
    context.strokeStyle = getComputedStyle(paper).color
    drawStrokes(context, drawing.current ? [...strokes, drawing.current] : strokes, paper.width)
  }
  useEffect(paint, [strokes, width])

  const pointsOf = (event: PointerEvent<HTMLCanvasElement>): Point[] => {
    const box = event.currentTarget.getBoundingClientRect()
    const all = event.nativeEvent.getCoalescedEvents?.() ?? []
    return (all.length > 0 ? all : [event.nativeEvent]).map(({ clientX, clientY }) => ({
      x: (clientX - box.left) / box.width,
      y: (clientY - box.top) / box.width,
    }))
  }
  const end = () => {
    if (!drawing.current) return
    const stroke = drawing.current
    drawing.current = null
    onStrokes([...strokes, stroke])
  }
  return (
    <div>
      <div ref={frame} className={classes.pad} data-error={error ? true : undefined}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={strokes.length > 0 ? m.drawnSignature() : m.signaturePad()}
          onPointerDown={(event) => {
            if (event.button !== 0 || drawing.current) return
            event.currentTarget.setPointerCapture(event.pointerId)
            drawing.current = pointsOf(event)
            paint()
          }}
          onPointerMove={(event) => {
            if (!drawing.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
            drawing.current.push(...pointsOf(event))
            paint()
          }}
          onPointerUp={end}
          onPointerCancel={end}
        />
      </div>
      <Group justify="space-between" wrap="nowrap" mt={4}>
        <Text fz="xs" c={error ? 'var(--danger-ink)' : 'var(--ink-soft)'}>
          {error ?? m.drawHint()}
        </Text>
        <Button size="compact-sm" variant="subtle" flex="none" disabled={strokes.length === 0} onClick={() => onStrokes([])}>
          {m.clear()}
        </Button>
      </Group>
    </div>
  )
}
