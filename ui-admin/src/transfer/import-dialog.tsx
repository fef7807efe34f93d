import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import type { ImportAnswer, Locale, ResourceInfo } from '#core/wire'
import { failureLines } from '../api/failure.ts'
import { notify, notifySuccess } from '../common/toasts.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { AnswerView } from './answer-view.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { columnsBy, importSheet, readColumns, type Mapping, type SavedMapping, type SheetColumns } from './import-api.ts'
import { MappingBar } from './mapping-bar.tsx'
import './import.css'

const steps = ['stepFile', 'stepColumns', 'stepReview', 'stepResult'] as const

/** What the server made of the sheet's columns. */
const asRead = (sheet: SheetColumns): Mapping =>
  Object.fromEntries(sheet.columns.flatMap(({ column, field }) => (field ? [[column, field]] : [])))

/** Columns that were chosen otherwise than the mapping says. */
function changesOf(sheet: SheetColumns | null, start: Mapping, now: Mapping): Record<string, string | null> {
  const changed = (sheet?.columns ?? []).filter(({ column }) => start[column] !== now[column])
  return Object.fromEntries(changed.map(({ column }) => [column, now[column] ?? null]))
}

/** Brings a sheet in: choose a file, match its columns, see what would happen, then let it happen. */
export default function ImportDialog({ resource, close }: { resource: ResourceInfo; close: () => void }) {
  const { t } = useT()
  const { main_language: main } = useSession().manifest.site
  const [step, setStep] = useState(0)
  const [file, setFile] = useState<File | null>(null)
  const [language, setLanguage] = useState<Locale>(main)
  const [sheet, setSheet] = useState<SheetColumns | null>(null)
  const [columns, setColumns] = useState<Mapping>({})
  // What the chosen mapping, or the names of the columns, made of the sheet before anybody changed it.
  const [start, setStart] = useState<Mapping>({})
  const [mapping, setMapping] = useState('')
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])

  /** Does one step's work; a refusal is told under its title and leaves the step as it is. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure([])
    try {
      await work()
    } catch (error) {
      const lines = failureLines(error)
      setFailure(lines)
      notify({ intent: 'warning', title: t('failure.import'), lines })
    } finally {
      setBusy(false)
    }
  }

  const begin = (from: Mapping) => {
    setStart(from)
    setColumns(from)
  }
  const choose = (saved: SavedMapping | undefined) => {
    if (!sheet) return
    setMapping(saved?.name ?? '')
    begin(saved ? columnsBy(saved, sheet) : asRead(sheet))
  }
  const options = { language, mapping, columns: mapping ? changesOf(sheet, start, columns) : columns }

  const take = (chosen: File) =>
    attempt(async () => {
      setFile(chosen)
      const found = await readColumns(resource.name, chosen)
      setSheet(found)
      setMapping(found.mapping ?? '')
      begin(asRead(found))
      setStep(1)
    })
  const rehearse = () =>
    attempt(async () => {
      if (!file) return
      setAnswer(await importSheet(resource.name, file, { dryRun: true, ...options }))
      setStep(2)
    })
  const apply = () =>
    attempt(async () => {
      if (!file) return
      const done = await importSheet(resource.name, file, { dryRun: false, ...options })
      setAnswer(done)
      setStep(3)
      if (done.errors.length) {
        const lines = done.errors.slice(0, 5).map((one) => `${t('transfer.row')} ${one.row}: ${one.error}`)
        notify({ intent: 'warning', title: t('failure.importSome'), lines })
      } else notifySuccess(t('success.import'))
    })

  // A mapping may fill a field without a column of its own; the rehearsal tells what is really missing.
  const missing = (mapping ? [] : sheet?.fields)?.filter((field) => field.required && !Object.values(columns).includes(field.name)) ?? []
  const due = answer ? answer.summary.create + answer.summary.change : 0
  const name = t(`transfer.${steps[step] ?? 'stepFile'}`)
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('transfer.title', { things: inSentence(resource.plural) })}
      canOutsideClickClose={false}
      className="import-dialog"
    >
      <DialogBody>
        <p className="quiet small" role="status">
          {t('transfer.of', { step: step + 1, total: steps.length, name })}
        </p>
        {failure.length > 0 && (
          <Callout intent="danger" icon={false} className="gap-below" role="alert">
            <strong>{t('failure.import')}</strong>
            {failure.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Callout>
        )}
        {step === 0 && (
          <FileStep resource={resource} language={language} setLanguage={setLanguage} take={(chosen) => void take(chosen)} busy={busy} />
        )}
        {step === 1 && sheet && (
          <>
            <MappingBar resource={resource.name} recognised={sheet.mapping} chosen={mapping} choose={choose} columns={columns} />
            <ColumnsStep sheet={sheet} columns={columns} setColumns={setColumns} missing={missing} />
          </>
        )}
        {step >= 2 && answer && <AnswerView answer={answer} name={resource.name} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {(step === 1 || step === 2) && (
              <Button disabled={busy} onClick={() => setStep(step - 1)}>
                {t('common.back')}
              </Button>
            )}
            {step < 3 && <Button onClick={close}>{t('common.cancel')}</Button>}
            {step === 1 && (
              <Button intent="primary" loading={busy} disabled={Object.keys(columns).length === 0} onClick={() => void rehearse()}>
                {t('transfer.check')}
              </Button>
            )}
            {step === 2 && (
              <Button intent="primary" loading={busy} disabled={due === 0} onClick={() => void apply()}>
                {t('transfer.apply', { count: due })}
              </Button>
            )}
            {step === 3 && (
              <Button intent="primary" onClick={close}>
                {t('transfer.done')}
              </Button>
            )}
          </>
        }
      />
    </Dialog>
  )
}
