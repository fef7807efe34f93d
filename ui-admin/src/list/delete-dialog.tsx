import { useState } from 'react'
import type { BatchResult, ResourceInfo } from 'stoa/api-types'
import { batchDelete, type Rows } from '../api/batch.ts'
import { deleteRow } from '../api/resource.ts'
import { BatchResultDialog } from '../common/batch-result.tsx'
import { ConfirmDialog } from '../common/confirm.tsx'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { labelsFor } from '../form/labels.ts'
import { inSentence, useT } from '../i18n/index.ts'

const NAMED = 5
const MOST_IDS = 40

/** Confirms the deletion of rows, and lists the rows that failed. */
export function DeleteDialog({
  resource,
  target,
  count,
  getName,
  close,
  deleted,
}: {
  resource: ResourceInfo
  target: Rows
  count: number
  getName: (id: number | string) => string
  close: () => void
  /** Called with the ids that could not be deleted. */
  deleted: (failed: number[]) => void
}) {
  const { t } = useT()
  const [result, setResult] = useState<BatchResult | null>(null)
  const [done, setDone] = useState(0)
  const ids = 'ids' in target ? target.ids : []
  const only = ids.length === 1 ? ids[0] : undefined
  const title = t('remove.some', { count, things: inSentence(count === 1 ? resource.label : resource.plural) })

  const run = async (rows: Rows) => {
    try {
      if (only !== undefined) {
        await deleteRow(resource.name, only)
        deleted([])
        notifySuccess(t('success.delete'), [getName(only)])
        return close()
      }
      const answer = await batchDelete(resource.name, rows, setDone)
      deleted(answer.fail_ids.map(Number))
      if (answer.fail_ids.length) return setResult(answer)
      const listed = answer.success_ids.slice(0, MOST_IDS).join(', ')
      const rest = answer.success_ids.length - MOST_IDS
      notifySuccess(t('success.delete'), [rest > 0 ? `${listed} ${t('remove.andMore', { count: rest })}` : listed])
      close()
    } catch (error) {
      notifyFailure(t('failure.delete'), error, await labelsFor(error, resource))
      close()
    }
  }

  if (result)
    return (
      <BatchResultDialog
        kind="delete"
        result={result}
        getName={getName}
        close={close}
        retry={() => run({ ids: result.fail_ids.map(Number) })}
      />
    )
  return (
    <ConfirmDialog open title={title} confirm={title} intent="danger" onConfirm={() => run(target)} onCancel={close}>
      {only !== undefined && <p>{t('remove.one')}</p>}
      {ids.length > 0 && (
        <ul className="named">
          {ids.slice(0, NAMED).map((id) => (
            <li key={id}>{getName(id)}</li>
          ))}
          {ids.length > NAMED && <li className="quiet">{t('remove.andMore', { count: ids.length - NAMED })}</li>}
        </ul>
      )}
      {'matching' in target && <p>{t('remove.matching', { count })}</p>}
      <p className="quiet">{t('remove.permanent')}</p>
      {done > 0 && done < count && <p role="status">{t('remove.progress', { done, count })}</p>}
    </ConfirmDialog>
  )
}
