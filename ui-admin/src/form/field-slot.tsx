import { Button } from '@blueprintjs/core'
import { useController, useWatch } from 'react-hook-form'
import type { FieldInfo } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { getEditor } from '../widgets/editors.ts'
import { readDocument } from '../widgets/rich/document.ts'
import { FieldInput } from '../widgets/field-input.tsx'
import { isFieldVisible } from '../widgets/values.ts'
import { useFormScope } from './form-context.ts'
import { languageName, valueIn } from './localized.ts'
import { useSlugHelper } from './slug-helper.ts'

/** A field bound to the surrounding form. */
export function FieldSlot({ field }: { field: FieldInfo }) {
  const { control } = useFormScope()
  if (!field.showIf) return <BoundField field={field} />
  return <Conditional field={field} control={control} />
}

function Conditional({ field, control }: { field: FieldInfo; control: ReturnType<typeof useFormScope>['control'] }) {
  const name = field.showIf?.field ?? ''
  const value = useWatch({ control, name })
  return isFieldVisible(field, { [name]: value }) ? <BoundField field={field} /> : null
}

/** The text in the main language, as placeholder of a translation. */
function getPlaceholder(field: FieldInfo, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (field.widget !== 'rich') return value
  const text = readDocument(value)
    .blocks.map((block) => String((block.data as { text?: unknown }).text ?? ''))
    .join(' ')
  return text.replace(/<[^>]*>/g, '').slice(0, 120) || undefined
}

function BoundField({ field }: { field: FieldInfo }) {
  const { t } = useT()
  const { languages } = useSession().manifest
  const scope = useFormScope()
  const { field: bound } = useController({ control: scope.control, name: field.name })
  const readOnly = scope.mode === 'view' || field.readOnly
  const translating = field.localized && scope.language !== scope.mainLanguage
  const mainValue = translating && scope.row ? valueIn(field, scope.row, scope.mainLanguage) : undefined
  const change = (value: unknown) => {
    bound.onChange(value)
    scope.recheck(field, value)
  }
  const filled = useSlugHelper(field, bound.value, change)
  const copy = translating && !readOnly && !bound.value && typeof mainValue === 'string' && mainValue !== ''
  return (
    <>
      <FieldInput
        field={readOnly ? { ...field, readOnly: true } : field}
        value={bound.value}
        onChange={change}
        placeholder={translating ? getPlaceholder(field, mainValue) : undefined}
        row={scope.row}
        as={getEditor(scope.resource, field.name)}
        aside={
          copy && (
            <Button variant="minimal" size="small" className="copy-from" onClick={() => change(mainValue)}>
              {t('form.copyFrom', { language: languageName(languages, scope.mainLanguage) })}
            </Button>
          )
        }
      />
      {filled && (
        <div className="field-filled" role="status">
          {t('form.filledFrom', { field: filled })}
        </div>
      )}
    </>
  )
}
