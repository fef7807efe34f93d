import { Button, Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, failureLines, fieldErrors, notifySuccess } from 'stoa/admin'
import type { Expense, ExpenseForm } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { ExpenseFields } from './expense-fields.tsx'
import { ReceiptInput } from './receipt-input.tsx'
import { type ExpenseValues, saveExpense } from './save-expense.ts'

interface ExpenseEditorProps {
  claimId: number
  form: ExpenseForm
  /** The expense to change; undefined for a new one. */
  expense: Expense | undefined
  close: () => void
}

const toValues = (form: ExpenseForm, expense: Expense | undefined): ExpenseValues => ({
  expense_date: expense?.expense_date ?? form.today,
  category_id: expense?.category_id ?? (form.categories.find(({ is_default }) => is_default) ?? form.categories[0])?.id ?? 0,
  description: expense?.description ?? '',
  currency: expense?.currency ?? form.currency,
  amount: expense && !expense.is_mileage ? expense.amount : '',
  mileage_km: expense?.mileage_km ?? '',
  reason: expense?.reason ?? '',
})

const expenseFields = ['expense_date', 'category_id', 'description', 'currency', 'amount', 'mileage_km', 'reason']

/** Form of an expense. It is saved on the server as soon as it is complete, so a reload or a broken line loses no saved expense. */
export function ExpenseEditor({ claimId, form, expense, close }: ExpenseEditorProps) {
  const say = useMessages()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [values, setValues] = useState(() => toValues(form, expense))
  const [receipt, setReceipt] = useState<File>()
  const [isRemoved, setRemoved] = useState(false)
  // A new key for every change: only a retry of the same expense is the same expense.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => heading.current?.focus(), [])

  const errors = fieldErrors(failure)
  const change = (part: Partial<ExpenseValues>) => {
    setValues((now) => ({ ...now, ...part }))
    setKey(crypto.randomUUID())
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await saveExpense({ claimId, itemId: expense?.id }, values, { receipt, removeReceipt: isRemoved, key })
      notifySuccess(say('expense_saved'))
      await client.invalidateQueries()
      close()
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  const isLost = failure instanceof ApiError && failure.code === 'NETWORK'
  const lines =
    failure === undefined || Object.keys(errors).some((field) => expenseFields.includes(field)) ? [] : failureLines(failure, () => '')
  return (
    <form className="claim-page" noValidate onSubmit={(event) => void save(event)}>
      <h2 ref={heading} tabIndex={-1}>
        {say(expense ? 'edit_expense' : 'add_expense')}
      </h2>
      <ReceiptInput
        stored={isRemoved ? null : (expense?.receipt ?? null)}
        file={receipt}
        change={(file, removed) => {
          setReceipt(file)
          setRemoved(removed)
          setKey(crypto.randomUUID())
        }}
      />
      <div>
        <ExpenseFields form={form} values={values} errors={errors} change={change} />
      </div>
      <div role="alert">
        {lines.length > 0 ? (
          <Callout intent="danger" title={say('expense_not_saved')}>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {isLost ? <p>{say('try_again')}</p> : null}
          </Callout>
        ) : null}
      </div>
      <div className="claim-submit">
        <Button type="submit" fill size="large" className="phone-button" intent="primary" loading={isBusy}>
          {say('save_expense')}
        </Button>
        <Button fill size="large" className="phone-button" disabled={isBusy} onClick={close}>
          {say('back_to_claim')}
        </Button>
      </div>
    </form>
  )
}
