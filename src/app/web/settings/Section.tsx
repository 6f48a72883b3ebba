import { type ReactNode, useId } from 'react'

/** A section of the settings page with its heading. */
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
