import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isDay, todayIn } from '../calendar/days.ts'
import { useSession } from '../state/session.ts'
import type { Days } from './day-range.tsx'
import { yearUpTo } from './year-up-to.ts'

/** The range in the URL; default: twelve months up to today, which is `latest`. */
export function useDays(): Days & { latest: string } {
  const { time_zone: zone } = useSession().manifest.site
  const search = useSearch({ strict: false }) as Partial<Days>
  const [latest] = useState(() => todayIn(zone))
  const to = search.to && isDay(search.to) ? search.to : latest
  return { from: search.from && isDay(search.from) ? search.from : yearUpTo(to), to, latest }
}
