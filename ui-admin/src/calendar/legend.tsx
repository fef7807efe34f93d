import { hueStyle } from './hue.ts'
import { useMessages } from './messages.ts'

/** A source that can be shown or hidden. */
export interface LegendItem {
  name: string
  title: string
  hue: string
}

/** Legend of the colours; each source can be hidden. */
export function CalendarLegend({
  items,
  hidden,
  toggle,
}: {
  items: readonly LegendItem[]
  hidden: readonly string[]
  toggle: (name: string) => void
}) {
  const say = useMessages()
  return (
    <ul className="cal-legend" aria-label={say('legend')}>
      {items.map(({ name, title, hue }) => (
        <li key={name}>
          <button type="button" style={hueStyle(hue)} aria-pressed={!hidden.includes(name)} onClick={() => toggle(name)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  )
}
