import type { Row } from 'stoa/api-types'
import { useSession } from '../state/session.ts'
import { same } from '../widgets/values.ts'
import { languageName, readRowValues } from './localized.ts'
import { StaleDialog, type Choice } from './stale-dialog.tsx'
import type { RecordFormState } from './use-record-form.ts'
import { mergeCurrent } from './use-record-writes.ts'

/** Resolves an edit conflict: compares the typed values with the row that another user has saved. */
export function RecordConflict({
  state,
  current,
  resolve,
}: {
  state: RecordFormState
  current: Row
  resolve: (current: Row, choices: Record<string, Choice>) => void
}) {
  const { fields, row, record, base, language, save } = state
  const { languages } = useSession().manifest
  const { dirtyFields } = record.formState
  const theirs = readRowValues(fields, mergeCurrent(row, current), language)
  const mine = record.getValues()
  const isChanged = (name: string) => dirtyFields[name] !== undefined
  return (
    <StaleDialog
      fields={fields.filter(({ name }) => isChanged(name) && !same(theirs[name], mine[name]))}
      language={languageName(languages, language)}
      mine={mine}
      theirs={theirs}
      others={fields.filter(({ name }) => !isChanged(name) && !same(theirs[name], base.current[name]))}
      take={(choices) => resolve(current, choices)}
      close={() => save.setStale(null)}
    />
  )
}
