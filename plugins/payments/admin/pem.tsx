import { Button, Callout } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ConfirmDialog, failureLines, type InputProps, Moment, notifyFailure, notifySuccess, t } from 'stoa/admin'
import type { PemAnswer } from '../admin-api-types.ts'
import { messages } from './messages.ts'

const useMessages = messages('pem')

/** PEM file: uploaded, identified by fingerprint and removed immediately, without saving the form. */
export default function PemInput({ id, field, describedBy, disabled }: InputProps) {
  const say = useMessages()
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { data: pem, error } = useQuery({ queryKey: ['pem'], queryFn: () => api<PemAnswer>('check/pem') })
  const change = async (act: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(true)
    try {
      await act()
      await client.invalidateQueries({ queryKey: ['pem'] })
      notifySuccess(done)
    } catch (problem) {
      notifyFailure(failed, problem)
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File) => {
    const body = new FormData()
    body.set('pem', file)
    return change(() => api('upload/pem', { method: 'POST', body }), t('success.upload'), t('failure.upload'))
  }
  const remove = () => {
    setAsking(false)
    return change(() => api('settings/payment', { method: 'PUT', body: { pem: null } }), t('success.submit'), t('failure.submit'))
  }
  if (error) return <Callout intent="danger">{failureLines(error).join(' ')}</Callout>
  if (!pem) return <div className="bp6-skeleton" style={{ height: 60 }} />
  return (
    <div className="pem">
      {pem.exists ? (
        <dl className="data-pairs">
          <div>
            <dt>{say(pem.kind)}</dt>
            <dd className="mono pem-print">
              <span className="sr-only">{say('fingerprint')}: </span>
              {pem.fingerprint}
            </dd>
          </div>
          {pem.not_after && (
            <div>
              <dt>{say('until')}</dt>
              <dd>
                <Moment value={pem.not_after} />
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className="quiet">{say('none')}</p>
      )}
      {pem.exists && pem.expired && (
        <Callout intent="warning" compact>
          {say('over')}
        </Callout>
      )}
      {!disabled && !field.readOnly && (
        <div className="check-row">
          <Button id={id} loading={busy} aria-describedby={describedBy} onClick={() => picker.current?.click()}>
            {pem.exists ? say('replace') : say('upload')}
          </Button>
          {pem.exists && (
            <Button variant="minimal" intent="danger" disabled={busy} onClick={() => setAsking(true)}>
              {say('remove')}
            </Button>
          )}
          <input
            ref={picker}
            type="file"
            hidden
            accept=".pem,.crt,.cer,.key,application/x-pem-file"
            aria-label={field.label}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void upload(file)
            }}
          />
        </div>
      )}
      <ConfirmDialog
        open={asking}
        intent="danger"
        title={say('removeTitle')}
        confirm={say('remove')}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        <p>{say('removeText')}</p>
      </ConfirmDialog>
    </div>
  )
}
