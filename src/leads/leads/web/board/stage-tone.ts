import type { CSSProperties } from 'react'
import type { LeadStatus } from '../../domain/leads.ts'

/** The color of a stage, for styles that use `--tone`. */
export const stageTone = (status: LeadStatus) => ({ '--tone': `var(--${status})` }) as CSSProperties
