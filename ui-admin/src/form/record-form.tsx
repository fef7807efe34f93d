import { Button, Callout, Tag } from '@blueprintjs/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Locale, ResourceForm, ResourceInfo, Row } from '#core/wire'
import { createRow, rowQuery, updateRow } from '../api/resource.ts'
import { adminPath } from '../common/link.tsx'
import { PageHeader, type Crumb } from '../common/page.tsx'
import { rowTitle } from '../common/paths.ts'
import { useCommandKey } from '../common/shortcuts.ts'
import { Slot } from '../common/slot.tsx'
import { notifySuccess } from '../common/toasts.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { sectionLabelOf } from '../shell/menu.ts'
import { usePageActions } from '../state/page-actions.ts'
import { queries, useSession } from '../state/session.ts'
import { ContentLanguageContext } from '../widgets/content-language.ts'
import { ErrorsContext } from '../widgets/field-input.tsx'
import { StatusTag } from '../widgets/status/status-tag.tsx'
import { same, startValues } from '../widgets/values.ts'
import { useDraft } from './draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FormTabs, showTab, tabOf } from './form-tabs.tsx'
import { FormScopeContext, type FormValues } from './form-context.ts'
import { FormActions } from './form-actions.tsx'
import { goBack } from './go-back.ts'
import { UnsavedGuard } from './guard.tsx'
import { LanguageBar } from './language-bar.tsx'
import { changedNames, fieldsOf, forgivingForm, languageName, missingTexts, translationForm, valueIn, valuesOf } from './localized.ts'
import { SaveBar } from './save-bar.tsx'
import { Sections } from './sections.tsx'
import { StaleDialog, type Choice } from './stale-dialog.tsx'
import { Stamps } from './stamps.tsx'
import { useAskedField } from './use-asked-field.ts'
import { useBase } from './use-base.ts'
import { useFirstField } from './use-first-field.ts'
import { useOpened } from './use-opened.ts'
import { bodyOf, useSave } from './use-save.ts'
import { useScope } from './use-scope.ts'

export interface RecordFormProps {
  resource: ResourceInfo
  form: ResourceForm
  mode: 'create' | 'edit' | 'view'
  language: Locale
  row: Row | undefined
  /** What a new record starts with beside its defaults. */
  preset?: FormValues | undefined
}

/** One record in one language: its fields, and saving them. */
export function RecordForm({ resource, form: declared, mode, language, row, preset }: RecordFormProps) {
  const { t } = useT()
  const { manifest } = useSession()
  const { main_language: mainLanguage } = manifest.site
  const spokenForm = useMemo(
    () => forgivingForm(language === mainLanguage ? declared : translationForm(declared)),
    [declared, language, mainLanguage],
  )
  const { form, fields, open } = useOpened(spokenForm)
  const [start] = useState<FormValues>(() => (row ? valuesOf(fields, row, language) : { ...startValues(fields), ...preset }))
  const version = useRef(row?.['version'])
  const record = useForm<FormValues>({ defaultValues: start })
  const { base, reset, settle, setStart } = useBase(record, start)
  const { isDirty, dirtyFields } = record.formState
  // An action of the heading changes the row: what nobody is typing over follows it.
  const seen = useRef(row)
  useEffect(() => {
    if (!row || row === seen.current || isDirty) return
    seen.current = row
    version.current = row['version']
    reset(valuesOf(fields, row, language))
  }, [row, isDirty, fields, language, reset])
  const creating = mode === 'create'
  const formRef = useRef<HTMLFormElement>(null)
  useFirstField(formRef, creating)
  useAskedField(fields, (path) => revealField(form, path))
  const save = useSave({ fields, title: t(creating ? 'failure.create' : 'failure.submit'), open })

  const changed = () => changedNames(fields, base.current, record.getValues())

  const create = async () => {
    await createRow(resource.name, { ...bodyOf(fields, record.getValues()), language })
    reset(record.getValues())
    notifySuccess(t('success.submit'))
    goBack(resource)
  }
  const update = async () => {
    const lock = resource.locked && version.current !== undefined ? { version: version.current } : {}
    const id = row?.id ?? 0
    const sent = { ...record.getValues() }
    await updateRow(resource.name, id, {
      ...bodyOf(fields, record.getValues(), changed()),
      language,
      ...lock,
    })
    const fresh = await queries.fetchQuery({ ...rowQuery(resource.name, String(id)), staleTime: 0 })
    version.current = fresh['version']
    await settle(valuesOf(fields, fresh, language), sent)
    notifySuccess(t('success.submit'))
    if (!resource.stay) goBack(resource)
  }
  const submit = () => void save.run(() => record.getValues(), creating ? create : update)

  const theirs = save.stale ? valuesOf(fields, mergeCurrent(row, save.stale), language) : {}
  const takeTheirs = (choices: Record<string, Choice>) => {
    const mine = Object.fromEntries(
      changed()
        .filter((name) => choices[name] !== 'theirs')
        .map((name) => [name, record.getValues(name)]),
    )
    version.current = save.stale?.['version']
    reset(theirs)
    for (const [name, value] of Object.entries(mine)) record.setValue(name, value, { shouldDirty: true })
    save.setStale(null)
    void save.run(() => record.getValues(), update)
  }

  /** Fills what this language lacks with the texts of the main one, to be translated over. */
  const copyMissing = () => {
    for (const [name, text] of missingTexts(fields, row, record.getValues(), mainLanguage))
      record.setValue(name, text, { shouldDirty: true })
  }

  const { draft, drop } = useDraft(`${resource.name}/${row?.id ?? 'new'}/${language}`, () => (changed().length ? record.getValues() : null))
  const restore = () => {
    for (const [name, value] of Object.entries(draft?.values ?? {})) record.setValue(name, value, { shouldDirty: true })
    drop()
  }

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
  useCommandKey('mod+s', t('form.save'), submit)
  usePageActions(mode === 'view' ? [] : [{ label: t(creating ? 'form.createButton' : 'form.save'), run: submit }])
  const sideSlot = `${resource.name}.form.side`
  const hasSlot = manifest.slots.some((slot) => slot.at === sideSlot)
  const dirty = isDirty && mode !== 'view'
  const areas = form.groups
    .filter((group) => group.fields.some((field) => dirtyFields[field.name] !== undefined))
    .map((group) => group.label)
    .join(', ')
  const title = creating ? t('form.create', { thing: inSentence(resource.label) }) : titleOf(resource, fields, row, language)
  const status = resource.status && row ? row[resource.status] : undefined

  const sections = (groups: ResourceForm['groups'], first: boolean) => (
    <Sections
      form={{ groups }}
      mainExtra={
        first && (
          <>
            <Slot at={`${resource.name}.form.main`} resource={resource} row={row} language={language} mode={mode} />
            <Slot at="form.main" resource={resource} row={row} />
          </>
        )
      }
      sideExtra={first && row && hasSlot && <Slot at={sideSlot} resource={resource} row={row} language={language} mode={mode} />}
      foot={first && row && <Stamps row={row} />}
    />
  )

  return (
    <FormScopeContext value={scope}>
      <ContentLanguageContext value={spoken}>
        <ErrorsContext value={save.errors}>
          <UnsavedGuard dirty={dirty} areas={dirty ? areas : ''} localized={resource.localized} />
          <PageHeader
            title={title}
            crumbs={crumbsOf(sectionLabelOf(manifest, resource.path), resource)}
            failed={Object.keys(save.errors).length > 0}
            mark={
              <>
                {typeof status === 'string' && <StatusTag word={status} />}
                {mode === 'view' && <Tag minimal>{t('form.viewOnly')}</Tag>}
              </>
            }
            actions={
              row && (
                <>
                  <Slot at={`${resource.name}.form.head`} resource={resource.name} row={row} language={language} dirty={dirty} />
                  <FormActions
                    resource={resource}
                    row={row}
                    title={title}
                    dirty={dirty}
                    refused={(error, tried) => save.tell(error, tried, record.getValues())}
                  />
                </>
              )
            }
          />
          {resource.localized && (
            <LanguageBar fields={fieldsOf(declared)} row={row} language={language} {...(mode === 'edit' ? { copyMissing } : {})} />
          )}
          {draft && (
            <Callout intent="primary" icon={false} className="gap-below">
              {t('form.restore', { time: draft.at })}{' '}
              <Button size="small" intent="primary" onClick={restore}>
                {t('form.restoreButton')}
              </Button>{' '}
              <Button size="small" variant="minimal" onClick={drop}>
                {t('form.discard')}
              </Button>
            </Callout>
          )}
          <ErrorSummary
            ref={summaryRef}
            errors={save.errors}
            lines={save.lines}
            labelOf={save.labelOf}
            reveal={(path) => revealField(form, path)}
          />
          <form
            ref={formRef}
            noValidate
            // What leaves the screen once it is saved takes no letter it would not keep.
            inert={save.busy && (creating || !resource.stay)}
            onSubmit={(event) => {
              event.preventDefault()
              // What is sent in a dialog of a plugin's card passes here too, though it stands elsewhere on the page.
              if (mode !== 'view' && event.target === event.currentTarget) submit()
            }}
          >
            {form.tabs ? <FormTabs form={form} errors={save.errors} panel={sections} /> : sections(form.groups, true)}
            <button type="submit" hidden>
              {t('form.save')}
            </button>
          </form>
          {(dirty || creating) && (
            <SaveBar
              areas={dirty ? areas : ''}
              busy={save.busy}
              label={t(creating ? 'form.createButton' : 'form.save')}
              save={submit}
              {...(dirty
                ? {
                    discard: () => {
                      record.reset(base.current)
                      save.clear()
                    },
                  }
                : {})}
            />
          )}
          {save.stale && (
            <StaleDialog
              fields={fields.filter(
                (field) => dirtyFields[field.name] !== undefined && !same(theirs[field.name], record.getValues(field.name)),
              )}
              language={languageName(manifest.languages, language)}
              mine={record.getValues()}
              theirs={theirs}
              others={fields.filter(
                (field) => dirtyFields[field.name] === undefined && !same(theirs[field.name], base.current[field.name]),
              )}
              take={takeTheirs}
              close={() => save.setStale(null)}
            />
          )}
        </ErrorsContext>
      </ContentLanguageContext>
    </FormScopeContext>
  )
}

function revealField(form: ResourceForm, path: string): void {
  const tab = tabOf(form, path)
  if (tab) showTab(tab)
}

/** The server may answer only some fields of the current row; the others stay as they were read. */
const mergeCurrent = (row: Row | undefined, current: Row): Row => ({ ...row, ...current })

function titleOf(resource: ResourceInfo, fields: ResourceForm['groups'][number]['fields'], row: Row | undefined, language: Locale): string {
  if (!row) return resource.label
  const field = fields.find((one) => one.name === resource.title)
  if (!field?.localized) return rowTitle(resource, row)
  const texts = row[resource.title]
  const any = typeof texts === 'object' && texts ? Object.values(texts).find(Boolean) : texts
  return String(valueIn(field, row, language) || any || `#${row.id}`)
}

function crumbsOf(section: string | undefined, resource: ResourceInfo): Crumb[] {
  const list: Crumb = { label: resource.plural, to: adminPath(resource.path) }
  return section && section !== resource.plural ? [{ label: section }, list] : [list]
}
