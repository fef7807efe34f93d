import { Button } from '@blueprintjs/core'
import { FloppyDisk } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, Link } from 'stoa/admin'
import type { SavedReport } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { SaveReportDialog } from './save-report-dialog.tsx'
import { type ReportState, toQuery } from './report-state.ts'

/** The saved reports as links, and the button that saves the present one. */
export function SavedReports({ report, state }: { report: string; state: ReportState }) {
  const say = useMessages()
  const client = useQueryClient()
  const [edited, setEdited] = useState<SavedReport | 'new'>()
  const key = ['saved-reports', report]
  const { data } = useQuery({ queryKey: key, queryFn: () => api<{ data: SavedReport[] }>('saved_report', { query: { report } }) })
  const query = new URLSearchParams(toQuery(state)).toString()
  const saved = data?.data ?? []
  const current = saved.find((other) => other.query === query)
  return (
    <div className="report-saved">
      {saved.length > 0 && (
        <nav aria-label={say('saved')}>
          <ul>
            {saved.map((other) => (
              <li key={other.id}>
                <Link
                  to={`/admin/report/${report}${other.query ? `?${other.query}` : ''}`}
                  className={other === current ? 'is-current' : ''}
                >
                  {other.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Button variant="minimal" icon={<FloppyDisk aria-hidden />} onClick={() => setEdited(current ?? 'new')}>
        {current ? say('edit_saved') : say('save')}
      </Button>
      {edited && (
        <SaveReportDialog
          report={report}
          query={query}
          saved={edited === 'new' ? undefined : edited}
          close={() => setEdited(undefined)}
          onChange={() => client.invalidateQueries({ queryKey: key })}
        />
      )}
    </div>
  )
}
