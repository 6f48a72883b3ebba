import { type ReactNode, useId } from 'react'

/** One part of the settings, named by its heading. */
export const Section = ({ heading, children }: { heading: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t py-8 first:border-t-0 first:pt-0">
      <h2 id={id} className="mb-4 text-lg font-semibold">
        {heading}
      </h2>
      {children}
    </section>
  )
}
