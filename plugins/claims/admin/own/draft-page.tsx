import { Button, Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ConfirmDialog, failureLines, Money, notifyFailure, notifySuccess, useAnswer } from 'stoa/admin'
import type { Expense, ExpenseForm, OwnClaim } from '../../api-types.ts'
import { ExpenseWarnings } from '../expense-warnings.tsx'
import { AmountOrigin } from '../expense-amount.tsx'
import { useMessages } from '../messages.ts'
import { Receipt } from '../receipt.tsx'
import { ExpenseEditor } from './expense-editor.tsx'

/** A draft: its expenses with problems and possible duplicates, the total, and its submission. */
export function DraftPage({ claim, withdraw }: { claim: OwnClaim; withdraw: React.ReactNode }) {
  const say = useMessages()
  const client = useQueryClient()
  const form = useAnswer<ExpenseForm>('my/reimbursement/form')
  const [edited, setEdited] = useState<number | 'new'>()
  const [problems, setProblems] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  if (form && edited !== undefined) {
    const expense = claim.items.find(({ id }) => id === edited)
    return <ExpenseEditor key={edited} claimId={claim.id} form={form} expense={expense} close={() => setEdited(undefined)} />
  }
  const submit = async () => {
    setBusy(true)
    setProblems([])
    try {
      await api(`my/reimbursement/${claim.id}/submit`, { method: 'POST', body: {} })
      notifySuccess(say('submitted'))
      await client.invalidateQueries()
    } catch (failure) {
      setProblems(failureLines(failure, () => ''))
      setBusy(false)
    }
  }
  if (form?.categories.length === 0) return <p className="quiet">{say('no_categories')}</p>
  return (
    <>
      {claim.items.length === 0 ? <p className="quiet">{say('no_expenses')}</p> : null}
      <ul className="claim-list">
        {claim.items.map((expense) => (
          <DraftExpense key={expense.id} claim={claim} expense={expense} edit={() => setEdited(expense.id)} />
        ))}
      </ul>
      <Button
        size="large"
        className="phone-button"
        intent={claim.items.length === 0 ? 'primary' : 'none'}
        disabled={!form}
        onClick={() => setEdited('new')}
      >
        {say('add_expense')}
      </Button>
      <p className="claim-line claim-total">
        <strong>{say('total_claimed')}</strong>
        <strong>
          <Money value={claim.total_claimed} currency={claim.currency} />
        </strong>
      </p>
      <div role="alert">
        {problems.length > 0 ? (
          <Callout intent="danger" title={say('not_submitted')}>
            {problems.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Callout>
        ) : null}
      </div>
      {claim.items.length > 0 && !claim.can_submit ? <p className="quiet">{say('solve_problems')}</p> : null}
      <div className="claim-submit">
        <Button
          fill
          size="large"
          className="phone-button"
          intent="primary"
          loading={isBusy}
          disabled={!claim.can_submit}
          onClick={() => void submit()}
        >
          {say('submit')}
        </Button>
      </div>
      {withdraw}
    </>
  )
}

function DraftExpense({ claim, expense, edit }: { claim: OwnClaim; expense: Expense; edit: () => void }) {
  const say = useMessages()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const remove = async () => {
    try {
      await api(`my/reimbursement/${claim.id}/item/${expense.id}`, { method: 'DELETE' })
      await client.invalidateQueries()
    } catch (problem) {
      notifyFailure(say('expense_not_removed'), problem)
    } finally {
      setOpen(false)
    }
  }
  const name = `${expense.category} ${expense.description}`.trim()
  return (
    <li className="claim-item">
      <div className="claim-item-head">
        {expense.receipt ? <Receipt receipt={expense.receipt} /> : null}
        <div className="claim-expense-text">
          <div className="claim-line">
            <strong>{expense.category}</strong>
            <Money value={expense.base_amount} currency={claim.currency} />
          </div>
          <div className="claim-line">
            <span className="claim-note">{expense.description}</span>
            <span className="quiet num">{expense.expense_date}</span>
          </div>
          <AmountOrigin expense={expense} currency={claim.currency} />
        </div>
      </div>
      <ExpenseWarnings expense={expense} claimId={claim.id} path="my-reimbursement/view" />
      <div className="claim-buttons">
        <Button className="phone-button" aria-label={say('edit_expense_of', { name })} onClick={edit}>
          {say('edit_expense')}
        </Button>
        <Button
          className="phone-button"
          variant="minimal"
          intent="danger"
          aria-label={say('remove_expense_of', { name })}
          onClick={() => setOpen(true)}
        >
          {say('remove_expense')}
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title={say('remove_expense')}
        confirm={say('remove_expense')}
        cancel={say('keep_expense')}
        intent="danger"
        onConfirm={remove}
        onCancel={() => setOpen(false)}
      >
        <p>{say('remove_confirm', { name })}</p>
      </ConfirmDialog>
    </li>
  )
}
