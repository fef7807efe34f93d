import { Button } from '@blueprintjs/core'
import { Add, ArrowDown, ArrowUp, Trash } from '@blueprintjs/icons'
import { useT } from '../../i18n/index.ts'
import { useContentLanguage } from '../content-language.ts'
import { isFieldVisible, startValues, textIn, withText } from '../values.ts'
import type { InputProps } from '../types.ts'

type Child = Record<string, unknown>

/** Child rows as cards of fields; child rows may be nested. */
export function Input({ id, field, value, onChange, path, disabled, Field }: InputProps) {
  const { t } = useT()
  const { language, main } = useContentLanguage()
  const fields = (field.rows ?? []).filter((row) => !(row.readOnly && row.name === 'order'))
  // Only rows with an `order` field can be sorted; others are stored in the order they were added.
  const isSortable = (field.rows ?? []).some(({ name }) => name === 'order')
  const rows = Array.isArray(value) ? (value as Child[]) : []
  const set = (index: number, name: string, next: unknown) => onChange(rows.map((row, i) => (i === index ? { ...row, [name]: next } : row)))
  const swap = (a: number, b: number) => onChange(rows.map((row, i) => (i === a ? rows[b] : i === b ? rows[a] : row)))
  return (
    <div id={id} className="child-rows" tabIndex={-1}>
      {rows.length === 0 && <p className="quiet small">{t('widget.noRows')}</p>}
      {rows.map((row, index) => (
        // Saved rows have an id; new ones use their index as key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={String(row['id'] ?? `new-${index}`)} className="child-row" role="group" aria-label={`${field.label} ${index + 1}`}>
          <span className="child-number num quiet">{index + 1}</span>
          <div className="child-fields">
            {fields
              .filter((field) => isFieldVisible(field, row))
              .map((field) => (
                <Field
                  key={field.name}
                  field={disabled ? { ...field, readOnly: true } : field}
                  value={field.localized ? textIn(row[field.name], language) : row[field.name]}
                  onChange={(next) => set(index, field.name, field.localized ? withText(row[field.name], language, next) : next)}
                  placeholder={field.localized && language !== main ? textIn(row[field.name], main) || undefined : undefined}
                  path={`${path}.${index}.${field.name}`}
                  row={row}
                  disabled={disabled}
                />
              ))}
          </div>
          {!disabled && (
            <div className="child-buttons">
              {isSortable && (
                <>
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<ArrowUp aria-hidden />}
                    disabled={index === 0}
                    aria-label={t('widget.moveUp', { number: index + 1 })}
                    onClick={() => swap(index, index - 1)}
                  />
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<ArrowDown aria-hidden />}
                    disabled={index === rows.length - 1}
                    aria-label={t('widget.moveDown', { number: index + 1 })}
                    onClick={() => swap(index, index + 1)}
                  />
                </>
              )}
              <Button
                variant="minimal"
                size="small"
                icon={<Trash aria-hidden />}
                aria-label={t('widget.removeRow', { number: index + 1 })}
                onClick={() => onChange(rows.filter((_, i) => i !== index))}
              />
            </div>
          )}
        </div>
      ))}
      {!disabled && (
        <Button size="small" icon={<Add aria-hidden />} onClick={() => onChange([...rows, startValues(fields)])}>
          {t('widget.addRow')}
          <span className="sr-only">: {field.label}</span>
        </Button>
      )}
    </div>
  )
}
