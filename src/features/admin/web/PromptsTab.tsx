import { getModelName } from '#core/model-catalogue.ts'
import type { listPromptLogs, PromptLog } from '#features/optimizer/contract.ts'
import { callApi } from '#web/api-client.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, SenderAndTime, senderCells } from './AdminRow.tsx'
import type { AdminPanelState } from './panel-state.ts'
import { adminTexts } from './texts.ts'

const texts = adminTexts.columns
const columns = [
  { label: texts.type },
  { label: texts.member },
  { label: texts.time, sorts: ['newest', 'oldest'] },
  { label: texts.prompt },
] as const

/** Lists the prompts that members submitted for optimization, 50 per page (docs/spec/limits.md#lists). */
export const PromptsTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={columns}
    defaultSort="newest"
    load={(query) => callApi<typeof listPromptLogs>('GET /api/admin/prompt-logs', { query })}
    idOf={(log: PromptLog) => log.id}
  >
    {(log) => (
      <AdminRow
        label={`${adminTexts.optimized} ${log.id}`}
        title={[log.promptType ?? adminTexts.anyType, ...log.models.map(getModelName)].join(' · ')}
        facts={<SenderAndTime {...log} />}
        cells={senderCells(log)}
        more={
          <>
            <p className="mt-2 text-muted">{adminTexts.optimized}</p>
            <p dir="auto" className="font-mono whitespace-pre-wrap">
              {log.optimizedPrompt}
            </p>
          </>
        }
      >
        <p dir="auto" className="font-mono whitespace-pre-wrap">
          {log.originalPrompt}
        </p>
      </AdminRow>
    )}
  </AdminList>
)
