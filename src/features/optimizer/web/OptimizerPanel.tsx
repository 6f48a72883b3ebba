import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Optimizer } from './Optimizer.tsx'
import { homeOptimizerOpenStore } from './pending-request.ts'
import { optimizerTexts } from './texts.ts'

/** The opened optimizer on the home page. */
const OptimizerPanel = () => (
  <section aria-label={optimizerTexts.submit} className="relative rounded-lg border bg-surface p-4">
    <span className="absolute top-1.5 right-1.5">
      <IconButton name={optimizerTexts.close} onClick={() => homeOptimizerOpenStore.set(false)}>
        <Icon name="x" size={18} />
      </IconButton>
    </span>
    <Optimizer />
  </section>
)

export default OptimizerPanel
