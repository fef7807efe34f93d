import { Dialog, DialogBody } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { api, setPasswordPrompt } from '../api/client.ts'
import { useT } from '../i18n/index.ts'
import { EntryForm } from './entry-form.tsx'

type Answer = (right: boolean) => void

/** Asks for the password when a request requires confirmation. All waiting requests continue together. */
export function PasswordAgain() {
  const { t } = useT()
  const [waiting, setWaiting] = useState<Answer[]>([])
  useEffect(() => setPasswordPrompt(() => new Promise((answer) => setWaiting((before) => [...before, answer]))), [])
  const end = (right: boolean) => {
    for (const answer of waiting) answer(right)
    setWaiting([])
  }
  return (
    <Dialog
      isOpen={waiting.length > 0}
      onClose={() => end(false)}
      title={t('entry.passwordAgain')}
      canOutsideClickClose={false}
      onOpened={(dialog) => dialog.querySelector('input')?.focus()}
    >
      <DialogBody>
        <p className="quiet">{t('entry.passwordAgainLead')}</p>
        <EntryForm
          button={t('entry.goOn')}
          fields={[{ name: 'password', label: t('entry.password'), type: 'password', autoComplete: 'current-password' }]}
          submit={async (body) => {
            await api('password/again', { method: 'POST', body })
            end(true)
          }}
        />
      </DialogBody>
    </Dialog>
  )
}
