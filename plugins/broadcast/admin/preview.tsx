import { Button, Callout, Dialog, DialogBody, HTMLSelect, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, failureLines, notifyFailure, notifySuccess, useSession } from 'stoa/admin'
import type { Preview } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** Preview of the message for a sample recipient in each language, and a test send to the current user. */
export function PreviewDialog({ id, channel, trial, close }: { id: number; channel: string; trial: boolean; close: () => void }) {
  const say = useMessages()
  const { languages, site } = useSession().manifest
  const [language, setLanguage] = useState<string>(site.main_language)
  const { data, error } = useQuery({
    queryKey: ['list', 'broadcast', 'preview', id, language],
    queryFn: () => api<Preview>(`broadcast/${id}/preview`, { query: { language } }),
    staleTime: 0,
  })
  const tryOut = async () => {
    try {
      const { to } = await api<{ to: string }>(`broadcast/${id}/test`, { method: 'POST', body: { language } })
      notifySuccess(say('trialSent'), [to])
    } catch (failure) {
      notifyFailure(say('trialFailed'), failure)
    }
  }
  return (
    <Dialog isOpen onClose={close} title={say('preview')} className="broadcast-preview">
      <DialogBody>
        <HTMLSelect aria-label={say('language')} value={language} onChange={(event) => setLanguage(event.target.value)}>
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </HTMLSelect>
        {error && (
          <Callout intent="danger" icon={false}>
            {failureLines(error).join(' ')}
          </Callout>
        )}
        {!data && !error && <Spinner />}
        {data && (
          <>
            <p className="quiet small">{say('previewFor', { reader: data.reader })}</p>
            {channel === 'email' ? (
              <>
                <p>
                  <strong>{data.subject}</strong>
                </p>
                <iframe className="broadcast-letter" title={say('letter')} sandbox="" srcDoc={data.html} />
              </>
            ) : (
              <div className="pre broadcast-message">{data.text}</div>
            )}
          </>
        )}
        {trial && channel === 'email' && <Button onClick={() => void tryOut()}>{say('trial')}</Button>}
      </DialogBody>
    </Dialog>
  )
}
