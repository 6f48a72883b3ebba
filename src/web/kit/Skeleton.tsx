import { classNames } from './class-names.ts'

/** A grey placeholder while content loads; `className` sets its size. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classNames('shimmer block rounded-md', className)} />
)
