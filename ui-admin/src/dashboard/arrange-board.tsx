import { Button, Callout, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { useState } from 'react'
import type { CardView, DashboardView } from 'stoa/plugins/desk'
import { Sortable } from '../common/sortable.tsx'
import { useT } from '../i18n/index.ts'
import { CardFrame } from './card-frame.tsx'
import { CardTools } from './card-tools.tsx'
import type { DashboardRequest } from './queries.ts'
import { RoleLayoutMenu } from './role-layout-menu.tsx'
import { can, useResource } from '../state/session.ts'
import type { Arrangement } from './use-arrangement.ts'

interface ArrangeBoardProps {
  arrangement: Arrangement
  view: DashboardView
  request: DashboardRequest
}

/** The cards while they are arranged: dragged with the mouse, a finger or the keyboard, or moved by buttons. */
export function ArrangeBoard({ arrangement, view, request }: ArrangeBoardProps) {
  const { t } = useT()
  const { cards, isSaving, arrange, remove, resize } = arrangement
  const [announcement, setAnnouncement] = useState('')
  const move = (from: number, to: number) => {
    const next = [...cards]
    const [moved] = next.splice(from, 1)
    if (!moved) return
    next.splice(to, 0, moved)
    arrange(next)
    setAnnouncement(t('dashboard.moved', { name: moved.title, place: to + 1 }))
  }
  return (
    <>
      <ArrangeBar arrangement={arrangement} announce={setAnnouncement} isArranged={view.is_arranged} request={request} />
      <div className="sr-only" role="status" aria-live="polite">
        {announcement}
      </div>
      <div className="cards is-arranging">
        <Sortable<CardView>
          items={cards}
          getId={({ name }) => name}
          getTitle={({ title }) => title}
          arrange={arrange}
          disabled={isSaving}
          hasSizes
        >
          {(card, n, { item, handle }) => (
            <div ref={item.ref} style={item.style} className={`card-slot is-${card.size}${item.className}`}>
              <CardFrame
                card={card}
                view={view}
                request={request}
                tools={
                  <CardTools
                    card={card}
                    handle={handle}
                    isFirst={n === 0}
                    isLast={n === cards.length - 1}
                    isDisabled={isSaving}
                    move={(by) => move(n, n + by)}
                    resize={(size) => resize(card.name, size)}
                    remove={() => {
                      remove(card.name)
                      setAnnouncement(t('dashboard.removed', { name: card.title }))
                    }}
                  />
                }
              />
            </div>
          )}
        </Sortable>
      </div>
    </>
  )
}

interface ArrangeBarProps {
  arrangement: Arrangement
  announce: (text: string) => void
  isArranged: boolean
  request: DashboardRequest
}

/** Buttons of the whole layout. */
function ArrangeBar({ arrangement, announce, isArranged, request }: ArrangeBarProps) {
  const { t } = useT()
  const mayArrangeRoles = can(useResource('role'), 'update')
  const { cards, available, isSaving, add, save, reset, cancel } = arrangement
  const menu = (
    <Menu>
      {available.map((choice) => (
        <MenuItem
          key={choice.name}
          text={choice.title}
          onClick={() => {
            void add(choice)
            announce(t('dashboard.added', { name: choice.title }))
          }}
        />
      ))}
    </Menu>
  )
  return (
    <Callout className="arrange-bar" icon={false} compact>
      <span className="arrange-hint">{t('dashboard.arranging')}</span>
      <PopoverNext content={menu} placement="bottom-start" disabled={available.length === 0}>
        <Button disabled={isSaving || available.length === 0} title={available.length === 0 ? t('dashboard.noMore') : undefined}>
          {t('dashboard.add')}
        </Button>
      </PopoverNext>
      <Button disabled={isSaving || !isArranged} onClick={() => void reset()}>
        {t('dashboard.reset')}
      </Button>
      {mayArrangeRoles && <RoleLayoutMenu request={request} cards={cards} disabled={isSaving} />}
      <Button disabled={isSaving} onClick={cancel}>
        {t('dashboard.cancel')}
      </Button>
      <Button intent="primary" loading={isSaving} onClick={() => void save()}>
        {t('dashboard.save')}
      </Button>
    </Callout>
  )
}
