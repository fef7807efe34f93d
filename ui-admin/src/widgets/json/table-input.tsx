import { Button, InputGroup } from '@blueprintjs/core'
import { Add, Trash } from '@blueprintjs/icons'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'
import { readable, type Flat } from './shape.ts'

/** Table input for a list of flat records: one line per record, one input per value. */
export function TableInput({
  id,
  field,
  rows,
  columns,
  onChange,
  invalid,
  describedBy,
  disabled,
}: InputProps & { rows: Flat[]; columns: string[] }) {
  const { t } = useT()
  const getLabel = (name: string) => t(`column.${name}`, { defaultValue: readable(name) })
  const set = (index: number, name: string, text: string) =>
    onChange(rows.map((row, i) => (i === index ? { ...row, [name]: typed(row[name], text) } : row)))
  return (
    <div id={id} className="table-input" tabIndex={-1} aria-describedby={describedBy}>
      <table>
        <caption className="sr-only">{field.label}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {getLabel(name)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t('common.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Lines have no id, so the index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {columns.map((name) => (
                <td key={name}>
                  <InputGroup
                    fill
                    value={row[name] === null || row[name] === undefined ? '' : String(row[name])}
                    disabled={disabled ?? false}
                    intent={invalid ? 'danger' : 'none'}
                    aria-label={`${getLabel(name)} ${index + 1}`}
                    onChange={(event) => set(index, name, event.target.value)}
                  />
                </td>
              ))}
              <td>
                {!disabled && (
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<Trash aria-hidden />}
                    aria-label={t('widget.removeRow', { number: index + 1 })}
                    onClick={() => onChange(rows.filter((_, i) => i !== index))}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!disabled && (
        <Button
          size="small"
          icon={<Add aria-hidden />}
          onClick={() => onChange([...rows, Object.fromEntries(columns.map((name) => [name, '']))])}
        >
          {t('widget.addRow')}
          <span className="sr-only">: {field.label}</span>
        </Button>
      )}
    </div>
  )
}

/** A number stays a number while the text is a valid number. */
const typed = (before: unknown, text: string): unknown =>
  typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
