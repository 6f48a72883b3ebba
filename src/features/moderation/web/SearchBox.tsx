import type { FormEvent } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { type Address, adminHref } from './address.ts'
import { texts } from './texts.ts'

/** The search text goes into the URL, so that a reload and Back keep it. */
export const SearchBox = ({ address }: { address: Address }) => {
  const navigation = useNavigation()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    void navigation.push(adminHref({ ...address, q, page: 1 }))
  }
  return (
    <search className="min-w-0 grow">
      <form onSubmit={onSubmit} className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            key={address.q}
            type="search"
            name="q"
            maxLength={300}
            autoComplete="off"
            label={texts.searchIn[address.tab]}
            labelHidden
            placeholder={texts.searchIn[address.tab]}
            defaultValue={address.q}
          />
        </div>
        <Button type="submit">{texts.search}</Button>
      </form>
    </search>
  )
}
