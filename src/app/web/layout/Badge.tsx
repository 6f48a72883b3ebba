import type { ReactNode } from 'react'
import { classes } from '#web/kit/classes.ts'

const TONES = { accent: 'text-accent', warning: 'text-warning' }

/** A short label at the end of a link. */
export const Badge = ({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) => (
  <span
    className={classes(
      'ml-auto inline-flex items-center gap-1 rounded-full border border-current/30 px-1.5 text-[11px] leading-4 font-semibold',
      TONES[tone],
    )}
  >
    {children}
  </span>
)
