import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import type { Column, FieldInfo, ResourceInfo } from 'stoa/api-types'
import { inSentence, useT } from '../i18n/index.ts'
import { ErrorsContext, FieldInput } from '../widgets/field-input.tsx'
import { problem, startValues, toWire, type Errors } from '../widgets/values.ts'
import '../form/form.css'

/** A column as an editable field. */
const getField = ({ name, label, widget, options, to }: Column): FieldInfo => ({
  ...{ name, label, widget, required: widget !== 'switch', localized: false, readOnly: false, group: '' },
  ...(options ? { options } : {}),
  ...(to ? { to } : {}),
})

/** Sets one field of all selected rows. */
export default function ChangeDialog({
  resource,
  count,
  save,
  close,
}: {
  resource: ResourceInfo
  count: number
  save: (field: string, value: unknown) => Promise<void>
  close: () => void
}) {
  const { t } = useT()
  const fields = resource.columns.filter((column) => column.batch).map(getField)
  const [field, setField] = useState(fields[0] as FieldInfo)
  const [value, setValue] = useState<unknown>(() => startValues([field])[field.name])
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const choose = (name: string) => {
    const next = fields.find((field) => field.name === name) ?? field
    setField(next)
    setValue(startValues([next])[next.name])
    setErrors({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problem(field, value)
    if (wrong) return setErrors({ [field.name]: [wrong] })
    setBusy(true)
    await save(field.name, toWire(field, value))
  }
  const things = inSentence(resource.plural)
  return (
    <Dialog isOpen onClose={close} title={t('list.changeTitle', { count, things })} canOutsideClickClose={false}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup label={t('stale.field')} labelFor="change-field">
            <HTMLSelect
              id="change-field"
              fill
              autoFocus
              value={field.name}
              options={fields.map(({ name, label }) => ({ value: name, label }))}
              onChange={(event) => choose(event.target.value)}
            />
          </FormGroup>
          <ErrorsContext value={errors}>
            <FieldInput key={field.name} field={field} value={value} onChange={setValue} />
          </ErrorsContext>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <Button type="submit" intent="primary" loading={busy}>
                {t('list.changeButton', { count, things })}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
