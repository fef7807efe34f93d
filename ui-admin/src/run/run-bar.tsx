import { ProgressBar } from '@blueprintjs/core'
import { useMessages } from './messages.ts'
import { isMoving, type RunView } from './use-run.ts'
import './run.css'

/** Progress of a background job as a bar and as live text. */
export function RunBar({ run, label }: { run: Pick<RunView, 'title' | 'status' | 'done' | 'total' | 'stopping'>; label?: string }) {
  const say = useMessages()
  const { done, total, status, stopping } = run
  const far = total ? say('progress', { done, total }) : done > 0 ? say('progressOpen', { done }) : ''
  return (
    <div className="run-bar">
      {isMoving(run) && <ProgressBar aria-label={label ?? run.title} intent="primary" {...(total ? { value: done / total } : {})} />}
      <span className="quiet small num" role="status" aria-live="polite">
        {stopping ? say('stopping') : status === 'to_do' || status === 'approved' ? say('waiting') : far}
      </span>
    </div>
  )
}
