import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Column, Row } from 'stoa/api-types'
import { fieldErrors } from '../api/failure.ts'
import { notify } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'

const inputTypes: Partial<Record<Column['widget'], string>> = { email: 'email', url: 'url', date: 'date' }
const modes: Partial<Record<Column['widget'], 'numeric' | 'decimal'>> = {
  int: 'numeric',
  decimal: 'decimal',
  money: 'decimal',
}

/** Converts a typed value to the request format: numbers as numbers, an empty number as null. */
function typed(column: Column, text: string): unknown {
  const trimmed = text.trim()
  if (column.widget === 'int' || column.widget === 'decimal') return trimmed === '' ? null : Number(trimmed)
  if (column.widget === 'pick') return column.options?.find((option) => String(option.value) === trimmed)?.value ?? null
  return trimmed
}

export interface InlineEditProps {
  column: Column
  row: Row
  neighbours: () => Row[]
  save: (value: unknown) => Promise<void>
  /** Ends editing; 1 or -1 continues with the next or previous cell. */
  close: (next?: 1 | -1) => void
}

/** An editable cell: Enter saves, Escape restores, Tab saves and moves on. */
export function InlineEdit({ column, row, neighbours, save, close }: InlineEditProps) {
  const { t } = useT()
  const id = useId()
  const old = row[column.name] ?? ''
  const [text, setText] = useState(String(old))
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const done = useRef(false)

  const submit = async (next?: 1 | -1) => {
    const value = typed(column, text)
    if (String(value ?? '') === String(old)) return close(next)
    const isDuplicate = column.unique && neighbours().some((other) => other.id !== row.id && String(other[column.name]) === String(value))
    if (isDuplicate) {
      const message = t('rule.unique', { field: column.label })
      notify({ intent: 'warning', title: t('failure.submit'), lines: [message] })
      return setError(message)
    }
    setBusy(true)
    try {
      await save(value)
      done.current = true
      close(next)
    } catch (failure) {
      setError(fieldErrors(failure)[column.name]?.join(' ') ?? t('failure.submit'))
      setBusy(false)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores the Enter key that confirms an IME composition.
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (event.key === 'Escape') close()
    if (event.key === 'Enter') void submit()
    if (event.key === 'Tab') {
      event.preventDefault()
      void submit(event.shiftKey ? -1 : 1)
    }
  }

  const common = {
    autoFocus: true,
    className: 'cell-input',
    value: text,
    readOnly: busy,
    'aria-label': column.label,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
    onKeyDown,
  }
  return (
    <span className={busy ? 'inline-edit is-busy' : 'inline-edit'}>
      {column.widget === 'pick' ? (
        <select {...{ ...common, readOnly: undefined }} onChange={(event) => setText(event.target.value)} onBlur={() => void submit()}>
          {column.options?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={inputTypes[column.widget] ?? 'text'}
          inputMode={modes[column.widget]}
          onFocus={(event) => column.widget !== 'date' && event.target.select()}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => !done.current && !error && !busy && void submit()}
        />
      )}
      {error && (
        <span id={id} className="cell-error" role="alert">
          {error}
        </span>
      )}
    </span>
  )
}
