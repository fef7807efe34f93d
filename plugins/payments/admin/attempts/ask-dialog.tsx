import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { ConfirmDialog, fieldErrors, notifyFailure, notifySuccess } from 'stoa/admin'
import { useMessages } from '../messages.ts'

export interface DialogField {
  name: string
  label: string
  value?: string
  required?: boolean
}

interface Props {
  title: string
  text: string
  confirm: string
  intent: 'success' | 'danger' | 'warning'
  fields: readonly DialogField[]
  send: (values: Record<string, string>) => Promise<unknown>
  close: () => void
}

/** Asks for a reason before a payment action. */
export function AskDialog({ title, text, confirm, intent, fields, send, close }: Props) {
  const say = useMessages()
  const id = useId()
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(fields.map((f) => [f.name, f.value ?? ''])))
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const act = async () => {
    const missing = fields.filter((f) => f.required && !values[f.name]?.trim())
    if (missing.length > 0) return setErrors(Object.fromEntries(missing.map((f) => [f.name, [say('needed')]])))
    try {
      await send(values)
      notifySuccess(say('done'))
      close()
    } catch (error) {
      setErrors(fieldErrors(error))
      notifyFailure(say('failed'), error, (name) => fields.find((f) => f.name === name)?.label ?? name)
    }
  }
  return (
    <ConfirmDialog open title={title} confirm={confirm} intent={intent} onConfirm={act} onCancel={close}>
      <p>{text}</p>
      {fields.map((f) => (
        <FormGroup
          key={f.name}
          label={f.label}
          labelFor={`${id}-${f.name}`}
          {...(errors[f.name] ? { intent: 'danger', helperText: errors[f.name]?.[0] } : {})}
        >
          <InputGroup
            id={`${id}-${f.name}`}
            value={values[f.name] ?? ''}
            maxLength={500}
            onValueChange={(value) => setValues({ ...values, [f.name]: value })}
          />
        </FormGroup>
      ))}
    </ConfirmDialog>
  )
}
