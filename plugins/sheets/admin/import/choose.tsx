import { Button, Callout, Card } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Locale, ResourceInfo } from 'stoa/api-types'
import { adminPath, BlockableButton, failureLines, go, notify, useSession, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { MappingBar } from './mapping-bar.tsx'
import { Steps } from './steps.tsx'
import { Preview } from './preview.tsx'
import { Rules } from './rules.tsx'
import { getField, getParts, getReading, restoreMappingState, createMappingState } from './column-names.ts'
import { EncodingChoice } from './encoding-choice.tsx'
import type { MappingState, SavedMapping, SheetColumns } from './sheet.ts'
import { mappingsQuery, planImport, readColumns, type SheetFile } from './sheet-api.ts'

/** A file whose header has been read, and the current column mapping. */
interface Chosen {
  file: SheetFile
  sheet: SheetColumns
  mapping: string
  /** The initial column mapping, from the saved mapping or from the column names. */
  start: MappingState
  mappingState: MappingState
  /** Our columns that the mapping fills from parts of a cell, by column of the file. */
  parts: Readonly<Record<string, readonly string[]>>
}

/** The first two steps: choose the file and map its columns. Then the server makes a dry run, which has its own page. */
export function Choose({ resource, from }: { resource: ResourceInfo; from: number | undefined }) {
  const queries = useQueryClient()
  const { t } = useT()
  const say = useMessages()
  const { main_language: main } = useSession().manifest.site
  const [language, setLanguage] = useState<Locale>(main)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])

  /** Runs the work of a step. An error is shown under the title, and the step stays open. */
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
  const take = (file: SheetFile) =>
    attempt(async () => {
      const sheet = await readColumns(resource.name, file)
      const before = sheet.reading
      const mapping = before ? (before.mapping ?? '') : (sheet.mapping ?? '')
      const saved = mapping ? (await queries.fetchQuery(mappingsQuery(resource.name))).find((entry) => entry.name === mapping) : undefined
      const start = createMappingState(sheet, saved)
      if (before?.language) setLanguage(before.language)
      setChosen({
        file,
        sheet,
        mapping,
        start,
        mappingState: before ? restoreMappingState(start, before, mapping !== '') : start,
        parts: getParts(sheet, saved),
      })
    })
  const check = ({ file, sheet, mapping, start, mappingState }: Chosen) =>
    attempt(async () => {
      const { id } = await planImport(resource.name, file, language, getReading(sheet, mapping, start, mappingState))
      go(adminPath(`transfer/${resource.name}/import/${id}`))
    })
  const readAs = (saved: SavedMapping | undefined) => {
    if (!chosen) return
    const start = createMappingState(chosen.sheet, saved)
    setChosen({ ...chosen, mapping: saved?.name ?? '', start, mappingState: start, parts: getParts(chosen.sheet, saved) })
  }
  const change = (part: Partial<MappingState>) => setChosen((now) => now && { ...now, mappingState: { ...now.mappingState, ...part } })
  // Restores the columns of a user who comes back from the dry run.
  const hasRestored = useRef(false)
  useEffect(() => {
    if (from === undefined || hasRestored.current) return
    hasRestored.current = true
    void take({ sheet: from, encoding: '' })
  })

  // A mapping may fill a field without a column of its own. The dry run reports what is really missing.
  const missing = chosen?.mapping
    ? []
    : (chosen?.sheet.fields.filter((field) => field.required && !getMappedFields(chosen.mappingState).has(field.name)) ?? [])
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
            mappingState={chosen.mappingState}
          />
          {chosen.sheet.encoding !== undefined && (
            <EncodingChoice encoding={chosen.sheet.encoding} isBusy={busy} choose={(encoding) => void take({ ...chosen.file, encoding })} />
          )}
          <ColumnsStep sheet={chosen.sheet} mappingState={chosen.mappingState} parts={chosen.parts} change={change} missing={missing} />
          <Rules sheet={chosen.sheet} mappingState={chosen.mappingState} change={change} />
          <Preview
            resource={resource.name}
            file={chosen.file}
            reading={getReading(chosen.sheet, chosen.mapping, chosen.start, chosen.mappingState)}
          />
          <div className="transfer-foot">
            <Button disabled={busy} onClick={() => setChosen(null)}>
              {say('again')}
            </Button>
            <BlockableButton
              intent="primary"
              loading={busy}
              blockedBy={
                [chosen.mappingState.columns, chosen.parts].every((columns) => Object.keys(columns).length === 0)
                  ? t('blocked.columns')
                  : undefined
              }
              onClick={() => void check(chosen)}
            >
              {say('check')}
            </BlockableButton>
          </div>
        </>
      ) : (
        <FileStep
          resource={resource}
          language={language}
          setLanguage={setLanguage}
          take={(sheet) => void take({ sheet, encoding: '' })}
          busy={busy}
        />
      )}
    </Card>
  )
}

/** Fields that a column or a constant fills. */
const getMappedFields = ({ columns, constants }: MappingState): ReadonlySet<string> =>
  new Set([...Object.values(columns).flatMap((list) => list.map(getField)), ...Object.keys(constants)])
