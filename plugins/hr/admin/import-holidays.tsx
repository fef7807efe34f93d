import { Button, Callout, Card, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Row } from 'stoa/api-types'
import { api, Day, notifyFailure, notifySuccess } from 'stoa/admin'
import type { HolidayImport } from '../api-types.ts'
import { useMessages } from './messages.ts'

const languages = [
  { value: 'en-US', label: 'English' },
  { value: 'zh-HK', label: '繁體中文' },
  { value: 'zh-CN', label: '简体中文' },
]
const kinds = ['general', 'statutory', 'company'] as const

/** Below the form of a holiday calendar: imports a holiday file, after a rehearsal that shows what it changes. */
export default function ImportHolidays({ row, language: formLanguage }: { row?: Row; language: string }) {
  const say = useMessages()
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [language, setLanguage] = useState(formLanguage)
  const [kind, setKind] = useState<(typeof kinds)[number]>('general')
  const [file, setFile] = useState<File>()
  const [plan, setPlan] = useState<HolidayImport>()
  const [busy, setBusy] = useState(false)
  if (!row) return null

  const send = async (chosen: File, dryRun: boolean) => {
    const body = new FormData()
    body.set('file', chosen)
    body.set('language', language)
    body.set('kind', kind)
    body.set('dry_run', dryRun ? '1' : '0')
    setBusy(true)
    try {
      const result = await api<HolidayImport>(`hr_holiday_calendar/${row.id}/import`, { method: 'POST', body })
      setPlan(dryRun ? result : undefined)
      setFile(dryRun ? chosen : undefined)
      if (dryRun) return
      await client.invalidateQueries()
      notifySuccess(say('done'))
    } catch (problem) {
      notifyFailure(say('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  const forget = () => {
    setPlan(undefined)
    setFile(undefined)
  }
  return (
    <Card className="form-group-card">
      <h2 className="card-title">{say('title')}</h2>
      <p className="quiet">{say('hint')}</p>
      <FormGroup label={say('language')} labelFor="holiday-language">
        <HTMLSelect
          id="holiday-language"
          value={language}
          options={languages}
          disabled={plan !== undefined}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </FormGroup>
      <FormGroup label={say('kind')} labelFor="holiday-kind">
        <HTMLSelect
          id="holiday-kind"
          value={kind}
          options={kinds.map((value) => ({ value, label: say(value) }))}
          disabled={plan !== undefined}
          onChange={(event) => setKind(kinds.find((value) => value === event.target.value) ?? 'general')}
        />
      </FormGroup>
      {plan ? <ImportPlan plan={plan} /> : null}
      {plan && file ? (
        <div className="check-row" style={{ marginTop: 15 }}>
          <Button
            intent="primary"
            loading={busy}
            disabled={plan.added.length + plan.changed.length === 0}
            onClick={() => void send(file, false)}
          >
            {say('import')}
          </Button>
          <Button variant="minimal" disabled={busy} onClick={forget}>
            {say('cancel')}
          </Button>
        </div>
      ) : (
        <Button loading={busy} onClick={() => picker.current?.click()}>
          {say('choose')}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept=".ics,.json,text/calendar,application/json"
        aria-label={say('choose')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) void send(chosen, true)
        }}
      />
    </Card>
  )
}

/** What an import would add, change and leave, and the events it cannot read. */
function ImportPlan({ plan }: { plan: HolidayImport }) {
  const say = useMessages()
  return (
    <div aria-live="polite">
      <h3>{say('added', { count: plan.added.length })}</h3>
      <ul>
        {plan.added.map(({ date, title }) => (
          <li key={date}>
            <Day value={date} /> · {title}
          </li>
        ))}
      </ul>
      <h3>{say('changed', { count: plan.changed.length })}</h3>
      <ul>
        {plan.changed.map(({ date, title, before }) => (
          <li key={date}>
            <Day value={date} /> · {title} {before === '' ? null : <span className="quiet">({say('before', { title: before })})</span>}
          </li>
        ))}
      </ul>
      <p className="quiet">{say('unchanged', { count: plan.unchanged })}</p>
      {plan.substitutes.length > 0 ? <Callout intent="primary">{say('substitutes', { count: plan.substitutes.length })}</Callout> : null}
      {plan.errors.length > 0 ? (
        <Callout intent="warning" title={say('errors', { count: plan.errors.length })}>
          <ul>
            {plan.errors.map((error) => (
              <li key={`${error.line}`}>{say(`line_${plan.format}`, error)}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}
