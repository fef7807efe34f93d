import { RunProgress } from 'stoa/admin'
import { useMessages } from './texts.ts'

/** How far the server is, and what stops it. `label` says with what it is at work. */
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
