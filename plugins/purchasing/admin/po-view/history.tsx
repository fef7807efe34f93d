import { Card } from '@blueprintjs/core'
import { Moment, StatusTag } from '../../../../ui-admin/src/kit/index.ts'
import type { PoView } from '../../wire.ts'
import { useTexts } from '../texts.ts'

/** How the order got where it is, newest first. */
export function History({ order }: { order: PoView }) {
  const say = useTexts()
  if (order.history.length === 0) return null
  return (
    <Card compact>
      <h2>{say('history')}</h2>
      <ol className="po-history">
        {order.history.toReversed().map((entry) => (
          <li key={`${entry.at} ${entry.to_status}`}>
            <StatusTag word={entry.to_status} />
            <span className="quiet small">
              <Moment value={entry.at} /> · {entry.who === 'system' ? say('system') : entry.who}
            </span>
            {entry.reason && <p className="po-reason">{entry.reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
