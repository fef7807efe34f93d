import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ActionInfo, BatchResult, ResourceInfo } from 'stoa/api-types'
import { batchAction, type Rows } from '../api/batch.ts'
import { runAction } from '../api/resource.ts'
import { fieldRefused, labelsFor } from '../form/labels.ts'
import { useT } from '../i18n/index.ts'
import { fieldId } from '../widgets/field-input.tsx'
import { BatchResultDialog } from '../common/batch-result.tsx'
import { ConfirmDialog } from '../common/confirm.tsx'
import { adminPath, go } from '../common/link.tsx'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'

const ActionInput = lazy(() => import('./action-input.tsx'))

export interface ActionRunnerProps {
  resource: ResourceInfo
  action: ActionInfo
  ids: number[]
  batch: boolean
  /** The rows of a batch, when they differ from `ids`. */
  target?: Rows
  /** Number of rows in the batch. */
  count?: number
  /** Description of the action, shown in the confirmation or input dialog. */
  hint?: string | undefined
  close: () => void
  done?: () => void
  /** Called with the error instead of a notification, when the action has no dialog. Errors of an input dialog are shown in it. */
  refused?: (error: unknown) => void
}

const isBatchResult = (answer: unknown): answer is BatchResult =>
  typeof answer === 'object' && answer !== null && 'fail_ids' in answer && Array.isArray(answer.fail_ids)

/** Runs an action, after its confirmation or input dialog if it has one. */
export function ActionRunner({
  resource,
  action,
  ids,
  batch,
  target = { ids },
  count = ids.length,
  hint,
  close,
  done,
  refused,
}: ActionRunnerProps) {
  const { t } = useT()
  const [result, setResult] = useState<{ answer: BatchResult; input: Record<string, unknown> } | null>(null)

  /** Throws the server's error, so that an input dialog can show it beside its fields. */
  const run = async (input: Record<string, unknown>, rows: Rows = target) => {
    const answer = batch
      ? await batchAction(resource.name, rows, action.name, input)
      : await runAction(resource.name, { id: ids[0] ?? 0 }, action.name, input)
    done?.()
    if (isBatchResult(answer) && answer.fail_ids.length) return setResult({ answer, input })
    notifySuccess(t('action.done', { action: action.label }))
    close()
  }
  const attempt = async (input: Record<string, unknown> = {}, rows: Rows = target) => {
    try {
      await run(input, rows)
    } catch (error) {
      if (refused) refused(error)
      else {
        const found = batch ? undefined : await fieldRefused(error, resource)
        const at = (field: string) => `${adminPath(resource.path)}/edit/${ids[0]}#${fieldId(field)}`
        const way = found === undefined ? undefined : { text: t('action.toField'), onClick: () => go(at(found)) }
        notifyFailure(t('action.fail', { action: action.label }), error, await labelsFor(error, resource), way)
      }
      close()
    }
  }

  const plain = !action.confirm && !action.input?.length
  const started = useRef(false)
  useEffect(() => {
    if (!plain || started.current) return
    started.current = true
    void attempt()
  })

  if (result) {
    const failed = result.answer.fail_ids.map(Number)
    return (
      <BatchResultDialog
        result={result.answer}
        getName={(id) => `#${id}`}
        close={close}
        retry={() => attempt(result.input, { ids: failed })}
      />
    )
  }
  if (plain) return null
  if (action.input?.length) {
    return (
      <Suspense fallback={null}>
        <ActionInput resource={resource} action={action} hint={hint} run={run} close={close} />
      </Suspense>
    )
  }
  return (
    <ConfirmDialog
      open
      title={batch ? t('action.batch', { action: action.label, count }) : action.label}
      confirm={action.label}
      intent={action.intent ?? 'primary'}
      onConfirm={() => attempt()}
      onCancel={close}
    >
      <p>{action.confirm}</p>
    </ConfirmDialog>
  )
}
