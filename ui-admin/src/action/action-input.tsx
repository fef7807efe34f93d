import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import type { ActionInfo, ResourceInfo } from 'stoa/api-types'
import { failureLines, fieldErrors, linesByField } from '../api/failure.ts'
import { labelsFor } from '../form/labels.ts'
import { useT } from '../i18n/index.ts'
import { getBody } from '../form/use-save.ts'
import { ErrorsContext, FieldInput } from '../widgets/field-input.tsx'
import { problems, isFieldVisible, startValues, type Errors } from '../widgets/values.ts'
import { focusFirstField } from '../common/focus-first-field.ts'
import '../form/form.css'

/** Dialog for the input of an action. */
export default function ActionInput({
  resource,
  action,
  hint,
  run,
  close,
}: {
  resource: ResourceInfo
  action: ActionInfo
  hint?: string | undefined
  run: (input: Record<string, unknown>) => Promise<void>
  close: () => void
}) {
  const { t } = useT()
  const fields = action.input ?? []
  const [values, setValues] = useState(() => startValues(fields))
  const [errors, setErrors] = useState<Errors>({})
  const [lines, setLines] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const found = problems(fields, values)
    setErrors(found)
    if (Object.keys(found).length) return
    setBusy(true)
    try {
      await run(getBody(fields, values))
    } catch (error) {
      const byField = fieldErrors(error)
      setErrors(byField)
      const getLabel = await labelsFor(error, resource)
      // Errors of fields outside the dialog belong to the record.
      const here = new Set(fields.filter((field) => isFieldVisible(field, values)).map((field) => field.name))
      const elsewhere = Object.entries(byField).filter(([path]) => !here.has(path.split('.')[0] ?? ''))
      setLines(getLabel ? linesByField(Object.fromEntries(elsewhere), getLabel) : failureLines(error))
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={close} onOpening={focusFirstField} title={action.label} canOutsideClickClose={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <DialogBody>
          {action.confirm && <p>{action.confirm}</p>}
          {hint && <p className="quiet">{hint}</p>}
          <div role="alert" className="field-error">
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
          <ErrorsContext value={errors}>
            <div className="dialog-fields">
              {fields
                .filter((field) => isFieldVisible(field, values))
                .map((field) => (
                  <FieldInput
                    key={field.name}
                    field={field}
                    value={values[field.name]}
                    onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
                  />
                ))}
            </div>
          </ErrorsContext>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <Button type="submit" intent={action.intent ?? 'primary'} loading={busy}>
                {action.label}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
