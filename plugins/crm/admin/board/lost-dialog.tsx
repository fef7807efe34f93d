import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { Option } from 'stoa/api-types'
import { BlockableButton, t } from 'stoa/admin'
import { useBoardTexts } from '../messages.ts'

/** The reason why a lead was lost. */
export interface Lost {
  lost_reason: string
  lost_note: string
}

interface Props {
  name: string
  reasons: readonly Option[]
  done: (lost: Lost | undefined) => void
}

/** Asks for the reason before a card moves to a lost stage. */
export function LostDialog({ name, reasons, done }: Props) {
  const say = useBoardTexts()
  const [reason, setReason] = useState(String(reasons[0]?.value ?? ''))
  const [note, setNote] = useState('')
  const id = useId()
  return (
    <Dialog isOpen onClose={() => done(undefined)} title={say('lostTitle', { name })} canOutsideClickClose={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          done({ lost_reason: reason, lost_note: note })
        }}
      >
        <DialogBody>
          <FormGroup label={say('reason')} labelFor={`${id}-reason`}>
            <HTMLSelect id={`${id}-reason`} fill autoFocus value={reason} onChange={(event) => setReason(event.target.value)}>
              {reasons.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
          <FormGroup label={say('note')} labelFor={`${id}-note`}>
            <TextArea id={`${id}-note`} fill autoResize maxLength={1_000} value={note} onChange={(event) => setNote(event.target.value)} />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={() => done(undefined)}>{say('stay')}</Button>
              <BlockableButton
                type="submit"
                intent="primary"
                blockedBy={reason === 'other' && note.trim() === '' ? t('blocked.note') : undefined}
              >
                {say('lose')}
              </BlockableButton>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
