import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { api, CardTable, failureLines, Money } from 'stoa/admin'
import type { WhatIfView } from '../api-types.ts'
import type { GroupRule } from './group-rule.ts'
import { useMessages } from './messages.ts'

/** What the rule in the form would have paid in the last complete quarter. */
export function WhatIf({ id, rule }: { id: number; rule: GroupRule }) {
  const say = useMessages()
  const [view, setView] = useState<WhatIfView>()
  const [problems, setProblems] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const compare = async () => {
    setBusy(true)
    try {
      setView(await api<WhatIfView>(`commission_group/${id}/what_if`, { method: 'POST', body: { ...rule } }))
      setProblems([])
    } catch (problem) {
      setView(undefined)
      setProblems(failureLines(problem, (name) => name))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="what-if">
      <h3 id="what-if">{say('what_if')}</h3>
      <p className="quiet">{say('what_if_hint')}</p>
      <Button loading={isBusy} onClick={() => void compare()}>
        {say('compute')}
      </Button>
      <div role="alert">
        {problems.length > 0 ? (
          <Callout intent="danger">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Callout>
        ) : null}
      </div>
      {view &&
        (view.rows.length === 0 ? (
          <p className="quiet">{say('no_sales', { from: view.from, to: view.to })}</p>
        ) : (
          <Comparison view={view} />
        ))}
    </section>
  )
}

function Comparison({ view }: { view: WhatIfView }) {
  const say = useMessages()
  const { currency } = view
  const heads = [
    say('account'),
    { label: say('base'), end: true as const },
    { label: say('before'), end: true as const },
    { label: say('after'), end: true as const },
  ]
  return (
    <CardTable caption={`${say('what_if')} ${view.from} – ${view.to}`} heads={heads}>
      {view.rows.map(({ admin_id, name, base, before, after }) => (
        <tr key={admin_id}>
          <th scope="row">{name}</th>
          <td className="is-end" data-label={say('base')}>
            <Money value={base} currency={currency} />
          </td>
          <td className="is-end" data-label={say('before')}>
            <Money value={before} currency={currency} />
          </td>
          <td className="is-end" data-label={say('after')}>
            <Money value={after} currency={currency} />
          </td>
        </tr>
      ))}
      <tr>
        <th scope="row">{say('total')}</th>
        <td className="is-nothing is-end">–</td>
        <td className="is-end" data-label={say('before')}>
          <Money value={view.before} currency={currency} />
        </td>
        <td className="is-end" data-label={say('after')}>
          <Money value={view.after} currency={currency} />
        </td>
      </tr>
    </CardTable>
  )
}
