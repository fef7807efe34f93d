import { createContext, Suspense, use, type ComponentType } from 'react'
import type { Widget } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { CallBoundary } from '../common/call-boundary.tsx'
import { keepEnter } from '../common/keys.ts'
import { Moment } from '../common/moment.tsx'
import { ColumnCell } from './cells.tsx'
import { inputs } from './inputs.ts'
import { JsonView } from './json/view.tsx'
import { RelationView } from './one/view.tsx'
import type { FieldInputProps, InputProps } from './types.ts'
import type { Errors } from './values.ts'

/** Errors of the surrounding form, by path. */
export const ErrorsContext = createContext<Errors>({})

/** Id of the input at a path of the form. */
export const fieldId = (path: string): string => `field-${path.replace(/\W+/g, '-')}`

/** Widgets that render read-only values themselves. */
const drawnWhole = new Set<Widget>(['rows', 'rich', 'permissions', 'image'])

/** Widgets among them that are hidden when read-only and empty. */
const framed = new Set<Widget>(['rich', 'image'])

/** Widgets whose read-only text is not truncated. */
const long = new Set<Widget>(['text', 'area', 'code'])

function ReadValue({ field, value, row }: Pick<FieldInputProps, 'field' | 'value' | 'row'>) {
  if (typeof value === 'string' && value && long.has(field.widget)) return <div className="pre">{value}</div>
  if (typeof value === 'string' && value && field.widget === 'instant') return <Moment value={value} />
  if (field.widget === 'json' && value && typeof value === 'object') return <JsonView value={value} />
  if (field.widget === 'one' && typeof value === 'number') return <RelationView field={field} value={value} row={{ id: 0, ...row }} />
  return <ColumnCell column={field} value={value} row={{ id: 0, ...row }} />
}

/** Widgets that use Enter for a selection; it must not submit the form. */
const ownEnter = new Set<Widget>(['one', 'any', 'many', 'tags'])

/** Widgets with several controls: their label names the group. */
const groups = new Set<Widget>(['rows', 'permissions', 'rich', 'status'])

/** A field with label, hint and error, for any widget. */
export function FieldInput({ field, value, onChange, path = field.name, placeholder, disabled, row, aside, as }: FieldInputProps) {
  const { t } = useT()
  const errors = use(ErrorsContext)[path]
  const id = fieldId(path)
  const shownAsText = field.readOnly || field.widget === 'status'
  const notes = [field.hint && !shownAsText ? `${id}-hint` : '', errors ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
  const Input = as ?? (inputs[field.widget] as ComponentType<InputProps>)
  const group = groups.has(field.widget)
  const optional = !field.required && !shownAsText && !disabled && field.widget !== 'switch' && (!group || field.widget === 'rich')
  const label = (
    <>
      {field.label}
      {optional && <span className="quiet optional"> {t('form.optional')}</span>}
    </>
  )
  return (
    <div
      className={`field is-${field.widget}${errors ? ' has-error' : ''}`}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      onKeyDown={ownEnter.has(field.widget) ? keepEnter : undefined}
    >
      {field.widget !== 'switch' && (
        <div className="field-label">
          {group || shownAsText ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
          {aside}
        </div>
      )}
      {field.hint && !shownAsText && (
        <div id={`${id}-hint`} className="field-hint">
          {field.hint}
        </div>
      )}
      {shownAsText && (!drawnWhole.has(field.widget) || (framed.has(field.widget) && !value)) ? (
        <div className="field-text">
          {field.widget === 'switch' && <span className="quiet">{field.label}: </span>}
          <ReadValue field={field} value={value} row={row} />
        </div>
      ) : (
        <CallBoundary>
          <Suspense fallback={<div className="bp6-skeleton" style={{ height: 120 }} />}>
            <Input
              id={id}
              field={field}
              value={value}
              onChange={onChange}
              path={path}
              invalid={errors !== undefined}
              describedBy={notes}
              placeholder={placeholder}
              disabled={disabled || field.readOnly}
              row={row}
              Field={FieldInput}
            />
          </Suspense>
        </CallBoundary>
      )}
      {errors && (
        <div id={`${id}-error`} className="field-error">
          {errors.join(' ')}
        </div>
      )}
    </div>
  )
}
