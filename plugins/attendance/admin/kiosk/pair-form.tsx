import { Button, Callout, FormGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { api, failureLines } from 'stoa/admin'
import { useKioskMessages } from './messages.ts'

/** Asks for the pairing code of a kiosk. */
export function PairForm({ onPaired }: { onPaired: () => Promise<unknown> }) {
  const say = useKioskMessages()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const pair = async () => {
    if (code.trim() === '') return setProblem(say('missing_code'))
    setBusy(true)
    setProblem('')
    try {
      await api('kiosk/pair', { method: 'POST', body: { code } })
      await onPaired()
    } catch (error) {
      setProblem(failureLines(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="kiosk-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void pair()
      }}
    >
      <h1>{say('pair_title')}</h1>
      <p className="quiet">{say('pair_hint')}</p>
      <FormGroup label={say('code')} labelFor="kiosk-code">
        <input
          id="kiosk-code"
          className="bp6-input kiosk-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </FormGroup>
      {problem === '' ? null : (
        <Callout intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <Button className="kiosk-button" type="submit" intent="primary" loading={busy}>
        {say('pair')}
      </Button>
    </form>
  )
}
