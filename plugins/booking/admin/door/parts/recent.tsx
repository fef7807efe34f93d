import { Button } from '@blueprintjs/core'
import { useT } from 'stoa/admin'
import { useMessages } from '../../messages.ts'
import { getTone } from '../engine/result-tones.ts'
import type { Recent } from '../engine/use-door.ts'

/** The latest scans of this device, with undo. */
export function RecentScans({ recent, onUndo }: { recent: readonly Recent[]; onUndo: (entry: Recent) => Promise<void> }) {
  const say = useMessages()
  if (recent.length === 0) return null
  return (
    <section>
      <h2>{say('doorRecent')}</h2>
      <ul className="phone-list door-recent">
        {recent.map((entry) => (
          <li key={entry.key}>
            <div className="phone-row">
              <span>
                <span className={`door-dot is-${getTone(entry.answer.result)}`} aria-hidden />{' '}
                {entry.answer.booking?.name || entry.answer.booking?.number} <Place recent={entry} />{' '}
                <span className="quiet">{entry.undone ? say('doorUndone') : say(`doorResult_${entry.answer.result}`)}</span>
              </span>
              {entry.answer.id !== null && !entry.undone && (
                <Button className="phone-button" onClick={() => void onUndo(entry)}>
                  {say('doorUndo')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Place({ recent: { answer } }: { recent: Recent }) {
  const { language } = useT()
  const { booking, seat } = answer
  if (!booking || booking.quantity === 1 || !seat) return null
  const n = new Intl.NumberFormat(language)
  return (
    <span>
      {n.format(seat.seat_no)}/{n.format(booking.quantity)}
    </span>
  )
}
