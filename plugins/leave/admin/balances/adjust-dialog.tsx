import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureLines, fieldErrors, notifySuccess, postOnce } from 'stoa/admin'
import type { Balances, LedgerRows } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

const start = { kind: 'adjust', days: '', valid_from: '', valid_to: '', reason: '' }

/** Adds days to a balance or removes them, with a reason. */
export function AdjustDialog({ balance, close }: { balance: Balances['data'][number]; close: () => void }) {
  const say = useMessages()
  const client = useQueryClient()
  const [values, setValues] = useState(start)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<typeof start>) => {
    setValues((now) => ({ ...now, ...part }))
    setKey(crypto.randomUUID())
  }
  const send = async () => {
    setBusy(true)
    setErrors({})
    setProblem(undefined)
    const { employee_id, type_id } = balance
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    try {
      await postOnce<LedgerRows>('hr_leave/balance/adjust', { employee_id, type_id, ...filled }, key)
      notifySuccess(say('adjusted'))
      await client.invalidateQueries()
      close()
    } catch (failure) {
      const byField = fieldErrors(failure)
      setErrors(byField)
      if (Object.keys(byField).some((field) => !(field in start))) setProblem(failureLines(failure).join(' '))
      else if (Object.keys(byField).length === 0) setProblem(failureLines(failure).join(' '))
      setBusy(false)
    }
  }
  const group = (name: keyof typeof start) => ({
    labelFor: `adjust-${name}`,
    ...(errors[name] ? { intent: 'danger' as const, helperText: errors[name].join(' ') } : {}),
  })
  return (
    <Dialog isOpen title={say('adjust_title', { name: balance.employee })} onClose={close}>
      <DialogBody>
        <p>
          {balance.type} · {say('balance')} <strong className="num">{balance.days}</strong>
        </p>
        <FormGroup label={say('adjust_kind')} {...group('kind')}>
          <HTMLSelect
            id="adjust-kind"
            value={values.kind}
            options={(['adjust', 'encash'] as const).map((value) => ({ value, label: say(`kind_${value}`) }))}
            onChange={({ currentTarget }) => change({ kind: currentTarget.value })}
          />
        </FormGroup>
        <FormGroup label={say('adjust_days')} subLabel={say('adjust_days_hint')} {...group('days')}>
          <InputGroup id="adjust-days" inputMode="text" value={values.days} onValueChange={(days) => change({ days })} />
        </FormGroup>
        <FormGroup label={say('valid_from')} {...group('valid_from')}>
          <InputGroup id="adjust-valid_from" type="date" value={values.valid_from} onValueChange={(valid_from) => change({ valid_from })} />
        </FormGroup>
        <FormGroup label={say('valid_to')} subLabel={say('valid_to_hint')} {...group('valid_to')}>
          <InputGroup id="adjust-valid_to" type="date" value={values.valid_to} onValueChange={(valid_to) => change({ valid_to })} />
        </FormGroup>
        <FormGroup label={say('reason')} {...group('reason')}>
          <TextArea
            id="adjust-reason"
            fill
            autoResize
            maxLength={500}
            value={values.reason}
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          />
        </FormGroup>
        {problem ? (
          <p role="alert" className="field-error">
            {problem}
          </p>
        ) : null}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{say('keep_balance')}</Button>
            <Button intent="primary" loading={isBusy} onClick={() => void send()}>
              {say('adjust')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
