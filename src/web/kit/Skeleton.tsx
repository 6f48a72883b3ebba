import { classes } from './classes.ts'

/** A grey placeholder while content loads; `className` sets its size. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classes('shimmer block rounded-md', className)} />
)
