import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Locale, ResourceForm, ResourceInfo, Row } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { startValues } from '../widgets/values.ts'
import type { FormScope, FormValues } from './form-context.ts'
import { changedNames, forgivingForm, translationForm, readRowValues } from './localized.ts'
import { useBase } from './use-base.ts'
import { useOpened } from './use-revealed-fields.ts'
import { useSave } from './use-save.ts'
import { useScope } from './use-scope.ts'

/** A record in one language with its form. */
export interface RecordFormProps {
  resource: ResourceInfo
  form: ResourceForm
  mode: FormScope['mode']
  language: Locale
  row: Row | undefined
  /** Initial values of a new record beside the defaults. */
  preset?: FormValues | undefined
}

/** State of a record's form, shared by its parts. */
export type RecordFormState = ReturnType<typeof useRecordForm>

/** State of a record in one language: values, initial values and errors. */
export function useRecordForm({ resource, form: declared, mode, language, row, preset }: RecordFormProps) {
  const { t } = useT()
  const mainLanguage = useSession().manifest.site.main_language
  const languageForm = useMemo(
    () => forgivingForm(language === mainLanguage ? declared : translationForm(declared)),
    [declared, language, mainLanguage],
  )
  const { form, fields, open } = useOpened(languageForm)
  const [start] = useState<FormValues>(() => (row ? readRowValues(fields, row, language) : { ...startValues(fields), ...preset }))
  const record = useForm<FormValues>({ defaultValues: start })
  const { base, reset, settle, setStart } = useBase(record, start)
  const save = useSave({ fields, title: t(mode === 'create' ? 'failure.create' : 'failure.submit'), open })
  const { recheck, getLabel } = save
  const { name, localized } = resource
  const scope = useScope({ record, resource: name, mode, language, mainLanguage, localized, row, recheck, getLabel: getLabel, setStart })
  const changed = () => changedNames(fields, base.current, record.getValues())
  return { resource, mode, language, mainLanguage, row, form, fields, record, base, reset, settle, save, scope, changed }
}
