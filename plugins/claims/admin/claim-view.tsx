import type { QueryClient } from '@tanstack/react-query'
import { api, apiUrl, Day, DocumentCard, DocumentFacts, DocumentSums, DocumentView, forget, StatusTimeline } from 'stoa/admin'
import type { ClaimView } from '../api-types.ts'
import { AmountsDialog } from './amounts-dialog.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { ExpenseList } from './expense-list.tsx'
import { useMessages } from './messages.ts'
import { RateDialog } from './rate-dialog.tsx'
import './claims.css'

const load = (id: string, language: string) => ({
  queryKey: ['list', 'hr_reimbursement', 'view', id, language],
  queryFn: () => api<ClaimView>(`hr_reimbursement/${id}/view`, { query: { language } }),
})

async function changed(client: QueryClient, id: string): Promise<void> {
  forget('hr_reimbursement')
  await client.refetchQueries({ queryKey: ['list', 'hr_reimbursement', 'view', id] })
}

/** Whether a transition of the resource is offered beside the dialogs of this screen. */
function isOffered(name: string, claim: ClaimView): boolean {
  if (name === 'endorse' || name === 'approve') return false
  if (name === 'reject') return claim.may_reject
  if (name === 'pay') return claim.may_pay
  if (name === 'change_payment') return claim.payroll_ref === null
  return true
}

/** A claim for those who decide about it or pay it: expenses beside their receipts, warnings, totals and history. */
export default function ClaimViewScreen() {
  const say = useMessages()
  return (
    <DocumentView<ClaimView>
      resource="hr_reimbursement"
      load={load}
      changed={changed}
      render={(claim) => ({
        title: claim.number,
        status: claim.status,
        counterparty: claim.employee,
        amount: { value: claim.status === 'pending' ? claim.total_claimed : claim.total_approved, currency: claim.currency },
        at: claim.submitted_at,
        facts: [claim.title],
        road: ['pending', 'processing', 'approved', 'paid'],
        approvals: 'reimbursement',
        notes: [
          claim.waits_in_inbox && { text: say('waits_in_inbox') },
          claim.payroll_ref !== null && claim.status === 'approved' && { text: say('in_payroll', { reference: claim.payroll_ref }) },
          claim.decision_note !== '' && { text: claim.decision_note },
        ],
        steps: [
          claim.may_endorse && {
            name: 'endorse',
            label: say('endorse'),
            leads: true,
            intent: 'success',
            dialog: (data, props) => <ApproveDialog claim={data} action="endorse" {...props} />,
          },
          claim.may_approve && {
            name: 'approve',
            label: say('approve'),
            leads: true,
            intent: 'success',
            dialog: (data, props) => <ApproveDialog claim={data} action="approve" {...props} />,
          },
          claim.may_edit_amounts && {
            name: 'amounts',
            label: say('edit_amounts'),
            dialog: (data, props) => <AmountsDialog claim={data} {...props} />,
          },
          claim.may_edit_rates &&
            claim.items.some(({ currency }) => currency !== claim.currency) && {
              name: 'rate',
              label: say('edit_rate'),
              dialog: (data, props) => <RateDialog claim={data} {...props} />,
            },
        ],
        offers: ({ name }) => isOffered(name, claim),
        main: (
          <DocumentCard title={say('expenses')}>
            <ExpenseList claimId={claim.id} expenses={claim.items} currency={claim.currency} path="reimbursement/view" showApproved />
            <DocumentSums
              currency={claim.currency}
              sums={[
                { label: say('total_claimed'), value: claim.total_claimed },
                { label: say('total_approved'), value: claim.total_approved, tone: 'total' },
              ]}
            />
          </DocumentCard>
        ),
        side: (
          <DocumentCard title={say('payment')}>
            <DocumentFacts
              facts={[
                [say('paid_by'), say(`paid_by_${claim.paid_by}`)],
                claim.paid_at !== null && [say('paid_at'), <Day key="paid_at" value={claim.paid_at} />],
                claim.payment_ref !== '' && [say('payment_ref'), claim.payment_ref],
                claim.endorser !== null && [say('endorser'), claim.endorser],
                claim.approver !== null && [say('approver'), claim.approver],
              ]}
            />
          </DocumentCard>
        ),
        files: [{ label: say('print'), href: apiUrl(`hr_reimbursement/${claim.id}/pdf`) }],
        timeline: (
          <StatusTimeline
            title={say('timeline')}
            history={`hr_reimbursement/${claim.id}/history`}
            subject={{ resource: 'hr_reimbursement', id: claim.id }}
          />
        ),
      })}
    />
  )
}
