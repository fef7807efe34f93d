import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { api, BlockableButton, type DocumentDialogProps, failureLines, forget, notifySuccess, t } from 'stoa/admin'
import { useMessages } from './messages.ts'
import { type Choice, TimeChoice } from './time-choice.tsx'

/** Reschedules a booking and notifies the customer. */
export function MoveDialog({ row, close, done }: DocumentDialogProps & { row: Row }) {
  const say = useMessages()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: String(row['zone']) }).format(new Date(String(row['starts_at'])))
  const [choice, setChoice] = useState<Choice>({ date: day, time: null, ready: false })
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await api(`booking/${row.id}/reschedule`, { method: 'POST', body: { date: choice.date, time: choice.time } })
      close()
      notifySuccess(say('moved'))
      await done()
    } catch (error) {
      setProblem(failureLines(error)[0])
      forget('booking')
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={say('move')} onClose={close}>
      <DialogBody>
        <TimeChoice event={Number(row['event_id'])} value={choice} onChange={setChoice} problem={problem} />
        <p className="quiet small">{say('told')}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{say('keep')}</Button>
            <BlockableButton
              intent="primary"
              loading={busy}
              blockedBy={choice.ready ? undefined : t('blocked.time')}
              onClick={() => void send()}
            >
              {say('move')}
            </BlockableButton>
          </>
        }
      />
    </Dialog>
  )
}
