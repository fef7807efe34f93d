import { useRef } from 'react'
import type { ResourceForm } from 'stoa/api-types'
import { useCommandKey } from '../common/shortcuts.ts'
import { useT } from '../i18n/index.ts'
import { usePageActions } from '../state/page-actions.ts'
import { DraftNotice } from './draft-notice.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FormScope } from './form-scope.tsx'
import { FormTabs, showTab, getTab } from './form-tabs.tsx'
import { UnsavedGuard } from './guard.tsx'
import { LanguageBar } from './language-bar.tsx'
import { getFields, missingTexts } from './localized.ts'
import { RecordConflict } from './record-conflict.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordSections } from './record-sections.tsx'
import { SaveBar } from './save-bar.tsx'
import { useFieldFromHash } from './use-linked-field.ts'
import { useFirstField } from './use-first-field.ts'
import { type RecordFormProps, type RecordFormState, useRecordForm } from './use-record-form.ts'
import { useRecordWrites } from './use-record-writes.ts'

/** Form of one record in one language. */
export function RecordForm(props: RecordFormProps) {
  const state = useRecordForm(props)
  const { resource, mode, language, row, form, fields, record, base, scope } = state
  const { busy, errors, lines, stale, summaryRef, getLabel, clear } = state.save
  const { t } = useT()
  const { submit, resolve } = useRecordWrites(state)
  const creating = mode === 'create'
  const formRef = useRef<HTMLFormElement>(null)
  useFirstField(formRef, creating)
  useFieldFromHash(fields, (path) => revealField(form, path))
  const saveLabel = t(creating ? 'form.createButton' : 'form.save')
  useCommandKey('mod+s', t('form.save'), submit)
  usePageActions(mode === 'view' ? [] : [{ label: saveLabel, run: submit }])
  const { isDirty } = record.formState
  const dirty = isDirty && mode !== 'view'
  const areas = dirty ? changedAreas(state) : ''
  const discard = () => {
    record.reset(base.current)
    clear()
  }
  return (
    <FormScope scope={scope} errors={errors}>
      <UnsavedGuard dirty={dirty} areas={areas} localized={resource.localized} />
      <RecordHeader state={state} dirty={dirty} />
      {resource.localized && (
        <LanguageBar
          fields={getFields(props.form)}
          row={row}
          language={language}
          {...(mode === 'edit' ? { copyMissing: () => copyMissingTexts(state) } : {})}
        />
      )}
      <DraftNotice {...state} />
      <ErrorSummary ref={summaryRef} errors={errors} lines={lines} getLabel={getLabel} reveal={(path) => revealField(form, path)} />
      <form
        ref={formRef}
        noValidate
        // The form is inert while a save that leaves the page is running, because further input would be lost.
        inert={busy && (creating || !resource.stay)}
        onSubmit={(event) => {
          event.preventDefault()
          // React events of dialogs in plugin cards bubble here although they are elsewhere in the DOM.
          if (event.target === event.currentTarget) submit()
        }}
      >
        {form.tabs ? (
          <FormTabs form={form} errors={errors} panel={(groups, first) => <RecordSections state={state} groups={groups} first={first} />} />
        ) : (
          <RecordSections state={state} groups={form.groups} first />
        )}
        <button type="submit" hidden>
          {t('form.save')}
        </button>
      </form>
      {(dirty || creating) && <SaveBar areas={areas} busy={busy} label={saveLabel} save={submit} {...(dirty ? { discard } : {})} />}
      {stale && <RecordConflict state={state} current={stale} resolve={resolve} />}
    </FormScope>
  )
}

function revealField(form: ResourceForm, path: string): void {
  const tab = getTab(form, path)
  if (tab) showTab(tab)
}

/** Titles of the groups with unsaved changes. */
function changedAreas({ form, record }: RecordFormState): string {
  const { dirtyFields } = record.formState
  return form.groups
    .filter(({ fields }) => fields.some(({ name }) => dirtyFields[name] !== undefined))
    .map(({ label }) => label)
    .join(', ')
}

/** Copies missing texts from the main language, as a basis for translation. */
function copyMissingTexts({ fields, row, record, mainLanguage }: RecordFormState): void {
  for (const [name, text] of missingTexts(fields, row, record.getValues(), mainLanguage)) record.setValue(name, text, { shouldDirty: true })
}
