import { useState } from 'react'
import type { BatchResult, ResourceInfo, Row } from '#core/wire'
import { deleteRow, deleteRows } from '../api/resource.ts'
import { BatchResultDialog } from '../common/batch-result.tsx'
import { ConfirmDialog } from '../common/confirm.tsx'
import { rowTitle } from '../common/paths.ts'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'

const NAMED = 5

/** Asks before rows are deleted, and tells one by one which of them could not be. */
export function DeleteDialog({
  resource,
  ids,
  rows,
  close,
  deleted,
}: {
  resource: ResourceInfo
  ids: number[]
  rows: Row[]
  close: () => void
  deleted: (ids: number[], failed: number[]) => void
}) {
  const { t } = useT()
  const [result, setResult] = useState<BatchResult | null>(null)
  const [titles] = useState(() => new Map(rows.map((row) => [row.id, rowTitle(resource, row)])))
  const nameOf = (id: number | string) => titles.get(Number(id)) ?? `#${id}`
  const only = ids.length === 1 ? ids[0] : undefined

  const run = async () => {
    try {
      if (only !== undefined) {
        await deleteRow(resource.name, only)
        deleted(ids, [])
        notifySuccess(t('success.delete'), [nameOf(only)])
        return close()
      }
      const answer = await deleteRows(resource.name, ids)
      deleted(ids, answer.fail_ids.map(Number))
      if (answer.fail_ids.length) return setResult(answer)
      notifySuccess(t('success.delete'), [answer.success_ids.join(', ')])
      close()
    } catch (error) {
      notifyFailure(t('failure.delete'), error)
      close()
    }
  }

  if (result) return <BatchResultDialog result={result} nameOf={nameOf} close={close} />
  return (
    <ConfirmDialog
      open
      title={t('remove.title', { count: ids.length })}
      confirm={t('remove.title', { count: ids.length })}
      intent="danger"
      onConfirm={run}
      onCancel={close}
    >
      {only !== undefined && <p>{t('remove.one')}</p>}
      <ul className="named">
        {ids.slice(0, NAMED).map((id) => (
          <li key={id}>{nameOf(id)}</li>
        ))}
        {ids.length > NAMED && <li className="quiet">{t('remove.andMore', { count: ids.length - NAMED })}</li>}
      </ul>
      <p className="quiet">{t('remove.permanent')}</p>
    </ConfirmDialog>
  )
}
