import { useState } from 'react'
import type { OwnLeaves } from '../../api-types.ts'
import { LedgerDialog } from '../ledger-dialog.tsx'
import { useDaysText, useMessages } from '../messages.ts'

type Balance = OwnLeaves['balances'][number]

/** Balances by type. Each opens the ledger rows behind it. */
export function BalanceList({ balances }: { balances: readonly Balance[] }) {
  const say = useMessages()
  const daysText = useDaysText()
  const [open, setOpen] = useState<Balance>()
  return (
    <>
      <ul className="leave-balances">
        {balances.map((balance) => (
          <li key={balance.type_id}>
            <button type="button" className="leave-balance" aria-haspopup="dialog" onClick={() => setOpen(balance)}>
              <span>{balance.type}</span>
              <span className="leave-figure num">{balance.needs_balance ? daysText(balance.days) : say('no_limit')}</span>
              {balance.taken > 0 ? <span className="small quiet">{say('taken_days', { days: daysText(balance.taken) })}</span> : null}
              {balance.pending > 0 ? <span className="small quiet">{say('pending_days', { days: daysText(balance.pending) })}</span> : null}
              {balance.needs_balance && balance.valid_until !== null ? (
                <span className="small quiet">{say('valid_until', { date: balance.valid_until })}</span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {open ? <LedgerDialog type={open.type} path={`my/leave/ledger?type_id=${open.type_id}`} close={() => setOpen(undefined)} /> : null}
    </>
  )
}
