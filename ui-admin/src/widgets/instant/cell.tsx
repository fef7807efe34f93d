import { Day } from '../../common/money.tsx'
import { wallClock } from '../../common/zoned.ts'
import { useSession } from '../../state/session.ts'
import type { CellProps } from '../types.ts'

/** Columns that every list has. Of these the date is enough. */
const stamps: ReadonlySet<string> = new Set(['created_at', 'updated_at'])

/** Date and time on the clock of the business, whose digits align: 2026-11-30 22:05. */
export function Cell({ value, column }: CellProps) {
  const { time_zone: zone } = useSession().manifest.site
  if (typeof value !== 'string' || stamps.has(column.name)) return <Day value={typeof value === 'string' ? value : null} />
  return (
    <time className="num nowrap" dateTime={value} title={value}>
      {wallClock(value, zone).replace('T', ' ')}
    </time>
  )
}
