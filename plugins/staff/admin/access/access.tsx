import { Callout, FormGroup, HTMLSelect, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Page, Rights, Row } from 'stoa/api-types'
import { api, failureLines, go, Link, PageHeader, useT } from 'stoa/admin'
import type { WhyAnswer } from '../../api-types.ts'
import './access.css'
import { useMessages } from './messages.ts'

interface Account extends Row {
  name: string
  email: string
}

/** Explains why an account has or lacks a permission; the same logic as `stoa why`. */
export default function Access() {
  const say = useMessages()
  const { language } = useT()
  const { account = '', permission = '' } = useSearch({ strict: false }) as { account?: string; permission?: string }
  const accounts = useQuery({
    queryKey: ['list', 'account', 'all'],
    queryFn: () => api<Page<Account>>('account', { query: { limit: 100, sort: 'name' } }),
  })
  const rights = useQuery({
    queryKey: ['permissions', language],
    staleTime: Infinity,
    queryFn: () => api<Rights>('permissions', { query: { language } }),
  })
  const ask = (next: { account?: string; permission?: string }) => {
    const query = new URLSearchParams(Object.entries({ account, permission, ...next }).filter(([, value]) => value !== ''))
    go(`/admin/access?${query}`)
  }
  const error = accounts.error ?? rights.error
  if (error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(error).join(' ')}
      </Callout>
    )
  return (
    <>
      <PageHeader title={say('title')} />
      <p className="quiet">{say('lead')}</p>
      <div className="panel access">
        <div className="access-question">
          <FormGroup label={say('who')} labelFor="access-who">
            <HTMLSelect id="access-who" fill value={account} onChange={(event) => ask({ account: event.target.value })}>
              <option value="">{say('choose')}</option>
              {(accounts.data?.data ?? []).map((account) => (
                <option key={account.id} value={String(account.id)}>
                  {account.name} ({account.email})
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
          <FormGroup label={say('what')} labelFor="access-what">
            <HTMLSelect id="access-what" fill value={permission} onChange={(event) => ask({ permission: event.target.value })}>
              <option value="">{say('choose')}</option>
              {(rights.data?.data ?? []).map((group) => (
                <optgroup key={group.group} label={group.groupLabel}>
                  {group.entries.map((entry) => (
                    <option key={entry.name} value={entry.name}>
                      {entry.resourceLabel}: {entry.label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </HTMLSelect>
          </FormGroup>
        </div>
        {account && permission && <Answer account={account} permission={permission} />}
      </div>
    </>
  )
}

function Answer({ account, permission }: { account: string; permission: string }) {
  const say = useMessages()
  const { language } = useT()
  const { data, error } = useQuery({
    queryKey: ['why', account, permission, language],
    queryFn: () => api<WhyAnswer>('why', { query: { account_id: account, permission, language } }),
  })
  if (error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(error).join(' ')}
      </Callout>
    )
  if (!data) return <Spinner size={28} aria-label={say('loading')} />
  const sentence = { who: data.account.name, what: `${data.right.resourceLabel}: ${data.right.label}` }
  return (
    <section className={data.allowed ? 'access-answer is-yes' : 'access-answer is-no'} aria-live="polite">
      <h2>{say(data.allowed ? 'can' : 'cannot', sentence)}</h2>
      <p className="quiet small mono">{data.right.name}</p>
      <ul aria-label={say('because')}>
        {data.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className="access-links">
        <Link to={`/admin/role/edit/${data.role.id}`}>{say('changeRole', { role: data.role.name })}</Link>
        <Link to={`/admin/account/edit/${data.account.id}`}>{say('openAccount')}</Link>
      </p>
    </section>
  )
}
