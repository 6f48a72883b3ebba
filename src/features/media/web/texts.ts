/** UI strings for galleries. */
export const mediaTexts = {
  open: (kind: 'image' | 'video', title: string, position: number) =>
    `Example ${kind} ${position} of ${title}`,
  /** The label includes the visible "+N", so that speech input can refer to it (WCAG 2.5.3). */
  openMore: (kind: 'image' | 'video', title: string, position: number, count: number) =>
    `Example ${kind} ${position} of ${title}, +${count} more`,
  more: (count: number) => `+${count}`,
} as const
