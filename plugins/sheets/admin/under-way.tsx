import { ProgressBar } from '@blueprintjs/core'
import type { TransferInfo } from '../wire.ts'
import { useTexts } from './texts.ts'

/** How far the server is. `label` says with what. */
export function UnderWay({ transfer, label }: { transfer: TransferInfo; label: string }) {
  const say = useTexts()
  const { done, total } = transfer
  return (
    <div className="under-way">
      <p role="status">{transfer.status === 'processing' ? label : say('waiting')}</p>
      <ProgressBar aria-label={label} intent="primary" {...(total ? { value: done / total } : {})} />
      <p className="quiet small num">{total ? say('progress', { done, total }) : done > 0 ? say('progressOpen', { done }) : '\u00a0'}</p>
      <p className="quiet small">{say('leave')}</p>
    </div>
  )
}
