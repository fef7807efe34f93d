import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import {
  adminPath,
  api,
  apiUrl,
  DocumentCard,
  DocumentFacts,
  DocumentFiles,
  DocumentView,
  forget,
  Link,
  Money,
  DocumentLink,
  StatusTimeline,
} from 'stoa/admin'
import { fullName, ReachCard } from 'stoa/plugins/people/admin'
import { AgreeDialog } from './agree-dialog.tsx'
import type { Answers as AnswersTold } from '../api-types.ts'
import { useMessages } from './messages.ts'

const load = (id: string, language: string) => ({
  queryKey: ['list', 'application', 'view', id, language],
  queryFn: () => api<Row>(`application/${id}`, { query: { language } }),
})

async function changed(client: QueryClient, id: string): Promise<void> {
  forget('application')
  await client.refetchQueries({ queryKey: ['list', 'application', 'view', id] })
}

const toText = (row: Row, field: string): string => String(row[field] ?? '')

const total = (row: Row): string => ((Math.round(Number(row['price']) * 100) * Number(row['quantity'])) / 100).toFixed(2)

/** An application: service, answers, price and available actions. */
export default function ApplicationView() {
  const say = useMessages()
  return (
    <DocumentView<Row>
      resource="application"
      load={load}
      changed={changed}
      render={(row, { may, done }) => ({
        title: toText(row, 'number'),
        status: toText(row, 'status'),
        counterparty: fullName(toText(row, 'first_name'), toText(row, 'last_name')) || toText(row, 'email'),
        at: toText(row, 'created_at'),
        notes: [toText(row, 'decision_note') !== '' && { text: toText(row, 'decision_note') }],
        road: ['pending', 'approved', 'paid', 'processing', 'completed'],
        steps: [
          toText(row, 'status') === 'pending' &&
            may('update application') && {
              name: 'agree',
              leads: true,
              intent: 'success',
              label: say('agree'),
              dialog: (now, props) => <AgreeDialog row={now} total={total(now)} {...props} />,
            },
          may('update application') && { name: 'edit', label: say('edit'), to: `service/edit/${row.id}` },
        ],
        hint: ({ name }) => (name === 'give_up' && row['order_id'] ? say('moneyStays') : undefined),
        main: (
          <>
            <DocumentCard title={toText(row, 'service')}>
              <DocumentFacts
                facts={[
                  ...(toText(row, 'choice') === '' ? [] : [[say('choice'), toText(row, 'choice')] as const]),
                  ...(Number(row['quantity']) > 1 ? [[say('quantity'), toText(row, 'quantity')] as const] : []),
                  [say('total'), Number(row['price']) === 0 ? say('free') : <Money key="total" value={total(row)} />],
                  ...(row['order_number']
                    ? [
                        [
                          say('order'),
                          <Link key="order" to={adminPath(`order/${Number(row['order_id'])}`)}>
                            {toText(row, 'order_number')}
                          </Link>,
                        ] as const,
                      ]
                    : []),
                ]}
              />
            </DocumentCard>
            <Answers id={Number(row.id)} />
          </>
        ),
        side: (
          <>
            <ReachCard title={say('applicant')} row={row} />
            <ApplicationFiles row={row} may={may('update application')} changed={done} />
            {toText(row, 'assigned_to_name') && (
              <DocumentCard title={say('assigned')}>
                <p>{toText(row, 'assigned_to_name')}</p>
              </DocumentCard>
            )}
            {toText(row, 'remark') && (
              <DocumentCard title={say('remark')}>
                <p className="doc-text">{toText(row, 'remark')}</p>
              </DocumentCard>
            )}
          </>
        ),
        timeline: (
          <StatusTimeline
            title={say('timeline')}
            history={`application/${row.id}/history`}
            subject={{ resource: 'application', id: row.id }}
          />
        ),
      })}
    />
  )
}

interface Gift {
  id: number
  name: string
  size: number
}

/** Files from staff for the applicant. */
function ApplicationFiles({ row, may, changed }: { row: Row; may: boolean; changed: () => Promise<unknown> }) {
  const say = useMessages()
  const files = ((row['files'] ?? []) as Gift[]).map(({ id, name, size }) => ({
    id,
    name,
    size,
    href: apiUrl(`application_file/${id}/file/file`),
  }))
  return (
    <DocumentFiles
      title={say('files')}
      hint={say('filesHint')}
      files={files}
      at={may ? `application/${row.id}/upload` : undefined}
      changed={changed}
    />
  )
}

/** The answers to the form, with their files. */
function Answers({ id }: { id: number }) {
  const say = useMessages()
  const { data } = useQuery({
    queryKey: ['list', 'application', 'answers', id],
    queryFn: () => api<AnswersTold>(`application/${id}/answers`),
  })
  if (!data || data.data.length === 0) return null
  return (
    <DocumentCard title={say('answers')}>
      <DocumentFacts
        facts={data.data.map(
          ({ title, answer, files }) =>
            [
              title,
              files.length > 0 ? (
                files.map(({ name, url }) => <DocumentLink key={url} file={{ name, href: url }} />)
              ) : (
                <span key={title} className="doc-text">
                  {answer || '–'}
                </span>
              ),
            ] as const,
        )}
      />
      {data.submission_id !== null && <Link to={adminPath(`formbuilder/history/view/${data.submission_id}`)}>{say('submission')}</Link>}
    </DocumentCard>
  )
}
