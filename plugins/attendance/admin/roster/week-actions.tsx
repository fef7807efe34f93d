import { addDays } from 'stoa/calendar-date'
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Duplicate, SendMessage } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ConfirmDialog, Day, notifyFailure, notifySuccess } from 'stoa/admin'
import type { RosterCopy, RosterPublication, RosterWeek } from '../../api-types.ts'
import { useRosterMessages } from '../messages.ts'
import { refresh, type RosterChanges } from './use-roster-changes.ts'

interface WeekActionsProps {
  week: RosterWeek
  filter: { department_id: number | null; q: string }
  changes: RosterChanges
  mayEdit: boolean
  mayPublish: boolean
}

/** Copies the last week to the shown one, and publishes the drafts of the shown week. Both are about the employees of the filter. */
export function WeekActions({ week, filter, changes, mayEdit, mayPublish }: WeekActionsProps) {
  const say = useRosterMessages()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [conflicts, setConflicts] = useState<RosterCopy['conflicts']>([])
  const [isPublishing, setPublishing] = useState(false)
  const last = addDays(week.from, -7)

  const copy = async (keep_others: boolean) => {
    setBusy(true)
    try {
      const body = { from: last, to: week.from, keep_others, ...filter }
      const answer = await api<RosterCopy>('hr_shift_assignment/roster/copy', { method: 'POST', body })
      setConflicts(answer.applied ? [] : answer.conflicts)
      changes.showConflicts(answer.applied ? answer.conflicts : [])
      if (!answer.applied) return
      notifySuccess(say('copied', { count: answer.copied.length }))
      const inverse = answer.copied.map(({ employee_id, date, shift_ids }) => ({
        employee_id,
        date,
        shift_ids: [],
        published_ids: [],
        before: shift_ids,
      }))
      if (inverse.length > 0) changes.remember({ label: say('copy'), inverse })
      await refresh(client)
    } catch (problem) {
      notifyFailure(say('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  const publish = async () => {
    try {
      const body = { week: week.from, ...filter }
      const { assignments } = await api<RosterPublication>('hr_shift_assignment/roster/publish', { method: 'POST', body })
      notifySuccess(say('published', { count: assignments }))
      await refresh(client)
    } catch (problem) {
      notifyFailure(say('failed'), problem)
    } finally {
      setPublishing(false)
    }
  }
  return (
    <>
      {mayEdit ? (
        <Button icon={<Duplicate aria-hidden />} loading={busy} onClick={() => void copy(false)}>
          {say('copy')}
        </Button>
      ) : null}
      {mayPublish ? (
        <Button intent="primary" icon={<SendMessage aria-hidden />} disabled={week.drafts === 0} onClick={() => setPublishing(true)}>
          {say('publish', { count: week.drafts })}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isPublishing}
        title={say('publish_title')}
        confirm={say('publish_title')}
        onConfirm={publish}
        onCancel={() => setPublishing(false)}
      >
        <p>{say('publish_text', { count: week.drafts })}</p>
      </ConfirmDialog>
      <Dialog isOpen={conflicts.length > 0} onClose={() => setConflicts([])} title={say('conflicts', { count: conflicts.length })}>
        <DialogBody>
          <p>{say('conflicts_text')}</p>
          <ul>
            {conflicts.map(({ employee_id, employee, date, reason }) => (
              <li key={`${employee_id}/${date}`}>
                {employee}, <Day value={date} />: {reason}
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={() => setConflicts([])}>{say('close')}</Button>
              <Button intent="primary" loading={busy} onClick={() => void copy(true)}>
                {say('copy_others')}
              </Button>
            </>
          }
        />
      </Dialog>
    </>
  )
}
