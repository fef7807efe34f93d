import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { BatchResult, ResourceInfo, Row } from 'stoa/api-types'
import { batchSet } from '../api/batch.ts'
import { ActionRunner } from '../action/action-runner.tsx'
import { BatchResultDialog } from '../common/batch-result.tsx'
import { rowTitle } from '../common/paths.ts'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import type { BatchJob } from './batch-bar.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Selection } from './selection.ts'

const ChangeDialog = lazy(() => import('./change-dialog.tsx'))

export interface BatchJobsProps {
  resource: ResourceInfo
  selection: Selection
  /** The visible rows, for their names. */
  rows: readonly Row[]
  job: BatchJob
  close: () => void
}

/** Runs a bulk action on the selection and lists the rows that failed. */
export function BatchJobs({ resource, selection, rows, job, close }: BatchJobsProps) {
  const { t } = useT()
  const { time_zone: zone } = useSession().manifest.site
  const [target] = useState(selection.rows)
  const [result, setResult] = useState<{ answer: BatchResult; field: string; value: unknown } | null>(null)
  const [names] = useState(() => new Map(rows.map((row) => [row.id, rowTitle(resource, row, zone)])))
  const getName = (id: number | string) => names.get(Number(id)) ?? `#${id}`

  const set = async (field: string, value: unknown, on = target) => {
    try {
      const answer = await batchSet(resource.name, on, field, value)
      if (answer.fail_ids.length) return setResult({ answer, field, value })
      notifySuccess(t('success.submit'), [t('list.changed', { count: answer.success_ids.length })])
    } catch (error) {
      const getLabel = (name: string) => resource.columns.find((column) => column.name === name)?.label ?? name
      notifyFailure(t('failure.batchUpdate'), error, getLabel)
    }
    close()
  }
  const started = useRef(false)
  useEffect(() => {
    if (job.kind !== 'set' || started.current) return
    started.current = true
    void set(job.field, job.value)
  })

  if (result)
    return (
      <BatchResultDialog
        kind="change"
        result={result.answer}
        getName={getName}
        close={() => {
          // Failed rows stay selected.
          selection.set(result.answer.fail_ids.map(Number))
          close()
        }}
        retry={() => set(result.field, result.value, { ids: result.answer.fail_ids.map(Number) })}
      />
    )
  if (job.kind === 'change')
    return (
      <Suspense fallback={null}>
        <ChangeDialog resource={resource} count={selection.count} save={set} close={close} />
      </Suspense>
    )
  if (job.kind === 'delete')
    return (
      <DeleteDialog
        resource={resource}
        target={target}
        count={selection.count}
        getName={getName}
        close={close}
        deleted={(failed) => selection.set(failed)}
      />
    )
  if (job.kind === 'run')
    return (
      <ActionRunner
        resource={resource}
        action={job.action}
        ids={[...selection.ids]}
        target={target}
        count={selection.count}
        batch
        close={close}
      />
    )
  return null
}
