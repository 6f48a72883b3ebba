import { classes } from './classes.ts'

/** A grey shape of the size of what will stand there: give it by `className`. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classes('shimmer block rounded-md', className)} />
)
