import type { CSSProperties } from 'react'
import { type Stages, stageColour } from '#leads/lead-settings/web/data.ts'

/** The color of a stage, for styles that use `--tone`. */
export const stageTone = (stages: Stages, key: string) => ({ '--tone': `var(--${stageColour(stages, key)})` }) as CSSProperties
