import type { QueryClient } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { api, Day, DocumentCard, DocumentFacts, DocumentView, forget, Link, StatusTimeline, adminPath, useSession } from 'stoa/admin'
import type { LeaveContext } from '../api-types.ts'
import { LeaveDates } from './own/leave-list.tsx'
import { useDaysText, useMessages } from './messages.ts'
import './leave.css'

interface LeaveDocument {
  row: Row
  context: LeaveContext
}

const load = (id: string, language: string) => ({
  queryKey: ['list', 'hr_leave', 'view', id, language],
  queryFn: async (): Promise<LeaveDocument> => {
    const [row, context] = await Promise.all([
      api<Row>(`hr_leave/${id}`, { query: { language } }),
      api<LeaveContext>(`hr_leave/${id}/context`, { query: { language } }),
    ])
    return { row, context }
  },
})

async function changed(client: QueryClient, id: string): Promise<void> {
  forget('hr_leave')
  await client.refetchQueries({ queryKey: ['list', 'hr_leave', 'view', id] })
}

const toText = (row: Row, field: string): string => String(row[field] ?? '')

/** A leave for who decides on it: cost by date, balance, colleagues who are away, and the decision. */
export default function LeaveView() {
  const say = useMessages()
  const daysText = useDaysText()
  const { me } = useSession()
  return (
    <DocumentView<LeaveDocument>
      resource="hr_leave"
      load={load}
      changed={changed}
      render={({ row, context }) => {
        const status = toText(row, 'status')
        const step = toText(row, 'approval_step') === 'hr' ? 'hr' : 'manager'
        const document = row['document'] as { name: string; url: string } | null | undefined
        return {
          title: toText(row, 'number'),
          status,
          counterparty: context.employee,
          at: toText(row, 'created_at'),
          facts: [context.type, daysText(Number(row['days'])), status === 'pending' && say('status_line', { step: say(`step_${step}`) })],
          notes: [toText(row, 'decision_note') !== '' && { text: toText(row, 'decision_note') }],
          offers: ({ name }) => (name === 'endorse' || name === 'approve' || name === 'reject' ? context[`may_${name}`] : true),
          main: (
            <>
              <DocumentCard title={say('leave')}>
                <DocumentFacts
                  facts={[
                    [say('employee'), context.employee],
                    [say('type'), context.type],
                    [say('dates'), <LeaveDates key="dates" leave={toDates(row)} />],
                    [say('duration'), daysText(Number(row['days']))],
                    row['hours'] !== null && [say('hours'), toText(row, 'hours')],
                    toText(row, 'reason') !== '' && [
                      say('reason'),
                      <span key="reason" className="leave-note">
                        {toText(row, 'reason')}
                      </span>,
                    ],
                    !!document && [
                      say('document'),
                      <a key="document" href={document.url} target="_blank" rel="noreferrer">
                        {document.name}
                      </a>,
                    ],
                  ]}
                />
              </DocumentCard>
              <DocumentCard title={say('days_by_date')}>
                <ul className="leave-dates">
                  {context.detail.map(({ date, part, kind, fraction }) => (
                    <li key={date}>
                      <span>
                        <Day value={date} /> <span className="quiet small">{say(kind === 'work' ? `part_${part}` : `kind_${kind}`)}</span>
                      </span>
                      <span className="num">{fraction}</span>
                    </li>
                  ))}
                </ul>
              </DocumentCard>
            </>
          ),
          side: (
            <>
              {context.balance === null ? null : (
                <DocumentCard title={say('balance')}>
                  <DocumentFacts
                    facts={[
                      [say('balance_on_first'), daysText(context.balance)],
                      [say('pending_all'), daysText(context.pending)],
                    ]}
                  />
                  {me.role.permission_list.includes('get hr leave ledger') ? (
                    <Link to={`${adminPath('leave/ledger')}?employee_id=${row['employee_id']}&type_id=${row['type_id']}`}>
                      {say('open_rows', { type: context.type })}
                    </Link>
                  ) : null}
                </DocumentCard>
              )}
              <DocumentCard title={say('colleagues')}>
                {context.colleagues.length === 0 ? (
                  <p className="quiet">{say('no_colleagues')}</p>
                ) : (
                  <ul className="leave-dates">
                    {context.colleagues.map(({ name, start_date, end_date }) => (
                      <li key={`${name} ${start_date}`}>
                        <span>{name}</span>
                        <span className="small">
                          <Day value={start_date} /> – <Day value={end_date} />
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
              </DocumentCard>
            </>
          ),
          timeline: (
            <StatusTimeline
              title={say('timeline')}
              history={`hr_leave/${row.id}/history`}
              subject={{ resource: 'hr_leave', id: Number(row.id) }}
            />
          ),
        }
      }}
    />
  )
}

const toDates = (row: Row): Parameters<typeof LeaveDates>[0]['leave'] => ({
  start_date: toText(row, 'start_date'),
  end_date: toText(row, 'end_date'),
  start_half: row['start_half'] === 'pm' ? 'pm' : 'full',
  end_half: row['end_half'] === 'am' ? 'am' : 'full',
})
