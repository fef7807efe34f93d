import { Button, Spinner } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { adminPath, api, ConfirmDialog, Day, notifyFailure, notifySuccess, StatusTag, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { OwnLeave } from '../../api-types.ts'
import { useDaysText, useMessages } from '../messages.ts'
import { LeaveForm } from './leave-form.tsx'
import { LeaveDates } from './leave-list.tsx'
import '../leave.css'

/** Self-service: one of the own leaves. */
export default function MyLeaveScreen() {
  const say = useMessages()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const crumbs = [
    { label: say('my_work'), to: adminPath('my-work') },
    { label: say('my_leaves'), to: adminPath('my-leaves') },
  ]
  return (
    <SelfService title={say('leave')} crumbs={crumbs}>
      {() => <OwnLeavePage key={id} id={id} />}
    </SelfService>
  )
}

function OwnLeavePage({ id }: { id: string }) {
  const say = useMessages()
  const daysText = useDaysText()
  const leave = useAnswer<OwnLeave>(`my/leave/${id}`)
  if (!leave) return <Spinner aria-label={say('loading')} />
  if (leave.status === 'draft')
    return (
      <>
        <p className="leave-line">
          <strong>{leave.number}</strong>
          <StatusTag word="draft" />
        </p>
        <p className="quiet">{say('draft_hint')}</p>
        <LeaveForm key={leave.id} draft={leave} />
      </>
    )
  const { status, approval_step, approver, decision_note, reason, document } = leave
  return (
    <div className="leave-page">
      <p className="leave-line">
        <strong>
          {leave.number} · {leave.type.title}
        </strong>
        <StatusTag word={status} />
      </p>
      {status === 'pending' ? <p className="quiet">{say('status_line', { step: say(`step_${approval_step}`) })}</p> : null}
      <dl className="leave-facts">
        <dt>{say('dates')}</dt>
        <dd>
          <LeaveDates leave={leave} />
        </dd>
        {leave.hours === null ? null : (
          <>
            <dt>{say('hours')}</dt>
            <dd className="num">{leave.hours}</dd>
          </>
        )}
        <dt>{say('duration')}</dt>
        <dd className="num">{daysText(leave.days)}</dd>
        {reason === '' ? null : (
          <>
            <dt>{say('reason')}</dt>
            <dd>{reason}</dd>
          </>
        )}
        {document === null ? null : (
          <>
            <dt>{say('document')}</dt>
            <dd>
              <a href={document.url} target="_blank" rel="noreferrer">
                {document.name}
              </a>
            </dd>
          </>
        )}
      </dl>
      {approver === null ? null : <p>{say('decided_by', { name: approver })}</p>}
      {decision_note === '' ? null : <p className="leave-note">{decision_note}</p>}
      <h2>{say('days_by_date')}</h2>
      <ul className="leave-dates">
        {leave.detail.map(({ date, fraction }) => (
          <li key={date}>
            <Day value={date} />
            <span className="num">{fraction}</span>
          </li>
        ))}
      </ul>
      {leave.can_cancel ? <CancelLeave id={leave.id} /> : null}
    </div>
  )
}

function CancelLeave({ id }: { id: number }) {
  const say = useMessages()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const cancel = async () => {
    try {
      await api(`my/leave/${id}/cancel`, { method: 'POST', body: {} })
      notifySuccess(say('canceled'))
      await client.invalidateQueries()
    } catch (problem) {
      notifyFailure(say('not_canceled'), problem)
    } finally {
      setOpen(false)
    }
  }
  return (
    <>
      <Button className="phone-button" size="large" intent="danger" variant="outlined" onClick={() => setOpen(true)}>
        {say('cancel_leave')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={say('cancel_leave')}
        confirm={say('cancel_leave')}
        cancel={say('keep_leave')}
        intent="danger"
        onConfirm={cancel}
        onCancel={() => setOpen(false)}
      >
        <p>{say('cancel_confirm')}</p>
      </ConfirmDialog>
    </>
  )
}
