import { useQuery } from '@tanstack/react-query'
import { licenses } from '#core/licenses.ts'
import { postFormTexts } from '../form/texts.ts'
import { editablePostQuery } from '../queries.ts'

/** Says what the license of the post with this id asks of a remix. */
export const RemixNotice = ({ id }: { id: number }) => {
  const license = useQuery(editablePostQuery(id)).data?.license
  return (
    <>
      <p className="text-sm text-muted">{postFormTexts.credits}</p>
      {license === 'all-rights-reserved' && <p className="text-sm">{postFormTexts.allRightsReserved}</p>}
      {license === 'CC-BY-SA-4.0' && (
        <p className="text-sm text-muted">{postFormTexts.shareAlike(licenses[license].name)}</p>
      )}
    </>
  )
}
