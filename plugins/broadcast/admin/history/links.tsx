import { Card } from '@blueprintjs/core'
import type { History } from '../../api-types.ts'
import { useHistoryTexts } from '../messages.ts'

/** The links in the e-mail with the number of clicks of each. */
export function Links({ history }: { history: History }) {
  const say = useHistoryTexts()
  if (history.channel !== 'email') return null
  return (
    <Card compact>
      <h2>{say('links')}</h2>
      {history.links.length === 0 && <p className="quiet">{say(history.tracked ? 'noLinks' : 'notTracked')}</p>}
      <ul className="broadcast-list">
        {history.links.map(({ url, total, people }) => (
          <li key={url}>
            <span className="broadcast-url">{url}</span>
            <span className="num">{say('peopleTimes', { people, total })}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
