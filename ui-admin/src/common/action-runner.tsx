import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ActionInfo, BatchResult, ResourceInfo } from '#core/wire'
import { runAction } from '../api/resource.ts'
import { useT } from '../i18n/index.ts'
import { BatchResultDialog } from './batch-result.tsx'
import { ConfirmDialog } from './confirm.tsx'
import { notifyFailure, notifySuccess } from './toasts.tsx'

const ActionInput = lazy(() => import('./action-input.tsx'))

export interface ActionRunnerProps {
  resource: ResourceInfo
  action: ActionInfo
  ids: number[]
  batch: boolean
  close: () => void
  done?: () => void
}

const isBatchResult = (answer: unknown): answer is BatchResult =>
  typeof answer === 'object' && answer !== null && 'fail_ids' in answer && Array.isArray(answer.fail_ids)

/** Runs an action, after its question or its input where it has one. */
export function ActionRunner({ resource, action, ids, batch, close, done }: ActionRunnerProps) {
  const { t } = useT()
  const [result, setResult] = useState<BatchResult | null>(null)

  /** Throws what the server refused, so that an input dialog can show it beside its fields. */
  const run = async (input: Record<string, unknown>) => {
    const target = batch ? { ids } : { id: ids[0] ?? 0 }
    const answer = await runAction(resource.name, target, action.name, input)
    done?.()
    if (isBatchResult(answer) && answer.fail_ids.length) return setResult(answer)
    notifySuccess(t('action.done', { action: action.label }))
    close()
  }
  const attempt = async () => {
    try {
      await run({})
    } catch (error) {
      notifyFailure(t('action.fail', { action: action.label }), error)
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

  if (result) return <BatchResultDialog result={result} nameOf={(id) => `#${id}`} close={close} />
  if (plain) return null
  if (action.input?.length) {
    return (
      <Suspense fallback={null}>
        <ActionInput action={action} run={run} close={close} />
      </Suspense>
    )
  }
  return (
    <ConfirmDialog
      open
      title={batch ? t('action.batch', { action: action.label, count: ids.length }) : action.label}
      confirm={action.label}
      intent={action.intent ?? 'primary'}
      onConfirm={attempt}
      onCancel={close}
    >
      <p>{action.confirm}</p>
    </ConfirmDialog>
  )
}
