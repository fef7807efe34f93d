import { hueStyle } from './hue.ts'
import { useMessages } from './texts.ts'

/** A kind of entries that can be shown or not. */
export interface LegendItem {
  name: string
  title: string
  hue: string
}

/** What the colours mean; each kind can be switched off. */
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
