import { Button, Callout, Spinner } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { adminPath, api, ConfirmDialog, Day, Money, Moment, notifyFailure, notifySuccess, StatusTag, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { OwnClaim } from '../../api-types.ts'
import { ExpenseList } from '../expense-list.tsx'
import { useMessages } from '../messages.ts'
import { DraftPage } from './draft-page.tsx'
import '../claims.css'

/** Self-service: one of the own claims. A draft is edited here. */
export default function MyClaimScreen() {
  const say = useMessages()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const crumbs = [
    { label: say('my_work'), to: adminPath('my-work') },
    { label: say('my_claims'), to: adminPath('my-reimbursement') },
  ]
  return (
    <SelfService title={say('claim')} crumbs={crumbs}>
      {() => <OwnClaimPage key={id} id={id} />}
    </SelfService>
  )
}

function OwnClaimPage({ id }: { id: string }) {
  const say = useMessages()
  const claim = useAnswer<OwnClaim>(`my/reimbursement/${id}`)
  if (!claim) return <Spinner aria-label={say('loading')} />
  return (
    <div className="claim-page">
      <div>
        <p className="claim-line">
          <strong className="claim-note">{claim.title || claim.number}</strong>
          <StatusTag word={claim.status} />
        </p>
        <p className="quiet small num">{claim.number}</p>
      </div>
      {claim.status === 'draft' ? <DraftPage claim={claim} withdraw={<WithdrawButton claim={claim} />} /> : <SubmittedPage claim={claim} />}
    </div>
  )
}

function SubmittedPage({ claim }: { claim: OwnClaim }) {
  const say = useMessages()
  const { status, currency } = claim
  const isDecided = status === 'approved' || status === 'paid'
  return (
    <>
      {status === 'pending' || status === 'processing' ? <p className="quiet">{say(`waits_${status}`)}</p> : null}
      {status === 'rejected' || claim.decision_note !== '' ? (
        <Callout
          intent={status === 'rejected' ? 'danger' : 'none'}
          title={claim.approver === null ? '' : say('decided_by', { name: claim.approver })}
        >
          <p className="claim-note">{claim.decision_note}</p>
        </Callout>
      ) : null}
      <dl className="claim-facts">
        <dt>{say('total_claimed')}</dt>
        <dd>
          <Money value={claim.total_claimed} currency={currency} />
        </dd>
        {isDecided ? (
          <>
            <dt>{say('total_approved')}</dt>
            <dd>
              <strong>
                <Money value={claim.total_approved} currency={currency} />
              </strong>
            </dd>
            <dt>{say('paid_by')}</dt>
            <dd>{say(`paid_by_${claim.paid_by}`)}</dd>
          </>
        ) : null}
        {claim.paid_at === null ? null : (
          <>
            <dt>{say('paid_at')}</dt>
            <dd>
              <Day value={claim.paid_at} /> {claim.payment_ref}
            </dd>
          </>
        )}
      </dl>
      <h2>{say('expenses')}</h2>
      <ExpenseList claimId={claim.id} expenses={claim.items} currency={currency} path="my-reimbursement/view" showApproved={isDecided} />
      {status === 'rejected' ? <ReopenButton id={claim.id} /> : null}
      {status === 'pending' ? <WithdrawButton claim={claim} /> : null}
      <h2>{say('timeline')}</h2>
      <ul className="claim-history">
        {claim.history.toReversed().map(({ at, to_status, reason }) => (
          <li key={`${at} ${to_status}`} className="claim-line">
            <StatusTag word={to_status} />
            <span className="claim-note">{reason}</span>
            <Moment value={at} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Sends a change of the own claim and reloads it. */
function useOwnChange(id: number) {
  const client = useQueryClient()
  return async (action: 'cancel' | 'reopen', success: string, failure: string) => {
    try {
      await api(`my/reimbursement/${id}/${action}`, { method: 'POST', body: {} })
      notifySuccess(success)
    } catch (problem) {
      notifyFailure(failure, problem)
    } finally {
      await client.invalidateQueries()
    }
  }
}

function ReopenButton({ id }: { id: number }) {
  const say = useMessages()
  const change = useOwnChange(id)
  return (
    <Button
      size="large"
      className="phone-button"
      intent="primary"
      onClick={() => void change('reopen', say('reopened'), say('not_reopened'))}
    >
      {say('reopen')}
    </Button>
  )
}

function WithdrawButton({ claim }: { claim: OwnClaim }) {
  const say = useMessages()
  const change = useOwnChange(claim.id)
  const [isOpen, setOpen] = useState(false)
  const withdraw = async () => {
    await change('cancel', say('withdrawn'), say('not_withdrawn'))
    setOpen(false)
  }
  return (
    <>
      <Button size="large" className="phone-button" intent="danger" variant="outlined" onClick={() => setOpen(true)}>
        {say('withdraw')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={say('withdraw')}
        confirm={say('withdraw')}
        cancel={say('keep_claim')}
        intent="danger"
        onConfirm={withdraw}
        onCancel={() => setOpen(false)}
      >
        <p>{say('withdraw_confirm')}</p>
      </ConfirmDialog>
    </>
  )
}
