import { Button, Card, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { FieldInfo, Page, Row } from 'stoa/api-types'
import {
  adminPath,
  api,
  can,
  ErrorsContext,
  type Errors,
  failureLines,
  FieldInput,
  fieldErrors,
  Link,
  RunProgress,
  toWire,
  useFormField,
  useResource,
  useT,
} from 'stoa/admin'
import type { Making } from '../api-types.ts'
import { useCodeTexts } from './messages.ts'
import './promotion.css'

/** Beside a rule with the trigger "code": its codes, and the form that generates more. */
export default function CodesOfRule({ row }: { row: Row }) {
  const say = useCodeTexts()
  const { t } = useT()
  const queries = useQueryClient()
  const coupons = useResource('coupon')
  const { value: trigger } = useFormField<string>('trigger')
  const [asking, setAsking] = useState(false)
  const [run, setRun] = useState<number>()
  const { data } = useQuery({
    queryKey: ['list', 'coupon', 'of', row.id],
    queryFn: () => api<Page<Row & { code: string }>>('coupon', { query: { promotion_id: String(row.id), limit: '10' } }),
    enabled: trigger === 'code',
  })
  if (trigger !== 'code' || !coupons) return null
  const list = `${adminPath(coupons.path)}?${new URLSearchParams({ promotion_id: String(row.id) }).toString()}`
  return (
    <Card compact>
      <h3>{coupons.plural}</h3>
      {data?.total === 0 && <p className="quiet">{say('none')}</p>}
      <p className="promo-codes">
        {data?.data.slice(0, 3).map(({ id, code }) => (
          <code key={id}>{code}</code>
        ))}
        {data !== undefined && data.total > 0 && <Link to={list}>{say('all', { count: data.total })}</Link>}
      </p>
      {can(coupons, 'create') && (
        <p className="promo-codes">
          <Link className="bp6-button" to={`${adminPath(coupons.path)}/create?promotion_id=${row.id}`}>
            {say('one')}
          </Link>
          <Button onClick={() => setAsking(true)}>{say('many')}</Button>
        </p>
      )}
      {run !== undefined && (
        <RunProgress id={run} label={say('making')} onEnd={() => void queries.invalidateQueries({ queryKey: ['list', 'coupon'] })} />
      )}
      {asking && (
        <MakeCodes
          id={row.id}
          close={() => setAsking(false)}
          begun={(id) => {
            setRun(id)
            setAsking(false)
          }}
          cancel={t('common.cancel')}
        />
      )}
    </Card>
  )
}

const plain = { localized: false, readOnly: false, group: '' } as const

function MakeCodes({ id, close, begun, cancel }: { id: number; close: () => void; begun: (run: number) => void; cancel: string }) {
  const say = useCodeTexts()
  const fields: FieldInfo[] = [
    { ...plain, name: 'count', label: say('count'), widget: 'int', required: true, min: 1 },
    { ...plain, name: 'beginning', label: say('beginning'), hint: say('beginningHint'), widget: 'text', required: false, maxLength: 20 },
    { ...plain, name: 'letters', label: say('letters'), widget: 'int', required: true, min: 6, max: 16 },
    { ...plain, name: 'usage_limit', label: say('uses'), hint: say('usesHint'), widget: 'int', required: false, min: 1 },
    { ...plain, name: 'ends_at', label: say('ends'), widget: 'instant', required: false },
  ]
  const [values, setValues] = useState<Record<string, unknown>>({ count: '100', letters: '8', usage_limit: '1', beginning: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [lines, setLines] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const body = Object.fromEntries(fields.map((field) => [field.name, toWire(field, values[field.name])]))
      begun((await api<Making>(`promotion/${id}/codes`, { method: 'POST', body })).run)
    } catch (failure) {
      const found = fieldErrors(failure)
      setErrors(found)
      setLines(Object.keys(found).length > 0 ? [] : failureLines(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={close} title={say('many')} canOutsideClickClose={false}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <div role="alert" className="field-error">
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
          <ErrorsContext value={errors}>
            <div className="dialog-fields">
              {fields.map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  value={values[field.name] ?? ''}
                  onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
                />
              ))}
            </div>
          </ErrorsContext>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{cancel}</Button>
              <Button type="submit" intent="primary" loading={busy}>
                {say('make')}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
