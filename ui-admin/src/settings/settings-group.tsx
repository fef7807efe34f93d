import { Callout } from '@blueprintjs/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Locale, ResourceForm } from 'stoa/api-types'
import { api } from '../api/client.ts'
import { failureLines } from '../api/failure.ts'
import { Slot } from '../common/slot.tsx'
import { notifySuccess } from '../common/toasts.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { focusInput } from '../form/focus-field.ts'
import type { FormValues } from '../form/form-context.ts'
import { FormScope } from '../form/form-scope.tsx'
import { useContentLanguage } from '../form/form-screen.tsx'
import { UnsavedGuard } from '../form/guard.tsx'
import { LanguageBar } from '../form/language-bar.tsx'
import { changedNames, getFields, translationForm, readRowValues } from '../form/localized.ts'
import { SaveBar } from '../form/save-bar.tsx'
import { Sections } from '../form/sections.tsx'
import { useBase } from '../form/use-base.ts'
import { useOpened } from '../form/use-revealed-fields.ts'
import { getBody, useSave } from '../form/use-save.ts'
import { useScope } from '../form/use-scope.ts'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { ConfirmedChangeDialog, type ConfirmedChange } from './confirmed-change-dialog.tsx'

interface Group {
  form: ResourceForm
  values: FormValues
}

const groupQuery = (group: string) =>
  queryOptions({
    queryKey: ['settings', group],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => api<Group>(`settings/${group}`, { query: { language: '*' }, signal }),
  })

/** Form of one settings group. `focus` is the id of the input that a search result leads to. */
export function SettingsGroup({ group, label, focus }: { group: string; label: string; focus?: string }) {
  const { language: interfaceLanguage } = useT()
  const language = useContentLanguage()
  const found = useQuery(groupQuery(group))
  const there = found.data !== undefined
  useEffect(() => {
    if (!there || !focus) return undefined
    // After the search has closed and the shell has moved the focus to the page.
    const timer = setTimeout(focusInput, 150, focus)
    return () => clearTimeout(timer)
  }, [there, focus])
  if (found.error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(found.error).join(' ')}
      </Callout>
    )
  if (!found.data) return <div className="bp6-skeleton" style={{ height: 240 }} />
  return <GroupForm key={`${group} ${language} ${interfaceLanguage}`} group={group} label={label} found={found.data} language={language} />
}

function GroupForm({ group, label, found, language }: { group: string; label: string; found: Group; language: Locale }) {
  const { t } = useT()
  const { me, manifest } = useSession()
  const { main_language: mainLanguage } = manifest.site
  const queries = useQueryClient()
  const spokenForm = useMemo(
    () => named(language === mainLanguage ? found.form : translationForm(found.form), label),
    [found.form, language, mainLanguage, label],
  )
  const { form, fields, open } = useOpened(spokenForm)
  const row = useMemo(() => ({ id: 0, ...found.values }), [found.values])
  const [start] = useState(() => readRowValues(fields, found.values, language))
  const record = useForm<FormValues>({ defaultValues: start })
  const { base, settle, setStart } = useBase(record, start)
  const { isDirty } = record.formState
  const save = useSave({ fields, title: t('failure.submit'), open })
  const localized = fields.some((field) => field.localized)
  const mayWrite = me.role.permission_list.includes('update configuration')
  const changed = () => changedNames(fields, base.current, record.getValues())

  const [change, setChange] = useState<ConfirmedChange>()
  /** Asks for the confirmation of each far-reaching change before saving. */
  const submit = (confirmed: string[] = []) => {
    const field = fields.find((field) => field.effects && changed().includes(field.name) && !confirmed.includes(field.name))
    if (!field) return store()
    setChange({ field, old: base.current[field.name], next: record.getValues(field.name), confirmed: [...confirmed, field.name] })
  }
  const store = () =>
    void save.run(
      () => record.getValues(),
      async () => {
        const sent = { ...record.getValues() }
        const body = { ...getBody(fields, record.getValues(), changed()), language }
        await api(`settings/${group}`, { method: 'PUT', body })
        const fresh = await queries.fetchQuery({ ...groupQuery(group), staleTime: 0 })
        await settle(readRowValues(fields, fresh.values, language), sent)
        notifySuccess(t('success.submit'))
        // The manifest contains the site's name, currency and languages.
        void queries.invalidateQueries({ queryKey: ['manifest'] })
      },
    )

  const { recheck, getLabel, summaryRef } = save
  const mode = mayWrite ? 'edit' : 'view'
  const scope = useScope({ record, resource: group, mode, language, mainLanguage, localized, row, recheck, getLabel: getLabel, setStart })

  const discard = () => {
    record.reset(base.current)
    save.clear()
  }

  return (
    <FormScope scope={scope} errors={save.errors}>
      <UnsavedGuard dirty={isDirty} areas={isDirty ? label : ''} localized={localized} tabKey="active_tab" />
      {localized && <LanguageBar fields={getFields(found.form)} row={row} language={language} />}
      <ErrorSummary ref={summaryRef} errors={save.errors} lines={save.lines} getLabel={save.getLabel} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (mayWrite) submit()
        }}
      >
        <Sections form={form} />
        <button type="submit" hidden>
          {t('form.save')}
        </button>
      </form>
      {isDirty && mayWrite && <SaveBar areas={label} busy={save.busy} label={t('form.save')} save={() => submit()} discard={discard} />}
      <Slot at={`settings.${group}.end`} mayWrite={mayWrite} />
      {change && (
        <ConfirmedChangeDialog
          change={change}
          onCancel={() => setChange(undefined)}
          onConfirm={() => {
            setChange(undefined)
            submit(change.confirmed)
          }}
        />
      )}
    </FormScope>
  )
}

/** A group with a single section is titled like its tab. */
function named(form: ResourceForm, label: string): ResourceForm {
  const [only] = form.groups
  return form.groups.length === 1 && only ? { ...form, groups: [{ ...only, label }] } : form
}
