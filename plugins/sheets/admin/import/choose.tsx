import { Button, Callout, Card } from '@blueprintjs/core'
import { useState } from 'react'
import type { Locale, ResourceInfo } from '#core/wire'
import { adminPath, failureLines, go, notify, useSession, useT } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from '../texts.ts'
import { planImport } from '../transfer-api.ts'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { MappingBar } from './mapping-bar.tsx'
import { Steps } from './steps.tsx'
import { columnsBy, type Mapping, readColumns, type SavedMapping, type SheetColumns } from './sheet-api.ts'

/** What the server made of the sheet's columns. */
const asRead = (sheet: SheetColumns): Mapping =>
  Object.fromEntries(sheet.columns.flatMap(({ column, field }) => (field ? [[column, field]] : [])))

/** Columns that were chosen otherwise than the mapping says. */
function changesOf(sheet: SheetColumns, start: Mapping, now: Mapping): Record<string, string | null> {
  const changed = sheet.columns.filter(({ column }) => start[column] !== now[column])
  return Object.fromEntries(changed.map(({ column }) => [column, now[column] ?? null]))
}

/** A file that was read, and what its columns are taken for. */
interface Chosen {
  file: File
  sheet: SheetColumns
  mapping: string
  /** What the mapping, or the names of the columns, made of the sheet before anybody changed it. */
  start: Mapping
  columns: Mapping
}

/** The first two steps: which file, and what its columns mean. Then the server rehearses, on a page of its own. */
export function Choose({ resource }: { resource: ResourceInfo }) {
  const { t } = useT()
  const say = useTexts()
  const { main_language: main } = useSession().manifest.site
  const [language, setLanguage] = useState<Locale>(main)
  const [chosen, setChosen] = useState<Chosen | null>(null)
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
  const take = (file: File) =>
    attempt(async () => {
      const sheet = await readColumns(resource.name, file)
      const start = asRead(sheet)
      setChosen({ file, sheet, mapping: sheet.mapping ?? '', start, columns: start })
    })
  const check = ({ file, sheet, mapping, start, columns }: Chosen) =>
    attempt(async () => {
      const reading = { language, mapping, columns: mapping ? changesOf(sheet, start, columns) : columns }
      const { id } = await planImport(resource.name, file, reading)
      go(adminPath(`transfer/${resource.name}/import/${id}`))
    })
  const readAs = (saved: SavedMapping | undefined) => {
    if (!chosen) return
    const start = saved ? columnsBy(saved, chosen.sheet) : asRead(chosen.sheet)
    setChosen({ ...chosen, mapping: saved?.name ?? '', start, columns: start })
  }

  // A mapping may fill a field without a column of its own; the rehearsal tells what is really missing.
  const missing = chosen?.mapping
    ? []
    : (chosen?.sheet.fields.filter((field) => field.required && !Object.values(chosen.columns).includes(field.name)) ?? [])
  return (
    <Card compact>
      <Steps at={chosen ? 1 : 0} />
      {failure.length > 0 && (
        <Callout intent="danger" icon={false} className="gap-below" role="alert">
          <strong>{t('failure.import')}</strong>
          {failure.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Callout>
      )}
      {chosen ? (
        <>
          <MappingBar
            resource={resource.name}
            recognised={chosen.sheet.mapping}
            chosen={chosen.mapping}
            choose={readAs}
            columns={chosen.columns}
          />
          <ColumnsStep
            sheet={chosen.sheet}
            columns={chosen.columns}
            setColumns={(columns) => setChosen({ ...chosen, columns })}
            missing={missing}
          />
          <div className="transfer-foot">
            <Button disabled={busy} onClick={() => setChosen(null)}>
              {say('again')}
            </Button>
            <Button intent="primary" loading={busy} disabled={Object.keys(chosen.columns).length === 0} onClick={() => void check(chosen)}>
              {say('check')}
            </Button>
          </div>
        </>
      ) : (
        <FileStep resource={resource} language={language} setLanguage={setLanguage} take={(file) => void take(file)} busy={busy} />
      )}
    </Card>
  )
}
