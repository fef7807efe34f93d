import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup, Switch } from '@blueprintjs/core'
import { type FormEvent, useId, useState } from 'react'
import { api, ConfirmDialog, failureLines, notifyFailure, notifySuccess, RelationPicker, useSession } from 'stoa/admin'
import type { SavedReport } from '../api-types.ts'
import { useMessages } from './messages.ts'

interface SaveReportDialogProps {
  report: string
  query: string
  /** The saved report to edit; a new one when absent. */
  saved: SavedReport | undefined
  close: () => void
  onChange: () => void
}

const SCHEDULES = ['none', 'daily', 'weekly', 'monthly'] as const

/** Name of a saved report, who sees it, and who gets it by email. */
export function SaveReportDialog({ report, query, saved, close, onChange }: SaveReportDialogProps) {
  const say = useMessages()
  const id = useId()
  const { me } = useSession()
  const may = (right: string) => me.role.permission_list.includes(right)
  const [name, setName] = useState(saved?.name ?? '')
  const [shared, setShared] = useState(saved?.shared ?? false)
  const [schedule, setSchedule] = useState<SavedReport['schedule']>(saved?.schedule ?? 'none')
  const [format, setFormat] = useState<SavedReport['format']>(saved?.format ?? 'xlsx')
  const [recipients, setRecipients] = useState<number[]>(saved?.recipients ?? [me.id])
  const [problems, setProblems] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const isLocked = saved !== undefined && !saved.own && !may('share saved report')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const body = { name, query, shared, schedule, format, recipients: schedule === 'none' ? [] : recipients }
      if (saved) await api(`saved_report/${saved.id}`, { method: 'PUT', body })
      else await api('saved_report', { method: 'POST', body: { ...body, report } })
      notifySuccess(say('saved_done'))
      onChange()
      close()
    } catch (error) {
      setProblems(failureLines(error, (field) => say(`field_${field as 'name'}`)))
    }
    setBusy(false)
  }
  const remove = async () => {
    try {
      await api(`saved_report/${saved?.id ?? 0}`, { method: 'DELETE' })
      onChange()
      close()
    } catch (error) {
      notifyFailure(say('not_deleted'), error)
    }
  }
  return (
    <Dialog isOpen onClose={close} title={saved ? say('edit_saved') : say('save')}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          {problems.length > 0 && (
            <ul role="alert" className="report-problems">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
          <FormGroup label={say('field_name')} labelFor={`${id}-name`}>
            <InputGroup id={`${id}-name`} value={name} maxLength={60} required autoFocus disabled={isLocked} onValueChange={setName} />
          </FormGroup>
          {may('share saved report') && (
            <Switch label={say('field_shared')} checked={shared} onChange={({ currentTarget }) => setShared(currentTarget.checked)} />
          )}
          {may('schedule saved report') && (
            <FormGroup label={say('field_schedule')} labelFor={`${id}-schedule`} helperText={say('schedule_hint')}>
              <HTMLSelect
                id={`${id}-schedule`}
                value={schedule}
                onChange={({ currentTarget }) => setSchedule(currentTarget.value as SavedReport['schedule'])}
              >
                {SCHEDULES.map((value) => (
                  <option key={value} value={value}>
                    {say(`schedule_${value}`)}
                  </option>
                ))}
              </HTMLSelect>
            </FormGroup>
          )}
          {schedule !== 'none' && (
            <>
              <FormGroup label={say('field_format')} labelFor={`${id}-format`}>
                <HTMLSelect
                  id={`${id}-format`}
                  value={format}
                  onChange={({ currentTarget }) => setFormat(currentTarget.value as SavedReport['format'])}
                >
                  <option value="xlsx">Excel (xlsx)</option>
                  <option value="csv">CSV</option>
                </HTMLSelect>
              </FormGroup>
              <Recipients recipients={recipients} change={setRecipients} />
            </>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{say('cancel')}</Button>
              <Button type="submit" intent="primary" loading={isBusy} disabled={isLocked}>
                {say('save')}
              </Button>
            </>
          }
        >
          {saved && !isLocked && (
            <Button variant="minimal" intent="danger" onClick={() => setDeleting(true)}>
              {say('delete_saved')}
            </Button>
          )}
        </DialogFooter>
      </form>
      <ConfirmDialog
        open={isDeleting}
        title={say('delete_saved')}
        confirm={say('delete_saved')}
        intent="danger"
        onConfirm={remove}
        onCancel={() => setDeleting(false)}
      >
        {say('delete_hint', { name: saved?.name ?? '' })}
      </ConfirmDialog>
    </Dialog>
  )
}

function Recipients({ recipients, change }: { recipients: number[]; change: (ids: number[]) => void }) {
  const say = useMessages()
  const id = useId()
  return (
    <FormGroup label={say('field_recipients')} labelFor={id}>
      <RelationPicker id={id} resource="account" label={say('field_recipients')} ids={recipients} onChange={change} />
    </FormGroup>
  )
}
