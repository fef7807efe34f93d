import { Button, HTMLSelect } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { type ComponentType, use } from 'react'
import type { FieldInfo } from 'stoa/api-types'
import { ErrorsContext, fieldId, type FieldInputProps, textIn, useContentLanguage, withText } from 'stoa/admin'
import type { FieldType } from '../../domain/shape.ts'
import { useMessages } from '../messages.ts'
import type { BuiltField } from './model.ts'
import { OptionsPanel } from './options-panel.tsx'

interface FieldPanelProps {
  built: BuiltField
  infos: readonly FieldInfo[]
  path: string
  disabled: boolean
  change: (next: BuiltField) => void
  pages: readonly { value: number; label: string }[]
  page: number
  moveTo: (page: number) => void
  remove: () => void
  Field: ComponentType<FieldInputProps>
}

/** Settings that do not apply to a field type. */
const idle: Partial<Record<FieldType, readonly string[]>> = {
  hidden: ['placeholder', 'class', 'required'],
  multiple_checkbox: ['placeholder'],
  file: ['placeholder'],
}

/** Settings of one field. */
export function FieldPanel({ built, infos, path, disabled, change, pages, page, moveTo, remove, Field }: FieldPanelProps) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const errors = use(ErrorsContext)[`${path}.additional_options`]
  const visibleInfos = infos.filter(
    ({ name, readOnly }) => !readOnly && name !== 'additional_options' && name !== 'form_tab_id' && !idle[built.type]?.includes(name),
  )
  const set = (name: string, next: unknown) => change({ ...built, [name]: next })
  // Changing the type clears the options of the previous type.
  const retype = (type: unknown) =>
    change({
      ...built,
      type: type as FieldType,
      additional_options:
        type === 'single_select' || type === 'multiple_checkbox' ? { options: built.additional_options.options ?? [] } : {},
    })
  return (
    <div className="form-builder-panel" role="group" aria-label={textIn(built.title, language) || built.key}>
      {visibleInfos.map((info) => (
        <Field
          key={info.name}
          field={disabled ? { ...info, readOnly: true } : info}
          value={info.localized ? textIn(built[info.name], language) : built[info.name]}
          onChange={(next) =>
            info.name === 'type' ? retype(next) : set(info.name, info.localized ? withText(built[info.name], language, next) : next)
          }
          placeholder={info.localized && language !== main ? textIn(built[info.name], main) || undefined : undefined}
          path={`${path}.${info.name}`}
          disabled={disabled}
        />
      ))}
      <div id={fieldId(`${path}.additional_options`)} tabIndex={-1}>
        <OptionsPanel
          type={built.type}
          options={built.additional_options ?? {}}
          disabled={disabled}
          change={(next) => set('additional_options', next)}
        />
        {errors && (
          <p className="field-error" role="alert">
            {errors.join(' ')}
          </p>
        )}
      </div>
      {!disabled && (
        <div className="form-builder-buttons">
          {pages.length > 1 && (
            <label>
              {say('onPage')}{' '}
              <HTMLSelect value={page} options={[...pages]} onChange={({ currentTarget }) => moveTo(Number(currentTarget.value))} />
            </label>
          )}
          <Button variant="minimal" intent="danger" icon={<Trash aria-hidden />} onClick={remove}>
            {say('removeField')}
          </Button>
        </div>
      )}
    </div>
  )
}
