import { useState } from 'react'
import { BlockableButton } from '../common/blockable-button.tsx'
import { ConfirmDialog } from '../common/confirm.tsx'
import { notifyFailure } from '../common/toasts.tsx'
import { t } from '../i18n/index.ts'
import { RunBar } from './run-bar.tsx'
import { useMessages } from './messages.ts'
import { isMoving, type RunView, useRun, useStop } from './use-run.ts'

export interface RunProgressProps {
  id: number
  /** Label; the title of the job when absent. */
  label?: string
  /** Called once when the job has ended. */
  onEnd?: (run: RunView) => void
}

/** Progress of a background job with a stop button. */
export function RunProgress({ id, label, onEnd }: RunProgressProps) {
  const run = useRun(id, onEnd)
  if (!run) return null
  return (
    <div className="run-progress">
      <RunBar run={run} {...(label === undefined ? {} : { label })} />
      {isMoving(run) && <StopRun run={run} />}
      {!isMoving(run) && run.said.map((line) => <p key={line}>{line}</p>)}
    </div>
  )
}

/** Confirms and stops a background job. */
export function StopRun({ run }: { run: Pick<RunView, 'id' | 'title' | 'stays' | 'stopping' | 'cancelable'> }) {
  const say = useMessages()
  const stop = useStop()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <BlockableButton
        size="small"
        aria-label={say('stopOf', { title: run.title })}
        blockedBy={run.cancelable ? undefined : t('blocked.lastStep')}
        loading={run.stopping}
        onClick={() => setAsking(true)}
      >
        {say('stop')}
      </BlockableButton>
      <ConfirmDialog
        open={asking}
        title={say('stopAsk')}
        confirm={say('stop')}
        intent="danger"
        onConfirm={async () => {
          await stop(run.id).catch((error: unknown) => notifyFailure(say('failed'), error))
          setAsking(false)
        }}
        onCancel={() => setAsking(false)}
      >
        {say(run.stays ? 'stopText' : 'stopWhole')}
      </ConfirmDialog>
    </>
  )
}
