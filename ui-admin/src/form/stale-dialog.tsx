import { Button, Dialog, DialogBody, DialogFooter, HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import type { FieldInfo } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { ColumnCell } from '../widgets/cells.tsx'
import type { FormValues } from './form-context.ts'

/** Which of two values of a field is kept. */
export type Choice = 'mine' | 'theirs'

/** Conflict dialog: shows both values of every field the user has changed, and asks which one to keep. */
export function StaleDialog({
  fields,
  mine,
  theirs,
  others,
  language,
  take,
  close,
}: {
  fields: FieldInfo[]
  mine: FormValues
  theirs: FormValues
  /** Fields that only the other user has changed; their values are kept. */
  others: FieldInfo[]
  /** Name of the content language. */
  language: string
  take: (choices: Record<string, Choice>) => void
  close: () => void
}) {
  const { t } = useT()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const cell = (field: FieldInfo, values: FormValues, choice: Choice) => (
    <td>
      <label className="stale-choice">
        <input
          type="radio"
          name={`stale-${field.name}`}
          checked={(choices[field.name] ?? 'mine') === choice}
          onChange={() => setChoices({ ...choices, [field.name]: choice })}
        />
        <ColumnCell column={field} value={values[field.name]} row={{ id: 0 }} />
      </label>
    </td>
  )
  return (
    <Dialog isOpen onClose={close} title={t('stale.title')} canOutsideClickClose={false} className="wide-dialog">
      <DialogBody>
        <p>{t('stale.text')}</p>
        {fields.length > 0 && (
          <HTMLTable compact className="wide">
            <thead>
              <tr>
                <th scope="col">{t('stale.field')}</th>
                <th scope="col">{t('stale.mine')}</th>
                <th scope="col">{t('stale.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.name}>
                  <th scope="row">
                    {field.label}
                    {field.localized && <span className="quiet small"> ({language})</span>}
                  </th>
                  {cell(field, mine, 'mine')}
                  {cell(field, theirs, 'theirs')}
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        )}
        {others.length > 0 && <p className="quiet">{t('stale.others', { fields: others.map(({ label }) => label).join(', ') })}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button intent="primary" autoFocus onClick={() => take(choices)}>
              {t('stale.take')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
