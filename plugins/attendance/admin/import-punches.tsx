import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Import } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, notifyFailure, notifySuccess } from 'stoa/admin'
import type { PunchImport } from '../api-types.ts'
import { useImportMessages } from './messages.ts'

/** Above the list of punches: imports the file of an attendance terminal, after a rehearsal. */
export default function ImportPunches() {
  const say = useImportMessages()
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [useStates, setUseStates] = useState(false)
  const [plan, setPlan] = useState<{ file: File; answer: PunchImport }>()
  const [busy, setBusy] = useState(false)
  const close = () => {
    setOpen(false)
    setPlan(undefined)
  }
  const send = async (file: File, isRehearsal: boolean) => {
    const body = new FormData()
    body.set('file', file)
    body.set('dry_run', isRehearsal ? '1' : '0')
    body.set('use_states', useStates ? '1' : '0')
    setBusy(true)
    try {
      const answer = await api<PunchImport>('hr_punch/import_file', { method: 'POST', body })
      if (isRehearsal) return setPlan({ file, answer })
      await client.invalidateQueries()
      notifySuccess(say('done', { count: answer.added }))
      close()
    } catch (problem) {
      notifyFailure(say('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={<Import aria-hidden />} onClick={() => setOpen(true)}>
        {say('title')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={say('title')}>
        <DialogBody>
          <p>{say('hint')}</p>
          <Checkbox
            label={say('states')}
            checked={useStates}
            disabled={plan !== undefined}
            onChange={({ target }) => setUseStates((target as HTMLInputElement).checked)}
          />
          {plan ? <Plan answer={plan.answer} /> : null}
          <input
            ref={picker}
            type="file"
            hidden
            accept=".csv,.dat,.txt,text/csv,text/plain"
            aria-label={say('choose')}
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) void send(file, true)
            }}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{say('close')}</Button>
              {plan ? (
                <Button intent="primary" loading={busy} disabled={plan.answer.added === 0} onClick={() => void send(plan.file, false)}>
                  {say('confirm')}
                </Button>
              ) : (
                <Button intent="primary" loading={busy} onClick={() => picker.current?.click()}>
                  {say('choose')}
                </Button>
              )}
            </>
          }
        />
      </Dialog>
    </>
  )
}

function Plan({ answer }: { answer: PunchImport }) {
  const say = useImportMessages()
  return (
    <div aria-live="polite">
      <p>
        {say('added', { count: answer.added })} · {say('repeated', { count: answer.repeated })}
      </p>
      {answer.error_count > 0 ? (
        <Callout intent="warning" title={say('errors', { count: answer.error_count })}>
          <ul>
            {answer.errors.map((error) => (
              <li key={error.line}>{say('line', error)}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}
