import { createFileRoute } from '@tanstack/react-router'
import OptimizeIcon from 'lucide-react/icons/wand-sparkles'
import { Page } from '#app/web/layout/Page.tsx'
import { RailBox } from '#app/web/layout/RightRail.tsx'
import { pageTexts } from '#app/web/page-texts.ts'
import { limits } from '#core/limits.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { prepareSignIn } from '#features/identity/web/SignInHost.tsx'
import { Button } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'

const texts = pageTexts.optimize

export const Route = createFileRoute('/_site/optimize')({ component: Optimize })

function Optimize() {
  const user = useCurrentUser()
  return (
    <Page heading={texts.heading} lead={texts.lead}>
      {!user && (
        <form
          className="flex flex-col items-start gap-4"
          onFocus={prepareSignIn}
          onSubmit={(event) => {
            event.preventDefault()
            askToSignIn('optimize')
          }}
        >
          <div className="w-full">
            <TextArea
              label={texts.prompt}
              placeholder={texts.placeholder}
              maxLength={limits.optimizerPrompt}
              rows={6}
              className="font-mono"
            />
          </div>
          <Button type="submit" variant="primary" icon={<OptimizeIcon size={16} />}>
            {texts.submit}
          </Button>
        </form>
      )}
      <h2 className="mt-10 mb-3 text-lg font-semibold">{texts.tips}</h2>
      <div className="grid gap-3 md:grid-cols-3">
        {texts.tipList.map(([title, text]) => (
          <RailBox key={title} title={title}>
            {text}
          </RailBox>
        ))}
      </div>
    </Page>
  )
}
