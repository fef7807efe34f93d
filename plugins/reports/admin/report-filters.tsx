import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import type { ReportView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import type { ReportState } from './report-state.ts'

interface ReportFiltersProps {
  view: ReportView
  filter: ReportState['filter']
  change: (filter: ReportState['filter']) => void
}

/** The filters in use, each with a button to remove it. */
export function ReportFilters({ view, filter, change }: ReportFiltersProps) {
  const say = useMessages()
  const names = Object.keys(filter)
  if (names.length === 0) return null
  const remove = (name: string) => change(Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name)))
  return (
    <ul className="report-filters" aria-label={say('filters')}>
      {view.filters.map(({ name, title, labels }) => (
        <li key={name}>
          <Button
            size="small"
            endIcon={<Cross aria-hidden />}
            aria-label={say('remove_filter', { name: `${title}: ${labels.join(', ')}` })}
            onClick={() => remove(name)}
          >
            {title}: {labels.join(', ')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
