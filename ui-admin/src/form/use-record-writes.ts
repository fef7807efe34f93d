import { useEffect, useRef } from 'react'
import type { Row } from 'stoa/api-types'
import { createRow, rowQuery, updateRow } from '../api/resource.ts'
import { notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { queries } from '../state/session.ts'
import { goBack } from './go-back.ts'
import { readRowValues } from './localized.ts'
import type { Choice } from './stale-dialog.tsx'
import type { RecordFormState } from './use-record-form.ts'
import { getBody } from './use-save.ts'

/** Saves a record, with resolution of conflicts. */
export function useRecordWrites(state: RecordFormState) {
  const { resource, mode, language, row, fields, record, reset, settle, save, changed } = state
  const { t } = useT()
  const { isDirty } = record.formState
  const version = useRef(row?.['version'])
  // An action may change the row; fields without unsaved changes are updated.
  const lastRow = useRef(row)
  useEffect(() => {
    if (!row || row === lastRow.current || isDirty) return
    lastRow.current = row
    version.current = row['version']
    reset(readRowValues(fields, row, language))
  }, [row, isDirty, fields, language, reset])

  const create = async () => {
    await createRow(resource.name, { ...getBody(fields, record.getValues()), language })
    reset(record.getValues())
    notifySuccess(t('success.submit'))
    goBack(resource)
  }
  const update = async () => {
    const lock = resource.locked && version.current !== undefined ? { version: version.current } : {}
    const id = row?.id ?? 0
    const sent = { ...record.getValues() }
    await updateRow(resource.name, id, { ...getBody(fields, record.getValues(), changed()), language, ...lock })
    const fresh = await queries.fetchQuery({ ...rowQuery(resource.name, String(id)), staleTime: 0 })
    version.current = fresh['version']
    await settle(readRowValues(fields, fresh, language), sent)
    notifySuccess(t('success.submit'))
    if (!resource.stay) goBack(resource)
  }
  const submit = () => {
    if (mode !== 'view') void save.run(() => record.getValues(), mode === 'create' ? create : update)
  }

  /** Saves again on top of the current row, with the chosen values. */
  const resolve = (current: Row, choices: Record<string, Choice>) => {
    const mine = changed()
      .filter((name) => choices[name] !== 'theirs')
      .map((name) => [name, record.getValues(name)] as const)
    version.current = current['version']
    reset(readRowValues(fields, mergeCurrent(row, current), language))
    for (const [name, value] of mine) record.setValue(name, value, { shouldDirty: true })
    save.setStale(null)
    void save.run(() => record.getValues(), update)
  }
  return { submit, resolve }
}

/** The server may return only some fields of the current row; the others stay as loaded. */
export const mergeCurrent = (row: Row | undefined, current: Row): Row => ({ ...row, ...current })
