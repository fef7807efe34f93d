import { Button, Callout, NonIdealState, Spinner, Tab, Tabs } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { go, LoadError, PageHeader, type Shortcut, useShortcuts } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { useInbox } from '../use-requests.ts'
import '../approvals.css'
import { RequestCard } from './request-card.tsx'

const tabs = ['mine', 'asked', 'decided'] as const
type Name = (typeof tabs)[number]
const PAGE = 20

/** Approval inbox: requests to decide, own requests, and decided requests. */
export default function InboxScreen() {
  const say = useMessages()
  const search = useSearch({ strict: false }) as { tab?: string; page?: string | number }
  const tab = tabs.find((tab) => tab === search.tab) ?? 'mine'
  const page = Math.max(1, Math.floor(Number(search.page)) || 1)
  const show = (next: Name, at = 1) => go(`/admin/approvals?${new URLSearchParams({ tab: next, page: String(at) })}`)
  return (
    <>
      <PageHeader title={say('title')} />
      <Tabs
        id="approvals"
        className="tabs"
        selectedTabId={tab}
        onChange={(next) => show(next as Name)}
        animate={false}
        renderActiveTabPanelOnly
      >
        {tabs.map((name) => (
          <Tab key={name} id={name} title={say(name)} panel={<Requests tab={name} page={page} turn={(to) => show(name, to)} />} />
        ))}
      </Tabs>
    </>
  )
}

function Requests({ tab, page, turn }: { tab: Name; page: number; turn: (page: number) => void }) {
  const say = useMessages()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch, isPlaceholderData } = useInbox(tab, page)
  useShortcuts(useKeys(list))
  if (error) return <LoadError error={error} retry={refetch} />
  if (!data || isPlaceholderData) return <Spinner aria-label={say('loading')} />
  const pages = Math.ceil(data.total / PAGE)
  return (
    <>
      {tab === 'mine' &&
        data.stands_for.map(({ name, until }) => (
          <Callout key={name} compact icon={false} className="appr-standing">
            {say('standingUntil', { name, until })}
          </Callout>
        ))}
      {data.data.length === 0 ? (
        <NonIdealState icon={<TickCircle size={40} aria-hidden />} title={say(`${tab}None`)} description={say(`${tab}NoneHint`)} />
      ) : (
        <ul className="appr-list" ref={list} aria-label={say(tab)}>
          {data.data.map((request) => (
            <RequestCard key={request.id} request={request} />
          ))}
        </ul>
      )}
      {(page > 1 || pages > 1) && (
        <p className="appr-pages">
          <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
            {say('newer')}
          </Button>
          <span className="num">
            {page} / {Math.max(1, pages)}
          </span>
          <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
            {say('older')}
          </Button>
        </p>
      )}
    </>
  )
}

/** Keyboard: J and K move between requests; A and R press the buttons of the focused one. */
function useKeys(list: React.RefObject<HTMLUListElement | null>): Shortcut[] {
  const say = useMessages()
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-request]') ?? [])]
  const here = () => cards().findIndex((card) => card.contains(document.activeElement))
  const step = (by: number) => {
    const all = cards()
    const at = here()
    all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  const clickVerdict = (verdict: string) => cards()[here()]?.querySelector<HTMLElement>(`[data-verdict="${verdict}"]`)?.click()
  const group = say('title')
  return [
    { combo: 'j', label: say('keyNext'), group, run: () => step(1) },
    { combo: 'k', label: say('keyPrevious'), group, run: () => step(-1) },
    { combo: 'a', label: say('approve'), group, run: () => clickVerdict('approve') },
    { combo: 'r', label: say('reject'), group, run: () => clickVerdict('reject') },
  ]
}
