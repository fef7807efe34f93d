import { RunProgress } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Progress of a background job with a button to stop it. `label` names the work. */
export function UnderWay({ id, label }: { id: number; label: string }) {
  const say = useMessages()
  return (
    <div className="under-way">
      <p role="status">{label}</p>
      <RunProgress id={id} label={label} />
      <p className="quiet small">{say('leave')}</p>
    </div>
  )
}
