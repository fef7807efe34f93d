import { Callout } from '@blueprintjs/core'
import type { QueryClient } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { api, Day, DocumentCard, DocumentFacts, DocumentView, forget, RunProgress, StatusTimeline } from 'stoa/admin'
import type { PayrollReview } from '../api-types.ts'
import { BankFileCard } from './bank-file-card.tsx'
import { useMessages } from './messages.ts'
import { ReviewTable } from './review-table.tsx'
import { ReviewTotals } from './review-totals.tsx'
import './payroll.css'

interface PayrollDocument {
  row: Row
  review: PayrollReview | null
}

const load = (id: string, language: string) => ({
  queryKey: ['list', 'hr_payroll', 'view', id, language],
  queryFn: async (): Promise<PayrollDocument> => {
    const row = await api<Row>(`hr_payroll/${id}`, { query: { language } })
    const isReady = row['status'] !== 'processing' && row['computed_at'] !== null
    return { row, review: isReady ? await api<PayrollReview>(`hr_payroll/${id}/review`) : null }
  },
})

async function changed(client: QueryClient, id: string): Promise<void> {
  forget('hr_payroll')
  forget('hr_payslip')
  await client.refetchQueries({ queryKey: ['list', 'hr_payroll', 'view', id] })
}

const toText = (row: Row, field: string): string => String(row[field] ?? '')

/** A payroll for who reviews it: totals, problems, and each employee against the payroll before. */
export default function PayrollView() {
  const say = useMessages()
  return (
    <DocumentView<PayrollDocument>
      resource="hr_payroll"
      load={load}
      changed={changed}
      render={({ row, review }, { done, may }) => {
        const status = toText(row, 'status')
        const currency = toText(row, 'currency')
        const runId = Number(row['run_id'] ?? 0)
        const problems = review?.totals.problems ?? 0
        const isOpen = ['approved', 'sent', 'paid'].includes(status)
        return {
          title: toText(row, 'number'),
          status,
          road: ['draft', 'processing', 'pending', 'approved', 'sent', 'paid'],
          ...(review ? { amount: { value: review.totals.net, currency } } : {}),
          facts: [
            <span key="period">
              <Day value={toText(row, 'start_date')} /> – <Day value={toText(row, 'end_date')} />
            </span>,
            say('pays_on', { date: toText(row, 'pay_date') }),
          ],
          notes: [
            problems > 0 && {
              intent: 'danger' as const,
              text: problems === 1 ? say('problem_note') : say('problems_note', { count: String(problems) }),
            },
          ],
          steps: [status === 'draft' && may('update hr payroll') && { name: 'edit', label: say('edit'), to: `payroll/edit/${row.id}` }],
          hint: ({ name }) =>
            name === 'approve'
              ? say('approve_hint')
              : name === 'cancel'
                ? say('cancel_hint')
                : name === 'pay'
                  ? say('pay_hint')
                  : undefined,
          main: (
            <>
              {status === 'processing' && runId > 0 ? (
                <DocumentCard title={say('computing')}>
                  <RunProgress id={runId} onEnd={() => void done()} />
                </DocumentCard>
              ) : null}
              {status === 'draft' ? <Callout compact>{say('draft_note')}</Callout> : null}
              {review ? <ReviewTotals review={review} currency={currency} /> : null}
              {review ? <ReviewTable review={review} currency={currency} /> : null}
            </>
          ),
          side: (
            <>
              <DocumentCard title={say('payroll')}>
                <DocumentFacts
                  facts={[
                    [
                      say('period'),
                      <span key="period">
                        <Day value={toText(row, 'start_date')} /> – <Day value={toText(row, 'end_date')} />
                      </span>,
                    ],
                    [say('pay_date'), <Day key="pay" value={toText(row, 'pay_date')} />],
                    toText(row, 'paid_on') !== '' && [say('paid_on'), <Day key="paid" value={toText(row, 'paid_on')} />],
                    toText(row, 'payment_reference') !== '' && [say('payment_reference'), toText(row, 'payment_reference')],
                    !!review && review.excluded.length > 0 && [say('excluded'), review.excluded.map(({ name }) => name).join(', ')],
                    toText(row, 'note') !== '' && [say('note'), toText(row, 'note')],
                  ]}
                />
              </DocumentCard>
              {isOpen && may('export hr bank file') && may('see hr bank detail') ? <BankFileCard id={Number(row.id)} /> : null}
            </>
          ),
          timeline: (
            <StatusTimeline
              title={say('history')}
              history={`hr_payroll/${row.id}/history`}
              subject={{ resource: 'hr_payroll', id: Number(row.id) }}
            />
          ),
        }
      }}
    />
  )
}
