import { Button, Callout, HTMLSelect } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Locale, ResourceForm, ResourceInfo, Row } from 'stoa/api-types'
import { failureLines } from '../api/failure.ts'
import { createRow, formQuery, rowQuery, updateRow } from '../api/resource.ts'
import { BlockableButton } from '../common/blockable-button.tsx'
import { ConfirmDialog } from '../common/confirm.tsx'
import { notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { queries, useSession } from '../state/session.ts'
import { ErrorSummary } from './error-summary.tsx'
import './form.css'
import './record-panel.css'
import type { FormValues } from './form-context.ts'
import { FormScope } from './form-scope.tsx'
import { UnsavedGuard } from './guard.tsx'
import { getFields } from './localized.ts'
import { Sections } from './sections.tsx'
import { useRecordForm } from './use-record-form.ts'
import { getBody } from './use-save.ts'

export interface RecordPanelProps {
  resource: ResourceInfo
  /** Absent for a new record. */
  id?: number
  /** Initial values of a new record; they need not be fields of the panel. */
  preset?: FormValues
  /** Restricts the panel to these fields, in order; all when absent. */
  only?: readonly string[]
  onSaved: (row: Row) => void
  onCancel?: () => void
}

/** The form of a record as part of another screen, with its own content language. */
export function RecordPanel(props: RecordPanelProps) {
  const { t, language: interfaceLanguage } = useT()
  const { site } = useSession().manifest
  const { resource, id } = props
  const [language, setLanguage] = useState<Locale>(site.main_language)
  const form = useQuery(formQuery(resource.name, interfaceLanguage))
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
  const { languages } = useSession().manifest
  const form = useMemo(() => pickFields(declared, only), [declared, only])
  const mode = resource.verbs.includes(row ? 'update' : 'create') ? (row ? 'edit' : 'create') : 'view'
  const state = useRecordForm({ resource, form, mode, language, row, preset })
  const { fields, record, base, reset, changed } = state
  const { busy, errors, lines, summaryRef, getLabel, run } = state.save
  const { isDirty } = record.formState
  const [nextLanguage, setNextLanguage] = useState<Locale>()
  const store = async () => {
    const lock = resource.locked && row ? { version: row['version'] } : {}
    const values = record.getValues()
    const saved = row
      ? await updateRow(resource.name, row.id, { ...getBody(fields, values, changed()), language, ...lock })
      : await createRow(resource.name, { ...preset, ...getBody(fields, values), language })
    reset(values)
    if (row) await queries.fetchQuery({ ...rowQuery(resource.name, String(row.id)), staleTime: 0 })
    notifySuccess(t('success.submit'))
    onSaved(saved)
  }
  return (
    <FormScope scope={state.scope} errors={errors}>
      <UnsavedGuard dirty={isDirty} areas="" localized={false} />
      <div className="record-panel">
        {resource.localized && row && (
          <HTMLSelect
            aria-label={t('form.language')}
            value={language}
            onChange={(event) => setNextLanguage(event.target.value as Locale)}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          />
        )}
        <ErrorSummary ref={summaryRef} errors={errors} lines={lines} getLabel={getLabel} />
        <form
          // The panel is rendered again after saving, so it is inert meanwhile: further input would be lost.
          inert={busy}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (event.target === event.currentTarget) void run(() => record.getValues(), store)
          }}
        >
          <Sections form={state.form} />
          {mode !== 'view' && (
            <div className="record-panel-foot">
              <BlockableButton
                type="submit"
                intent="primary"
                loading={busy}
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
        open={nextLanguage !== undefined}
        title={t('form.switchTitle')}
        confirm={t('form.switch')}
        cancel={t('form.stay')}
        intent={isDirty ? 'danger' : 'primary'}
        onConfirm={() => nextLanguage && setLanguage(nextLanguage)}
        onCancel={() => setNextLanguage(undefined)}
      >
        <p>{t('form.switchText')}</p>
      </ConfirmDialog>
    </FormScope>
  )
}

/** Restricts a form to some fields, in one group. */
function pickFields(form: ResourceForm, only: readonly string[] | undefined): ResourceForm {
  if (!only) return form
  const fields = getFields(form)
  const selectedFields = only.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return {
    ...form,
    groups: [{ name: 'main', label: form.groups[0]?.label ?? '', fields: selectedFields.map((field) => ({ ...field, group: 'main' })) }],
  }
}
