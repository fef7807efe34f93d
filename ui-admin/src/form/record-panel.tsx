import { Button, Callout, HTMLSelect } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Locale, ResourceForm, ResourceInfo, Row } from '#core/wire'
import { failureLines } from '../api/failure.ts'
import { createRow, formQuery, rowQuery, updateRow } from '../api/resource.ts'
import { BlockableButton } from '../common/blockable-button.tsx'
import { ConfirmDialog } from '../common/confirm.tsx'
import { notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { queries, useSession } from '../state/session.ts'
import { ContentLanguageContext } from '../widgets/content-language.ts'
import { ErrorsContext } from '../widgets/field-input.tsx'
import { startValues } from '../widgets/values.ts'
import { ErrorSummary } from './error-summary.tsx'
import './form.css'
import './record-panel.css'
import { FormScopeContext, type FormValues } from './form-context.ts'
import { UnsavedGuard } from './guard.tsx'
import { changedNames, fieldsOf, translationForm, valuesOf } from './localized.ts'
import { Sections } from './sections.tsx'
import { useBase } from './use-base.ts'
import { useOpened } from './use-opened.ts'
import { bodyOf, useSave } from './use-save.ts'
import { useScope } from './use-scope.ts'

export interface RecordPanelProps {
  resource: ResourceInfo
  /** Absent: a new record. */
  id?: number
  /** Values a new record starts with, which the panel need not show. */
  preset?: FormValues
  /** Only these fields, in this order of groups; all when absent. */
  only?: readonly string[]
  onSaved: (row: Row) => void
  onCancel?: () => void
}

/** The form of a record as a part of another screen, with a language of its own. */
export function RecordPanel(props: RecordPanelProps) {
  const { t, language: spoken } = useT()
  const { site } = useSession().manifest
  const { resource, id } = props
  const [language, setLanguage] = useState<Locale>(site.main_language)
  const form = useQuery(formQuery(resource.name, spoken))
  const row = useQuery({ ...rowQuery(resource.name, String(id)), enabled: id !== undefined })
  const error = form.error ?? row.error
  if (error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(error).join(' ') || t('failure.getData')}
      </Callout>
    )
  if (!form.data || (id !== undefined && !row.data)) return <div className="bp6-skeleton" style={{ height: 280 }} />
  return (
    <Panel
      key={`${id ?? 'new'} ${language} ${String(row.data?.['version'])}`}
      {...props}
      declared={form.data}
      row={row.data}
      language={language}
      setLanguage={setLanguage}
    />
  )
}

interface PanelProps extends RecordPanelProps {
  declared: ResourceForm
  row: Row | undefined
  language: Locale
  setLanguage: (language: Locale) => void
}

function Panel({ resource, preset, only, onSaved, onCancel, declared, row, language, setLanguage }: PanelProps) {
  const { t } = useT()
  const { languages, site } = useSession().manifest
  const mainLanguage = site.main_language
  const spokenForm = useMemo(
    () => pickFields(language === mainLanguage ? declared : translationForm(declared), only),
    [declared, language, mainLanguage, only],
  )
  const { form, fields, open } = useOpened(spokenForm)
  const [start] = useState<FormValues>(() => (row ? valuesOf(fields, row, language) : { ...startValues(fields), ...preset }))
  const record = useForm<FormValues>({ defaultValues: start })
  const { base, reset, setStart } = useBase(record, start)
  const { isDirty } = record.formState
  const [switching, setSwitching] = useState<Locale>()
  const save = useSave({ fields, title: t(row ? 'failure.submit' : 'failure.create'), open })
  const mode = resource.verbs.includes(row ? 'update' : 'create') ? (row ? 'edit' : 'create') : 'view'
  const store = async () => {
    const lock = resource.locked && row ? { version: row['version'] } : {}
    const values = record.getValues()
    const saved = row
      ? await updateRow(resource.name, row.id, { ...bodyOf(fields, values, changedNames(fields, base.current, values)), language, ...lock })
      : await createRow(resource.name, { ...preset, ...bodyOf(fields, values), language })
    reset(values)
    if (row) await queries.fetchQuery({ ...rowQuery(resource.name, String(row.id)), staleTime: 0 })
    notifySuccess(t('success.submit'))
    onSaved(saved)
  }
  const submit = () => void save.run(() => record.getValues(), store)
  const { recheck, labelOf, summaryRef } = save
  const scope = useScope({
    record,
    resource: resource.name,
    mode,
    language,
    mainLanguage,
    localized: resource.localized,
    row,
    recheck,
    labelOf,
    setStart,
  })
  const spoken = useMemo(() => ({ language, main: mainLanguage }), [language, mainLanguage])
  return (
    <FormScopeContext value={scope}>
      <ContentLanguageContext value={spoken}>
        <ErrorsContext value={save.errors}>
          <UnsavedGuard dirty={isDirty} areas="" localized={false} />
          <div className="record-panel">
            {resource.localized && row && (
              <HTMLSelect
                aria-label={t('form.language')}
                value={language}
                onChange={(event) => setSwitching(event.target.value as Locale)}
                options={languages.map(({ code, name }) => ({ value: code, label: name }))}
              />
            )}
            <ErrorSummary ref={summaryRef} errors={save.errors} lines={save.lines} labelOf={labelOf} />
            <form
              // It is drawn anew once it is saved: until then it takes no letter it would not keep.
              inert={save.busy}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                if (event.target === event.currentTarget) submit()
              }}
            >
              <Sections form={form} />
              {mode !== 'view' && (
                <div className="record-panel-foot">
                  <BlockableButton
                    type="submit"
                    intent="primary"
                    loading={save.busy}
                    blockedBy={row !== undefined && !isDirty ? t('blocked.unchanged') : undefined}
                  >
                    {t(row ? 'form.save' : 'form.createButton')}
                  </BlockableButton>
                  {row && isDirty && <Button onClick={() => record.reset(base.current)}>{t('form.discard')}</Button>}
                  {!row && onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
                </div>
              )}
            </form>
          </div>
          <ConfirmDialog
            open={switching !== undefined}
            title={t('form.switchTitle')}
            confirm={t('form.switch')}
            cancel={t('form.stay')}
            intent={isDirty ? 'danger' : 'primary'}
            onConfirm={() => switching && setLanguage(switching)}
            onCancel={() => setSwitching(undefined)}
          >
            <p>{t('form.switchText')}</p>
          </ConfirmDialog>
        </ErrorsContext>
      </ContentLanguageContext>
    </FormScopeContext>
  )
}

/** A form cut down to some fields, in one group. */
function pickFields(form: ResourceForm, only: readonly string[] | undefined): ResourceForm {
  if (!only) return form
  const fields = fieldsOf(form)
  const kept = only.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return {
    ...form,
    groups: [{ name: 'main', label: form.groups[0]?.label ?? '', fields: kept.map((field) => ({ ...field, group: 'main' })) }],
  }
}
