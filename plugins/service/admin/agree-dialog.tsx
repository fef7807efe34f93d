import { Button, Dialog, DialogBody, DialogFooter, FormGroup, TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { Row } from 'stoa/api-types'
import { api, type DocumentDialogProps, failureLines, Money, notifySuccess } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Approves an application with a note to the applicant. Shows the consequences first. */
export function AgreeDialog({ row, total, close, done }: DocumentDialogProps & { row: Row; total: string }) {
  const say = useMessages()
  const id = useId()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const free = Number(total) === 0
  const send = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await api(`application/${row.id}/agree`, { method: 'POST', body: { note } })
      close()
      notifySuccess(say('agreed'))
      await done()
    } catch (error) {
      setProblem(failureLines(error).join(' '))
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={say('agree')} onClose={close}>
      <DialogBody>
        <p>
          {say(free ? 'agreeFree' : 'agreeText')} {!free && <Money value={total} />}
        </p>
        <FormGroup label={say('note')} labelFor={id} helperText={problem} intent={problem ? 'danger' : 'none'}>
          <TextArea
            id={id}
            fill
            autoResize
            rows={3}
            maxLength={2_000}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{say('keep')}</Button>
            <Button intent="success" loading={busy} onClick={() => void send()}>
              {say('agree')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
