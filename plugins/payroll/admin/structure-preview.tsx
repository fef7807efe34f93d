import { Button, Callout, Card, FormGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import type { Row } from 'stoa/api-types'
import { adminPath, api, failureLines, Link, Money, todayIn, useSession } from 'stoa/admin'
import type { StructurePreview } from '../api-types.ts'
import { useMessages } from './messages.ts'
import './payroll.css'

const inputs = ['income', 'age', 'date'] as const

/** Below the form of a pay structure: the lines it gives for an income, an age and a date. */
export default function StructurePreviewCard({ row }: { row?: Row }) {
  const say = useMessages()
  const { manifest } = useSession()
  const [values, setValues] = useState({ income: '20000', age: '30', date: todayIn(manifest.site.time_zone) })
  const [preview, setPreview] = useState<StructurePreview>()
  const [problems, setProblems] = useState<string[]>([])
  if (!row) return null
  const show = async (event: FormEvent) => {
    event.preventDefault()
    try {
      setPreview(await api<StructurePreview>(`hr_pay_structure/${row.id}/preview`, { query: values }))
      setProblems([])
    } catch (problem) {
      setPreview(undefined)
      setProblems(
        failureLines(problem, (name) => ((inputs as readonly string[]).includes(name) ? say(`preview_${name as 'income'}`) : name)),
      )
    }
  }
  return (
    <Card>
      <h2 className="card-title">{say('preview')}</h2>
      <p>
        <Link to={`${adminPath('payroll/rule')}?structure_id=${row.id}`}>{say('open_rules')}</Link>
      </p>
      <form className="pay-row" onSubmit={(event) => void show(event)} noValidate>
        {inputs.map((name) => (
          <FormGroup key={name} label={say(`preview_${name}`)} labelFor={`preview-${name}`}>
            <input
              id={`preview-${name}`}
              className="bp6-input"
              type={name === 'date' ? 'date' : 'text'}
              inputMode={name === 'date' ? undefined : 'decimal'}
              value={values[name]}
              onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
            />
          </FormGroup>
        ))}
        <Button type="submit">{say('show_preview')}</Button>
      </form>
      <div role="alert">
        {problems.length > 0 ? (
          <Callout intent="danger">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Callout>
        ) : null}
      </div>
      {preview ? (
        <ul className="pay-days">
          {preview.lines.map(({ name, kind, amount, legal_source }) => (
            <li key={`${kind} ${name}`}>
              <span>
                {name} <span className="quiet small">{say(`kind_${kind}`)}</span>
                {legal_source === '' ? null : <span className="pay-source quiet small">{legal_source}</span>}
              </span>
              <Money value={amount} currency={preview.currency} />
            </li>
          ))}
          <li>
            <strong>{say('net')}</strong>
            <strong>
              <Money value={preview.net} currency={preview.currency} />
            </strong>
          </li>
        </ul>
      ) : null}
    </Card>
  )
}
