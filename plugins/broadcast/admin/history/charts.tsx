import { Card } from '@blueprintjs/core'
import { Chart, useSession, useT } from 'stoa/admin'
import type { History } from '../../api-types.ts'
import { useHistoryTexts } from '../messages.ts'

/** Charts by hour: messages sent, and first opens. */
export function Charts({ history }: { history: History }) {
  const say = useHistoryTexts()
  const { language } = useT()
  const { time_zone: timeZone } = useSession().manifest.site
  if (history.hours.length === 0) return null
  const hour = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone })
  const series = [
    { name: say('sent'), data: history.hours.map(({ sent }) => sent) },
    ...(history.channel === 'email' && history.tracked
      ? [
          { name: say('opened'), data: history.hours.map(({ opened }) => opened) },
          { name: say('clicked'), data: history.hours.map(({ clicked }) => clicked) },
        ]
      : []),
  ]
  return (
    <Card compact className="gap-below">
      <h2>{say('byHour')}</h2>
      <Chart
        spec={{ kind: 'column', labels: history.hours.map(({ at }) => hour.format(new Date(at))), series }}
        title={say('byHour')}
        labelTitle={say('hour')}
        height={240}
      />
    </Card>
  )
}
