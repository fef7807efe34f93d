import { Button, Card, FormGroup, InputGroup, Switch } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureLines, fieldErrors, go, notifySuccess } from 'stoa/admin'
import { dueDateSwitches } from '../domain/features.ts'
import { spacesPath } from './paths.ts'
import { isOn, simpleSwitches, type SpaceValues, withDueDateSwitch, withSwitch } from './space-values.ts'
import { useTokenNotice } from './token-guard.tsx'
import { useMessages } from './messages.ts'
import './clickup.css'

interface Props {
  workspace: string
  initial: SpaceValues
  /** Label of the button, and the notification after saving. */
  label: string
  success: string
  save: (values: SpaceValues) => Promise<unknown>
}

/** The form of a space: its name and its features. */
export function SpaceForm({ workspace, initial, label, success, save }: Props) {
  const say = useMessages()
  const client = useQueryClient()
  const [values, setValues] = useState(initial)
  const [nameError, setNameError] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const isInvalid = useTokenNotice(failure)
  const { due_dates } = values.features
  const submit = async () => {
    if (busy) return
    if (values.name.trim() === '') return setNameError(say('nameMissing'))
    setBusy(true)
    setFailure(null)
    setNameError('')
    try {
      await save(values)
      await client.invalidateQueries({ queryKey: ['clickup'] })
      notifySuccess(success)
      go(spacesPath(workspace))
    } catch (error) {
      setNameError(fieldErrors(error).name?.join(' ') ?? '')
      setFailure(error)
      setBusy(false)
    }
  }
  const lines = failure === null || isInvalid || nameError !== '' ? [] : failureLines(failure)
  return (
    <Card className="clickup-form">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div role="alert" className="field-error">
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
        <FormGroup
          label={say('name')}
          labelFor="space-name"
          intent={nameError ? 'danger' : 'none'}
          helperText={nameError && <span id="space-name-error">{nameError}</span>}
        >
          <InputGroup
            id="space-name"
            required
            maxLength={200}
            value={values.name}
            aria-invalid={nameError !== ''}
            aria-describedby={nameError ? 'space-name-error' : undefined}
            onValueChange={(name) => setValues((now) => ({ ...now, name }))}
          />
        </FormGroup>
        <fieldset className="clickup-switches">
          <legend>{say('dueDates')}</legend>
          {dueDateSwitches.map((name) => (
            <Switch
              key={name}
              label={say(`due_dates_${name}`)}
              checked={due_dates[name]}
              disabled={name !== 'enabled' && !due_dates.enabled}
              onChange={({ currentTarget: { checked } }) => setValues((now) => withDueDateSwitch(now, name, checked))}
            />
          ))}
        </fieldset>
        <fieldset className="clickup-switches">
          <legend>{say('features')}</legend>
          {simpleSwitches.map((name) => (
            <Switch
              key={name}
              label={say(`feature_${name}`)}
              checked={isOn(values, name)}
              onChange={({ currentTarget: { checked } }) => setValues((now) => withSwitch(now, name, checked))}
            />
          ))}
        </fieldset>
        <Button type="submit" intent="primary" loading={busy}>
          {label}
        </Button>
      </form>
    </Card>
  )
}
